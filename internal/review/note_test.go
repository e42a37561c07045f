package review_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// log returns the activity log, oldest first: type, app and detail of each line.
func (b *bench) log(t *testing.T) (lines []string) {
	t.Helper()
	all := teststore.View(t, b.store, func(tx *storage.Tx) ([]storage.Activity, error) {
		return storage.Collect(tx.Activities.List(storage.ActivityQuery{Ascending: true}))
	})
	for _, a := range all {
		if a.Status != "ok" || a.StartedAt == 0 || storage.Time(a.EndedAt) != a.StartedAt || !json.Valid(a.Detail) {
			t.Errorf("line %+v is not of something done", a)
		}
		lines = append(lines, fmt.Sprint(a.Type, " ", a.App, " ", a.AppName))
	}
	return lines
}

// track puts further apps into the fleet.
func (b *bench) track(t *testing.T, ids ...storage.AppID) {
	t.Helper()
	b.update(t, func(tx *storage.Tx) error {
		for _, id := range ids {
			a := storage.App{ID: id, Name: fmt.Sprint("App ", id), URL: fmt.Sprint("https://store.example/id", id)}
			if err := tx.Apps.Put(a); err != nil {
				return err
			}
		}
		return nil
	})
}

// note writes one on an app.
func (b *bench) note(t *testing.T, on storage.AppID, body string) storage.Annotation {
	t.Helper()
	a, err := b.Annotate(t.Context(), plain(on, body))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func plain(on storage.AppID, body string) review.Note {
	return review.Note{App: on, Body: body, Visibility: storage.VisibilityExport, Origin: storage.OriginUser}
}

// bodies lists the notes on an app, of a visibility.
func (b *bench) bodies(t *testing.T, on storage.AppID, v storage.Visibility) (bodies []string) {
	t.Helper()
	notes, err := b.Notes(t.Context(), on, v)
	if err != nil || notes == nil {
		t.Fatalf("notes are %v, %v", notes, err)
	}
	for _, n := range notes {
		bodies = append(bodies, n.Body)
	}
	return bodies
}

func TestNotesAreKeptAsWritten(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	now := storage.TimeOf(d.now)
	got, err := d.Annotate(t.Context(), review.Note{
		App: app, Body: "  two\nlines \U0001f9ff ", Tag: storage.TagConcern, Visibility: storage.VisibilityPrivate,
		Origin: storage.OriginImported, OriginName: "Ann",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := storage.Annotation{
		ID: storage.AnnotationID(now), App: app, Body: "  two\nlines \U0001f9ff ", Tag: storage.TagConcern, Visibility: storage.VisibilityPrivate,
		CreatedAt: now, UpdatedAt: now, Origin: storage.OriginImported, OriginName: "Ann",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	kept, err := d.Notes(t.Context(), 0, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]storage.Annotation{want}, kept); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestNotesAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	d.track(t, 8)
	d.note(t, app, "a")
	d.note(t, app, "b") // at the same moment
	d.now = d.now.Add(time.Second)
	hidden := plain(8, "c")
	hidden.Visibility = storage.VisibilityPrivate
	if _, err := d.Annotate(t.Context(), hidden); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		app  storage.AppID
		of   storage.Visibility
		want string
	}{{0, "", "cba"}, {app, "", "ba"}, {8, "", "c"}, {9, "", ""}, {0, storage.VisibilityExport, "ba"}, {8, storage.VisibilityExport, ""}, {0, storage.VisibilityPrivate, "c"}} {
		if got := strings.Join(d.bodies(t, test.app, test.of), ""); got != test.want {
			t.Errorf("of app %d, %q: %q, want %q", test.app, test.of, got, test.want)
		}
	}
}

// Ids rise though the clock stands still, is set back, or the newest note is gone.
func TestIDsOfNotesRise(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	var last storage.AnnotationID
	for i, step := range []time.Duration{0, 0, 0, time.Second, -time.Hour, 0, time.Minute, 3 * time.Hour} {
		d.now = d.now.Add(step)
		a := d.note(t, app, "note")
		if a.ID <= last {
			t.Errorf("note %d has the id %d after %d", i, a.ID, last)
		}
		last = a.ID
	}
	if _, err := d.DeleteNote(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(time.Minute)
	if _, err := d.PurgeNotes(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := d.note(t, app, "another"); a.ID <= last {
		t.Errorf("the id %d comes after %d, which is gone", a.ID, last)
	}
}

func TestNotesThatAreRefused(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	with := func(change func(*review.Note)) review.Note {
		n := plain(app, "text")
		change(&n)
		return n
	}
	for name, test := range map[string]struct {
		note review.Note
		want error
	}{
		"empty":              {plain(app, ""), storage.ErrInvalid},
		"blank":              {plain(app, " \t\n\u00a0"), storage.ErrInvalid},
		"no text":            {plain(app, "a\x00b"), storage.ErrInvalid},
		"too long":           {plain(app, strings.Repeat("ü", review.MaxText+1)), review.ErrTooLong},
		"another app":        {plain(99, "text"), storage.ErrNotFound},
		"another tag":        {with(func(n *review.Note) { n.Tag = "praise" }), storage.ErrInvalid},
		"another visibility": {with(func(n *review.Note) { n.Visibility = "all" }), storage.ErrInvalid},
		"another source":     {with(func(n *review.Note) { n.Origin = "" }), storage.ErrInvalid},
	} {
		if _, err := d.Annotate(t.Context(), test.note); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	if got := d.bodies(t, 0, ""); got != nil {
		t.Errorf("kept are %q", got)
	}
	d.note(t, app, strings.Repeat("\U0001f9ff", review.MaxText)) // characters, not bytes
}

func TestEditNote(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	a := d.note(t, app, "first")
	d.now = d.now.Add(time.Minute)
	body, tag, none, private := "second", storage.TagFollowUp, storage.Tag(""), storage.VisibilityPrivate
	want := a
	for _, step := range []struct {
		edit   review.NoteEdit
		change func()
	}{
		{review.NoteEdit{}, func() {}},
		{review.NoteEdit{Body: &body}, func() { want.Body = body }},
		{review.NoteEdit{Tag: &tag, Visibility: &private}, func() { want.Tag, want.Visibility = tag, private }},
		{review.NoteEdit{Tag: &none}, func() { want.Tag = "" }},
	} {
		d.now = d.now.Add(time.Second)
		step.change()
		want.UpdatedAt = storage.TimeOf(d.now)
		got, err := d.EditNote(t.Context(), a.ID, step.edit)
		if err != nil {
			t.Fatal(err)
		}
		kept := teststore.View(t, d.store, func(tx *storage.Tx) (storage.Annotation, error) { return tx.Annotations.Get(a.ID) })
		if diff := cmp.Diff([]storage.Annotation{want, want}, []storage.Annotation{got, kept}); diff != "" {
			t.Errorf("answered and kept (-want +got):\n%s", diff)
		}
	}
	blank, long, praise := " ", strings.Repeat("x", review.MaxText+1), storage.Tag("praise")
	for name, test := range map[string]struct {
		id   storage.AnnotationID
		edit review.NoteEdit
		want error
	}{
		"blank": {a.ID, review.NoteEdit{Body: &blank}, storage.ErrInvalid}, "long": {a.ID, review.NoteEdit{Body: &long}, review.ErrTooLong},
		"tag": {a.ID, review.NoteEdit{Tag: &praise}, storage.ErrInvalid}, "no such note": {a.ID + 1, review.NoteEdit{}, storage.ErrNotFound},
	} {
		if _, err := d.EditNote(t.Context(), test.id, test.edit); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

func TestDeletionCanBeTakenBackForAMoment(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	a := d.note(t, app, "text")
	d.now = d.now.Add(time.Hour)
	deleted, err := d.DeleteNote(t.Context(), a.ID)
	if err != nil || storage.Time(deleted.DeletedAt) != storage.TimeOf(d.now) {
		t.Fatalf("deleted at %d, %v", deleted.DeletedAt, err)
	}
	if got := d.bodies(t, app, ""); got != nil {
		t.Errorf("a deleted note is listed: %q", got)
	}
	if _, err := d.EditNote(t.Context(), a.ID, review.NoteEdit{}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("a deleted note is edited: %v", err)
	}
	d.now = d.now.Add(review.UndoWindow - time.Millisecond)
	if again, err := d.DeleteNote(t.Context(), a.ID); err != nil || again != deleted {
		t.Errorf("deleted again: %+v, %v", again, err)
	}
	for range 2 { // the second finds it as it is
		if back, err := d.RestoreNote(t.Context(), a.ID); err != nil || back != a {
			t.Errorf("taken back: %+v, %v", back, err)
		}
	}

	if _, err := d.DeleteNote(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(review.UndoWindow)
	if _, err := d.RestoreNote(t.Context(), a.ID); !errors.Is(err, review.ErrTooLate) {
		t.Errorf("taken back too late: %v", err)
	}
	if _, err := d.DeleteNote(t.Context(), a.ID); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("deleted after it was gone: %v", err)
	}
	for _, id := range []storage.AnnotationID{a.ID + 1, 0, -1} {
		_, del := d.DeleteNote(t.Context(), id)
		_, back := d.RestoreNote(t.Context(), id)
		if !errors.Is(del, storage.ErrNotFound) || !errors.Is(back, storage.ErrNotFound) {
			t.Errorf("note %d: %v, %v", id, del, back)
		}
	}
}

// A note that can no longer be restored is deleted by the next write, never by a read.
func TestDeletedNotesGoForGood(t *testing.T) {
	t.Parallel()
	writes := map[string]func(*testing.T, *bench, storage.AnnotationID){
		"a new note": func(t *testing.T, d *bench, _ storage.AnnotationID) { d.note(t, app, "new") },
		"an edit": func(t *testing.T, d *bench, other storage.AnnotationID) {
			if _, err := d.EditNote(t.Context(), other, review.NoteEdit{}); err != nil {
				t.Fatal(err)
			}
		},
		"a deletion": func(t *testing.T, d *bench, other storage.AnnotationID) {
			if _, err := d.DeleteNote(t.Context(), other); err != nil {
				t.Fatal(err)
			}
		},
		"housekeeping": func(t *testing.T, d *bench, _ storage.AnnotationID) {
			if n, err := d.PurgeNotes(t.Context()); err != nil || n != 1 {
				t.Fatalf("purged are %d, %v", n, err)
			}
		},
	}
	for name, write := range writes {
		d := newBench(t)
		gone, other := d.note(t, app, "gone"), d.note(t, app, "other")
		if _, err := d.DeleteNote(t.Context(), gone.ID); err != nil {
			t.Fatal(err)
		}
		count := func() int {
			return teststore.View(t, d.store, func(tx *storage.Tx) (int, error) {
				return tx.Annotations.Count(storage.AnnotationQuery{DeletedBy: 1 << 50})
			})
		}
		d.now = d.now.Add(review.UndoWindow - time.Millisecond)
		if n, err := d.PurgeNotes(t.Context()); err != nil || n != 0 || count() != 1 {
			t.Errorf("%s: within the window %d are left (%v)", name, count(), err)
		}
		d.now = d.now.Add(time.Millisecond)
		d.bodies(t, 0, "")
		if count() != 1 {
			t.Errorf("%s: a read removed the note", name)
		}
		write(t, d, other.ID)
		_, err := d.RestoreNote(t.Context(), gone.ID)
		if !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("%s left the note: %v", name, err)
		}
	}
}

func TestNotesInTheLog(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	secret := plain(app, "very secret")
	secret.Visibility = storage.VisibilityPrivate
	a, err := d.Annotate(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	imported := plain(app, "not reported")
	imported.Origin = storage.OriginImported
	if _, err := d.Annotate(t.Context(), imported); err != nil {
		t.Fatal(err)
	}
	for _, do := range []func() (storage.Annotation, error){
		func() (storage.Annotation, error) { return d.EditNote(t.Context(), a.ID, review.NoteEdit{}) },
		func() (storage.Annotation, error) { return d.DeleteNote(t.Context(), a.ID) },
		func() (storage.Annotation, error) { return d.DeleteNote(t.Context(), a.ID) },
		func() (storage.Annotation, error) { return d.RestoreNote(t.Context(), a.ID) },
	} {
		d.now = d.now.Add(time.Second)
		if _, err := do(); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"annotation_created 7 Notes", "annotation_edited 7 Notes", "annotation_deleted 7 Notes"}
	if diff := cmp.Diff(want, d.log(t)); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	for _, a := range storagetest.All[storage.Activity](t, d.store) {
		if strings.Contains(string(a.Detail)+string(a.Summary), "secret") {
			t.Errorf("the log says what the note says: %s %s", a.Summary, a.Detail)
		}
	}
}
