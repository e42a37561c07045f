package e2e_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// killsARound is how often a run is killed before it may come to its end.
const killsARound = 10

// A bulk run that is killed again and again goes on by itself each time, with the
// app that it was at, and in the end has done every app once: what it was asking for is
// asked for once more at most for each kill, and what is recorded is what a run
// records that are never killed. AUDITOR_KILLS says how often, AUDITOR_KILLS_SEED
// where.
func TestKillDuringRuns(t *testing.T) {
	t.Parallel()
	for name, over := range bulks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := killing{bulk: over(t, 200), dir: t.TempDir(), left: proctest.Count(t, "AUDITOR_KILLS", proctest.Effort(6, 20))}
			k.random = rand.New(rand.NewPCG(11, uint64(proctest.Count(t, "AUDITOR_KILLS_SEED", 13))))
			k.bulk.base().track(t, k.dir).Stop()
			rounds, kills := 0, k.left
			for ; k.left > 0; rounds++ {
				k.round(t)
				if t.Failed() {
					t.Fatalf("in round %d", rounds)
				}
			}
			if k.resumed == 0 {
				t.Error("no kill came before the end of a run, so nothing was tested")
			}
			t.Logf("%d kills in %d rounds, after %d of which the run went on", kills, rounds, k.resumed)
		})
	}
}

// killing is a series of kills.
type killing struct {
	bulk    bulk
	dir     string
	left    int // kills to come
	resumed int // how often a run went on
	random  *rand.Rand
}

// round kills a run some times and lets it come to its end.
func (k *killing) round(t *testing.T) {
	o := k.bulk.order()
	s := k.bulk.base().start(t, k.dir)
	s.settled(o.runner) // a run that the service began by itself may be resumed
	k.bulk.renew(s)
	before, once := k.bulk.asked()
	r := round{since: storage.TimeOf(time.Now())}
	r.run = s.begin(o)
	for r.kills < min(killsARound, k.left) {
		// The second request comes after the app at which the process was killed last:
		// an app during which it is killed twice would be abandoned.
		k.waitFor(t, s, 2+k.random.IntN(once/killsARound-once/20-1))
		time.Sleep(time.Duration(k.random.IntN(3000)) * time.Microsecond) // anywhere between one request and the next
		s.Kill()
		r.kills++
		pending := k.bury(t, r)
		asked, _ := k.bulk.asked()
		s = k.bulk.base().start(t, k.dir)
		if pending < 0 {
			break // it was over
		}
		for now := asked; pending > 0 && now == asked; now, _ = k.bulk.asked() {
			if time.Since(r.since.Std()) > 5*time.Minute {
				t.Fatal("the run does not go on")
			}
			time.Sleep(time.Millisecond)
		}
		k.resumed++
		if now := s.task(o.runner); now.Running && (now.RunID != r.run || now.Initiator != "resume") {
			t.Errorf("after a kill %+v is under way, want run %s", now, r.run)
		}
	}
	k.left -= r.kills
	s.settled(o.runner)
	s.Stop()
	after, _ := k.bulk.asked()
	if extra := after - before - once; extra < 0 || extra > r.kills*atOnce(o) {
		t.Errorf("%d requests beside the %d of a run, want at most %d for each of %d kills", extra, once, atOnce(o), r.kills)
	}
	examine(t, k.dir, len(k.bulk.base().ids))
	onDatabase(t, k.dir, func(tx *storage.Tx) error {
		k.bulk.examine(t, tx, r)
		return nil
	})
}

// atOnce is how many apps a run asks for at the same time, at most.
func atOnce(o order) int {
	if o.runner == tracked.SyncRunner {
		return 16
	}
	return 1
}

// waitFor returns when something was asked for so many times more, or the run is
// over.
func (k *killing) waitFor(t *testing.T, s *service, more int) {
	t.Helper()
	before, _ := k.bulk.asked()
	for polled := time.Now(); ; time.Sleep(200 * time.Microsecond) {
		if now, _ := k.bulk.asked(); now >= before+more {
			return
		}
		if time.Since(polled) > 2*time.Second {
			if !s.task(k.bulk.order().runner).Running {
				return
			}
			polled = time.Now()
		}
	}
}

// bury examines what a killed process left, and ends its lease, as the
// passing of some seconds does: the test has no time for that. It returns how many
// apps the run has left, less than none when it has ended.
func (k *killing) bury(t *testing.T, r round) (pending int) {
	t.Helper()
	examine(t, k.dir, len(k.bulk.base().ids))
	onDatabase(t, k.dir, func(tx *storage.Tx) error {
		run, err := tx.Runs.Get(r.run)
		if err != nil {
			return err
		}
		if pending = -1; run.Status == storage.RunRunning {
			if pending, err = tx.RunItems.Count(storage.RunItemQuery{Run: r.run, Pending: true}); err != nil {
				return err
			}
			if done := run.Completed + run.Failed + run.Skipped; done+pending != run.Total {
				t.Errorf("of %d apps %d are counted and %d are left", run.Total, done, pending)
			}
		}
		return endLeases(tx)
	})
	return pending
}

// endLeases ends the leases of processes that are gone.
func endLeases(tx *storage.Tx) error {
	for lease, err := range tx.Tasks.List(storage.TaskQuery{}) {
		if err != nil {
			return err
		}
		lease.Due = min(lease.Due, storage.TimeOf(time.Now()))
		if err := tx.Tasks.Put(lease); err != nil {
			return err
		}
	}
	return nil
}
