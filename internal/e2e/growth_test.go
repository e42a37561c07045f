package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
)

// An app that does not change costs little for each weekly refresh:
// less than 200 bytes of the database, so that a thousand apps take ten years for
// 100 MB.
func TestUnchangedWeeksAreSmall(t *testing.T) {
	t.Parallel()
	const apps, weeks, most = 100, 10, 200
	b := newSyncBulk(t, apps)
	dir := t.TempDir()
	b.track(t, dir).Stop()
	before := databaseSize(t, dir)
	s := b.start(t, dir)
	for range weeks {
		if got := must[struct{ Synced, Changes int }](s, "POST", "/api/sync/trigger", ""); got.Synced != apps || got.Changes != 0 {
			t.Fatalf("a week without changes: %+v", got)
		}
	}
	s.Stop()
	each := float64(databaseSize(t, dir)-before) / (apps * weeks)
	if each > most {
		t.Errorf("%.0f bytes for each app and week, want at most %d", each, most)
	}
	t.Logf("%.0f bytes for each app and week", each)
}

// databaseSize returns the bytes of a database that no process has open.
func databaseSize(t *testing.T, dir string) (size int64) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "auditor.db*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	return size
}
