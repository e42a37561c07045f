package storagetest

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func capabilityTests() []step {
	return []step{
		{"Revision", testRevision},
		{"RevisionAndView", testRevisionAndView},
		{"TableRevision", testTableRevision},
		{"Watch", testWatch},
		{"Feed", testFeed},
		{"CountByKind", testCountByKind},
		{"Courses", testCourses},
		{"LabelTerms", testLabelTerms},
		{"AppBriefs", testAppBriefs},
		{"ListedApps", testListedApps},
		{"SearchedApps", testSearchedApps},
		{"AppsByLabel", testAppsByLabel},
		{"Check", testCheck},
		{"Inspect", testInspect},
	}
}

// capability returns an optional interface of the store, or skips the test.
func capability[I any](t testing.TB, s storage.Store) I {
	t.Helper()
	found, ok := storage.As[I](s)
	if !ok {
		t.Skip("the store lacks this optional interface")
	}
	return found
}

func revision(t testing.TB, r storage.Revisioner) uint64 {
	t.Helper()
	n, err := r.Revision(t.Context())
	if err != nil {
		t.Fatalf("Revision: %v", err)
	}
	return n
}

// testRevision moves the revision by each kind of write, and by nothing else.
func testRevision(t *testing.T, s storage.Store) {
	r := capability[storage.Revisioner](t, s)
	last := revision(t, r)
	seen := map[uint64]bool{last: true}
	for name, write := range map[string]func(*storage.Tx) error{
		"Put": func(tx *storage.Tx) error { return put(tx, "a", "1") },
		"Put and Delete": func(tx *storage.Tx) error {
			_, err := tx.Settings.Delete("a")
			return errors.Join(put(tx, "b", "1"), err)
		},
		"Put anew": func(tx *storage.Tx) error { return put(tx, "b", strconv.Itoa(len(seen))) },
		"Clear": func(tx *storage.Tx) error {
			_, err := tx.Settings.Clear()
			return errors.Join(put(tx, "c", "1"), err)
		},
	} {
		update(t, s, write)
		last = revision(t, r)
		if seen[last] {
			t.Errorf("the revision is %d after %s, as it was before", last, name)
		}
		seen[last] = true
	}
	idle(t, s)
	if now := revision(t, r); now != last {
		t.Errorf("the revision moves from %d to %d, and nothing was written", last, now)
	}
}

// testWatch tells of writes until it is stopped, and of nothing else.
func testWatch(t *testing.T, s storage.Store) {
	changed := make(chan struct{}, 1)
	told := func() bool {
		select {
		case <-changed:
			return true
		default:
			return false
		}
	}
	stop := capability[storage.Watcher](t, s).Watch(changed)
	idle(t, s)
	if told() {
		t.Error("told of a write, and nothing was written")
	}
	for _, value := range []string{"1", "2"} {
		update(t, s, func(tx *storage.Tx) error { return put(tx, "a", value) })
		update(t, s, func(tx *storage.Tx) error { return put(tx, "b", value) }) // the channel is full
		if !told() || told() {
			t.Errorf("two writes of %s are not told once", value)
		}
	}
	stop()
	update(t, s, func(tx *storage.Tx) error { return put(tx, "a", "3") })
	if told() {
		t.Error("told of a write after the end")
	}
}

// testTableRevision moves the revision of each table that a write concerns.
func testTableRevision(t *testing.T, s storage.Store) {
	r := capability[storage.TableRevisioner](t, s)
	revisions := func() map[string]uint64 {
		all := make(map[string]uint64)
		for _, name := range storage.AllTables().Names() {
			n, err := r.TableRevision(t.Context(), storage.TablesOf(name))
			if err != nil {
				t.Fatalf("TableRevision: %v", err)
			}
			all[name] = n
		}
		return all
	}
	for _, w := range []struct {
		name  string
		write func(*storage.Tx) error
		moves []string
	}{
		{"a setting", func(tx *storage.Tx) error { return put(tx, "a", "1") }, []string{"Settings"}},
		{"apps", putApps, []string{"Apps", "Labels"}},
		{"what is on an app", func(tx *storage.Tx) error {
			return errors.Join(tx.Snapshots.Put(shown(1, 1000)), tx.Changes.Put(shownChange(storage.SnapshotID{App: 1, At: 1000}, 0)))
		}, []string{"Snapshots", "Changes", "Labels"}},
		{"a device", func(tx *storage.Tx) error {
			return tx.Devices.Put(storage.Device{ID: "d", Name: "d", CreatedAt: 1})
		}, []string{"Devices"}},
		{"a link, which the list of apps can be narrowed by", func(tx *storage.Tx) error {
			return tx.DeviceLinks.Put(storage.DeviceLink{Device: "d", App: 1})
		}, []string{"DeviceLinks", "Apps"}},
		{"an app with all that is on it", func(tx *storage.Tx) error {
			_, err := tx.Apps.Delete(1)
			return err
		}, []string{"Apps", "Snapshots", "Changes", "DeviceLinks", "Labels"}},
	} {
		before := revisions()
		if err := s.Update(t.Context(), w.write); err != nil {
			t.Fatalf("%s: %v", w.name, err)
		}
		after := revisions()
		for _, name := range w.moves {
			if after[name] == before[name] {
				t.Errorf("%s: the revision of %s is %d as before", w.name, name, after[name])
			}
		}
	}
	before := revisions()
	idle(t, s)
	if diff := cmp.Diff(before, revisions()); diff != "" {
		t.Errorf("nothing was written (-before +after):\n%s", diff)
	}
}

