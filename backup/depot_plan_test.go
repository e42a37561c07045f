package backup_test

import (
	"context"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/examples/custom/memory"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestPlan(t *testing.T) {
	t.Parallel()
	d := newDepot(t, newVault(t, backends["memory"](t)))
	for _, step := range []struct {
		change backup.PlanChange
		want   backup.Plan
	}{
		{backup.PlanChange{}, backup.Plan{IntervalHours: 24, RetentionCount: 10}},
		{backup.PlanChange{IntervalHours: new(0), RetentionCount: new(999)}, backup.Plan{IntervalHours: 1, RetentionCount: 100}},
		{backup.PlanChange{Enabled: new(true)}, backup.Plan{Enabled: true, IntervalHours: 1, RetentionCount: 100}},
		{backup.PlanChange{IntervalHours: new(721), RetentionCount: new(-5)}, backup.Plan{Enabled: true, IntervalHours: 720, RetentionCount: 1}},
		{backup.PlanChange{IntervalHours: new(math.MaxInt), RetentionCount: new(math.MinInt)}, backup.Plan{Enabled: true, IntervalHours: 720, RetentionCount: 1}},
		{backup.PlanChange{Enabled: new(false), IntervalHours: new(6), RetentionCount: new(7)}, backup.Plan{IntervalHours: 6, RetentionCount: 7}},
	} {
		if step.want.Enabled {
			step.want.NextRunAt = storage.NullTime(now) // at once, as there has been none
		}
		got, err := d.Change(t.Context(), step.change)
		if err != nil || got != step.want {
			t.Errorf("%+v: %+v, error %v; want %+v", step.change, got, err, step.want)
		}
		if read, err := d.Plan(t.Context()); err != nil || read != got {
			t.Errorf("it is read as %+v, error %v; want %+v", read, err, got)
		}
	}
}

// What is no plan, from whatever it came, is none.
func TestForeignPlan(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	update(t, s, func(tx storage.Tx) error {
		return tx.Settings().Put(storage.Setting{Name: "backupSnapshotEnabled", Value: "yes"}, storage.Setting{Name: "backupSnapshotIntervalHours", Value: "0"},
			storage.Setting{Name: "backupSnapshotRetentionCount", Value: "1e9"}, storage.Setting{Name: "backupSnapshotLastRunAt", Value: "never"})
	})
	got, err := newDepot(t, newVault(t, s)).Plan(t.Context())
	if want := (backup.Plan{IntervalHours: 24, RetentionCount: 10}); err != nil || got != want {
		t.Errorf("the plan is %+v, error %v; want %+v", got, err, want)
	}
}

// A backup carries the plan, and not when this installation followed it.
func TestPlanInABackup(t *testing.T) {
	t.Parallel()
	s := backends["memory"](t)
	d := newDepot(t, newVault(t, s))
	if _, err := d.Change(t.Context(), backup.PlanChange{Enabled: new(true), IntervalHours: new(6)}); err != nil {
		t.Fatal(err)
	}
	mustMake(t, d)
	text := string(read(t, d, mustMake(t, d).Created.Name))
	if !strings.Contains(text, "backupSnapshotIntervalHours") || strings.Contains(text, "backupSnapshotLastRunAt") {
		t.Errorf("the backup is %s", text)
	}
	elsewhere := backends["memory"](t)
	v := newVault(t, elsewhere)
	if _, err := v.Restore(t.Context(), strings.NewReader(text), false); err != nil {
		t.Fatal(err)
	}
	got, err := newDepot(t, v).Plan(t.Context())
	if want := (backup.Plan{Enabled: true, IntervalHours: 6, RetentionCount: 10, NextRunAt: storage.NullTime(now)}); err != nil || got != want {
		t.Errorf("the plan elsewhere is %+v, error %v; want %+v", got, err, want)
	}
	// Here it stays known, through a restore and a reset.
	if _, err := newVault(t, s).Restore(t.Context(), strings.NewReader(text), false); err != nil {
		t.Fatal(err)
	}
	if _, err := newVault(t, s).Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Plan(t.Context()); err != nil || got.LastRunAt != storage.NullTime(now) || len(files(t, d)) != 2 {
		t.Errorf("the plan here is %+v, error %v, with the files %v", got, err, files(t, d))
	}
}

// keep lets depots keep a folder until the function returned is called.
func keep(t *testing.T, s storage.Store, dir string, processes int) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range processes {
		d := depotIn(t, vaultAt(t, s, time.Now), dir)
		all.Go(func() { d.Keep(ctx) })
	}
	return func() {
		cancel()
		all.Wait()
	}
}

// times returns when the files of a depot were made, as time since a moment, first
// one first.
func times(t *testing.T, s storage.Store, dir string, since time.Time) (all []time.Duration) {
	t.Helper()
	made, err := depotIn(t, vaultAt(t, s, time.Now), dir).Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range made {
		all = append([]time.Duration{f.CreatedAt.Std().Sub(since)}, all...)
	}
	return all
}

func TestKeep(t *testing.T) {
	t.Parallel()
	for _, processes := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			s, began := storagetest.Strict(t, memory.New()), time.Now()
			dir := filepath.Join(t.TempDir(), "backups")
			end := keep(t, s, dir, processes)
			time.Sleep(3 * time.Hour)
			if got := times(t, s, dir, began); got != nil {
				t.Errorf("without being asked, backups were made at %v", got)
			}
			d := depotIn(t, vaultAt(t, s, time.Now), dir)
			if _, err := d.Change(t.Context(), backup.PlanChange{Enabled: new(true), IntervalHours: new(6)}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(13 * time.Hour)
			end()
			look, got := 30*time.Second, times(t, s, dir, began)
			want := []time.Duration{3*time.Hour + look, 9*time.Hour + look, 15*time.Hour + look}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d processes made backups (-want +got):\n%s", processes, diff)
			}
			lines := dumpOf(t, s)["activities"]
			if line := lines[0].(storage.Activity); len(lines) != 3 || !strings.Contains(string(line.Detail), `"triggeredBy":"scheduled"`) {
				t.Errorf("the log is %+v", lines)
			}
		})
	}
}

// A disk that is full is left alone for a while, and a clock that was put back
// does not keep the next backup away for years.
func TestKeepAfterFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, began := storagetest.Strict(t, memory.New()), time.Now()
		dir := filepath.Join(t.TempDir(), "backups")
		update(t, s, func(tx storage.Tx) error {
			return tx.Settings().Put(storage.Setting{Name: "backupSnapshotEnabled", Value: "true"}, storage.Setting{Name: "backupSnapshotLastRunAt", Value: "99999999999999"})
		})
		broken := filepath.Join(dir, "nested")
		blocked := depotIn(t, vaultAt(t, s, time.Now), filepath.Join(write(t, filepath.Dir(dir), "file"), "backups"))
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			blocked.Keep(ctx)
		}()
		time.Sleep(2 * time.Hour)
		cancel()
		<-ended
		failures := len(dumpOf(t, s)["activities"])
		if failures != 4 { // at 30 s, and then each half an hour
			t.Errorf("in two hours it failed %d times", failures)
		}
		defer keep(t, s, broken, 1)()
		time.Sleep(time.Hour)
		if got := times(t, s, broken, began); len(got) != 1 {
			t.Errorf("backups were made at %v", got)
		}
	})
}

func TestStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := depotIn(t, vaultAt(t, memory.New(), time.Now), filepath.Join(t.TempDir(), "backups"))
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			d.Keep(t.Context())
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
