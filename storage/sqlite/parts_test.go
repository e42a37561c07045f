package sqlite_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// graded returns an app of some risk, with other facts that lists are filtered by.
func graded(r *rand.Rand, id storage.AppID) storage.App {
	a := storage.App{ID: id, Name: fmt.Sprintf("ÄPP %d", id), URL: "https://example.org/", Developer: "İş", BundleID: "Com.\u212aELVIN"}
	a.TrackCount, a.LinkedCount, a.CategoryCount = r.IntN(2)*r.IntN(2), r.IntN(5), r.IntN(3)
	if r.IntN(2) == 0 {
		a.HasPrivacyDetails = new(r.IntN(2) == 0)
	}
	a.ChangeCount, a.ChangesSnoozedUntil = r.IntN(2), storage.Time(r.IntN(3))
	if r.IntN(3) == 0 {
		a.LastError = &storage.Failure{Code: storage.FailureDNS, Message: "no such host", At: 1}
	}
	a.Availability.DelistedAt = storage.NullTime(r.IntN(2))
	return a
}

// The counters of parts of the apps are right, whatever was written and deleted.
func TestPartsOfApps(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	r := rand.New(rand.NewPCG(3, 4))
	parts := []storage.AppQuery{{}, {Changed: true}, {Failed: true}, {Delisted: true}}
	for _, risk := range storage.Risks() {
		parts = append(parts, storage.AppQuery{Risk: risk})
	}
	for step := range 60 {
		mustUpdate(t, s, func(tx *storage.Tx) error {
			for range 20 {
				if err := tx.Apps.Put(graded(r, storage.AppID(1+r.IntN(40)))); err != nil {
					return err
				}
			}
			_, err := tx.Apps.Delete(storage.AppID(1+r.IntN(40)), storage.AppID(1+r.IntN(40)))
			if err == nil && step%20 == 19 {
				_, err = tx.Apps.Clear()
			}
			return err
		})
		mustView(t, s, func(tx *storage.Tx) error {
			for _, q := range parts {
				if err := agree(t, tx.Apps, q); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// Pages of the list by name are those of the whole list at their moment, whatever was
// written between them, also by another store.
func TestPagesAreExact(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s, other := openStore(t, path), openStore(t, path)
	r := rand.New(rand.NewPCG(5, 6))
	errUndo := errors.New("undo")
	read := func(tx *storage.Tx, q storage.AppQuery) (ids []storage.AppID) {
		for a, err := range tx.ListedApps(q) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, a.ID)
		}
		return ids
	}
	for step := range 150 {
		writer, undo := s, r.IntN(4) == 0
		if r.IntN(3) == 0 {
			writer = other
		}
		err := writer.Update(t.Context(), func(tx *storage.Tx) error {
			for range 1 + r.IntN(30) {
				id := storage.AppID(1 + r.IntN(400))
				app, err := tx.Apps.Get(id)
				if err != nil || r.IntN(2) == 0 {
					app = graded(r, id)
					app.Name = fmt.Sprint("App ", r.IntN(200))
				}
				app.LastSynced++
				if err := tx.Apps.Put(app); err != nil {
					return err
				}
			}
			if _, err := tx.Apps.Delete(storage.AppID(1 + r.IntN(400))); err != nil {
				return err
			}
			read(tx, storage.AppQuery{Limit: 10, Offset: 1 + r.IntN(200)}) // of a state that may never be committed
			if undo {
				return errUndo
			}
			return nil
		})
		if err != nil && !errors.Is(err, errUndo) {
			t.Fatal(err)
		}
		mustView(t, s, func(tx *storage.Tx) error {
			all := read(tx, storage.AppQuery{})
			backwards := slices.Clone(all)
			slices.Reverse(backwards)
			for n := range 12 {
				q := storage.AppQuery{Reverse: n%2 == 1, Limit: 1 + r.IntN(20), Offset: 1 + r.IntN(len(all)+10)}
				list := all
				if q.Reverse {
					list = backwards
				}
				want := list[min(q.Offset, len(all)):min(q.Offset+q.Limit, len(all))]
				got := read(tx, q)
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("step %d: %+v of %d apps (-want +got):\n%s", step, q, len(all), diff)
				}
			}
			return nil
		})
	}
}

// A page that begins at a known place does not skip the apps before it, in both directions.
func TestPageBeginsAtPlace(t *testing.T) {
	t.Parallel()
	for _, reverse := range []bool{false, true} {
		t.Run(fmt.Sprintf("reverse=%t", reverse), func(t *testing.T) {
			t.Parallel()
			pageBeginsAtPlace(t, reverse)
		})
	}
}

func pageBeginsAtPlace(t *testing.T, reverse bool) {
	const apps, offset = 3000, 2900
	path := newPath(t)
	listed(t, openStore(t, path), apps)
	var scanned []int
	db, err := driver.Open("file:"+path, func(c *sqlite3.Conn) error {
		return c.Trace(sqlite3.TRACE_PROFILE, func(_ sqlite3.TraceEvent, stmt, _ any) error {
			if s := stmt.(*sqlite3.Stmt); strings.Contains(s.SQL(), "OFFSET") {
				scanned = append(scanned, s.Status(sqlite3.STMTSTATUS_VM_STEP, true))
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	s := sqldb.New(db, db, sqldb.Dialect{Places: true})
	t.Cleanup(func() { s.Close(); db.Close() })
	for range 2 {
		mustView(t, s, func(tx *storage.Tx) error {
			_, err := storage.Collect(tx.ListedApps(storage.AppQuery{Reverse: reverse, Limit: 10, Offset: offset}))
			return err
		})
	}
	if len(scanned) != 2 || scanned[1] > scanned[0]/5 {
		t.Errorf("the page took %d steps, then at the known place", scanned)
	}
}
