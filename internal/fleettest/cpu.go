package fleettest

import "testing"

// CPU returns a function that reports how much processor time the process used for an
// iteration since then, which depends less on what else the machine does than the time that
// passed.
func CPU(b *testing.B) (report func()) {
	before := processorTime()
	return func() { b.ReportMetric((processorTime()-before).Seconds()*1e3/float64(b.N), "cpu-ms/op") }
}
