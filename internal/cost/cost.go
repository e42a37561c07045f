package cost

import (
	"hash/crc32"
	"runtime"
	"testing"
	"time"
)

// Cost is what a call took of the process, with whatever else the process did meanwhile.
type Cost struct {
	CPU   time.Duration // of all processors; zero where the system does not tell
	Bytes uint64        // allocated, whether or not they are in use
}

// Of calls a function and returns its cost. A test that calls it must not be parallel.
func Of(call func()) Cost {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processorTime()
	call()
	took := processorTime() - began
	runtime.ReadMemStats(&after)
	return Cost{took, after.TotalAlloc - before.TotalAlloc}
}

// PerOp returns a function that reports how much processor time the process used for an
// iteration since then, which depends less on what else the machine does than the time that
// passed.
func PerOp(b *testing.B) (report func()) {
	before := processorTime()
	return func() { b.ReportMetric((processorTime()-before).Seconds()*1e3/float64(b.N), "cpu-ms/op") }
}

// Sized returns the size of the input of a test, or with the race detector a smaller one.
func Sized(whole, raced int) int {
	if Raced {
		return raced
	}
	return whole
}

// SkipMost skips all tests of a table but one in n, chosen by their names, with the race
// detector.
func SkipMost(t *testing.T, n uint32) {
	t.Helper()
	if Raced && crc32.ChecksumIEEE([]byte(t.Name()))%n != 0 {
		t.Skipf("one of %d inputs is read with the race detector", n)
	}
}
