package review

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// MaxText is how many characters a note, or the rationale of a verdict, has at most.
const MaxText = 8000

// UndoWindow is how long the deletion of a note can be taken back.
const UndoWindow = 30 * time.Second

var (
	// ErrTooLong says that a text has more than [MaxText] characters.
	ErrTooLong = errors.New("the text is too long")
	// ErrTooLate says that a note was deleted too long ago to get it back.
	ErrTooLate = errors.New("the note was deleted too long ago")
)

// Note is what a new note says.
type Note struct {
	App        storage.AppID
	Body       string // not blank
	Tag        storage.Tag
	Visibility storage.Visibility
	Origin     storage.Origin
	OriginName storage.Text
}

// NoteEdit is what to change of a note. What is nil stays.
type NoteEdit struct {
	Body       *string // not blank
	Tag        *storage.Tag
	Visibility *storage.Visibility
}

// Annotate keeps a note. Its id is higher than that of every note there is. The
// error wraps [ErrTooLong], or storage.ErrNotFound when the app is not tracked,
// or storage.ErrInvalid.
func (d *Desk) Annotate(ctx context.Context, n Note) (storage.Annotation, error) {
	if err := checkBody(n.Body); err != nil {
		return storage.Annotation{}, err
	}
	now := storage.TimeOf(d.now())
	var written storage.Annotation
	err := d.store.Update(ctx, func(tx storage.Tx) error {
		app, err := tx.Apps().Get(n.App)
		if err != nil {
			return err
		}
		if _, err := purge(tx, now); err != nil {
			return err
		}
		a := storage.Annotation{
			App: n.App, Body: n.Body, Tag: n.Tag, Visibility: n.Visibility, CreatedAt: now, UpdatedAt: now,
			Origin: n.Origin, OriginName: n.OriginName,
		}
		if a.ID, err = nextID(tx, now); err != nil {
			return err
		}
		if err := tx.Annotations().Put(a); err != nil {
			return err
		}
		written = a
		if a.Origin != storage.OriginUser {
			return nil
		}
		return d.recordNote(tx, "annotation_created", "Note written on "+app.Name, app, a, now)
	})
	return written, err
}

// nextID returns the id of a new note: the milliseconds of its making, or the
// number after the highest id when that is not behind them. So an id does not
// come back when the note that had it is gone, and is the same after a restore.
func nextID(tx storage.Tx, now storage.Time) (storage.AnnotationID, error) {
	highest, err := storage.First(tx.Annotations().List(storage.AnnotationQuery{ByID: true, Limit: 1}))
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return 0, err
	}
	return max(storage.AnnotationID(now), highest.ID+1), nil
}

// Notes returns the notes on an app, or on every app when it is zero, newest
// first; of one visibility, unless that is empty. Deleted ones are not among them.
func (d *Desk) Notes(ctx context.Context, app storage.AppID, visibility storage.Visibility) ([]storage.Annotation, error) {
	notes := []storage.Annotation{}
	err := d.store.View(ctx, func(tx storage.Tx) error {
		all, err := storage.Collect(tx.Annotations().List(storage.AnnotationQuery{App: app, Visibility: visibility, Present: true}))
		if len(all) > 0 {
			notes = all
		}
		return err
	})
	return notes, err
}

