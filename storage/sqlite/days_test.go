package sqlite_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// The counts of days that the database keeps are those of what is there, whatever
// was written and deleted, and how.
func TestDailyCounts(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	r := rand.New(rand.NewPCG(1, 2))
	const apps, days = 5, 12
	kinds := []storage.EntryType{storage.EntryAdded, storage.EntryRemoved}
	categories := []storage.EntryCategory{"", storage.CategoryAccessibility}
	random := func() storage.SnapshotID {
		return storage.SnapshotID{App: storage.AppID(1 + r.IntN(apps)), At: 1 + storage.Time(r.Int64N(int64(days*day)))}
	}
	put := func(tx *storage.Tx) error {
		for id := range storage.AppID(apps) {
			if err := tx.Apps.Put(storage.App{ID: id + 1, Name: "App", URL: "https://example.org/"}); err != nil {
				return err
			}
		}
		for range 40 {
			one := storage.Snapshot{ID: random(), Source: storage.SourceLive}
			again := one
			again.Changed = true
			if err := tx.Snapshots.Put(one, again); err != nil {
				return err
			}
			for index := range r.IntN(4) { // some for the second time, as another one
				change := storage.Change{ID: storage.ChangeID{Snapshot: one.ID, Index: index / 2}, Changed: r.IntN(3) > 0}
				change.Entry = storage.Entry{Type: kinds[r.IntN(len(kinds))], Category: categories[r.IntN(len(categories))], Description: "x"}
				if err := tx.Changes.Put(change); err != nil {
					return err
				}
			}
		}
		return nil
	}
	steps := []func(*storage.Tx) error{
		put,
		func(tx *storage.Tx) error {
			var some []storage.SnapshotID
			for one, err := range tx.Snapshots.List(storage.SnapshotQuery{Limit: 10}) {
				if err != nil {
					return err
				}
				some = append(some, one.ID)
			}
			_, err := tx.Snapshots.Delete(append(some, random())...)
			return err
		},
		func(tx *storage.Tx) error {
			_, err := tx.Apps.Delete(2, 3) // and their records
			return err
		},
		func(tx *storage.Tx) error {
			var some []storage.ChangeID
			for one, err := range tx.Changes.List(storage.ChangeQuery{Limit: 10}) {
				if err != nil {
					return err
				}
				some = append(some, one.ID)
			}
			_, err := tx.Changes.Delete(some...)
			return err
		},
		func(tx *storage.Tx) error {
			_, err := tx.Changes.Clear()
			return err
		},
		put,
		func(tx *storage.Tx) error {
			_, err := tx.Snapshots.Clear()
			return err
		},
		put,
		func(tx *storage.Tx) error {
			_, err := tx.Apps.Clear()
			return err
		},
	}
	for i, step := range steps {
		if err := s.Update(t.Context(), step); err != nil {
			t.Fatal(err)
		}
		mustView(t, s, func(tx *storage.Tx) error {
			for range 50 {
				first := storage.Time(r.IntN(days))
				last := first + storage.Time(r.IntN(days))
				q := storage.SnapshotQuery{From: first * day, To: (last+1)*day - 1}
				if err := errors.Join(agree(t, tx.Snapshots, q), agree(t, tx.Changes, storage.ChangeQuery{
					From: q.From, To: q.To, Changed: true, Type: append(kinds, "")[r.IntN(3)], Category: categories[r.IntN(2)],
				})); err != nil {
					return fmt.Errorf("after step %d: %w", i, err)
				}
			}
			return nil
		})
	}
}

// agree compares the count of a query with its list.
func agree[K comparable, R storage.Record[K], Q storage.Query[R]](t *testing.T, table storage.Rows[K, R, Q], q Q) error {
	t.Helper()
	got, err := table.Count(q)
	if err != nil {
		return err
	}
	listed, err := storage.Collect(table.List(q))
	if got != len(listed) {
		t.Errorf("there are %d of %+v, want %d", got, q, len(listed))
	}
	return err
}

// Only whole days of all apps are taken from there: what is not is counted, though
// it be wrong there.
func TestDailyCountsAreOfWholeDays(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 3, snapshots: 3})
	const wrong = 1_000_000
	behind(t, path, "INSERT INTO snapshot_days (day, n) VALUES (0, 1000000)")
	whole := storage.SnapshotQuery{To: 100_000*day - 1}
	for name, change := range map[string]func(*storage.SnapshotQuery){
		"of whole days":      func(*storage.SnapshotQuery) {},
		"of an app":          func(q *storage.SnapshotQuery) { q.App = 1 },
		"of what changed":    func(q *storage.SnapshotQuery) { q.Changed = true },
		"of a source":        func(q *storage.SnapshotQuery) { q.Source = storage.SourceLive },
		"the first":          func(q *storage.SnapshotQuery) { q.Limit = 1 },
		"from later on":      func(q *storage.SnapshotQuery) { q.From++ },
		"to a moment before": func(q *storage.SnapshotQuery) { q.To-- },
		"without end":        func(q *storage.SnapshotQuery) { q.To = 0 },
	} {
		q := whole
		change(&q)
		err := s.View(t.Context(), func(tx *storage.Tx) error {
			n, err := tx.Snapshots.Count(q)
			if (n > wrong) != (name == "of whole days") {
				t.Errorf("%s: there are %d", name, n)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
