//go:build unix

package main

import (
	"fmt"
	"github.com/privacylabels/auditor/internal/proctest"
	"syscall"
	"testing"
	"time"
)

// BenchmarkSync measures a sync of AUDITOR_APPS apps with several replicas, of an App Store
// that takes 200 ms for a page.
func BenchmarkSync(b *testing.B) {
	for _, replicas := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("replicas=%d", replicas), func(b *testing.B) {
			f := newFleet(b, proctest.Count(b, "AUDITOR_APPS", 400))
			c := newCluster(b, newURL(b), f.env()...)
			first := c.start()
			for range replicas - 1 {
				c.start()
			}
			f.track(first)
			f.delay.Store(int64(200 * time.Millisecond))
			for b.Loop() {
				ended(b, c.database, f.sync(first), time.Minute)
			}
			b.ReportMetric(float64(b.N*len(f.ids))/b.Elapsed().Seconds(), "apps/s")
		})
	}
}

// BenchmarkMove moves AUDITOR_APPS apps with ten snapshots each in a process of its own.
func BenchmarkMove(b *testing.B) {
	needServer(b)
	apps := proctest.Count(b, "AUDITOR_APPS", 1000)
	dir, store := installation(b)
	seed(b, store, apps)
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	var memory int64
	for b.Loop() {
		b.StopTimer()
		c := newCluster(b, newURL(b))
		c.command()
		b.StartTimer()
		out, errs, ok, used := c.move(dir)
		if !ok {
			b.Fatalf("move: %q, %q", out, errs)
		}
		memory = max(memory, used.SysUsage().(*syscall.Rusage).Maxrss)
	}
	b.ReportMetric(float64(memory)/1024, "MB")
	b.ReportMetric(float64(b.N*apps*11)/b.Elapsed().Seconds(), "records/s")
}