// plain hides the optional interfaces of the rows of a transaction.
func plain(tx *storage.Tx) *storage.Tx {
	return tx.Wrap(func(_ storage.Kind, rows storage.AnyRows) storage.AnyRows { return struct{ storage.AnyRows }{rows} })
}

// compare returns what a call returns in a View. It fails the test if the call returns
// something else without the optional interfaces of the rows.
func compare[T any](t testing.TB, s storage.Store, what any, call func(*storage.Tx) (T, error)) (got T) {
	t.Helper()
	view(t, s, func(tx *storage.Tx) error {
		want, err := call(plain(tx))
		if err != nil {
			return err
		}
		got, err = call(tx)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%T%+v (-want +got):\n%s", what, what, diff)
		}
		return err
	})
	return got
}

// The types and categories of the changes that putHistory writes.
var (
	someTypes      = []storage.EntryType{storage.EntryAdded, storage.EntryRemoved, storage.EntryPolicy}
	someCategories = []storage.EntryCategory{"", storage.CategoryPrivacyLabel, storage.CategoryAgeRating}
)

// testCountByKind compares the counts of the store with those made from its tables.
func testCountByKind(t *testing.T, s storage.Store) {
	const day = storage.Time(24 * 60 * 60 * 1000)
	r := rand.New(rand.NewPCG(8, 8))
	update(t, s, func(tx *storage.Tx) error {
		err := errors.Join(putHistory(tx, r, func(i int) storage.Time { return storage.Time(i+1) * day / 8 }), putMembers(tx))
		if err == nil {
			_, err = tx.Apps.Delete(10)
		}
		return err
	})
	for range 100 {
		q := storage.ChangeQuery{Changed: r.IntN(3) > 0, Limit: r.IntN(2)}
		if r.IntN(3) == 0 {
			q.App = []storage.AppID{1, 2, 3}[r.IntN(3)]
		}
		if from := storage.Time(r.IntN(10)); r.IntN(3) > 0 {
			q.From, q.To = from*day, (from+storage.Time(1+r.IntN(3)))*day-storage.Time(r.IntN(2))
		}
		if r.IntN(4) == 0 {
			q.Type, q.Category = someTypes[r.IntN(3)], someCategories[r.IntN(3)]
		}
		q.Of = someMembers(r)
		compare(t, s, q, func(tx *storage.Tx) ([]storage.KindCount, error) { return tx.CountByKind(q) })
	}
}

// testAppsByLabel compares the counts of the store with those made from its apps.
func testAppsByLabel(t *testing.T, s storage.Store) {
	update(t, s, putAppsAndLabels)
	update(t, s, func(tx *storage.Tx) error {
		labels, err := storage.Collect(storage.All(tx.Labels))
		for i, id := range []storage.AppID{1, 2, 10} {
			app, failed := tx.Apps.Get(id)
			app.LabelDigest = labels[i/2].Digest
			err = errors.Join(err, failed, tx.Apps.Put(app))
		}
		return err
	})
	if got := compare(t, s, "labels", (*storage.Tx).AppsByLabel); len(got) != 2 {
		t.Errorf("%d labels, want 2", len(got))
	}
}

// idle opens transactions that keep nothing.
func idle(t testing.TB, s storage.Store) {
	t.Helper()
	read := func(tx *storage.Tx) error {
		_, err := storage.Collect(tx.Settings.List(storage.SettingQuery{}))
		return err
	}
	view(t, s, read)
	update(t, s, read)
	update(t, s, func(tx *storage.Tx) error { return tx.Settings.Put() })
	failed := errors.New("no")
	if err := s.Update(t.Context(), func(tx *storage.Tx) error {
		if err := put(tx, "a", "2"); err != nil {
			return err
		}
		return failed
	}); !errors.Is(err, failed) {
		t.Errorf("Update: %v, want %v", err, failed)
	}
}