// EditNote changes a note. The error wraps [ErrTooLong], or storage.ErrNotFound
// when there is no such note or it is deleted, or storage.ErrInvalid.
func (d *Desk) EditNote(ctx context.Context, id storage.AnnotationID, edit NoteEdit) (storage.Annotation, error) {
	if edit.Body != nil {
		if err := checkBody(*edit.Body); err != nil {
			return storage.Annotation{}, err
		}
	}
	return d.change(ctx, id, func(tx storage.Tx, a *storage.Annotation, now storage.Time) (event string, err error) {
		if a.DeletedAt != 0 {
			return "", storage.ErrNotFound
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

// DeleteNote deletes a note, for [UndoWindow] in a way that can be taken back. One
// that is deleted stays as it is. The error wraps storage.ErrNotFound when there
// is no such note.
func (d *Desk) DeleteNote(ctx context.Context, id storage.AnnotationID) (storage.Annotation, error) {
	return d.change(ctx, id, func(_ storage.Tx, a *storage.Annotation, now storage.Time) (event string, err error) {
		switch {
		case a.DeletedAt == 0:
			a.DeletedAt = storage.NullTime(now)
			return "annotation_deleted", nil
		case expired(*a, now):
			return "", storage.ErrNotFound
		}
		return "", nil
	})
}

// RestoreNote takes the deletion of a note back. One that is not deleted stays as
// it is. The error wraps [ErrTooLate], or storage.ErrNotFound when there is no
// such note any more.
func (d *Desk) RestoreNote(ctx context.Context, id storage.AnnotationID) (storage.Annotation, error) {
	return d.change(ctx, id, func(_ storage.Tx, a *storage.Annotation, now storage.Time) (event string, err error) {
		if expired(*a, now) {
			return "", ErrTooLate
		}
		a.DeletedAt = 0
		return "", nil
	})
}

// change changes a note as edit does, which returns the event to record of it,
// empty when there is none.
func (d *Desk) change(ctx context.Context, id storage.AnnotationID,
	edit func(storage.Tx, *storage.Annotation, storage.Time) (event string, err error)) (storage.Annotation, error) {
	now := storage.TimeOf(d.now())
	var changed storage.Annotation
	err := d.store.Update(ctx, func(tx storage.Tx) error {
		a, err := tx.Annotations().Get(id)
		if err != nil {
			return err
		}
		was := a
		event, err := edit(tx, &a, now)
		if err != nil {
			return err
		}
		changed = a
		if a == was {
			return nil
		}
		if err := tx.Annotations().Put(a); err != nil {
			return err
		}
		if _, err := purge(tx, now); err != nil || event == "" {
			return err
		}
		app, err := tx.Apps().Get(a.App)
		if err != nil {
			return err
		}
		verb := map[string]string{"annotation_edited": "changed", "annotation_deleted": "deleted"}[event]
		return d.recordNote(tx, event, "Note "+verb+" on "+app.Name, app, a, now)
	})
	return changed, err
}

// recordNote writes a line on a note. What the note says stays out of the log.
func (d *Desk) recordNote(tx storage.Tx, event, summary string, app storage.App, a storage.Annotation, now storage.Time) error {
	return d.record(tx, now, event, app, summary, map[string]any{
		"annotationId": a.ID, "visibility": a.Visibility, "tag": a.Tag,
	})
}

// PurgeNotes removes for good what was deleted longer than [UndoWindow] ago, and
// returns how many notes that were. Each write of a note does so too.
func (d *Desk) PurgeNotes(ctx context.Context) (int, error) {
	now := storage.TimeOf(d.now())
	waiting := 0
	err := d.store.View(ctx, func(tx storage.Tx) (err error) {
		waiting, err = tx.Annotations().Count(purgeable(now))
		return err
	})
	if err != nil || waiting == 0 {
		return 0, err
	}
	purged := 0
	err = d.store.Update(ctx, func(tx storage.Tx) (err error) {
		purged, err = purge(tx, now)
		return err
	})
	return purged, err
}

func purgeable(now storage.Time) storage.AnnotationQuery {
	return storage.AnnotationQuery{DeletedBy: max(now.Add(-UndoWindow), 1)}
}

func expired(a storage.Annotation, now storage.Time) bool {
	return a.DeletedAt != 0 && storage.Time(a.DeletedAt) <= purgeable(now).DeletedBy
}

func purge(tx storage.Tx, now storage.Time) (int, error) {
	var gone []storage.AnnotationID
	for a, err := range tx.Annotations().List(purgeable(now)) {
		if err != nil {
			return 0, err
		}
		gone = append(gone, a.ID)
	}
	return tx.Annotations().Delete(gone...)
}

// checkBody refuses a body that is blank or too long.
func checkBody(body string) error {
	if strings.TrimSpace(body) == "" {
		return fmt.Errorf("%w: a note says something", storage.ErrInvalid)
	}
	return checkLength(body)
}

func checkLength(text string) error {
	if n := utf8.RuneCountInString(text); n > MaxText {
		return fmt.Errorf("%w: %d characters, more than %d", ErrTooLong, n, MaxText)
	}
	return nil
}
