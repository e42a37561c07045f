package snapshots_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestPlan(t *testing.T) {
	t.Parallel()
	d := newService(t, backends["memory"](t))
	for _, step := range []struct {
		change snapshots.PlanChange
		want   snapshots.Plan
	}{
		{snapshots.PlanChange{}, snapshots.Plan{IntervalHours: 24, RetentionCount: 10}},
		{snapshots.PlanChange{IntervalHours: new(0), RetentionCount: new(999)}, snapshots.Plan{IntervalHours: 1, RetentionCount: 100}},
		{snapshots.PlanChange{Enabled: new(true)}, snapshots.Plan{Enabled: true, IntervalHours: 1, RetentionCount: 100}},
		{snapshots.PlanChange{IntervalHours: new(721), RetentionCount: new(-5)}, snapshots.Plan{Enabled: true, IntervalHours: 720, RetentionCount: 1}},
		{snapshots.PlanChange{IntervalHours: new(math.MaxInt), RetentionCount: new(math.MinInt)}, snapshots.Plan{Enabled: true, IntervalHours: 720, RetentionCount: 1}},
		{snapshots.PlanChange{Enabled: new(false), IntervalHours: new(6), RetentionCount: new(7)}, snapshots.Plan{IntervalHours: 6, RetentionCount: 7}},
	} {
		if step.want.Enabled {
			step.want.NextRunAt = storage.NullTime(now) // at once, as there has been none
		}
		got, err := d.ChangePlan(t.Context(), step.change)
		if err != nil || got != step.want {
			t.Errorf("%+v: %+v, error %v; want %+v", step.change, got, err, step.want)
		}
		if read, err := d.Plan(t.Context()); err != nil || read != got {
			t.Errorf("Plan returns %+v, error %v; want %+v", read, err, got)
		}
	}
}

// Invalid settings, as from a restored backup, count as the defaults.
func TestInvalidPlan(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	update(t, s, func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "backupSnapshotEnabled", Value: "yes"}, storage.Setting{Name: "backupSnapshotIntervalHours", Value: "0"},
			storage.Setting{Name: "backupSnapshotRetentionCount", Value: "1e9"}, storage.Setting{Name: "backupSnapshotLastRunAt", Value: "never"})
	})
	got, err := newService(t, s).Plan(t.Context())
	if want := (snapshots.Plan{IntervalHours: 24, RetentionCount: 10}); err != nil || got != want {
		t.Errorf("the plan is %+v, error %v; want %+v", got, err, want)
	}
}

// A backup contains the plan, but not the time of the last run.
func TestPlanInABackup(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	d := newService(t, s)
	if _, err := d.ChangePlan(t.Context(), snapshots.PlanChange{Enabled: new(true), IntervalHours: new(6)}); err != nil {
		t.Fatal(err)
	}
	mustMake(t, d)
	text := string(read(t, d, mustMake(t, d).Created.Name))
	if !strings.Contains(text, "backupSnapshotIntervalHours") || strings.Contains(text, "backupSnapshotLastRunAt") {
		t.Errorf("the backup is %s", text)
	}
	other := backends["memory"](t)
	if _, err := newBackup(t, other).Restore(t.Context(), strings.NewReader(text), false); err != nil {
		t.Fatal(err)
	}
	got, err := newService(t, other).Plan(t.Context())
	if want := (snapshots.Plan{Enabled: true, IntervalHours: 6, RetentionCount: 10, NextRunAt: storage.NullTime(now)}); err != nil || got != want {
		t.Errorf("the restored plan is %+v, error %v; want %+v", got, err, want)
	}
	// Here it stays known, through a restore and a reset.
	if _, err := newBackup(t, s).Restore(t.Context(), strings.NewReader(text), false); err != nil {
		t.Fatal(err)
	}
	if _, err := newBackup(t, s).Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Plan(t.Context()); err != nil || got.LastRunAt != storage.NullTime(now) || len(files(t, d)) != 2 {
		t.Errorf("the plan here is %+v, error %v, with the files %v", got, err, files(t, d))
	}
}

// run runs services on one folder until end is called.
func run(t *testing.T, s storage.Store, dir string, processes int) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range processes {
		service := serviceAt(t, s, time.Now, dir)
		all.Go(func() { service.Run(ctx) })
	}
	return func() {
		cancel()
		all.Wait()
	}
}

