package main

import (
	"github.com/privacylabels/auditor/internal/proctest"
	"math/rand/v2"
	"testing"
	"time"
)

// atOnce is how many apps a replica works on at the same time, at most.
const atOnce = 16

// TestKills kills a random one of four replicas every second while they do a sync, and
// starts it again: each app is done exactly once. An app during which two processes were
// killed fails, as it must, and the next sync does it. AUDITOR_KILLS says how often,
// AUDITOR_APPS over how many apps, AUDITOR_PAGE_MS how long the App Store takes for a page.
func TestKills(t *testing.T) {
	database := newURL(t)
	f := newFleet(t, proctest.Count(t, "AUDITOR_APPS", 150))
	c := newCluster(t, database, f.env()...)
	replicas := []*replica{c.start(), c.start(), c.start(), c.start()}
	f.track(replicas[0])
	f.delay.Store(int64(time.Duration(proctest.Count(t, "AUDITOR_PAGE_MS", 20)) * time.Millisecond))
	kills, random := proctest.Count(t, "AUDITOR_KILLS", 10), rand.New(rand.NewPCG(17, 4))
	rounds, abandoned, asked, most := 0, 0, f.pages.Load(), time.Duration(0)
	for done := 0; done < kills; rounds++ {
		f.change()
		run := f.sync(replicas[random.IntN(len(replicas))])
		current, stop := watch(t, database, run)
		last, at := f.pages.Load(), time.Now()
		for next := time.Now().Add(time.Second); done < kills && current().EndedAt == 0; time.Sleep(20 * time.Millisecond) {
			if now := f.pages.Load(); now != last {
				last, at, most = now, time.Now(), max(most, time.Since(at))
			}
			if time.Now().Before(next) {
				continue
			}
			next = time.Now().Add(time.Second)
			victim := random.IntN(len(replicas))
			replicas[victim].Kill()
			replicas[victim] = c.start()
			done++
		}
		stop()
		abandoned += f.examine(t, database, ended(t, database, run, 30*time.Minute))
		if t.Failed() {
			t.Fatalf("in round %d after %d kills", rounds+1, done)
		}
	}
	if abandoned > 0 {
		f.change()
		if f.examine(t, database, ended(t, database, f.sync(replicas[0]), 30*time.Minute)) > 0 {
			t.Error("the sync without kills has abandoned apps")
		}
		rounds++
	}
	extra := f.pages.Load() - asked - int64(rounds*len(f.ids))
	if limit := int64(kills * atOnce); extra < 0 || extra > limit {
		t.Errorf("%d pages were asked for beside the %d of each round, want at most %d", extra, len(f.ids), limit)
	}
	t.Logf("%d kills in %d syncs of %d apps; %d pages were asked for again, %d apps were abandoned; the longest pause was %v", kills, rounds,
		len(f.ids), extra, abandoned, most.Round(100*time.Millisecond))
}
