package storagetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// testCourses writes, replaces and deletes snapshots and changes in any order, and compares the
// courses that the store keeps with those made from the records, within transactions and after
// them.
func testCourses(t *testing.T, s storage.Store) {
	var labels []storage.Digest
	update(t, s, func(tx *storage.Tx) (err error) {
		if err := putAppsAndLabels(tx); err != nil {
			return err
		}
		labels = nil
		for l, err := range storage.All(tx.Labels) {
			if err != nil {
				return err
			}
			labels = append(labels, l.Digest)
		}
		labels = append(labels, storage.Digest{})
		return nil
	})
	apps := []storage.AppID{1, 2, 10}
	r := rand.New(rand.NewPCG(9, 9))
	for round := range 80 {
		seed := r.Uint64()
		var within, after []storage.Course
		err := s.Update(t.Context(), func(tx *storage.Tx) (err error) {
			r := rand.New(rand.NewPCG(seed, 1)) // the same if the function runs twice
			for range 1 + r.IntN(12) {
				if err := writeCourse(tx, r, apps[r.IntN(len(apps))], labels); err != nil {
					return err
				}
			}
			if round%4 == 0 {
				within, err = storage.Collect(tx.Courses())
			}
			return err
		})
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		after = compare(t, s, fmt.Sprint("round ", round), func(tx *storage.Tx) ([]storage.Course, error) { return storage.Collect(tx.Courses()) })
		compare(t, s, fmt.Sprint("groups of round ", round), func(tx *storage.Tx) ([]storage.CourseGroup, error) { return storage.Collect(tx.CourseGroups()) })
		if round%4 == 0 && !equalCourses(within, after) {
			t.Fatalf("round %d: within the transaction the courses are\n%+v\nand after it\n%+v", round, within, after)
		}
	}
	// A change of a snapshot that adds nothing to its day, and both again.
	const day = storage.Time(100 * 24 * 60 * 60 * 1000)
	first, again := shown(3, day), shown(3, day+1)
	first.Label, again.Label = labels[0], labels[0]
	for i, write := range []func(tx *storage.Tx) error{
		func(tx *storage.Tx) error { return tx.Snapshots.Put(first) },
		func(tx *storage.Tx) error { return tx.Snapshots.Put(again) },
		func(tx *storage.Tx) error { return tx.Changes.Put(shownChange(again.ID, 0)) },
		func(tx *storage.Tx) error {
			return errors.Join(tx.Snapshots.Put(again), tx.Changes.Put(shownChange(again.ID, 0)))
		},
	} {
		update(t, s, write)
		compare(t, s, fmt.Sprint("step ", i), func(tx *storage.Tx) ([]storage.Course, error) { return storage.Collect(tx.Courses()) })
	}
	testCrowdedCourses(t, s, labels)
	for _, clear := range []func(tx *storage.Tx) (int, error){
		func(tx *storage.Tx) (int, error) { return tx.Apps.Delete(2) },
		func(tx *storage.Tx) (int, error) { return tx.Changes.Clear() },
		func(tx *storage.Tx) (int, error) { return tx.Snapshots.Clear() },
	} {
		update(t, s, func(tx *storage.Tx) error {
			err := writeCourse(tx, rand.New(rand.NewPCG(1, 2)), 1, labels)
			_, failed := clear(tx)
			return errors.Join(err, failed)
		})
		compare(t, s, "what is left", func(tx *storage.Tx) ([]storage.Course, error) { return storage.Collect(tx.Courses()) })
	}
}

// testCrowdedCourses writes several snapshots of a day at once, around one that is stored and did not change the course.
func testCrowdedCourses(t *testing.T, s storage.Store, labels []storage.Digest) {
	t.Helper()
	const hour, day = storage.Time(60 * 60 * 1000), storage.Time(24 * 60 * 60 * 1000)
	at := func(days, hours storage.Time, label int) storage.Snapshot {
		s := shown(3, days*day+hours*hour)
		s.Label = labels[label]
		return s
	}
	for i, last := range [][]storage.Snapshot{
		{at(200, 11, 1), at(201, 9, 0), at(201, 10, 1)},
		{at(200, 11, 1), at(200, 13, 1)},
		{at(200, 13, 1), at(200, 14, 0), at(201, 9, 1)},
		{at(200, 12, 1), at(200, 13, 0)},
	} {
		update(t, s, func(tx *storage.Tx) error {
			_, err := tx.Snapshots.Clear()
			return err
		})
		for k, written := range [][]storage.Snapshot{{at(200, 10, 0)}, {at(200, 12, 0)}, last} {
			update(t, s, func(tx *storage.Tx) error { return tx.Snapshots.Put(written...) })
			what := fmt.Sprintf("crowded days %d, step %d", i, k)
			compare(t, s, what, func(tx *storage.Tx) ([]storage.Course, error) { return storage.Collect(tx.Courses()) })
		}
	}
}

