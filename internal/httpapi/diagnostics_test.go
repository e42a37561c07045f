package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// checking is a store that examines itself as a test says.
type checking struct {
	storage.Store
	wrong []string
	err   error
}

func (c checking) Unwrap() storage.Store { return c.Store }

func (c checking) Check(context.Context) ([]string, error) { return c.wrong, c.err }

type integrity struct {
	Status, Detail string
	CheckedAt      storage.Time
	DurationMs     *int64
}

func TestDatabaseCheck(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		store func(storage.Store) storage.Store
		want  integrity
	}{
		"whole":      {func(s storage.Store) storage.Store { return s }, integrity{Status: "ok"}},
		"damaged":    {func(s storage.Store) storage.Store { return checking{s, []string{"page 3 is torn"}, nil} }, integrity{Status: "error", Detail: "page 3 is torn"}},
		"unreadable": {func(s storage.Store) storage.Store { return checking{s, nil, errors.New("/home/mary: gone")} }, integrity{Status: "error", Detail: "The database could not be checked."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newOpsAPI(t, func(c *httpapi.Config) { c.Store, c.Logger = tt.store(c.Store), nil })
			var got struct{ IntegrityCheck, JustRan *integrity }
			a.do("GET", "/api/diagnostics/database").status(200).json(&got)
			if got.IntegrityCheck != nil || got.JustRan != nil {
				t.Errorf("before: %+v", got)
			}
			a.post("/api/diagnostics/database", `{"runIntegrityCheck":true}`).status(200).json(&got)
			if got.JustRan == nil || got.JustRan.DurationMs == nil {
				t.Fatalf("after: %+v", got)
			}
			tt.want.CheckedAt, tt.want.DurationMs = storage.TimeOf(a.clock.Now()), got.JustRan.DurationMs
			equal(t, &tt.want, got.JustRan, "found")
			got.JustRan = nil
			a.do("GET", "/api/diagnostics/database").status(200).json(&got)
			if diff := cmp.Diff(&tt.want, got.IntegrityCheck); diff != "" || got.JustRan != nil {
				t.Errorf("remembered (-want +got):\n%s", diff)
			}
			if lines := a.audits(); len(lines) != 1 || lines[0].Action != "diagnostics.database.check" || lines[0].Success != (tt.want.Status == "ok") {
				t.Errorf("audited is %+v", lines)
			}
		})
	}
}

func TestDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newOpsAPI(t, func(c *httpapi.Config) { c.DataDir = dir })
	var got struct {
		DataDir                             string
		DataDirBytes, FreeBytes, TotalBytes int64
		FreePct, BackupSnapshotCount        int
		LastBackupSnapshotAt                *storage.Time
		Files                               struct{ DB, WAL, SHM, Backups int64 }
	}
	a.do("GET", "/api/diagnostics/disk").status(200).json(&got)
	if got.DataDir != dir || got.DataDirBytes != 0 || got.TotalBytes <= 0 || got.FreeBytes > got.TotalBytes || got.FreePct > 100 ||
		got.BackupSnapshotCount != 0 || got.LastBackupSnapshotAt != nil || got.Files.DB <= 0 {
		t.Errorf("disk %+v", got)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, size := range map[string]int{"file": 7, "backups/a.json": 10, "backups/b.json": 20, "backups/notes.txt": 100} {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, make([]byte, size), 0o600))
		must(t, os.Chtimes(path, at, at.Add(time.Duration(size)*time.Minute)))
	}
	a.do("GET", "/api/diagnostics/disk").status(200).json(&got)
	if got.DataDirBytes != 137 || got.Files.Backups != 130 || got.BackupSnapshotCount != 2 || *got.LastBackupSnapshotAt != storage.TimeOf(at.Add(20*time.Minute)) {
		t.Errorf("disk with files %+v", got)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	var log *slog.Logger
	a := newOpsAPI(t, func(c *httpapi.Config) {
		log = slog.New(health.NewRecorder(slog.DiscardHandler))
		c.Logger = log
	})
	for i := range 250 {
		log.Error(fmt.Sprint("fault ", i))
	}
	type answer struct {
		Entries []struct {
			At             storage.Time
			Level, Message string
			Truncated      bool
		}
		Capacity int
	}
	for query, want := range map[string]int{"": 200, "?limit=1": 1, "?limit=7": 7, "?limit=200": 200} {
		got := into[answer](a.do("GET", "/api/diagnostics/errors"+query))
		if len(got.Entries) != want || got.Capacity != 200 || got.Entries[0].Message != "fault 249" || got.Entries[0].Level != "error" || got.Entries[0].At == 0 {
			t.Errorf("%s: %d entries of %d, the newest %+v", query, len(got.Entries), got.Capacity, got.Entries[0])
		}
	}
	for range 2 {
		if got := a.do("DELETE", "/api/diagnostics/errors", sameOrigin).status(200).Body.String(); got != `{"entries":[],"capacity":200}`+"\n" {
			t.Errorf("cleared: %s", got)
		}
	}
	log.Warn("later")
	if got := into[answer](a.do("GET", "/api/diagnostics/errors")); len(got.Entries) != 1 || got.Entries[0].Level != "warn" {
		t.Errorf("after clearing: %+v", got)
	}
}

