package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
)

// takenIn is an import as one sees it from outside.
type takenIn struct {
	Import struct {
		CompletedAt               *int64
		Imported, Queued, Errored int
	}
	Items []struct {
		ID, Status   string
		AttemptCount int
	}
}

// queue begins an import of apps, and queues all of them and one that there is not.
func (s *service) queue(ids []storage.AppID) (list string) {
	s.t.Helper()
	list = must[struct{ ID string }](s, "POST", "/api/imports", `{"source":"file","sourceLabel":"apps.csv"}`).ID
	items := []string{`{"query":"gone","status":"queued","url":"` + address(999_999) + `"}`}
	for _, id := range ids {
		items = append(items, fmt.Sprintf(`{"query":"app %d","status":"queued","url":%q}`, id, address(id)))
	}
	must[any](s, "POST", "/api/imports/items", fmt.Sprintf(`{"importId":%q,"items":[%s]}`, list, strings.Join(items, ",")))
	return list
}

// A queue of imports that is worked on while the process is killed again and
// again goes on by itself, and in the end has taken in every app once and told of
// it once. AUDITOR_KILLS says how often, AUDITOR_KILLS_SEED where.
func TestKillDuringImports(t *testing.T) {
	t.Parallel()
	const apps, killsAnImport = 60, 6
	random := rand.New(rand.NewPCG(17, uint64(proctest.Count(t, "AUDITOR_KILLS_SEED", 13))))
	dir, shop := t.TempDir(), newStage(t)
	left, inTheMidst, tracked := proctest.Count(t, "AUDITOR_KILLS", proctest.Effort(6, 12)), 0, 0
	for round := storage.AppID(1); left > 0; round++ {
		var ids []storage.AppID
		for n := range storage.AppID(apps) {
			ids = append(ids, 1000*round+n)
			shop.Put(fakestore.App{ID: 1000*round + n, Name: fmt.Sprintf("App %d-%d", round, n)})
		}
		pages := func() (all int) {
			for _, id := range ids {
				all += shop.Pages(id)
			}
			return all
		}
		s := start(t, dir, shop)
		list := s.queue(ids)
		go s.call(context.WithoutCancel(t.Context()), "POST", "/api/imports/queue", "") // ends with the process
		kills := 0
		for ; kills < min(killsAnImport, left); kills++ {
			// The second page is of another app than that of the last kill: one during
			// which the process is killed twice would be abandoned.
			until := pages() + 2 + random.IntN(apps/killsAnImport-2)
			for began := time.Now(); pages() < min(until, apps); time.Sleep(200 * time.Microsecond) {
				if time.Since(began) > proctest.Busy {
					t.Fatal("the queue does not go on")
				}
			}
			time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond) // anywhere between one request and the next
			s.Kill()
			queued := examineImport(t, dir, list)
			if queued > 0 {
				inTheMidst++
			}
			s = start(t, dir, shop)
		}
		left -= kills
		tracked += apps
		var done takenIn
		for began := time.Now(); done.Import.CompletedAt == nil; time.Sleep(5 * time.Millisecond) {
			if done = must[takenIn](s, "GET", "/api/imports?id="+list, ""); time.Since(began) > proctest.Busy {
				t.Fatalf("the import is not complete: %+v", done.Import)
			}
		}
		s.Stop()
		if done.Import.Imported != apps || done.Import.Errored != 1 || done.Import.Queued != 0 || len(done.Items) != apps+1 {
			t.Errorf("the import is %+v", done.Import)
		}
		for _, item := range done.Items {
			if item.AttemptCount != 1 {
				t.Errorf("item %+v was counted more than once", item)
			}
		}
		if n := pages(); n < apps || n > apps+kills {
			t.Errorf("%d pages were read for %d apps, want at most one more for each of %d kills", n, apps, kills)
		}
		examine(t, dir, tracked)
		examineImport(t, dir, list)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	if inTheMidst == 0 {
		t.Error("no kill came before the end of a queue, so nothing was tested")
	}
}

// examineImport opens a database that is not in use, fails the test unless what is
// known of an import fits together, ends the leases of who was killed, as the
// passing of some seconds does, and returns how many items are queued.
func examineImport(t *testing.T, dir, list string) (queued int) {
	t.Helper()
	onDatabase(t, dir, func(tx *storage.Tx) error {
		stored, err := tx.Imports.Get(list)
		if err != nil {
			return err
		}
		var counted storage.ImportTally
		for item, err := range tx.ImportItems.List(storage.ImportItemQuery{Import: list}) {
			if err != nil {
				return err
			}
			counted.Add(item.Status, 1)
			if (item.Status == storage.ImportImported) != (item.App != 0) {
				t.Errorf("item %+v", item)
			}
			if item.App == 0 {
				continue
			}
			if app, err := tx.Apps.Get(item.App); err != nil || app.SyncCount != 1 {
				t.Errorf("app %d was saved %d times, %v", item.App, app.SyncCount, err)
			}
		}
		queued = counted.Queued
		if counted != stored.Tally || (stored.CompletedAt != 0) != (queued == 0) {
			t.Errorf("import %+v has %+v", stored, counted)
		}
		reported, lines := 0, 0
		for n, err := range tx.Notifications.List(storage.NotificationQuery{}) {
			if err != nil {
				return err
			}
			if n.Type == storage.NoticeImportCompleted && strings.Contains(string(n.Changes[0].More), list) {
				reported++
			}
		}
		for line, err := range tx.Activities.List(storage.ActivityQuery{Type: "import"}) {
			if err != nil {
				return err
			}
			if strings.Contains(string(line.Detail), list) {
				lines++
			}
		}
		if want := min(1, int(stored.CompletedAt)); reported != want || lines != want {
			t.Errorf("reported %d times and in %d lines, want %d", reported, lines, want)
		}
		return endLeases(tx)
	})
	return queued
}

// Two processes on one database share the queue: what one takes in the other may
// work on, each app once, also when the one that works is killed.
func TestTwoProcessesShareAQueue(t *testing.T) {
	t.Parallel()
	const apps = 40
	dir, shop := t.TempDir(), newStage(t)
	var ids []storage.AppID
	for n := range storage.AppID(apps) {
		ids = append(ids, 1+n)
		shop.Put(fakestore.App{ID: 1 + n})
	}
	one := start(t, dir, shop)
	two := start(t, dir, shop)
	shop.hold(nth(apps/4, isPage))
	list := one.queue(ids)
	under := shop.next(t)
	for _, s := range []*service{one, two} {
		if q := must[struct{ Running bool }](s, "GET", "/api/imports/queue", ""); !q.Running {
			t.Error("a process does not show that the queue is worked on")
		}
	}
	one.Kill()
	under.release()
	var done takenIn
	for began := time.Now(); done.Import.CompletedAt == nil; time.Sleep(20 * time.Millisecond) {
		if done = must[takenIn](two, "GET", "/api/imports?id="+list, ""); time.Since(began) > proctest.Busy {
			t.Fatalf("the import is not complete: %+v", done.Import)
		}
	}
	two.Stop()
	read := 0
	for _, id := range ids {
		read += shop.Pages(id)
	}
	if read > apps+1 || done.Import.Imported != apps || done.Import.Errored != 1 {
		t.Errorf("%d pages for %+v", read, done.Import)
	}
	examine(t, dir, apps)
	examineImport(t, dir, list)
}
