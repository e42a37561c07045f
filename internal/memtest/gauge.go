package memtest

import "runtime"

// Gauge measures the memory in use while a test runs. It is not safe for
// concurrent use.
type Gauge struct {
	Peak         uint64 // the most bytes in use beyond those at the start
	Measurements int

	start uint64
	calls int
}

// New returns a gauge that counts from the memory in use now.
func New() *Gauge { return &Gauge{start: inUse()} }

// Measure measures at every nth call.
func (g *Gauge) Measure(n int) {
	if g.calls++; g.calls%n == 0 {
		g.Measurements++
		if now := inUse(); now > g.start {
			g.Peak = max(g.Peak, now-g.start)
		}
	}
}

func inUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
