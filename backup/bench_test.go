package backup_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// large writes apps with ten snapshots each.
func large(b *testing.B, s storage.Store, apps int) {
	b.Helper()
	label := storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected", Categories: []storage.LabelCategory{}}}}
	digest, err := changelog.Digest(label)
	if err != nil {
		b.Fatal(err)
	}
	for from := 1; from <= apps; from += 1000 {
		err := s.Update(b.Context(), func(tx *storage.Tx) error {
			if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}); err != nil {
				return err
			}
			var list []storage.App
			var states []storage.Snapshot
			for id := storage.AppID(from); id < storage.AppID(from+1000); id++ {
				list = append(list, storage.App{ID: id, Name: fmt.Sprint("App ", id), URL: fmt.Sprint("https://apps.apple.com/us/app/id", id), LabelDigest: digest,
					WhatsNew: storage.Text(strings.Repeat("Improvements. ", 10))})
				for at := range storage.Time(10) {
					states = append(states, storage.Snapshot{ID: storage.SnapshotID{App: id, At: now + at}, Source: storage.SourceLive, Label: digest})
				}
			}
			if err := tx.Apps.Put(list...); err != nil {
				return err
			}
			return tx.Snapshots.Put(states...)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// peak returns the largest resident set of the process so far in MiB, zero where
// the system does not report it.
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

// forget resets what peak returns, if the system supports that.
func forget() {
	runtime.GC()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // not allowed everywhere: then the peak is that of all
}

// goals are the seconds of CPU time that each operation should take, by the number of apps.
var goals = map[string]map[int]float64{
	"Export":        {10_000: 2.5, 100_000: 15},
	"Restore":       {10_000: 6},
	"RestoreLegacy": {10_000: 12},
}

// reportGoal reports the goal of an operation, if it has one.
func reportGoal(b *testing.B, operation string, apps int) {
	if goal := goals[operation][apps]; goal > 0 {
		b.ReportMetric(goal*1e3, "goal-ms")
	}
}

// The peak of the resident set shows whether memory grows with the fleet.
func BenchmarkBackup(b *testing.B) {
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
			large(b, s, apps)
			v := newService(b, s)
			bundle, err := v.Export(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			defer bundle.Close()
			b.Run("Export", func(b *testing.B) {
				forget()
				defer cost.PerOp(b)()
				for b.Loop() {
					again, err := v.Export(b.Context())
					if err != nil {
						b.Fatal(err)
					}
					if err := again.Close(); err != nil {
						b.Fatal(err)
					}
				}
				b.SetBytes(bundle.Size())
				b.ReportMetric(peak(), "MiB-resident")
				reportGoal(b, "Export", apps)
			})
			b.Run("Restore", func(b *testing.B) {
				forget()
				defer cost.PerOp(b)()
				for b.Loop() {
					from, to := io.Pipe()
					go func() {
						_, err := bundle.WriteTo(to)
						to.CloseWithError(err)
					}()
					if _, err := v.Restore(b.Context(), from, false); err != nil {
						b.Fatal(err)
					}
				}
				b.SetBytes(bundle.Size())
				b.ReportMetric(peak(), "MiB-resident")
				reportGoal(b, "Restore", apps)
			})
		})
	}
}

// legacy writes a backup of the other service with five snapshots of each app, whose labels
// name data types, 25 kB for each app, and returns it with its length.
func legacy(b *testing.B, apps int) *io.SectionReader {
	b.Helper()
	file, err := os.Create(filepath.Join(b.TempDir(), "bundle"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	label := func(id, turn int) string {
		var types []string
		for _, kind := range []string{"DATA_USED_TO_TRACK_YOU", "DATA_LINKED_TO_YOU", "DATA_NOT_LINKED_TO_YOU"} {
			var categories []string
			for n := range 6 {
				var data []string
				for d := range 3 {
					data = append(data, fmt.Sprintf(`{"identifier":"DATA_TYPE_%d_%d","title":"Data type %d"}`, n, d, d))
				}
				categories = append(categories, fmt.Sprintf(`{"identifier":"CATEGORY_%d","title":"Category %d","dataTypes":[%s]}`, n+(id+turn)%7, n, strings.Join(data, ",")))
			}
			types = append(types, fmt.Sprintf(`{"identifier":%q,"title":"Data of a kind","categories":[%s]}`, kind, strings.Join(categories, ",")))
		}
		return "[" + strings.Join(types, ",") + "]"
	}
	to := bufio.NewWriter(file)
	fmt.Fprint(to, `{"version":1,"exportedAt":5,"tables":{"privacy_snapshots":{"rows":[`)
	for id := 1; id <= apps; id++ {
		for turn := range 5 {
			fmt.Fprintf(to, `{"id":"%d-%d","app_id":"%d","scraped_at":%d,"source":"live","snapshot_json":%q,"changes_detected":1,"changes_summary":%q},`,
				id, turn, id, now+storage.Time(turn), label(id, turn), `[{"type":"added","description":"\"Data Linked to You\" now collects: Contacts"}]`)
		}
	}
	fmt.Fprint(to, `{"app_id":1,"scraped_at":1}]},"apps":{"rows":[`)
	for id := range apps {
		fmt.Fprintf(to, `{"id":"%d","name":"App %d","whatsNew":%q},`, id+1, id+1, strings.Repeat("Improvements. ", 10))
	}
	fmt.Fprintf(to, `{"id":%d}]}}}`, apps+1)
	if err := to.Flush(); err != nil {
		b.Fatal(err)
	}
	size, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		b.Fatal(err)
	}
	return io.NewSectionReader(file, 0, size)
}

func BenchmarkRestoreLegacy(b *testing.B) {
	for _, apps := range []int{1000, 10_000} {
		if apps > 1000 && testing.Short() {
			continue
		}
		b.Run(strconv.Itoa(apps), func(b *testing.B) {
			s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			from := legacy(b, apps)
			v := newService(b, s)
			forget()
			defer cost.PerOp(b)()
			for b.Loop() {
				if _, err := v.Restore(b.Context(), io.NewSectionReader(from, 0, from.Size()), true); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(from.Size())
			b.ReportMetric(peak(), "MiB-resident")
			reportGoal(b, "RestoreLegacy", apps)
		})
	}
}
