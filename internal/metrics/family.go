package metrics

import (
	"bytes"
	"fmt"
	"strings"

	vm "github.com/VictoriaMetrics/metrics"
)

// namespace begins the name of each metric.
const namespace = "auditor_"

// family is all series of one name. It has a set of its own, so that its help and type stand
// before them: the library writes those for all sets of a process or for none, and then without
// the help.
type family struct {
	name, kind, help string
	set              *vm.Set
}

func newFamily(name, kind, help string) *family { return &family{name, kind, help, vm.NewSet()} }

// count returns the counter of a series.
func (f *family) count(suffix string, labels ...string) *vm.Counter {
	return f.set.GetOrCreateCounter(f.series(suffix, labels...))
}

// seconds returns the sum of durations of a series.
func (f *family) seconds(suffix string, labels ...string) *vm.FloatCounter {
	return f.set.GetOrCreateFloatCounter(f.series(suffix, labels...))
}

func (f *family) series(suffix string, labels ...string) string {
	return series(f.name+suffix, labels...)
}

// write writes the family, or nothing if it has no series.
func (f *family) write(text *bytes.Buffer) {
	if len(f.set.ListMetricNames()) == 0 {
		return
	}
	writeHead(text, f.name, f.kind, f.help)
	f.set.WritePrometheus(text)
}

// gauges writes values that are read when the metrics are asked for.
type gauges struct{ text *bytes.Buffer }

// begin writes what stands before the series of a name.
func (g gauges) begin(name, help string) { writeHead(g.text, name, "gauge", help) }

// add writes a series of the name that was begun.
func (g gauges) add(name string, value float64, labels ...string) {
	vm.WriteGaugeFloat64(g.text, series(name, labels...), value)
}

// one writes a name that has one series.
func (g gauges) one(name, help string, value float64) {
	g.begin(name, help)
	g.add(name, value)
}

func writeHead(text *bytes.Buffer, name, kind, help string) {
	fmt.Fprintf(text, "# HELP %s%s %s\n# TYPE %[1]s%[2]s %[4]s\n", namespace, name, help, kind)
}

// escaper escapes the value of a label.
var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// series returns the name of a series. The labels are pairs of a name and a value, by name.
func series(name string, labels ...string) string {
	var b strings.Builder
	b.WriteString(namespace + name)
	for i := 0; i < len(labels); i += 2 {
		separator := ","
		if i == 0 {
			separator = "{"
		}
		b.WriteString(separator + labels[i] + `="` + escaper.Replace(labels[i+1]) + `"`)
	}
	if len(labels) > 0 {
		b.WriteByte('}')
	}
	return b.String()
}
