package tracked_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fleettest"
)

// BenchmarkSyncMemory measures the most memory that a run over a fleet in which
// nothing changed takes: it should be the same for all sizes. Heap is what Go's
// objects take, dead ones included; resident is the whole process, where the
// system tells.
func BenchmarkSyncMemory(b *testing.B) {
	for _, apps := range []int{1000, 10_000, 100_000} {
		if apps > 1000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			f := fleettest.NewMinted(b, apps)
			db := f.Open(b)
			l := f.Service(db)
			debug.FreeOSMemory() // of what made the fleet
			most := watchMemory()
			for b.Loop() {
				if run, err := fleettest.RunAll(b.Context(), db, l.SyncJob()); err != nil || run.Completed != apps {
					b.Fatalf("the run is %+v, %v", run, err)
				}
			}
			for unit, bytes := range most() {
				b.ReportMetric(float64(bytes)/1e6, unit)
			}
		})
	}
}

// watchMemory looks at the memory in use until it is asked for the most that it saw.
func watchMemory() (most func() map[string]uint64) {
	seen := map[string]uint64{}
	look := func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		seen["heap-MB"] = max(seen["heap-MB"], sample[0].Value.Uint64())
		if n := resident(); n > 0 {
			seen["resident-MB"] = max(seen["resident-MB"], n)
		}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(5 * time.Millisecond)
		defer ticker.Stop()
		for {
			look()
			select {
			case <-ticker.C:
			case <-stop:
				return
			}
		}
	}()
	return func() map[string]uint64 {
		close(stop)
		<-stopped
		return seen
	}
}

// resident returns how many bytes of the process are in memory, zero where the
// system does not tell as Linux does (proc(5), statm).
func resident() uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}
