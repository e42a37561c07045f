package health_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestCheckOfRecordsInOrder(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, newPath(t))
	plant(t, s, 2)
	c := checker(t, s, func(c *health.Config) { c.Dir = t.TempDir() })
	if last, err := c.Last(t.Context()); last != nil || err != nil {
		t.Errorf("before the first check the last one was %s, %v", last, err)
	}
	r := check(t, c)
	d := r.Checks.Database
	if d.Bytes == nil || *d.Bytes == 0 || !*d.ForeignKeys || *d.Utilisation < 50 || d.Fragmented || r.Checks.Runtime.RSS <= 0 {
		t.Errorf("database %+v, process %+v", d, r.Checks.Runtime)
	}
	if diff := cmp.Diff(map[string]int{
		"apps": 1, "privacySnapshots": 1, "labels": 2, "notifications": 0, "deliveries": 0, "activityLog": 0, "auditLog": 0, "aiDebugLog": 0,
	}, r.Checks.Counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	want := health.Report{
		Version: 1, Trigger: "manual", StartedAt: start, FinishedAt: start, Healthy: true, Status: "ok",
		Checks: health.Checks{Warnings: []string{}, Orphans: map[string]int{"labels": 0}}, Heals: []health.Repaired{}, SkippedHeals: []health.Left{},
	}
	want.Checks.Database.Integrity.Skipped = "disabled"
	got := r
	want.Checks.Disk = &health.Space{Free: 50 << 20, Total: 100 << 20, FreePct: 50}
	got.Checks.Counts, got.Checks.Runtime = nil, health.Process{}
	got.Checks.Database = health.Database{Integrity: d.Integrity}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}

	var last health.Report
	text, err := c.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	decode(t, text, &last)
	log := lines(t, s)
	if len(log) != 1 {
		t.Fatalf("the log has %d lines", len(log))
	}
	var detail health.Report
	decode(t, log[0].Detail, &detail)
	for name, kept := range map[string]health.Report{"last": last, "in the log": detail} {
		if diff := cmp.Diff(r, kept); diff != "" {
			t.Errorf("the report that is %s (-want +got):\n%s", name, diff)
		}
	}
	if l := log[0]; l.Type != "health_check" || l.Kind != "health_check" || l.Status != "ok" || l.StartedAt != start || l.Summary != "The records are in order" {
		t.Errorf("line %+v", l)
	}
	if strings.Contains(string(text)+string(log[0].Detail)+string(log[0].Summary), "Sekrit") {
		t.Errorf("the report names an app: %s", text)
	}
}

func TestCheckFindsFaults(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk I/O error on /home/mary")
	sound := storage.Layout{Bytes: 1 << 20, Pages: 256, ForeignKeys: true}
	for name, tt := range map[string]struct {
		store     func(storage.Store) storage.Store
		free      int    // percent of the disk; 0: as [checker]
		integrity string // the setting
		status    string
		warned    string // part of the one warning; empty: none
		error     string
		found     health.Integrity // times aside
	}{
		"integrity is off":  {status: "ok", found: health.Integrity{Skipped: "disabled"}},
		"integrity is good": {integrity: "true", status: "ok", found: health.Integrity{Status: "ok", Fresh: true}},
		"it is unsupported": {integrity: "true", store: func(storage.Store) storage.Store { return memory.New() }, status: "ok", found: health.Integrity{Skipped: "not-supported"}},
		"the database is large": {
			integrity: "true", status: "ok", found: health.Integrity{Skipped: "too-large"},
			store: func(s storage.Store) storage.Store {
				return laid{s, storage.Layout{Bytes: 1 << 40, Pages: 1, ForeignKeys: true}, nil}
			},
		},
		"the database is damaged": {
			integrity: "true", status: "error", warned: "restore a backup",
			store: func(s storage.Store) storage.Store {
				return damaged{s, []string{"a", "b", "c", "d", "e", "f", "g"}, nil}
			},
			found: health.Integrity{Status: "error", Detail: "a; b; c; d; e; and 2 more", Fresh: true},
		},
		"the database cannot be read": {
			integrity: "true", status: "error", warned: "restore a backup",
			store: func(s storage.Store) storage.Store { return damaged{s, nil, broken} },
			found: health.Integrity{Status: "error", Detail: "The database could not be checked.", Fresh: true},
		},
		"parents are not checked": {
			status: "error", warned: "foreign keys", found: health.Integrity{Skipped: "disabled"},
			store: func(s storage.Store) storage.Store { return laid{s, storage.Layout{Pages: 10}, nil} },
		},
		"a log that grows": {
			status: "partial", warned: "65 MiB", found: health.Integrity{Skipped: "disabled"},
			store: func(s storage.Store) storage.Store {
				l := sound
				l.LogBytes = 65 << 20
				return laid{s, l, nil}
			},
		},
		"a disk that is almost full":  {free: 4, status: "partial", warned: "4 % free space", found: health.Integrity{Skipped: "disabled"}},
		"a disk that is not yet full": {free: 5, status: "ok", found: health.Integrity{Skipped: "disabled"}},
		"the layout is unknown": {
			status: "error", error: "The database could not be inspected.", found: health.Integrity{Skipped: "disabled"},
			store: func(s storage.Store) storage.Store { return laid{s, storage.Layout{}, broken} },
		},
		"records that cannot be read": {
			status: "error", error: "The records could not be counted.",
			store: func(s storage.Store) storage.Store {
				return storagetest.Faulty(s, storagetest.Faults{View: storagetest.Nth(1)})
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openSQLite(t, newPath(t))
			if tt.store != nil {
				s = tt.store(s)
			}
			set(t, s, settings.HealthCheckIntegrity, tt.integrity)
			r := check(t, checker(t, s, func(c *health.Config) {
				if c.Dir = t.TempDir(); tt.free != 0 {
					c.Space = disk(tt.free)
				}
			}))
			if tt.found.Status != "" && (r.Checks.Database.Integrity.CheckedAt != storage.NullTime(start) || r.Checks.Database.Integrity.DurationMs == nil) {
				t.Errorf("found at %d", r.Checks.Database.Integrity.CheckedAt)
			}
			r.Checks.Database.Integrity.CheckedAt, r.Checks.Database.Integrity.DurationMs = 0, nil
			if diff := cmp.Diff(tt.found, r.Checks.Database.Integrity); diff != "" {
				t.Errorf("integrity (-want +got):\n%s", diff)
			}
			if r.Status != tt.status || r.Error != tt.error || r.Healthy != (tt.status == "ok") {
				t.Errorf("status %q, error %q, healthy %t", r.Status, r.Error, r.Healthy)
			}
			if w := r.Checks.Warnings; len(w) > 1 || len(w) == 1 && (tt.warned == "" || !strings.Contains(w[0], tt.warned)) || len(w) == 0 && tt.warned != "" {
				t.Errorf("warnings %q", w)
			}
			if l := lines(t, s); len(l) != 1 || l[0].Status != tt.status || strings.Contains(string(l[0].Detail), "mary") {
				t.Errorf("log %+v", l)
			}
		})
	}
}

