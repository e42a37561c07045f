package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

func TestFull(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path, sqlite.WithMaxBytes(640<<10))
	set(t, s, "a", "1")
	fill := func(tx *storage.Tx) error {
		for i := range 10_000 {
			if err := putting(strconv.Itoa(i), strings.Repeat("x", 1000))(tx); err != nil {
				return err
			}
		}
		return nil
	}
	for range 2 {
		if err := s.Update(t.Context(), fill); !errors.Is(err, storage.ErrFull) {
			t.Fatalf("an Update that needs more than there is: %v, want %v", err, storage.ErrFull)
		}
		if got := settings(t, s); len(got) != 1 || got["a"] != "1" {
			t.Errorf("an Update that failed has left %d settings, want 1", len(got))
		}
	}
	// fn may not know why it failed.
	if err := s.Update(t.Context(), func(tx *storage.Tx) error { _ = fill(tx); return nil }); !errors.Is(err, storage.ErrFull) {
		t.Errorf("an Update whose fn goes on: %v, want %v", err, storage.ErrFull)
	}
	set(t, s, "a", "2")
	healthy(t, s)
	if info, err := os.Stat(path); err != nil || info.Size() > 560<<10 {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
}

func TestOversizedValue(t *testing.T) {
	t.Parallel()
	s := openStore(t, newPath(t))
	if err := s.Update(t.Context(), putting("a", strings.Repeat("x", 33<<20))); !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("a text of 33 MiB: %v, want %v", err, storage.ErrInvalid)
	}
	long := strings.Repeat("x", 8<<20)
	set(t, s, "a", long)
	if got := settings(t, s)["a"]; got != long {
		t.Errorf("of a text of %d bytes %d came back", len(long), len(got))
	}
}

// TestMemoryOfAnUpdate compares what a process takes for a small and for a large
// Update: database/sql would keep each statement of a transaction to its end.
func TestMemoryOfAnUpdate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the most memory that a process had is asked of Linux")
	}
	peak := func(rows int) int {
		cmd := process(t, newPath(t), fmt.Sprintf("bulk %d", rows))
		cmd.Env = append(cmd.Env, "GOGC=100") // the tests may be run with another
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		kib, err := strconv.Atoi(string(out))
		if err != nil {
			t.Fatal(err)
		}
		return kib
	}
	small, large := peak(100), peak(5000)
	if growth := large - small; growth > 16<<10 {
		t.Errorf("5,000 rows in one Update take %d KiB more than 100", growth)
	}
}

// bulk writes rows one by one in one Update, and tells the most memory, in KiB,
// that the process has had.
func bulk(ctx context.Context, s storage.Store, rows int) error {
	err := s.Update(ctx, func(tx *storage.Tx) error {
		if err := tx.Apps.Put(storage.App{ID: 1, Name: "a", URL: "b"}); err != nil {
			return err
		}
		for i := range rows {
			if err := tx.Snapshots.Put(storage.Snapshot{
				ID: storage.SnapshotID{App: 1, At: storage.Time(i + 1)}, Source: storage.SourceLive,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Print(strings.Fields(after)[0])
	return nil
}

func TestWaitingForAnotherProcessEndsWithTheContext(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	raw(t, path, func(other *sqlite3.Conn) error {
		if err := other.Exec("BEGIN IMMEDIATE"); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		start := time.Now()
		if err := s.Update(ctx, putting("a", "1")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Update: %v, want %v", err, context.DeadlineExceeded)
		}
		if waited := time.Since(start); waited > 5*time.Second {
			t.Errorf("Update waited for %v", waited)
		}
		return other.Exec("ROLLBACK")
	})
	set(t, s, "a", "2")
}

func TestWaitingForAnotherProcessEndsByItself(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for 30 seconds")
	}
	path := newPath(t)
	s := openStore(t, path)
	raw(t, path, func(other *sqlite3.Conn) error {
		if err := other.Exec("BEGIN IMMEDIATE"); err != nil {
			return err
		}
		if err := s.Update(t.Context(), putting("a", "1")); !errors.Is(err, storage.ErrUnavailable) || !errors.Is(err, sqlite3.BUSY) {
			t.Errorf("Update: %v, want %v because of %v", err, storage.ErrUnavailable, sqlite3.BUSY)
		}
		return other.Exec("ROLLBACK")
	})
	set(t, s, "a", "2")
}

// TestLogIsCutBack lets the log grow by one large Update, to more than it may
// keep, and writes on.
func TestLogIsCutBack(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	const bound = 16 << 20
	size := func() int64 {
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	set(t, s, "large", strings.Repeat("x", 20<<20))
	if size() <= bound {
		t.Fatalf("the log has %d bytes: there is nothing to be tested", size())
	}
	for i := range 20 {
		set(t, s, "a", strconv.Itoa(i))
	}
	if size() > bound {
		t.Errorf("the log has %d bytes after more Updates, want at most %d", size(), bound)
	}
}

// TestUnchangedAppIsCheap counts what a refresh that finds nothing new writes:
// the page with the app's row, the one with its newest snapshot, the one with
// how many of them there are today, which is the same for all refreshes, and the pages
// from which and to which the app moves in the order of the last check.
func TestUnchangedAppIsCheap(t *testing.T) {
	t.Parallel()
	const apps, refreshes = 200, 40
	path := newPath(t)
	s := openStore(t, path)
	listed(t, s, apps)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, path)
	var app storage.App
	for i := range refreshes {
		mustUpdate(t, s, func(tx *storage.Tx) (err error) {
			if app, err = tx.Apps.Get(storage.AppID(i*apps/refreshes + 1)); err != nil {
				return err
			}
			app.LastSynced += day
			return errors.Join(tx.Snapshots.Put(unchanged(app)), tx.Apps.Put(app))
		})
	}
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	const frame, header = 4096 + 24, 32
	if pages := (info.Size() - header) / frame; pages > 6*refreshes {
		t.Errorf("%d refreshes have written %d pages, want about %d", refreshes, pages, 11*refreshes/2)
	}
}

func TestSnapshotsAreSmall(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	seed(t, s, fleet{apps: 1, snapshots: 1})
	size := func() int {
		var pages int
		raw(t, path, func(c *sqlite3.Conn) error {
			n, _, err := c.Prepare("PRAGMA page_count")
			if err != nil {
				return err
			}
			defer n.Close()
			n.Step()
			pages = n.ColumnInt(0)
			return n.Err()
		})
		return pages * 4096
	}
	before := size()
	const rows, daily = 2000, 10
	mustUpdate(t, s, func(tx *storage.Tx) error {
		for i := range rows {
			app := storage.App{ID: 1, LastSynced: firstDay + storage.Time(i+1)*day/daily, LabelDigest: storage.Digest{1}, CurrentVersion: "12.3.4"}
			if err := tx.Snapshots.Put(unchanged(app)); err != nil {
				return err
			}
		}
		return nil
	})
	if each := (size() - before) / rows; each > 104 {
		t.Errorf("a snapshot takes %d bytes, want at most 104", each)
	}
}

// unchanged is the snapshot of an app that a refresh has found as it was.
func unchanged(app storage.App) storage.Snapshot {
	return storage.Snapshot{
		ID: storage.SnapshotID{App: app.ID, At: app.LastSynced}, Source: storage.SourceLive, TriggeredBy: storage.TriggerScheduled,
		Label: app.LabelDigest, AppVersion: app.CurrentVersion, AppVersionUpdatedAt: storage.NullTime(app.LastSynced), Extractor: "page/3",
	}
}
