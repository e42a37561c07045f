package health

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Runtime is the state of a process.
type Runtime struct {
	GeneratedAt   storage.Time `json:"generatedAt"`   // when the answer was made
	UptimeSeconds int64        `json:"uptimeSeconds"` // seconds since the program started
	Goroutines    uint64       `json:"goroutines"`    // number of goroutines
	Memory        Memory       `json:"memory"`        // the memory of the process
	Usage         *Usage       `json:"resourceUsage"` // the resources that the process has used; nil: not known
	// How long ready goroutines waited for a processor, which corresponds to the delay of an event
	// loop. Null: none has waited yet.
	Scheduling *Delay `json:"eventLoop"`
}

// Memory is the memory of a process, in MiB.
type Memory struct {
	RSS       float64 `json:"rssMb"`       // the resident memory, in MiB
	HeapTotal float64 `json:"heapTotalMb"` // the size of the heap, including its unused part, in MiB
	HeapUsed  float64 `json:"heapUsedMb"`  // the heap in use, in MiB
	External  float64 `json:"externalMb"`  // memory of the runtime outside the heap, in MiB
	Limit     float64 `json:"heapLimitMb"` // the limit of the heap, in MiB; 0: not known
	// The share of the limit that the heap uses, from 0 to 1; 0: the limit is not known.
	LimitUsed float64 `json:"heapFractionUsed"`
}

// Usage is what a process has used since it started.
type Usage struct {
	UserCPU   float64 `json:"userCpuSeconds"`   // the CPU time in user mode, in seconds
	SystemCPU float64 `json:"systemCpuSeconds"` // the CPU time in the kernel, in seconds
	MaxRSS    float64 `json:"maxRssMb"`         // the maximum resident memory, in MiB
	// The number of page faults that did not need the disk.
	MinorFaults       int64 `json:"minorPageFaults"`
	MajorFaults       int64 `json:"majorPageFaults"`            // the number of page faults that needed the disk
	VoluntarySwitch   int64 `json:"voluntaryContextSwitches"`   // the number of voluntary context switches
	InvoluntarySwitch int64 `json:"involuntaryContextSwitches"` // the number of involuntary context switches
}

// Delay is a distribution of waiting times, in milliseconds. It is computed from buckets,
// so the figures are estimates, at least half of the true value.
type Delay struct {
	WindowSeconds int64   `json:"windowSeconds"` // the period in which the waits were counted, in seconds
	Samples       uint64  `json:"samples"`       // number of waits
	Min           float64 `json:"minMs"`         // the shortest wait, in milliseconds
	Mean          float64 `json:"meanMs"`        // the mean wait, in milliseconds
	Max           float64 `json:"maxMs"`         // the longest wait, in milliseconds
	Stddev        float64 `json:"stddevMs"`      // the standard deviation of the waits, in milliseconds
	P50           float64 `json:"p50Ms"`         // the median wait, in milliseconds
	P95           float64 `json:"p95Ms"`         // the 95th percentile of the waits, in milliseconds
	P99           float64 `json:"p99Ms"`         // the 99th percentile of the waits, in milliseconds
	Severity      string  `json:"severity"`      // "ok" below 100 ms, "warn" below a second, otherwise "danger"
}

// Meter measures its own process. It is safe for concurrent use.
type Meter struct {
	now   func() time.Time
	began time.Time

	mu    sync.Mutex // guards the rest: the start of the counting of delays
	since time.Time
	base  []uint64
}

// NewMeter returns a meter. The uptime starts with it.
func NewMeter(now func() time.Time) *Meter {
	at := now()
	return &Meter{now: now, began: at, since: at}
}

// Uptime returns how long the process has been up.
func (m *Meter) Uptime() time.Duration { return max(m.now().Sub(m.began), 0) }

// Reset restarts the counting of delays.
func (m *Meter) Reset() {
	delays := read("/sched/latencies:seconds").histogram(0)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.since, m.base = m.now(), append([]uint64(nil), delays.Counts...)
}