func TestFragmentation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pages, free int64
		used        int
		fragmented  bool
	}{{0, 0, 0, false}, {999, 900, 9, false}, {1000, 250, 75, false}, {1000, 260, 74, true}, {1 << 40, 0, 100, false}} {
		s := laid{memory.New(), storage.Layout{Pages: tt.pages, FreePages: tt.free, ForeignKeys: true}, nil}
		r := check(t, checker(t, s, nil))
		if d := r.Checks.Database; *d.Utilisation != tt.used || d.Fragmented != tt.fragmented || r.Status != "ok" {
			t.Errorf("%d of %d pages are free: used %d %%, fragmented %t, status %s", tt.free, tt.pages, *d.Utilisation, d.Fragmented, r.Status)
		}
	}
}

// Of several processes on one file one checks at a time, and the others do not wait.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	release := make(chan struct{})
	began := make(chan struct{})
	var once sync.Once
	slow := health.Repair{Kind: "slow", Do: func(context.Context) (int, error) {
		once.Do(func() { close(began) })
		<-release
		return 1, nil
	}}
	first := openSQLite(t, path)
	second := openSQLite(t, path)
	one := checker(t, first, func(c *health.Config) { c.Repairs = []health.Repair{slow} })
	other := checker(t, second, nil)
	done := make(chan health.Report)
	go func() { done <- check(t, one) }()
	<-began
	for range 3 {
		r := check(t, other)
		if r.Skipped != "busy" || !r.Healthy || r.Status != "ok" || len(r.Checks.Counts) != 0 {
			t.Errorf("beside another one: %+v", r)
		}
	}
	if l := lines(t, second); len(l) != 0 {
		t.Errorf("a check that did nothing is recorded: %+v", l)
	}
	close(release)
	if r := <-done; r.Skipped != "" || r.Status != "partial" {
		t.Errorf("the one that checks: %+v", r)
	}
	if r := check(t, other); r.Skipped != "" {
		t.Errorf("after it: %+v", r)
	}
	if l := lines(t, first); len(l) != 2 {
		t.Errorf("the log has %d lines", len(l))
	}
}

// A process that is gone is waited for, but not for ever; and one that slept
// through that writes nothing any more.
func TestLeaseAfterCrash(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, newPath(t))
	after := func(d time.Duration) func(*health.Config) {
		return func(c *health.Config) { c.Now = at(start.Add(d)) }
	}
	var late health.Report
	sleeper := checker(t, s, func(c *health.Config) {
		c.Repairs = []health.Repair{{Kind: "sleep", Do: func(context.Context) (int, error) {
			if r := check(t, checker(t, s, after(9*time.Second-time.Millisecond))); r.Skipped != "busy" {
				t.Errorf("within the lease: %+v", r)
			}
			late = check(t, checker(t, s, after(9*time.Second)))
			return 0, nil
		}}}
	})
	if r := check(t, sleeper); r.Skipped != "busy" {
		t.Errorf("who slept too long says %+v", r)
	}
	text, err := sleeper.Last(t.Context())
	var last health.Report
	decode(t, text, &last)
	if diff := cmp.Diff(late, last); err != nil || late.Skipped != "" || diff != "" || len(lines(t, s)) != 1 {
		t.Errorf("the last report (-want +got):\n%s", diff)
	}
}