func equalCourses(a, b []storage.Course) bool {
	return slices.EqualFunc(a, b, func(a, b storage.Course) bool { return fmt.Sprint(a.Spans, a.Shifts) == fmt.Sprint(b.Spans, b.Shifts) })
}

// writeCourse writes or deletes a snapshot of an app, perhaps with a change.
func writeCourse(tx *storage.Tx, r *rand.Rand, app storage.AppID, labels []storage.Digest) error {
	const day = storage.Time(24 * 60 * 60 * 1000)
	id := storage.SnapshotID{App: app, At: day*storage.Time(1+r.IntN(12)) + storage.Time(r.IntN(2))}
	if r.IntN(3) == 0 { // many of few days
		id.At = day*storage.Time(1+r.IntN(3)) + storage.Time(r.IntN(4))
	}
	if r.IntN(2) == 0 { // the newest, or another one after it, as most are
		newest, err := storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: app, Limit: 1}))
		if err != nil {
			return err
		}
		for _, s := range newest {
			id.At = s.ID.At + storage.Time(r.IntN(3)) + day*storage.Time(r.IntN(8)/7)
		}
	}
	if r.IntN(6) == 0 {
		_, err := tx.Snapshots.Delete(id)
		return err
	}
	snapshot := shown(app, id.At)
	snapshot.Label, snapshot.Changed, snapshot.AppVersion, snapshot.Extractor = labels[r.IntN(len(labels))], r.IntN(2) == 0, "", ""
	if r.IntN(3) == 0 {
		snapshot.Extractor = "test/1"
	}
	_, known, err := storage.Find(tx.Snapshots, id)
	if err != nil {
		return err
	}
	if !known || r.IntN(4) > 0 { // else only its changes
		if err := tx.Snapshots.Put(snapshot); err != nil {
			return err
		}
	}
	switch r.IntN(4) {
	case 0:
		c := change(id, r.IntN(2))
		c.Changed, c.Entry.Direction = r.IntN(3) > 0, []storage.Direction{"", storage.Worse, storage.Better}[r.IntN(3)]
		c.Entry.Weight = []storage.Weight{"", "tracking"}[r.IntN(2)]
		if r.IntN(3) == 0 {
			c.Entry.Category, c.Entry.To = storage.CategoryAvailability, []string{storage.Listed, storage.Unlisted}[r.IntN(2)]
		}
		return tx.Changes.Put(c)
	case 1:
		_, err := tx.Changes.Delete(storage.ChangeID{Snapshot: id})
		return err
	}
	return nil
}

// testLabelTerms compares the identifiers that the store keeps with those of the labels.
func testLabelTerms(t *testing.T, s storage.Store) {
	update(t, s, putAppsAndLabels)
	odd := storage.LabelBody{Digest: storage.Digest{1, 2, 3}, Label: storage.Label{Types: []storage.PrivacyType{{
		Identifier: "DATA\\n\nTYPE", Categories: []storage.LabelCategory{{Identifier: "b"}, {Identifier: "a", DataTypes: []storage.DataType{{Identifier: "\\"}, {}}}},
		Purposes: []storage.Purpose{{Identifier: "p", Categories: []storage.LabelCategory{{Identifier: "b"}}}},
	}}}}
	update(t, s, func(tx *storage.Tx) error { return tx.Labels.Put(odd, storage.LabelBody{Digest: storage.Digest{9}}) })
	got := compare(t, s, "labels", func(tx *storage.Tx) (map[storage.Digest]storage.LabelTerms, error) {
		digests := []storage.Digest{{7, 7}}
		for l, err := range storage.All(tx.Labels) {
			if err != nil {
				return nil, err
			}
			digests = append(digests, l.Digest)
		}
		return tx.LabelTermsOf(digests...)
	})
	if len(got[odd.Digest].Terms) != 5 {
		t.Errorf("the terms are %q, want 5", got[odd.Digest].Terms)
	}
}
