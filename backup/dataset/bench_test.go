package dataset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// panel writes apps with fifty weekly snapshots each, of which every tenth has a change.
func panel(b *testing.B, s storage.Store, apps int) {
	b.Helper()
	labels := []storage.LabelBody{paneltest.LabelOf(b, "LOCATION", "CONTACTS"), paneltest.LabelOf(b, "LOCATION", "USAGE")}
	for from := 1; from <= apps; from += 500 {
		err := s.Update(b.Context(), func(tx *storage.Tx) error {
			if err := tx.Labels.Put(labels...); err != nil {
				return err
			}
			var list []storage.App
			var snapshots []storage.Snapshot
			var changes []storage.Change
			for id := storage.AppID(from); id < storage.AppID(min(from+500, apps+1)); id++ {
				list = append(list, storage.App{ID: id, Name: fmt.Sprint("App ", id), Developer: "Developer", AgeRating: "4+", URL: fmt.Sprint("https://apps.apple.com/us/app/id", id), Country: "us", FirstSeen: paneltest.Start})
				for n := range 50 {
					at := storage.SnapshotID{App: id, At: paneltest.Start + 7*paneltest.Day*storage.Time(n) + storage.Time(id)}
					one := storage.Snapshot{
						ID: at, Source: storage.SourceLive, TriggeredBy: storage.TriggerScheduled, Label: labels[n/10%2].Digest,
						AppVersion: storage.Text(strconv.Itoa(n / 5)), Extractor: "appstore/3",
					}
					if n > 0 && n%10 == 0 {
						one.Changed, one.Entries = true, 1
						changes = append(changes, storage.Change{ID: storage.ChangeID{Snapshot: at}, Changed: true, Entry: storage.Entry{
							Type: storage.EntryAdded, Description: `Added "Location" to "Data Linked to You"`,
							Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION"},
						}})
					}
					snapshots = append(snapshots, one)
				}
			}
			if err := tx.Apps.Put(list...); err != nil {
				return err
			}
			if err := tx.Snapshots.Put(snapshots...); err != nil {
				return err
			}
			return tx.Changes.Put(changes...)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

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
			panel(b, s, apps)
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