func TestCheckCancelled(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, newPath(t))
	ctx, cancel := context.WithCancel(t.Context())
	c := checker(t, s, func(c *health.Config) {
		c.Repairs = []health.Repair{{Kind: "hang up", Do: func(ctx context.Context) (int, error) {
			cancel()
			<-ctx.Done()
			return 0, ctx.Err()
		}}}
	})
	if text, sound, err := c.Check(ctx); !errors.Is(err, context.Canceled) || text != nil || sound {
		t.Errorf("the report is %s, %v", text, err)
	}
	if last, err := c.Last(t.Context()); last != nil || err != nil || len(lines(t, s)) != 0 {
		t.Errorf("half a check is kept: %s, %v", last, err)
	}
	if r := check(t, checker(t, s, nil)); r.Skipped != "" {
		t.Errorf("the lease was not given back: %+v", r)
	}
}

func TestNothingIsCheckedAfterStop(t *testing.T) {
	t.Parallel()
	s := memory.New()
	c := checker(t, s, nil)
	c.Stop(time.Second)
	if _, _, err := c.Check(t.Context()); !errors.Is(err, health.ErrStopping) {
		t.Errorf("the error is %v", err)
	}
	c.RunSchedule(t.Context()) // returns
	if len(lines(t, s)) != 0 {
		t.Error("something was checked")
	}
}

func TestReportNotSaved(t *testing.T) {
	t.Parallel()
	for name, faults := range map[string]storagetest.Faults{
		"the lease":  {Before: storagetest.Nth(1)},
		"the report": {Before: storagetest.Nth(2)},
	} {
		s := openSQLite(t, newPath(t))
		c := checker(t, storagetest.Faulty(s, faults), nil)
		if text, sound, err := c.Check(t.Context()); !errors.Is(err, storagetest.ErrFault) || text != nil || sound {
			t.Errorf("%s: %s, %v", name, text, err)
		}
		if len(lines(t, s)) != 0 {
			t.Errorf("%s: something is in the log", name)
		}
	}
	c := checker(t, memory.New(), func(c *health.Config) { c.Random = exhausted{} })
	if _, _, err := c.Check(t.Context()); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("without randomness: %v", err)
	}
}

func TestInvalidLastReport(t *testing.T) {
	t.Parallel()
	s := memory.New()
	set(t, s, "healthCheckLastResult", "{broken")
	c := checker(t, s, nil)
	if last, err := c.Last(t.Context()); last != nil || err != nil {
		t.Errorf("the last report is %s, %v", last, err)
	}
	check(t, c)
	if last, err := c.Last(t.Context()); !json.Valid(last) || err != nil {
		t.Errorf("the last report is %s, %v", last, err)
	}
}

// Errors are logged, once.
func TestFaultsAreLogged(t *testing.T) {
	t.Parallel()
	recorder := health.NewRecorder(slog.DiscardHandler)
	s := damaged{laid{memory.New(), storage.Layout{}, errors.New("gone")}, nil, errors.New("unreadable")}
	set(t, s, settings.HealthCheckIntegrity, "true")
	c := checker(t, s, func(c *health.Config) {
		c.Logger = slog.New(recorder)
		c.Repairs = []health.Repair{{Kind: "things", Do: func(context.Context) (int, error) { return 0, errors.New("stuck") }}}
	})
	check(t, c)
	want := []string{
		"error health check step failed step=The database could not be inspected. error=gone",
		"error database integrity check failed error=unreadable",
		"error repair failed kind=things error=stuck",
	}
	if diff := cmp.Diff(want, messages(recorder)); diff != "" {
		t.Errorf("logged (-want +got):\n%s", diff)
	}
}

func TestProcess(t *testing.T) {
	t.Parallel()
	for want, measured := range map[string]func() health.Runtime{
		"":                         process(2048, 0.85, 99, "ok"),
		"2049 MiB":                 process(2049, 0, 0, "ok"),
		"nearly reach":             process(1, 0.86, 0, "ok"),
		"wait for a processor":     process(1, 0, 100, "warn"),
		"had to wait for a proces": process(1, 0, 1000, "danger"),
	} {
		r := check(t, checker(t, memory.New(), func(c *health.Config) { c.Process = measured }))
		w := r.Checks.Warnings
		if calm := want == ""; calm != (len(w) == 0) || calm != r.Healthy || !calm && (len(w) != 1 || !strings.Contains(w[0], want)) {
			t.Errorf("warnings %q, want one of %q", w, want)
		}
		if p := r.Checks.Runtime; p.RSS != measured().Memory.RSS || *p.DelayP99 != measured().Scheduling.P99 {
			t.Errorf("process %+v", p)
		}
	}
	r := check(t, checker(t, memory.New(), func(c *health.Config) { c.Process = nil })) // measured
	if r.Checks.Runtime.RSS <= 0 {
		t.Errorf("process %+v", r.Checks.Runtime)
	}
}
