package health_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

func TestDelays(t *testing.T) {
	t.Parallel()
	buckets := []float64{math.Inf(-1), 0, 0.001, 0.01, 0.1, 1, math.Inf(1)}
	for name, tt := range map[string]struct {
		counts, before []uint64
		want           *health.Delay
	}{
		"nothing":           {counts: make([]uint64, 6)},
		"nothing since":     {counts: []uint64{0, 5, 0, 0, 1, 0}, before: []uint64{0, 5, 0, 0, 1, 0}},
		"another runtime's": {counts: []uint64{0, 1, 0, 0, 0, 0}, before: []uint64{7}, want: &health.Delay{Samples: 1, Mean: 0.5, Max: 1, P50: 1, P95: 1, P99: 1, Severity: "ok"}},
		"short": {
			counts: []uint64{0, 98, 2, 0, 0, 0},
			want:   &health.Delay{Samples: 100, Mean: 0.6, Max: 10, Stddev: 0.7, P50: 1, P95: 1, P99: 10, Severity: "ok"},
		},
		"long": {
			counts: []uint64{3, 0, 0, 0, 10, 0}, before: []uint64{3, 0, 0, 0, 0, 0},
			want: &health.Delay{Samples: 10, Min: 100, Mean: 550, Max: 1000, P50: 1000, P95: 1000, P99: 1000, Severity: "danger"},
		},
		"a tenth of a second": {
			counts: []uint64{0, 1, 0, 99, 0, 0},
			want:   &health.Delay{Samples: 100, Mean: 54.455, Max: 100, Stddev: 5.423, P50: 100, P95: 100, P99: 100, Severity: "warn"},
		},
		"without an end": {
			counts: []uint64{1, 0, 0, 0, 0, 1},
			want:   &health.Delay{Samples: 2, Mean: 500, Max: 1000, Stddev: 500, P50: 0, P95: 1000, P99: 1000, Severity: "danger"},
		},
	} {
		got := health.DelayOf(&metrics.Float64Histogram{Counts: tt.counts, Buckets: buckets}, tt.before)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestMeter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	m := health.NewMeter(func() time.Time { return now })
	now = now.Add(90 * time.Second)
	busy := make(chan bool)
	for range 100 { // something has to wait for a processor
		go func() { busy <- true }()
	}
	for range 100 {
		<-busy
	}
	r := m.Read()
	if r.GeneratedAt != storage.TimeOf(now) || r.UptimeSeconds != 90 || m.Uptime() != 90*time.Second {
		t.Errorf("at %d it is up for %d seconds", r.GeneratedAt, r.UptimeSeconds)
	}
	mem := r.Memory
	if mem.HeapUsed <= 0 || mem.HeapTotal < mem.HeapUsed || mem.RSS <= 0 || mem.External <= 0 || mem.LimitUsed < 0 || mem.LimitUsed > 1 {
		t.Errorf("memory %+v", mem)
	}
	if r.Goroutines < 2 {
		t.Errorf("%d goroutines", r.Goroutines)
	}
	if d := r.Scheduling; d == nil || d.Samples < 10 || d.WindowSeconds != 90 || d.Min > d.P50 || d.P50 > d.P95 || d.P95 > d.P99 || d.P99 > d.Max {
		t.Errorf("delays %+v", d)
	}
	before := r.Scheduling.Samples
	m.Reset()
	now = now.Add(10 * time.Second)
	if d := m.Read().Scheduling; d != nil && (d.Samples >= before || d.WindowSeconds != 10) {
		t.Errorf("after a reset there are %d samples of %d seconds", d.Samples, d.WindowSeconds)
	}
	if text, err := json.Marshal(r); err != nil || len(text) > 2000 {
		t.Errorf("on the wire it is %d bytes, %v", len(text), err)
	}
	now = now.Add(-time.Hour)
	if m.Uptime() != 0 {
		t.Errorf("with the clock put back it is up for %v", m.Uptime())
	}
}

func TestUsageGrows(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("not counted here")
	}
	u := health.NewMeter(time.Now).Read().Usage
	if u == nil || u.UserCPU+u.SystemCPU <= 0 || u.MaxRSS < 1 || u.MaxRSS > 1<<20 || u.MinorFaults == 0 {
		t.Errorf("used was %+v", u)
	}
}

func TestHost(t *testing.T) {
	t.Parallel()
	h := health.ReadHost()
	if h.OS != runtime.GOOS || h.Arch != runtime.GOARCH || h.Go != runtime.Version() || h.CPUs != runtime.NumCPU() || h.Pid != os.Getpid() {
		t.Errorf("host %+v", h)
	}
	if runtime.GOOS == "linux" && (h.Release == "" || h.TotalMemMb < 10 || h.FreeMemMb <= 0 || h.FreeMemMb > h.TotalMemMb) {
		t.Errorf("host %+v", h)
	}
}

func TestSpace(t *testing.T) {
	t.Parallel()
	s, err := health.SpaceOf(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if s.Total == 0 || s.Free > s.Total || s.FreePct < 0 || s.FreePct > 100 {
		t.Errorf("space %+v", s)
	}
	if _, err := health.SpaceOf(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("a folder that is not there has space")
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, size := range map[string]int{"a.json": 10, "b.json": 20, "auditor.db": 300} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at.Add(time.Duration(size)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "c.json", "d.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	for ending, want := range map[string]health.Folder{
		".json": {Bytes: 330, Count: 2, Newest: storage.TimeOf(at.Add(20 * time.Hour))},
		".zip":  {Bytes: 330},
	} {
		got, err := health.FolderOf(dir, ending)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", ending, err, diff)
		}
	}
	if got, err := health.FolderOf(filepath.Join(dir, "gone"), ".json"); err != nil || got != (health.Folder{}) {
		t.Errorf("a folder that is not there has %+v, %v", got, err)
	}
	if _, err := health.FolderOf(filepath.Join(dir, "a.json"), ".json"); err == nil && runtime.GOOS != "windows" { // which says that there is no such folder
		t.Error("a file is taken for a folder")
	}
}
