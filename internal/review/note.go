package review

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// MaxText is the maximum number of characters of a note or of the rationale of a
// verdict.
const MaxText = 8000

// UndoWindow is how long the deletion of a note can be undone.
const UndoWindow = 30 * time.Second

var (
	// ErrEmpty means that nothing of a note can be seen. It wraps storage.ErrInvalid.
	ErrEmpty = fmt.Errorf("%w: the note is empty", storage.ErrInvalid)
	// ErrTooLong means that a text has more than [MaxText] characters.
	ErrTooLong = errors.New("the text is too long")
	// ErrNotChange means that a note names something that is not a change of its app.
	ErrNotChange = errors.New("not a change of the app")
	// ErrTooLate means that a note was deleted too long ago to get it back.
	ErrTooLate = errors.New("the note was deleted too long ago")
)

// Note is what a new note says.
type Note struct {
	App        storage.AppID
	Change     storage.Text // the ID of the change that it is about; empty: it is about the app
	Body       string       // required
	Tag        storage.Tag
	Visibility storage.Visibility
	Origin     storage.Origin
	OriginName storage.Text
}

// NoteEdit is a change of a note. Nil fields are unchanged.
type NoteEdit struct {
	Body       *string // not blank
	Tag        *storage.Tag
	Visibility *storage.Visibility
}

// Annotate adds a note, with an ID higher than all others. The error wraps [ErrTooLong],
// [ErrNotChange], storage.ErrInvalid, or storage.ErrNotFound when the app is not tracked
// or has no such change. A note stays when its change is removed.
func (s *Service) Annotate(ctx context.Context, n Note) (storage.Annotation, error) {
	if err := checkBody(n.Body); err != nil {
		return storage.Annotation{}, err
	}
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (a storage.Annotation, err error) {
		app, err := tx.Apps.Get(n.App)
		if err != nil {
			return a, err
		}
		if err := checkChange(tx, n); err != nil {
			return a, err
		}
		if _, err := purge(tx, now); err != nil {
			return a, err
		}
		a = storage.Annotation{
			App: n.App, Change: n.Change, Body: n.Body, Tag: n.Tag, Visibility: n.Visibility, CreatedAt: now, UpdatedAt: now,
			Origin: n.Origin, OriginName: n.OriginName,
		}
		if a.ID, err = nextID(tx, now); err != nil {
			return a, err
		}
		if err := tx.Annotations.Put(a); err != nil || a.Origin != storage.OriginUser {
			return a, err
		}
		return a, s.recordNote(tx, "annotation_created", "Note written on "+app.Name, app, a, now)
	})
}

// checkChange rejects a note about something that is not a change of its app.
func checkChange(tx *storage.Tx, n Note) error {
	if n.Change == "" {
		return nil
	}
	id, err := storage.ParseChangeID(string(n.Change))
	if err != nil || id.Snapshot.App != n.App {
		return fmt.Errorf("%w: %.60q, app %d", ErrNotChange, n.Change, n.App)
	}
	if _, err := tx.Changes.Get(id); err != nil {
		return fmt.Errorf("change %v: %w", id, err)
	}
	return nil
}

// nextID returns the ID of a new note: the current time in milliseconds, or the highest
// ID plus one if that is later. IDs are therefore not reused after a deletion, and are
// the same after a restore.
func nextID(tx *storage.Tx, now storage.Time) (storage.AnnotationID, error) {
	highest, _, err := storage.FindFirst(tx.Annotations.List(storage.AnnotationQuery{ByID: true, Limit: 1}))
	return max(storage.AnnotationID(now), highest.ID+1), err
}

// Notes returns the notes on an app, or on all apps if it is zero, newest first. It
// filters by visibility unless that is empty, and leaves out deleted notes.
func (s *Service) Notes(ctx context.Context, app storage.AppID, visibility storage.Visibility) ([]storage.Annotation, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) ([]storage.Annotation, error) {
		notes, err := storage.Collect(tx.Annotations.List(storage.AnnotationQuery{App: app, Visibility: visibility, Present: true}))
		if notes == nil {
			notes = []storage.Annotation{}
		}
		return notes, err
	})
}