// times returns when the backups in a folder were made, as time since a moment,
// oldest first.
func times(t *testing.T, s storage.Store, dir string, since time.Time) (all []time.Duration) {
	t.Helper()
	made, err := serviceAt(t, s, time.Now, dir).Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range made {
		all = append([]time.Duration{f.CreatedAt.Std().Sub(since)}, all...)
	}
	return all
}

func TestRun(t *testing.T) {
	t.Parallel()
	for _, processes := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			s, began := storagetest.Strict(t, memory.New()), time.Now()
			dir := filepath.Join(t.TempDir(), "backups")
			end := run(t, s, dir, processes)
			time.Sleep(3 * time.Hour)
			if got := times(t, s, dir, began); got != nil {
				t.Errorf("without a schedule, backups were made at %v", got)
			}
			d := serviceAt(t, s, time.Now, dir)
			if _, err := d.ChangePlan(t.Context(), snapshots.PlanChange{Enabled: new(true), IntervalHours: new(6)}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(13 * time.Hour)
			end()
			delay, got := 30*time.Second, times(t, s, dir, began)
			want := []time.Duration{3*time.Hour + delay, 9*time.Hour + delay, 15*time.Hour + delay}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d processes made backups (-want +got):\n%s", processes, diff)
			}
			lines := storagetest.All[storage.Activity](t, s)
			if line := lines[0]; len(lines) != 3 || !strings.Contains(string(line.Detail), `"triggeredBy":"scheduled"`) {
				t.Errorf("the log is %+v", lines)
			}
		})
	}
}

// After a failure the next attempt waits half an hour. After a clock was put back
// the next backup is not years away.
func TestRunAfterFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := storagetest.Strict(t, memory.New()), time.Now()
		dir := filepath.Join(t.TempDir(), "backups")
		update(t, s, func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: "backupSnapshotEnabled", Value: "true"}, storage.Setting{Name: "backupSnapshotLastRunAt", Value: "99999999999999"})
		})
		file := filepath.Join(filepath.Dir(dir), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		broken := filepath.Join(dir, "nested")
		blocked := serviceAt(t, s, time.Now, filepath.Join(file, "backups"))
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			blocked.Run(ctx)
		}()
		time.Sleep(2 * time.Hour)
		cancel()
		<-ended
		failures := len(storagetest.All[storage.Activity](t, s))
		if failures != 4 { // at 30 s, and then each half an hour
			t.Errorf("in two hours it failed %d times", failures)
		}
		defer run(t, s, broken, 1)()
		time.Sleep(time.Hour)
		if got := times(t, s, broken, began); len(got) != 1 {
			t.Errorf("backups were made at %v", got)
		}
	})
}

func TestStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := serviceAt(t, memory.New(), time.Now, filepath.Join(t.TempDir(), "backups"))
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			d.Run(t.Context())
		}()
		time.Sleep(time.Hour)
		d.Stop(time.Second)
		<-ended
		d.Stop(0)
		if _, err := d.Make(t.Context()); err == nil || err != runner.ErrStopping {
			t.Errorf("after the end: %v, want %v", err, runner.ErrStopping)
		}
	})
}

// A process that dies while it makes a backup is followed by another one within seconds.
func TestRunAfterADeadProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := storagetest.Strict(t, memory.New()), time.Now()
		dir := filepath.Join(t.TempDir(), "backups")
		d := serviceAt(t, s, time.Now, dir)
		if _, err := d.ChangePlan(t.Context(), snapshots.PlanChange{Enabled: new(true), IntervalHours: new(6)}); err != nil {
			t.Fatal(err)
		}
		defer run(t, s, dir, 1)()
		time.Sleep(6*time.Hour + 29*time.Second) // a moment before the second one
		died := time.Now()
		update(t, s, func(tx *storage.Tx) error {
			return tx.Tasks.Put(storage.Task{Kind: "backup-depot", Owner: "dead", Attempts: 99, Due: storage.TimeOf(died.Add(9 * time.Second))})
		})
		time.Sleep(time.Minute)
		if got := times(t, s, dir, began); len(got) != 2 || got[1] > died.Sub(began)+15*time.Second {
			t.Errorf("backups were made at %v, and the other process died at %v", got, died.Sub(began))
		}
	})
}
