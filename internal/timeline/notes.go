package timeline

import (
	"reflect"

	"github.com/privacylabels/auditor/storage"
)

// Notes are the notes on changes of apps before their snapshots are compared again, which
// moves changes to other places and gives their IDs to others.
type Notes struct {
	on     map[storage.AnnotationID]storage.Change
	before map[storage.ChangeID]storage.Entry // all of the apps; only if there are notes
}

// NotesOn returns the notes on the changes of some apps.
func NotesOn(tx *storage.Tx, apps ...storage.AppID) (Notes, error) {
	n := Notes{make(map[storage.AnnotationID]storage.Change), make(map[storage.ChangeID]storage.Entry)}
	for _, app := range apps {
		if err := n.add(tx, app); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (n Notes) add(tx *storage.Tx, app storage.AppID) error {
	on := make(map[storage.AnnotationID]storage.ChangeID)
	for note, err := range tx.Annotations.List(storage.AnnotationQuery{App: app}) {
		if err != nil {
			return err
		}
		if id, err := storage.ParseChangeID(string(note.Change)); err == nil {
			on[note.ID] = id
		}
	}
	if len(on) == 0 {
		return nil
	}
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: app}) {
		if err != nil {
			return err
		}
		n.before[c.ID] = c.Entry
	}
	for note, id := range on {
		n.on[note] = storage.Change{ID: id, Entry: n.before[id]}
	}
	return nil
}

// Edit calls edit with the entry of each change that has a note, after it was edited in the
// same way.
func (n Notes) Edit(edit func(storage.Entry) (storage.Entry, error)) error {
	for note, c := range n.on {
		entry, err := edit(c.Entry)
		if err != nil {
			return err
		}
		c.Entry = entry
		n.on[note] = c
	}
	return nil
}

// Follow puts each note on its change again, which is now one of app. If there is no such
// change any more, the note is about the app.
func (n Notes) Follow(tx *storage.Tx, app storage.AppID) error {
	if len(n.on) == 0 {
		return nil
	}
	changes, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{App: app}))
	if err != nil {
		return err
	}
	for id, was := range n.on {
		note, found, err := storage.Find(tx.Annotations, id)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		var now storage.Text
		if place, ok := n.place(was, changes); ok {
			now = storage.Text(place.String())
		}
		if note.Change == now {
			continue
		}
		note.Change = now
		if err := tx.Annotations.Put(note); err != nil {
			return err
		}
	}
	return nil
}

// place returns the place of a change: its own, if it is still there, or that of the nearest
// new one that says the same.
func (n Notes) place(was storage.Change, changes []storage.Change) (storage.ChangeID, bool) {
	var found storage.ChangeID
	nearest := storage.Time(-1)
	for _, c := range changes {
		if !sameChange(c.Entry, was.Entry) {
			continue
		}
		if c.ID == was.ID {
			return c.ID, true
		}
		if old, known := n.before[c.ID]; known && sameChange(old, c.Entry) {
			continue // another change
		}
		distance := max(c.ID.Snapshot.At-was.ID.Snapshot.At, was.ID.Snapshot.At-c.ID.Snapshot.At)
		if nearest < 0 || distance < nearest {
			found, nearest = c.ID, distance
		}
	}
	return found, nearest >= 0
}

// sameChange reports whether two entries tell of the same change. The single changes that they
// sum up may differ, as they depend on the states that are compared.
func sameChange(a, b storage.Entry) bool {
	a.Parts, b.Parts = nil, nil
	return a.Type == b.Type && a.Category == b.Category && a.Description == b.Description && reflect.DeepEqual(a.Subject, b.Subject)
}