// EditNote changes a note. The error wraps [ErrTooLong], storage.ErrInvalid, or
// storage.ErrNotFound when there is no such note or it is deleted.
func (s *Service) EditNote(ctx context.Context, id storage.AnnotationID, edit NoteEdit) (storage.Annotation, error) {
	if edit.Body != nil {
		if err := checkBody(*edit.Body); err != nil {
			return storage.Annotation{}, err
		}
	}
	return s.change(ctx, id, func(a *storage.Annotation, now storage.Time) (event string, err error) {
		if a.DeletedAt != 0 {
			return "", storage.Missing(*a, id)
		}
		if edit.Body != nil {
			a.Body = *edit.Body
		}
		if edit.Tag != nil {
			a.Tag = *edit.Tag
		}
		if edit.Visibility != nil {
			a.Visibility = *edit.Visibility
		}
		a.UpdatedAt = now
		return "annotation_edited", nil
	})
}

// DeleteNote deletes a note; [Service.RestoreNote] can undo it within [UndoWindow]. A
// deleted note is unchanged. The error wraps storage.ErrNotFound when there is no such
// note.
func (s *Service) DeleteNote(ctx context.Context, id storage.AnnotationID) (storage.Annotation, error) {
	return s.change(ctx, id, func(a *storage.Annotation, now storage.Time) (event string, err error) {
		switch {
		case a.DeletedAt == 0:
			a.DeletedAt = storage.NullTime(now)
			return "annotation_deleted", nil
		case Expired(*a, now):
			return "", storage.Missing(*a, id)
		}
		return "", nil
	})
}

// RestoreNote undoes the deletion of a note. A note that is not deleted is unchanged.
// The error wraps [ErrTooLate], or storage.ErrNotFound when the note no longer exists.
func (s *Service) RestoreNote(ctx context.Context, id storage.AnnotationID) (storage.Annotation, error) {
	return s.change(ctx, id, func(a *storage.Annotation, now storage.Time) (event string, err error) {
		if Expired(*a, now) {
			return "", ErrTooLate
		}
		a.DeletedAt = 0
		return "", nil
	})
}

// change applies edit to a note. Edit returns the event to record, or an empty string.
func (s *Service) change(ctx context.Context, id storage.AnnotationID, edit func(a *storage.Annotation, now storage.Time) (event string, err error)) (
	storage.Annotation, error,
) {
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (storage.Annotation, error) {
		a, err := tx.Annotations.Get(id)
		if err != nil {
			return a, err
		}
		was := a
		event, err := edit(&a, now)
		if err != nil || a == was {
			return a, err
		}
		if err := tx.Annotations.Put(a); err != nil {
			return a, err
		}
		if _, err := purge(tx, now); err != nil || event == "" {
			return a, err
		}
		app, err := tx.Apps.Get(a.App)
		if err != nil {
			return a, err
		}
		verb := map[string]string{"annotation_edited": "changed", "annotation_deleted": "deleted"}[event]
		return a, s.recordNote(tx, event, "Note "+verb+" on "+app.Name, app, a, now)
	})
}

// recordNote writes an activity entry about a note, without its text.
func (s *Service) recordNote(tx *storage.Tx, event, summary string, app storage.App, a storage.Annotation, now storage.Time) error {
	return s.record(tx, now, event, app, summary, map[string]any{
		"annotationId": a.ID, "visibility": a.Visibility, "tag": a.Tag,
	})
}

// PurgeNotes removes the notes that were deleted longer than [UndoWindow] ago, and
// returns how many there were. Every write of a note does so too.
func (s *Service) PurgeNotes(ctx context.Context) (int, error) {
	now := storage.TimeOf(s.now())
	waiting, err := storage.View(ctx, s.store, func(tx *storage.Tx) (int, error) { return tx.Annotations.Count(purgeable(now)) })
	if err != nil || waiting == 0 {
		return 0, err
	}
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (int, error) { return purge(tx, now) })
}

func purgeable(now storage.Time) storage.AnnotationQuery {
	return storage.AnnotationQuery{DeletedBy: max(now.Add(-UndoWindow), 1)}
}

// Expired reports whether a note was deleted and can no longer be restored.
func Expired(a storage.Annotation, now storage.Time) bool {
	return a.DeletedAt != 0 && storage.Time(a.DeletedAt) <= purgeable(now).DeletedBy
}

func purge(tx *storage.Tx, now storage.Time) (int, error) {
	return storage.DeleteListed(tx.Annotations, purgeable(now))
}

// checkBody rejects a body that is blank or too long.
func checkBody(body string) error {
	if storage.Blank(body) {
		return ErrEmpty
	}
	return checkLength(body)
}

func checkLength(text string) error {
	if n := utf8.RuneCountInString(text); n > MaxText {
		return fmt.Errorf("%w: %d characters, more than %d", ErrTooLong, n, MaxText)
	}
	return nil
}
