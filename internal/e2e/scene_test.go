package e2e_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// scene is a fleet of apps, what the store shows of it, and what of that has to
// be recorded.
type scene struct {
	store  *stage
	ids    []storage.AppID
	states map[storage.AppID]state
	want   map[storage.AppID][][]string // entries of each snapshot, oldest first
	random *rand.Rand
	env    []string                          // of the services that play in it
	adorn  func(fakestore.App) fakestore.App // completes an app before it is shown
}

// newScene puts so many apps on a stage.
func newScene(t testing.TB, apps int) *scene {
	t.Helper()
	s := &scene{
		store: newStage(t), states: map[storage.AppID]state{}, want: map[storage.AppID][][]string{}, random: rand.New(rand.NewPCG(3, 5)),
		adorn: func(a fakestore.App) fakestore.App { return a },
	}
	for i := range apps {
		id := storage.AppID(3_000_000 + i)
		s.ids = append(s.ids, id)
		s.states[id] = randomState(s.random)
		s.want[id] = [][]string{nil}
	}
	return s
}

// show lets the store show every app as it is.
func (s *scene) show() {
	for _, id := range s.ids {
		s.store.Put(s.adorn(s.states[id].app(s.random, id, false)))
	}
}

// start starts a service that plays in the scene.
func (s *scene) start(t testing.TB, dir string, more ...string) *service {
	t.Helper()
	return start(t, dir, s.store, append(slices.Clone(s.env), more...)...)
}

// track starts a service and lets it track all apps.
func (s *scene) track(t testing.TB, dir string, more ...string) *service {
	t.Helper()
	s.show()
	service := s.start(t, dir, more...)
	for i, result := range service.scrape(s.ids...).Results {
		if result.Status != "success" {
			t.Fatalf("app %d: %+v", s.ids[i], result)
		}
	}
	return service
}

// asked returns how often the pages of the apps were asked for in all.
func (s *scene) asked() (n int) {
	for _, id := range s.ids {
		n += s.store.Pages(id)
	}
	return n
}

// recorded fails the test unless each app has the snapshots that are wanted, and
// what changed before each.
func (s *scene) recorded(t testing.TB, tx *storage.Tx) {
	t.Helper()
	wrong := 0
	for _, id := range s.ids {
		got, err := recordOf(tx, id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s.want[id], got); diff != "" {
			if wrong++; wrong <= 3 {
				t.Errorf("the record of app %d (-want +got):\n%s", id, diff)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d apps have a wrong record", wrong, len(s.ids))
	}
}

// recordOf returns what was recorded before each snapshot of an app, oldest first
// and in the words of differences.
func recordOf(tx *storage.Tx, app storage.AppID) (record [][]string, err error) {
	place := map[storage.SnapshotID]int{}
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{App: app, Reverse: true}) {
		if err != nil {
			return nil, err
		}
		place[s.ID] = len(record)
		record = append(record, nil)
	}
	for c, err := range tx.Changes.List(storage.ChangeQuery{App: app}) {
		if err != nil {
			return nil, err
		}
		at := place[c.ID.Snapshot]
		record[at] = append(record[at], string(c.Entry.Type)+" "+c.Entry.Description)
	}
	for _, entries := range record {
		slices.Sort(entries)
	}
	return record, nil
}

// onDatabase calls fn with the database of a folder.
func onDatabase(t testing.TB, dir string, fn func(*storage.Tx) error) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}