// Read returns the state of the process.
func (m *Meter) Read() Runtime {
	const (
		total, released, objects, stacks   = 0, 1, 2, 3
		free, unused, limit, routines, lag = 4, 5, 6, 7, 8
	)
	s := read("/memory/classes/total:bytes", "/memory/classes/heap/released:bytes", "/memory/classes/heap/objects:bytes",
		"/memory/classes/heap/stacks:bytes", "/memory/classes/heap/free:bytes", "/memory/classes/heap/unused:bytes",
		"/gc/gomemlimit:bytes", "/sched/goroutines:goroutines", "/sched/latencies:seconds")
	mapped := s.number(total) - s.number(released)
	heap := s.number(objects) + s.number(free) + s.number(unused)
	r := Runtime{
		GeneratedAt: storage.TimeOf(m.now()), UptimeSeconds: int64(m.Uptime().Seconds()), Goroutines: s.number(routines),
		Memory: Memory{
			RSS: megabytes(mapped), HeapTotal: megabytes(heap), HeapUsed: megabytes(s.number(objects)),
			External: megabytes(mapped - min(heap, mapped)),
		},
		Usage: usage(),
	}
	if rss, ok := residentBytes(); ok {
		r.Memory.RSS = megabytes(rss)
	}
	most := s.number(limit)
	if most == math.MaxInt64 { // no limit is set
		most, _ = machineMemory()
	}
	if most > 0 {
		r.Memory.Limit = megabytes(most)
		r.Memory.LimitUsed = math.Round(float64(s.number(objects))/float64(most)*1000) / 1000
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r.Scheduling = delayOf(s.histogram(lag), m.base)
	if r.Scheduling != nil {
		r.Scheduling.WindowSeconds = int64(max(m.now().Sub(m.since), 0).Seconds())
	}
	return r
}

// samples are metrics of the Go runtime.
type samples []metrics.Sample

func read(names ...string) samples {
	s := make(samples, len(names))
	for i, name := range names {
		s[i].Name = name
	}
	metrics.Read(s)
	return s
}

// number returns a metric, zero if this runtime does not have it.
func (s samples) number(i int) uint64 {
	if s[i].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[i].Value.Uint64()
}

// histogram returns a distribution, an empty one if this runtime does not have it.
func (s samples) histogram(i int) *metrics.Float64Histogram {
	if s[i].Value.Kind() != metrics.KindFloat64Histogram {
		return &metrics.Float64Histogram{}
	}
	return s[i].Value.Float64Histogram()
}

func megabytes(bytes uint64) float64 { return math.Round(float64(bytes)/(1<<20)*10) / 10 }

// Host describes the machine.
type Host struct {
	OS          string  `json:"osType"`          // the operating system
	Release     string  `json:"osRelease"`       // the release of the operating system; empty: not known
	TotalMemory uint64  `json:"-"`               // in bytes; zero: unknown
	FreeMemory  uint64  `json:"-"`               // in bytes; zero: unknown
	TotalMemMb  float64 `json:"totalMemMb"`      // memory of the machine, in MiB
	FreeMemMb   float64 `json:"freeMemMb"`       // free memory of the machine, in MiB
	CPUs        int     `json:"cpuCount"`        // number of processors
	Arch        string  `json:"arch"`            // the processor architecture, such as amd64
	Go          string  `json:"goVersion"`       // the version of Go that built the program
	Pid         int     `json:"pid"`             // the process ID
	Container   bool    `json:"containerLikely"` // whether the service seems to run in a container
}

// ReadHost describes the machine of the process.
func ReadHost() Host {
	h := Host{
		OS: runtime.GOOS, Release: release(), CPUs: runtime.NumCPU(), Arch: runtime.GOARCH, Go: runtime.Version(), Pid: os.Getpid(),
		Container: inContainer(),
	}
	h.TotalMemory, h.FreeMemory = machineMemory()
	h.TotalMemMb, h.FreeMemMb = megabytes(h.TotalMemory), megabytes(h.FreeMemory)
	return h
}

// module is the path of this module.
const module = "github.com/privacylabels/auditor"

// Version returns the version of this module in the running program, empty if the build
// has none.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == module && m.Version != "(devel)" {
			return m.Version
		}
	}
	return ""
}
