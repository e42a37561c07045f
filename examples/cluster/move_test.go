package main

import (
	"bytes"
	"crypto/rand"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/program/demo"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// installation returns the data folder of an installation with SQLite, and its store.
func installation(t testing.TB) (dir string, store *sqlite.Store) {
	t.Helper()
	dir = t.TempDir()
	store, err := sqlite.Open(t.Context(), filepath.Join(dir, sourceName))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return dir, store
}

// move runs the command and returns what it prints, and whether it succeeds.
func (c *cluster) move(from string) (stdout, stderr string, ok bool, used *os.ProcessState) {
	c.t.Helper()
	cmd := c.command("move", "--from", from)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	return out.String(), errs.String(), err == nil, cmd.ProcessState
}

// TestMove moves a demo installation, which a replica then serves.
func TestMove(t *testing.T) {
	c := newCluster(t, newURL(t), "SERVICE_DEMO=1")
	dir, store := installation(t)
	if err := demo.Fill(t.Context(), store, time.Now(), rand.Reader, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, secretName), bytes.Repeat([]byte("k"), secretSize), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := func(says string) {
		t.Helper()
		if out, errs, ok, _ := c.move(dir); ok || out != "" || !strings.Contains(errs, says) {
			t.Errorf("move: %t, %q, %q; want a sentence with %q", ok, out, errs, says)
		}
	}
	refused("another process has the database open")
	var apps int
	if err := store.View(t.Context(), func(tx *storage.Tx) (err error) {
		apps, err = tx.Apps.Count(storage.AppQuery{})
		return err
	}); err != nil || apps == 0 {
		t.Fatalf("%d apps, %v", apps, err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	out, errs, ok, _ := c.move(dir)
	if !ok || !strings.Contains(out, "same digests") || !strings.Contains(out, filepath.Join(dir, secretName)) {
		t.Fatalf("move: %q, %q", out, errs)
	}
	refused("name a new database")
	r := c.start()
	if got := must[struct{ Total int }](r, "GET", "/api/apps?limit=1", ""); got.Total != apps {
		t.Errorf("the replica serves %d apps, want %d", got.Total, apps)
	}
	refused("replicas use the database")
	r.Stop()
	dir = t.TempDir()
	refused(dir + " has no auditor.db")
}

// TestMoveIsKilled kills a move. Replicas refuse what it has copied, and another move
// begins from the beginning.
func TestMoveIsKilled(t *testing.T) {
	c := newCluster(t, newURL(t))
	dir, store := installation(t)
	seed(t, store, 20_000)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := c.command("move", "--from", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for n := 0; n == 0; time.Sleep(time.Millisecond) {
		if cmd.ProcessState != nil {
			t.Fatal("the move has ended")
		}
		n = records(t, c.database)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	replica := c.command("--addr", "127.0.0.1:0")
	if out, err := replica.CombinedOutput(); err == nil || !strings.Contains(string(out), "has not ended") {
		t.Errorf("a replica on a part of the records: %v\n%s", err, out)
	}
	if out, errs, ok, _ := c.move(dir); !ok {
		t.Errorf("move again: %q, %q", out, errs)
	}
	if n := records(t, c.database); n != 20_000 {
		t.Errorf("%d apps were moved", n)
	}
}

// records returns the number of apps, 0 while there is no table.
func records(t testing.TB, database string) (n int) {
	t.Helper()
	onDatabase(t, database, func(tx *storage.Tx) (err error) {
		n, err = tx.Apps.Count(storage.AppQuery{})
		return err
	})
	return n
}

// seed writes apps with ten snapshots each.
func seed(t testing.TB, store storage.Store, apps int) {
	t.Helper()
	const batch, each = 1000, 10
	for first := 1; first <= apps; first += batch {
		err := store.Update(t.Context(), func(tx *storage.Tx) error {
			var some []storage.App
			var snapshots []storage.Snapshot
			for n := first; n < first+batch && n <= apps; n++ {
				id := storage.AppID(n)
				some = append(some, storage.App{
					ID: id, Name: "App " + id.String(), URL: "https://apps.apple.com/app/id" + id.String(), Country: "us",
					Developer: "Developer", FirstSeen: 1, LastSynced: storage.Time(n),
				})
				for i := range each {
					snapshots = append(snapshots, storage.Snapshot{
						ID: storage.SnapshotID{App: id, At: storage.Time(1 + n + i*86_400_000)}, Source: storage.SourceLive, TriggeredBy: storage.TriggerManual,
					})
				}
			}
			if err := tx.Apps.Put(some...); err != nil {
				return err
			}
			return tx.Snapshots.Put(snapshots...)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
