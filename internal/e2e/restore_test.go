package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/proctest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

const restoredApps = 2000

// handmade returns a backup of apps with one name, of more than 10 MiB.
func handmade(name string) string {
	var b strings.Builder
	b.WriteString(`{"version":1,"exportedAt":1700000000000,"apps":[`)
	notes := strings.Repeat("Improvements, and more. ", 250)
	for i := range restoredApps {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":%q,"whatsNew":%q}`, i+1, name, notes)
	}
	b.WriteString(`],"snapshots":[`)
	for i := range restoredApps {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"%016d-%013d","source":"live"}`, i+1, 1_700_000_000_000)
	}
	b.WriteString(`]}`)
	return b.String()
}

// A process that is killed while it restores leaves all as it was or all as it
// is to be, whatever it was at: it is killed once in each of as many equal parts of
// the time that a restore takes, and a little longer, as there are kills.
// AUDITOR_RESTORE_KILLS says how many.
func TestKillDuringARestore(t *testing.T) {
	t.Parallel()
	const route = "/api/backup/restore?allowUntrusted=1"
	from, dir := newStage(t), t.TempDir()
	bundles := map[string]string{"old": handmade("old"), "new": handmade("new")}
	if n := len(bundles["old"]); n < 10<<20 {
		t.Fatalf("a bundle has only %d bytes", n)
	}
	s := start(t, dir, from)
	must[map[string]any](s, "POST", route, bundles["new"])
	began := time.Now()
	must[map[string]any](s, "POST", route, bundles["old"])
	took := time.Since(began)
	s.Stop()
	is, r, changed := "old", rand.New(rand.NewPCG(3, 3)), 0
	kills := proctest.Count(t, "AUDITOR_RESTORE_KILLS", 6)
	part := took * 3 / 2 / time.Duration(kills)
	for kill := range kills {
		next := map[string]string{"old": "new", "new": "old"}[is]
		s := start(t, dir, from)
		ctx, cancel := context.WithTimeout(t.Context(), proctest.Busy)
		ended := make(chan error, 1)
		go func() {
			status, body, err := s.call(ctx, "POST", route, bundles[next])
			if err == nil && status != http.StatusOK {
				err = fmt.Errorf("status %d: %s", status, body)
			}
			ended <- err
		}()
		time.Sleep(time.Duration(kill)*part + time.Duration(r.Int64N(int64(part))))
		s.Kill()
		restored := <-ended == nil
		cancel()
		found := nameOfAll(t, dir)
		switch {
		case found != is && found != next, restored && found != next:
			t.Fatalf("all apps are %q after a restore of %q over %q, which was reported to have ended: %v", found, next, is, restored)
		case found == next:
			is = next
			changed++
		}
	}
	t.Logf("%d restores of %d were done, in %v each", changed, kills, took)
}

// nameOfAll returns the one name that all apps have, each with one snapshot.
func nameOfAll(t *testing.T, dir string) (name string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if faults, err := db.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("the database is not whole: %v %v", faults, err)
	}
	err = db.View(t.Context(), func(tx *storage.Tx) error {
		apps := 0
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			if apps++; apps > 1 && app.Name != name {
				t.Errorf("app %d is %q, others are %q", app.ID, app.Name, name)
			}
			name = app.Name
		}
		states, err := tx.Snapshots.Count(storage.SnapshotQuery{})
		if apps != restoredApps || states != restoredApps {
			t.Errorf("%d apps and %d snapshots, want %d", apps, states, restoredApps)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return name
}
