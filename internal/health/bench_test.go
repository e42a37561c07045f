package health_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const start storage.Time = 1_760_000_000_000

// openSQLite opens the database in a file, which is closed with the test.
func openSQLite(t testing.TB, path string) storage.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return storagetest.Strict(t, db)
}

func newPath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "auditor.db")
}

// at is a clock that does not advance.
func at(now storage.Time) func() time.Time { return now.Std }

// checker returns a checker of a store, which stops with the test.
func checker(t testing.TB, s storage.Store, change func(*health.Config)) *health.Checker {
	t.Helper()
	c := health.Config{Env: storage.Env{Store: s, Now: at(start), Random: rand.Reader}, Process: process(100, 0.5, 1, "ok"), Space: disk(50)}
	if change != nil {
		change(&c)
	}
	checker := health.New(c)
	t.Cleanup(func() { checker.Stop(time.Second) })
	return checker
}

// disk is a disk of which that many percent are free.
func disk(free int) func(string) (health.Space, error) {
	return func(string) (health.Space, error) {
		return health.Space{Free: uint64(free) << 20, Total: 100 << 20, FreePct: free}, nil
	}
}

// process is a process with so many MiB, that part of the heap, and delays.
func process(rss, heap, p99 float64, severity string) func() health.Runtime {
	return func() health.Runtime {
		return health.Runtime{
			Memory: health.Memory{RSS: rss, LimitUsed: heap}, Scheduling: &health.Delay{P99: p99, Severity: severity},
		}
	}
}

// check checks and decodes the report.
func check(t testing.TB, c *health.Checker) (r health.Report) {
	t.Helper()
	text, sound, err := c.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	decode(t, text, &r)
	if sound != (r.Status != "error") {
		t.Errorf("sound is %t, and the report %s", sound, text)
	}
	return r
}

func decode(t testing.TB, text json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func update(t testing.TB, s storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func set(t testing.TB, s storage.Store, name, text string) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error { return settings.PutText(tx, name, text) })
}

// lines returns the lines of the activity log, newest first.
func lines(t testing.TB, s storage.Store) (all []storage.Activity) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
		all, err = storage.Collect(tx.Activities.List(storage.ActivityQuery{}))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// labels returns the numbers of the stored labels.
func labels(t testing.TB, s storage.Store) (numbers []int) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		numbers = nil
		for b, err := range tx.Labels.List(storage.LabelQuery{}) {
			if err != nil {
				return err
			}
			numbers = append(numbers, int(b.Digest[0])<<8|int(b.Digest[1]))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

func digest(n int) storage.Digest { return storage.Digest{byte(n >> 8), byte(n), 31: 1} }

// plant writes the labels from 1 to n. The first one is an app's, the second is
// shown by a snapshot of long ago.
func plant(t testing.TB, s storage.Store, n int) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		for i := 1; i <= n; i++ {
			if err := tx.Labels.Put(storage.LabelBody{Digest: digest(i)}); err != nil {
				return err
			}
		}
		app := storage.App{ID: 1, Name: "Sekrit Diary", URL: "https://store.example/id1", FirstSeen: start, LastSynced: start, LabelDigest: digest(1)}
		if err := tx.Apps.Put(app); err != nil {
			return err
		}
		return tx.Snapshots.Put(storage.Snapshot{
			ID: storage.SnapshotID{App: 1, At: start}, Source: storage.SourceLive, Label: digest(2),
		})
	})
}

// run writes a bulk run of this state.
func run(t testing.TB, s storage.Store, status storage.RunStatus) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		return tx.Runs.Put(storage.Run{ID: "run", Runner: "sync", Initiator: "manual", Status: status, StartedAt: start, UpdatedAt: start})
	})
}

// damaged is a store that finds something wrong with itself.
type damaged struct {
	storage.Store
	wrong []string
	err   error
}

func (d damaged) Unwrap() storage.Store { return d.Store }

func (d damaged) Check(context.Context) ([]string, error) { return d.wrong, d.err }

// laid is a store that lies on the disk in some way.
type laid struct {
	storage.Store
	layout storage.Layout
	err    error
}

func (l laid) Unwrap() storage.Store { return l.Store }

func (l laid) Inspect(context.Context) (storage.Layout, error) { return l.layout, l.err }

// exhausted is a random source that always fails.
type exhausted struct{}

func (exhausted) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
