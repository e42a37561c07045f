package backup_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/changelog"
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
		err := s.Update(b.Context(), func(tx storage.Tx) error {
			if err := tx.Labels().Put(storage.LabelBody{Digest: digest, Label: label}); err != nil {
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
			if err := tx.Apps().Put(list...); err != nil {
				return err
			}
			return tx.Snapshots().Put(states...)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// peak returns the largest resident set of the process so far in MiB, zero where
// the system does not tell.
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

// forget sets what peak returns back, where the system lets one.
func forget() {
	runtime.GC()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // not allowed everywhere: then the peak is that of all
}

// The peak of the resident set says whether memory grows with the fleet.
func BenchmarkBackup(b *testing.B) {
	for _, apps := range []int{1000, 10_000, 100_000} {
		b.Run(strconv.Itoa(apps), func(b *testing.B) {
			s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "auditor.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			large(b, s, apps)
			v := newVault(b, s)
			bundle, err := v.Export(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			defer bundle.Close()
			b.Run("Export", func(b *testing.B) {
				forget()
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
			})
			b.Run("Restore", func(b *testing.B) {
				forget()
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
			})
		})
	}
}
