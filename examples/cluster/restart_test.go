package main

import (
	"net/http"
	"testing"
	"time"
)

// TestDatabaseRestarts restarts the server in the middle of a run, in order and by a crash.
// Every replica answers soon after it is back, and the run goes on.
func TestDatabaseRestarts(t *testing.T) {
	db := newInstance(t)
	db.create("-A trust")
	f := newFleet(t, 150)
	c := newCluster(t, db.url(), f.env()...)
	replicas := []*replica{c.start(), c.start(), c.start()}
	f.track(replicas[0])
	f.delay.Store(int64(20 * time.Millisecond))
	for _, mode := range []string{"fast", "immediate"} {
		f.change()
		run := f.sync(replicas[0])
		time.Sleep(time.Second)
		db.stop(mode)
		time.Sleep(time.Second) // requests fail meanwhile
		for _, r := range replicas {
			if status, _, err := r.ask(t.Context(), "GET", "/api/ready", ""); err != nil || status == http.StatusOK {
				t.Errorf("without a database a replica answers %d, %v", status, err)
			}
		}
		db.start()
		back, asked := time.Now(), f.pages.Load()
		for _, r := range replicas {
			for status := 0; status != http.StatusOK; {
				if time.Since(back) > 10*time.Second {
					t.Fatalf("after the %s restart a replica is not ready: %d\n%s", mode, status, r.Log)
				}
				time.Sleep(10 * time.Millisecond)
				status, _, _ = r.ask(t.Context(), "GET", "/api/ready", "")
			}
		}
		ready := time.Since(back)
		for f.pages.Load() == asked && time.Since(back) < 15*time.Second {
			time.Sleep(10 * time.Millisecond)
		}
		t.Logf("after the %s restart all replicas were ready within %v, and the run went on within %v", mode,
			ready.Round(10*time.Millisecond), time.Since(back).Round(100*time.Millisecond))
		f.exact(t, db.url(), ended(t, db.url(), run, 2*time.Minute))
	}
}