// testRevisionAndView keeps, under the revision read before, what a View saw,
// beside a writer: a writer never finds an older value cached.
func testRevisionAndView(t *testing.T, s storage.Store) {
	r := capability[storage.Revisioner](t, s)
	set(t, s, "n", "0")
	var mu sync.Mutex
	kept := make(map[uint64]int)
	keep := func() error {
		rev, err := r.Revision(t.Context())
		if err != nil {
			return err
		}
		return s.View(t.Context(), func(tx *storage.Tx) error {
			value, err := setting(tx, "n")
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(value)
			mu.Lock()
			defer mu.Unlock()
			if _, ok := kept[rev]; !ok {
				kept[rev] = n
			}
			return err
		})
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() { repeat(t, done, keep) })
	}
	defer readers.Wait()
	defer close(done)
	for i := 1; i <= 100; i++ {
		if err := keep(); err != nil {
			t.Fatal(err)
		}
		set(t, s, "n", strconv.Itoa(i))
		rev := revision(t, r)
		mu.Lock()
		if n, ok := kept[rev]; ok && n < i {
			t.Errorf("after %d was written, revision %d stands for %d", i, rev, n)
		}
		mu.Unlock()
	}
}

// repeat calls a function until done is closed or it fails.
func repeat(t testing.TB, done <-chan struct{}, call func() error) {
	for {
		select {
		case <-done:
			return
		default:
		}
		if err := call(); err != nil {
			t.Errorf("beside others: %v", err)
			return
		}
	}
}

func testCheck(t *testing.T, s storage.Store) {
	c := capability[storage.Checker](t, s)
	for range 2 {
		wrong, err := c.Check(t.Context())
		if err != nil || len(wrong) > 0 {
			t.Errorf("Check of a healthy store: %q, %v; want nothing", wrong, err)
		}
		update(t, s, Seed)
	}
}

// testInspect inspects a store that is empty, one that has grown, and one in use.
func testInspect(t *testing.T, s storage.Store) {
	i := capability[storage.Inspector](t, s)
	inspect := func() storage.Layout {
		t.Helper()
		l, err := i.Inspect(t.Context())
		if err != nil {
			t.Fatalf("Inspect: %v", err)
		}
		if l.Bytes < 0 || l.LogBytes < 0 || l.SharedBytes < 0 || l.FreePages < 0 || l.FreePages > l.Pages || l.Pages > 0 && l.PageSize <= 0 {
			t.Errorf("Inspect: %+v", l)
		}
		return l
	}
	before := inspect()
	for n := range 100 {
		set(t, s, strconv.Itoa(n), strings.Repeat("x", 10_000))
	}
	update(t, s, func(*storage.Tx) error {
		after := inspect() // must not wait
		if after.Path != before.Path || after.Bytes+after.LogBytes <= before.Bytes+before.LogBytes {
			t.Errorf("Inspect of a store that has grown: %+v, before: %+v", after, before)
		}
		return nil
	})
}

// RunCopier tests the optional interface [storage.Copier]. The function open is as
// for [Run]; reopen opens the copy that was written to path. It fails when the
// store lacks it.
func RunCopier(t *testing.T, open func(t testing.TB) storage.Store, reopen func(t testing.TB, path string) storage.Store) {
	t.Helper()
	copier := func(t *testing.T) (storage.Store, storage.Copier, string) {
		t.Helper()
		s := open(t)
		c, ok := storage.As[storage.Copier](s)
		if !ok {
			t.Fatal("the store is no storage.Copier")
		}
		return s, c, filepath.Join(t.TempDir(), "a copy #1 %.db")
	}
	t.Run("Whole", func(t *testing.T) {
		t.Parallel()
		s, c, path := copier(t)
		update(t, s, Seed)
		var all []query
		for _, k := range kinds() {
			all = append(all, query{k, k.all()})
		}
		want := answers(t, s, all)
		if err := c.CopyTo(t.Context(), path); err != nil {
			t.Fatalf("CopyTo: %v", err)
		}
		set(t, s, "later", "1")
		twin := reopen(t, path)
		if d := diff(want, answers(t, twin, all)); d != "" {
			t.Errorf("the copy (-want +got):\n%s", d)
		}
		set(t, twin, "twin", "1")
		if get(t, twin, "later") != "" || get(t, s, "twin") != "" {
			t.Error("the copy and the store follow each other")
		}
	})
	t.Run("FileThere", func(t *testing.T) {
		t.Parallel()
		_, c, path := copier(t)
		if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.CopyTo(t.Context(), path) == nil {
			t.Error("CopyTo a file that exists succeeds")
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != "precious" {
			t.Errorf("the file that was there holds %q, %v", kept, err)
		}
	})
	t.Run("InUse", func(t *testing.T) {
		t.Parallel()
		s, c, path := copier(t)
		done := make(chan struct{})
		var writer sync.WaitGroup
		n := 0
		writer.Go(func() {
			repeat(t, done, func() error {
				n++
				return s.Update(t.Context(), func(tx *storage.Tx) error {
					return errors.Join(put(tx, "a", strconv.Itoa(n)), put(tx, "b", strconv.Itoa(n)))
				})
			})
		})
		err := c.CopyTo(t.Context(), path)
		close(done)
		writer.Wait()
		if err != nil {
			t.Fatalf("CopyTo: %v", err)
		}
		twin := reopen(t, path)
		if a, b := get(t, twin, "a"), get(t, twin, "b"); a != b {
			t.Errorf("the copy holds a of one state, %q, and b of another, %q", a, b)
		}
	})
}
