package e2e_test

import (
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Two processes on one database: one of them does a bulk run, both show it, and
// the other resumes it when the first is gone.
func TestTwoProcessesShareARun(t *testing.T) {
	t.Parallel()
	ends := map[string]struct {
		end    func(*service)
		within time.Duration // until the other one goes on
	}{
		"killed":  {(*service).Kill, 9 * time.Second}, // a lease, and some
		"stopped": {(*service).Stop, 3 * time.Second},
	}
	for name, over := range bulks() {
		for how, end := range ends {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				const apps = 20
				b := over(t, apps)
				dir := t.TempDir()
				one := b.base().track(t, dir)
				two := b.base().start(t, dir)
				b.renew(one)
				before, once := b.asked()
				b.guard().hold(nth(once/2, isPage))

				r := round{since: storage.TimeOf(time.Now()), kills: 1}
				r.run = one.begin(b.order())
				under := b.guard().next(t)
				for which, s := range []*service{one, two} {
					if now := s.task(b.order().runner); !now.Running || now.RunID != r.run || now.Initiator != "manual" {
						t.Errorf("process %d shows %+v, want run %s", which+1, now, r.run)
					}
					s.refuses(b.order())
				}
				time.AfterFunc(300*time.Millisecond, under.release) // who stops may want to see the end of it
				end.end(one)
				ended := time.Now()
				at, _ := b.asked()
				for now := at; now == at && two.task(b.order().runner).Running; now, _ = b.asked() {
					if time.Since(ended) > end.within {
						t.Fatalf("the other process has not gone on within %v", end.within)
					}
					time.Sleep(time.Millisecond)
				}
				t.Logf("the other process went on after %v", time.Since(ended).Round(time.Millisecond))
				two.settled(b.order().runner)
				two.Stop()
				after, _ := b.asked()
				if extra := after - before - once; extra < 0 || extra > atOnce(b.order()) {
					t.Errorf("%d requests beside the %d of a run", extra, once)
				}
				examine(t, dir, apps)
				onDatabase(t, dir, func(tx *storage.Tx) error {
					b.examine(t, tx, r)
					return nil
				})
			})
		}
	}
}
