//go:build unix

package main

import (
	"github.com/privacylabels/auditor/internal/proctest"
	"syscall"
	"testing"
	"time"
)

// TestPartition suspends the replica that works on a run, in the middle of an app, for
// longer than its lease. Another one goes on, and the first one writes nothing twice when
// it is back.
func TestPartition(t *testing.T) {
	database := newURL(t)
	f := newFleet(t, 40)
	c := newCluster(t, database, f.env()...)
	first, second := c.start(), c.start()
	f.track(first)
	for range proctest.Count(t, "AUDITOR_STOPS", 2) {
		f.change()
		held, release := f.holdNext()
		run := f.sync(first)
		<-held
		first.Signal(syscall.SIGSTOP)
		stopped := time.Now()
		release() // the page is there when the process is back
		f.exact(t, database, ended(t, database, run, time.Minute))
		t.Logf("the other replica had ended the run %v after the first was suspended", time.Since(stopped).Round(100*time.Millisecond))
		first.Signal(syscall.SIGCONT)
		for _, r := range []*replica{first, second} {
			must[any](r, "GET", "/api/tasks/active", "")
		}
		time.Sleep(2 * time.Second) // what the first one would write, it would write now
		f.unchanged(t, database)
	}
}

// TestPartitionAnywhere suspends a replica at arbitrary moments of a run, also within a
// transaction, which the server ends.
func TestPartitionAnywhere(t *testing.T) {
	database := newURL(t)
	f := newFleet(t, 150)
	c := newCluster(t, database, f.env()...)
	first, _ := c.start(), c.start()
	f.track(first)
	for i := range proctest.Count(t, "AUDITOR_STOPS", 2) {
		f.change()
		run := f.sync(first)
		time.Sleep(time.Duration(100+37*i%400) * time.Millisecond)
		first.Signal(syscall.SIGSTOP)
		f.exact(t, database, ended(t, database, run, time.Minute))
		first.Signal(syscall.SIGCONT)
		time.Sleep(2 * time.Second)
		f.unchanged(t, database)
	}
}
