package postgres_test

import (
	"bytes"
	"crypto/rand"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/transfer"
)

// datasetOf returns a data set of the records of a store.
func datasetOf(t *testing.T, from storage.Store, o dataset.Options) []byte {
	t.Helper()
	service, err := dataset.New(dataset.Config{Env: storage.Env{Store: from, Now: time.Now, Random: rand.Reader}, Secret: make([]byte, 32), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := service.Write(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDatasetHasTheSameBytes compares the data sets of records that were written to SQLite, to
// PostgreSQL, and came from SQLite by a backup or a transfer.
func TestDatasetHasTheSameBytes(t *testing.T) {
	t.Parallel()
	open := func(name string) storage.Store {
		s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	}
	inFile := open("auditor.db")
	stores := map[string]storage.Store{
		"PostgreSQL": openStore(t, pgtest.NewSchema(t)), "a restore in SQLite": open("restored.db"),
		"a restore in PostgreSQL": openStore(t, pgtest.NewSchema(t)), "a transfer to PostgreSQL": openStore(t, pgtest.NewSchema(t)),
	}
	paneltest.FurnishAround(t, inFile)
	paneltest.FurnishAround(t, stores["PostgreSQL"])
	paneltest.CopyByBackup(t, inFile, stores["a restore in SQLite"])
	paneltest.CopyByBackup(t, inFile, stores["a restore in PostgreSQL"])
	if _, err := transfer.Move(t.Context(), inFile, stores["a transfer to PostgreSQL"]); err != nil {
		t.Fatal(err)
	}
	for _, o := range paneltest.DatasetOptions() {
		want := datasetOf(t, inFile, o)
		for name, s := range stores {
			if got := datasetOf(t, s, o); !bytes.Equal(want, got) {
				t.Errorf("%s, with %+v (-want +got):\n%s", name, o, cmp.Diff(paneltest.Files(t, want), paneltest.Files(t, got)))
			}
		}
	}
}

// TestDataset compares a data set with that of the same records in memory, and with the views.
func TestDataset(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	s, inMemory := openStore(t, address), memory.New()
	paneltest.Furnish(t, s)
	paneltest.Furnish(t, inMemory)
	zipped := datasetOf(t, s, dataset.Options{})
	if !bytes.Equal(datasetOf(t, inMemory, dataset.Options{}), zipped) {
		t.Error("the data set differs from that of the same records in memory")
	}

	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	paneltest.CompareViews(t, db, zipped)
}

// sink counts bytes.
type sink struct{ bytes int }

func (s *sink) Write(b []byte) (int, error) {
	s.bytes += len(b)
	return len(b), nil
}

// BenchmarkDataset writes a data set. The metric goal-ms is the time for 75,000 rows a second, half of
// what SQLite should have. The processor time is that of
// this process, without the server's.
func BenchmarkDataset(b *testing.B) {
	apps := 10_000
	if testing.Short() {
		apps = 1000
	}
	s := openStore(b, pgtest.NewSchema(b))
	paneltest.Fill(b, s, paneltest.Record{Apps: apps, Snapshots: 50, Apart: 7 * paneltest.Day, Labels: 2})
	service, err := dataset.New(dataset.Config{Env: storage.Env{Store: s, Now: time.Now, Random: rand.Reader}, Secret: make([]byte, 32), Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	rows := float64(apps * (50 + 1 + 10 + 4)) // observations, the app, states, changes
	defer cost.PerOp(b)()
	for b.Loop() {
		if err := service.Write(b.Context(), new(sink), dataset.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(rows/75_000*1e3, "goal-ms")
}
