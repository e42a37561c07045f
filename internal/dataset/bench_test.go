package dataset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// sink counts rows and bytes.
type sink struct{ bytes int64 }

func (s *sink) Write(b []byte) (int, error) {
	s.bytes += int64(len(b))
	return len(b), nil
}

// peak returns the largest resident set of the process so far in MiB, zero where the system
// does not report it.
func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kib, err := strconv.Atoi(fields[1])
			if err != nil {
				return 0
			}
			return float64(kib) / 1024
		}
	}
	return 0
}

// BenchmarkWrite measures a data set of a panel in a file. One core should write 150,000 rows a
// second: the metric goal-ms is the processor time for that.
func BenchmarkWrite(b *testing.B) {
	for _, apps := range []int{1000, 10_000, 100_000} {
		if apps > 1000 && testing.Short() {
			continue
		}
		b.Run(strconv.Itoa(apps), func(b *testing.B) {
			s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			paneltest.Fill(b, s, paneltest.Record{Apps: apps, Snapshots: 50, Apart: 7 * paneltest.Day, Labels: 2})
			service := newService(b, s)
			runtime.GC()
			_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // not allowed everywhere: then the peak is that of all
			rows := float64(apps * (50 + 1 + 10 + 4))                 // observations, the app, states, changes
			defer cost.PerOp(b)()
			for b.Loop() {
				if err := service.Write(b.Context(), new(sink), dataset.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(rows/150_000*1e3, "goal-ms")
			b.ReportMetric(peak(), "peak-MiB")
		})
	}
}

// BenchmarkPanel measures the statistics of a panel of 100,000 apps by month over five years. They
// should take 1.5 seconds and 10 MiB at most: more-MiB is by how much the peak of the process
// grows. AUDITOR_PANEL names a folder in which the database is kept for the next run.
func BenchmarkPanel(b *testing.B) {
	apps := 100_000
	if testing.Short() {
		apps = 1000
	}
	dir := os.Getenv("AUDITOR_PANEL")
	if dir == "" {
		dir = b.TempDir()
	}
	path := filepath.Join(dir, fmt.Sprintf("panel-%d.db", apps))
	_, missing := os.Stat(path)
	s, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if missing != nil {
		paneltest.Fill(b, s, paneltest.Record{Apps: apps, Snapshots: 61, Apart: 30 * paneltest.Day, Labels: 20_000})
	}
	for _, by := range append([]string{""}, dataset.Groupings()...) {
		b.Run("by="+by, func(b *testing.B) {
			q := dataset.PanelQuery{From: paneltest.Start, To: paneltest.Start + 5*365*paneltest.Day, Interval: dataset.Monthly, By: by, Carry: dataset.DefaultCarry}
			service := newService(b, s)
			if _, err := service.Panel(b.Context(), dataset.PanelQuery{From: 1, To: 1, Interval: dataset.Monthly}); err != nil { // opens the database
				b.Fatal(err)
			}
			runtime.GC()
			debug.FreeOSMemory()
			_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
			before := peak()
			report := cost.PerOp(b)
			for b.Loop() {
				if _, err := service.Panel(b.Context(), q); err != nil {
					b.Fatal(err)
				}
			}
			report()
			b.ReportMetric(peak()-before, "more-MiB")
			b.ReportMetric(1500, "goal-ms")
		})
	}
}

// BenchmarkDevelopers measures the apps of a developer with five apps, and the list of developers as
// it is after a write and again.
func BenchmarkDevelopers(b *testing.B) {
	apps := 10_000
	if testing.Short() {
		apps = 1000
	}
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	paneltest.FillWith(b, s, apps, func(id storage.AppID) paneltest.Filled {
		return paneltest.Filled{
			App: storage.App{
				ID: id, Name: fmt.Sprint("App ", id), Developer: storage.Text(fmt.Sprintf("Developer %06d", id/5)),
				URL: fmt.Sprint("https://apps.apple.com/us/app/id", id), Country: "us", FirstSeen: paneltest.Start,
			},
			Snapshots: []storage.Snapshot{{ID: storage.SnapshotID{App: id, At: paneltest.Start}, Source: storage.SourceLive, Extractor: "appstore/3"}},
		}
	})
	service := newService(b, s)
	ask := func(b *testing.B, service *dataset.Service) {
		if _, total, err := service.Developers(b.Context(), dataset.DevelopersQuery{Order: dataset.DevelopersByApps, Limit: 100}); err != nil || total < apps/5 {
			b.Fatal(total, err)
		}
	}
	b.Run("apps", func(b *testing.B) {
		defer cost.PerOp(b)()
		for b.Loop() {
			if _, total, err := service.DeveloperApps(b.Context(), dataset.MainSource, "Developer 000100", 200); err != nil || total != 5 {
				b.Fatal(total, err)
			}
		}
	})
	b.Run("list", func(b *testing.B) {
		defer cost.PerOp(b)()
		for b.Loop() {
			ask(b, newService(b, s))
		}
	})
	b.Run("list again", func(b *testing.B) {
		ask(b, service)
		defer cost.PerOp(b)()
		for b.Loop() {
			ask(b, service)
		}
	})
}