func TestRuntime(t *testing.T) {
	t.Parallel()
	a := newOpsAPI(t, func(c *httpapi.Config) { c.NewLimiter = unlimited })
	slow := func() {
		t.Helper()
		must(t, a.store.View(t.Context(), func(*storage.Tx) error { a.clock.Advance(time.Second); return nil }))
	}
	type answer struct {
		SlowQueries struct {
			ThresholdMs, TotalSinceStart int
			ProfilingEnabled             bool
			Recent                       []health.Transaction
		}
		APITimings struct {
			ThresholdMs, TotalSinceStart, SlowSinceStart int
			Recent                                       []struct {
				Method, Route string
				Status        int
				DurationMs    float64
			}
		} `json:"apiTimings"`
	}
	slow()
	a.do("GET", "/api/apps?limit=x").status(400)
	a.do("GET", "/api/apps/5/history-stats").status(404)
	a.do("GET", "/api/apps").status(200)
	got := into[answer](a.do("GET", "/api/diagnostics/runtime"))
	if q := got.SlowQueries; q.ThresholdMs != 50 || q.TotalSinceStart != 1 || !q.ProfilingEnabled || len(q.Recent) != 1 || q.Recent[0].Method != "view" ||
		q.Recent[0].DurationMs < 1000 || !strings.HasPrefix(q.Recent[0].Caller, "httpapi_test.TestRuntime") {
		t.Errorf("slow transactions %+v", q)
	}
	r := got.APITimings.Recent
	if got.APITimings.TotalSinceStart != 3 || len(r) != 2 || r[1].Route != "/api/apps" || r[1].Status != 400 || r[0].Route != "/api/apps/{id}/history-stats" || r[0].Status != 404 {
		t.Errorf("requests %+v", got.APITimings)
	}
	if got = into[answer](a.post("/api/diagnostics/runtime", `{"profilingEnabled":false}`)); got.SlowQueries.ProfilingEnabled {
		t.Error("transactions are measured all the same")
	}
	slow()
	got = into[answer](a.do("DELETE", "/api/diagnostics/runtime", sameOrigin))
	if len(got.SlowQueries.Recent) != 0 || got.SlowQueries.TotalSinceStart != 1 || len(got.APITimings.Recent) != 0 || got.APITimings.TotalSinceStart == 0 {
		t.Errorf("cleared: %+v", got)
	}
	if got = into[answer](a.post("/api/diagnostics/runtime", `{"profilingEnabled":true}`)); !got.SlowQueries.ProfilingEnabled {
		t.Error("transactions are not measured again")
	}
}

// A request that waits for the store long is remembered by its route.
func TestSlowRequests(t *testing.T) {
	t.Parallel()
	var c *clock
	a := newOpsAPI(t, func(cfg *httpapi.Config) {
		cfg.Health = waits{func() { c.Advance(150 * time.Millisecond) }, &checked{report: reported("ok"), sound: true}}
	})
	c = a.clock
	a.post("/api/diagnostics/health", "").status(200)
	got := a.do("GET", "/api/diagnostics/runtime").status(200).Body.String()
	want := `"apiTimings":{"thresholdMs":100,"totalSinceStart":1,"slowSinceStart":1,"recent":[{"at":` +
		fmt.Sprint(storage.TimeOf(c.Now())) + `,"durationMs":150,"method":"POST","route":"/api/diagnostics/health","status":200}]}`
	if !strings.Contains(got, want) {
		t.Errorf("the figures are %s, want %s among them", got, want)
	}
}

// waits is a check that takes a while.
type waits struct {
	wait func()
	*checked
}

func (w waits) Check(ctx context.Context) (json.RawMessage, bool, error) {
	w.wait()
	return w.checked.Check(ctx)
}
