package history_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// noteAll writes a note on each change of an app, whose text is that of the change.
func (p *past) noteAll(t *testing.T, app storage.AppID) (texts []string) {
	t.Helper()
	changes := storagetest.All[storage.Change](t, p.Store)
	if err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
		texts = nil
		for n, c := range changes {
			if c.ID.Snapshot.App != app {
				continue
			}
			texts = append(texts, c.Entry.Description)
			if err := tx.Annotations.Put(storage.Annotation{
				ID: storage.AnnotationID(int(app)*100 + n), App: app, Change: storage.Text(c.ID.String()), Body: c.Entry.Description,
				Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser, CreatedAt: 1,
			}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(texts)
	return texts
}

// noted returns the texts of the notes that are on the change of which they tell, and those of
// the notes that are on no change. Any other note is an error.
func (p *past) noted(t *testing.T) (kept, freed []string) {
	t.Helper()
	if err := p.Store.View(t.Context(), func(tx *storage.Tx) error {
		kept, freed = nil, nil
		for note, err := range tx.Annotations.List(storage.AnnotationQuery{}) {
			if err != nil {
				return err
			}
			if note.Change == "" {
				freed = append(freed, note.Body)
				continue
			}
			id, err := storage.ParseChangeID(string(note.Change))
			if err != nil {
				return err
			}
			c, err := tx.Changes.Get(id)
			if err != nil || c.Entry.Description != note.Body || id.Snapshot.App != note.App {
				t.Errorf("the note %q of app %d is on %v, %q, %v", note.Body, note.App, id, c.Entry.Description, err)
			}
			kept = append(kept, note.Body)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(kept)
	slices.Sort(freed)
	return kept, freed
}

// A note stays with its change when that gets another place because of an archived state, and
// when the state is removed again.
func TestNotesFollowTheirChanges(t *testing.T) {
	t.Parallel()
	p := newPast(t, 0)
	see := func(app storage.AppID, day string, says ...func(*fleet.Listing)) {
		t.Helper()
		p.Clock.Set(date(day))
		p.Pages.Show(app, "App", says...)
		p.MustRefresh(t, app)
	}
	see(1, "2021-02-20", fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured("voiceover"), fleettest.Rated("4+"))
	see(1, "2021-07-20", fleettest.Labelled("LINKED: CONTACTS"), fleettest.Featured("captions"), fleettest.Rated("9+"))
	see(1, "2021-08-10", fleettest.Labelled("LINKED: CONTACTS LOCATION"), fleettest.Featured("captions"), fleettest.Rated("9+"))
	p.Clock.Set(date("2021-08-15"))
	want := p.noteAll(t, 1)
	if len(want) != 6 {
		t.Fatalf("changes: %q", want)
	}
	check := func(what string, freed ...string) {
		t.Helper()
		kept, loose := p.noted(t)
		if diff := cmp.Diff(freed, loose); diff != "" || len(kept)+len(loose) != len(want) {
			t.Errorf("%s: notes %q stay, of no change are (-want +got):\n%s", what, kept, diff)
		}
	}

	p.archive.capture(1, "2021-05-15", fleettest.Labelled("LINKED: CONTACTS"))
	p.history(t, 1)
	check("imported")
	if _, err := p.imports.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	check("removed")

	// The change that an archived state alone showed is gone with it.
	p.archive.pages = nil
	p.archive.capture(1, "2021-05-15", fleettest.Labelled("LINKED: CONTACTS LOCATION HEALTH"))
	p.history(t, 1)
	check("imported with a change that was undone")
	var gone storage.Change
	for _, c := range storagetest.All[storage.Change](t, p.Store) {
		if c.ID.Snapshot.At == date("2021-05-15") && c.Entry.DataCategory == "HEALTH" {
			gone = c
		}
	}
	if err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
		return tx.Annotations.Put(storage.Annotation{
			ID: 1, App: 1, Change: storage.Text(gone.ID.String()), Body: gone.Entry.Description,
			Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser, CreatedAt: 1,
		})
	}); err != nil {
		t.Fatal(err)
	}
	want = append(want, gone.Entry.Description)
	if _, err := p.imports.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	check("removed again", gone.Entry.Description)
}

// The notes of both apps of a merge stay with the changes.
func TestNotesFollowMergedChanges(t *testing.T) {
	t.Parallel()
	p := newPast(t, 0)
	for _, s := range []struct {
		app storage.AppID
		day string
		say []func(*fleet.Listing)
	}{
		{1, "2021-02-20", []func(*fleet.Listing){fleettest.Labelled("LINKED: LOCATION"), fleettest.Rated("4+")}},
		{2, "2021-03-20", []func(*fleet.Listing){fleettest.Labelled("LINKED: LOCATION"), fleettest.Rated("9+")}},
		{1, "2021-04-20", []func(*fleet.Listing){fleettest.Labelled("LINKED: LOCATION CONTACTS"), fleettest.Rated("12+")}},
		{2, "2021-05-20", []func(*fleet.Listing){fleettest.Labelled("LINKED: LOCATION CONTACTS"), fleettest.Rated("12+")}},
		{2, "2021-06-20", []func(*fleet.Listing){fleettest.Labelled("LINKED: CONTACTS"), fleettest.Rated("12+")}},
	} {
		p.Clock.Set(date(s.day))
		p.Pages.Show(s.app, "App", s.say...)
		p.MustRefresh(t, s.app)
	}
	want := append(p.noteAll(t, 1), p.noteAll(t, 2)...)
	if err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
		return appdata.Merge(tx, 1, 2)
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	kept, freed := p.noted(t) // what both apps showed is one change now, with the notes of both
	if diff := cmp.Diff(want, kept); diff != "" || len(freed) > 0 {
		t.Errorf("%q are of no change; the others (-want +got):\n%s", freed, diff)
	}
}
