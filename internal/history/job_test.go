package history_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// quarters starts an import of every app with a target in every quarter.
func quarters() runner.StartOptions {
	return runner.StartOptions{Runner: history.Runner, Initiator: runner.Manual, Options: history.RunOptions{Months: 3}.JSON()}
}

// begin starts an import of every app.
func (p *past) begin(t testing.TB) storage.Run {
	t.Helper()
	run, err := p.Runs.Start(t.Context(), quarters())
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// importAll imports the past of every app and returns the run as it was left.
func (p *past) importAll(t testing.TB) storage.Run {
	t.Helper()
	run, err := p.Runs.Wait(t.Context(), p.begin(t).ID)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// follow collects the events of a run until it ends.
func (p *past) follow(t testing.TB) (collected func() []string) {
	events, cancel := p.Runs.Subscribe(history.Runner, 1000)
	lines := make(chan []string, 1)
	go func() {
		var all []string
		defer func() { lines <- all }()
		for e := range events {
			switch e.Kind {
			case runner.ItemStarted:
				all = append(all, "app "+e.Item.Subject)
			case runner.ItemProgress:
				all = append(all, line(e.Progress.(history.TargetOutcome)))
			case runner.ItemDone:
				var members map[string]json.RawMessage
				if err := json.Unmarshal(e.Detail, &members); e.Detail != nil && err != nil {
					t.Error(err)
				}
				all = append(all, fmt.Sprintf("%s %s %s%s", e.State, e.Item.Subject, members["error"], members["appId"]))
			case runner.RunEnded:
				all = append(all, string(e.Run.Status)+" "+e.Run.Reason+e.Run.Error)
				return
			}
		}
	}()
	return func() []string {
		defer cancel()
		return <-lines
	}
}

func TestHistoryOfEveryApp(t *testing.T) {
	t.Parallel()
	p := newPast(t, 4)
	p.archive.capture(1, "2021-02-03", fleettest.Labelled("LINKED: CONTACTS"))
	p.archive.capture(2, "2021-05-14")
	p.archive.capture(3, "2021-07-30", fleettest.Labelled("LINKED: LOCATION"))
	events := p.follow(t)

	run := p.importAll(t)

	want := history.Totals{
		AppsAttempted: 4, AppsWithImports: 2, TargetsAttempted: 16, Imported: 2, Skipped: 12, Failed: 1, SnapshotsRequested: 1,
		Pages: 3,
	}
	if diff := cmp.Diff(want, history.TotalsOf(run)); diff != "" || run.Status != storage.RunDone || run.Completed != 4 {
		t.Errorf("the run is %+v; totals (-want +got):\n%s", run, diff)
	}
	if diff := cmp.Diff([]string{
		"app 1", "2021-02-01 imported 2021-02-03 0", "2021-02-15 skipped_existing 2021-02-03",
		"2021-05-15 skipped_drift 2021-02-03", "2021-08-01 skipped_drift 2021-02-03", "completed 1 1",
		"app 2", "2021-02-01 skipped_drift 2021-05-14", "2021-02-15 skipped_drift 2021-05-14",
		"2021-05-15 skipped_parse_failure 2021-05-14", "2021-08-01 skipped_drift 2021-05-14", "completed 2 2",
		"app 3", "2021-02-01 skipped_drift 2021-07-30", "2021-02-15 skipped_drift 2021-07-30",
		"2021-05-15 skipped_drift 2021-07-30", "2021-08-01 imported 2021-07-30 0", "completed 3 3",
		"app 4", "2021-02-01 requested_snapshot", "2021-02-15 skipped_no_capture",
		"2021-05-15 skipped_no_capture", "2021-08-01 skipped_no_capture", "completed 4 4",
		"done ",
	}, events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	log := p.logged(t) // all of it at one moment, so in no order
	slices.Sort(log)
	if diff := cmp.Diff([]string{
		"wayback_import error App 2: 0 imported, 0 unchanged, 3 skipped, 1 failed",
		"wayback_import ok App 1: 1 imported, 0 unchanged, 3 skipped",
		"wayback_import ok App 3: 1 imported, 0 unchanged, 3 skipped",
		"wayback_import ok App 4: 0 imported, 0 unchanged, 3 skipped, 1 requested",
		"wayback_import partial 4 apps: 2 imported, 0 unchanged, 12 skipped, 1 failed, 1 requested",
	}, log); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
}

// An unchanged app has no activity entry.
func TestHistoryOfEveryAppAgain(t *testing.T) {
	t.Parallel()
	p := newPast(t, 2)
	for _, day := range []string{"2021-02-03", "2021-05-14", "2021-07-30"} {
		p.archive.capture(1, day, fleettest.Labelled("LINKED: LOCATION"))
		p.archive.capture(2, day, fleettest.Labelled("LINKED: LOCATION"))
	}
	p.importAll(t)
	p.archive.calls()
	before := len(p.logged(t))
	run := p.importAll(t)
	if got := history.TotalsOf(run); got != (history.Totals{AppsAttempted: 2, TargetsAttempted: 8, Skipped: 8}) {
		t.Errorf("totals %+v", got)
	}
	if calls := p.archive.calls(); len(calls) != 0 {
		t.Errorf("the archive was asked %v", calls)
	}
	if log := p.logged(t)[before:]; len(log) != 1 {
		t.Errorf("the log has %q more, want the run's line", log)
	}
}

// What is not there any more, or has no address, is skipped, wherever the import is.
func TestHistoryOfARemovedApp(t *testing.T) {
	t.Parallel()
	for _, during := range []string{"captures 2", "replay 2", "save 2", "replay 1"} {
		t.Run(during, func(t *testing.T) {
			t.Parallel()
			p := newPast(t, 3)
			p.archive.capture(1, "2021-02-03", fleettest.Labelled("NONE"))
			if during != "save 2" {
				p.archive.capture(2, "2021-02-03", fleettest.Labelled("NONE"))
			}
			p.archive.before = func(ctx context.Context, call string) error {
				if strings.HasPrefix(call, during) {
					if _, err := p.Remove(ctx, 2); err != nil {
						t.Error(err)
					}
				}
				return nil
			}
			run := p.importAll(t)
			if run.Completed != 2 || run.Skipped != 1 || history.TotalsOf(run).AppsAttempted != 2 {
				t.Errorf("the run is %+v", run)
			}
			if rows := p.rows(t, 2); len(rows) != 0 {
				t.Errorf("the app is gone, and has %v", rows)
			}
		})
	}
	p := newPast(t, 1)
	p.archive.capture(1, "2021-02-03", fleettest.Labelled("NONE"))
	p.archive.before = func(ctx context.Context, _ string) error {
		_, err := p.Remove(ctx, 1)
		return err
	}
	if _, err := p.imports.Import(t.Context(), 1, 3); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("one that is imported by itself: %v, want ErrNotFound", err)
	}
}

func TestHistoryJobWithoutAnArchive(t *testing.T) {
	t.Parallel()
	p := newPast(t, 1)
	p.Clock.Add(1)
	none := history.New(history.Config{Env: storage.Env{Store: p.Store, Now: p.now, Random: rand.Reader}})
	runs := runner.New(runner.Config{Store: p.Store, Now: p.now, Random: rand.Reader, Jobs: []runner.Job{none.Job()}})
	defer runs.Stop(0)
	if _, err := runs.Start(t.Context(), runner.StartOptions{Runner: history.Runner, Initiator: runner.Manual}); !errors.Is(err, fleet.ErrNotSupported) {
		t.Errorf("a start: %v, want ErrNotSupported", err)
	}
}

// Three apps in a row for which the archive fails cut the run off at the third;
// it goes on there, and past it when that does not help.
func TestUnavailableArchive(t *testing.T) {
	t.Parallel()
	p := newPast(t, 6)
	p.archive.fail(&archive.Error{Cause: archive.ErrUnavailable, Status: 503}, "captures 2", "captures 3", "captures 4")
	events := p.follow(t)
	run := p.importAll(t)
	if reason, cut := runner.Interrupted(run); !cut || reason != history.InterruptUnavailable || run.Completed != 1 || run.Failed != 2 {
		t.Errorf("the run is %+v", run)
	}
	if all := storagetest.All[storage.Activity](t, p.Store); !slices.ContainsFunc(all, func(a storage.Activity) bool {
		return strings.Contains(string(a.Detail), `"interrupted":"archiveUnavailable"`)
	}) {
		t.Errorf("no activity entry has the reason: %+v", all)
	}
	if got := events()[6:]; !slices.Equal(got, []string{
		"app 2", `failed 2 "the web archive is unavailable (HTTP 503)"`,
		"app 3", `failed 3 "the web archive is unavailable (HTTP 503)"`,
		"app 4", "interrupted archiveUnavailable",
	}) {
		t.Errorf("events %q", got)
	}
	p.archive.calls()
	p.Clock.Add(1)

	run = p.importAll(t) // app 4 is its own fault, as it seems

	if run.Status != storage.RunDone || run.Completed != 3 || run.Failed != 3 {
		t.Errorf("the run is %+v", run)
	}
	if diff := cmp.Diff([]string{"captures 4", "captures 5", "save 5", "captures 6", "save 6"}, p.archive.calls()); diff != "" {
		t.Errorf("the archive was asked (-want +got):\n%s", diff)
	}
	if log := strings.Join(p.logged(t), "\n"); strings.Count(log, "error Could not import the history of App") != 3 ||
		!strings.Contains(log, "wayback_import partial 3 apps: 0 imported, 0 unchanged, 3 skipped, 1 requested, 2 apps failed, 3 not tried") ||
		!strings.Contains(log, "wayback_import partial 6 apps: 0 imported, 0 unchanged, 9 skipped, 3 requested, 3 apps failed") {
		t.Errorf("the log says\n%s", log)
	}
}

func TestHistoryFailuresDoNotFloodTheLog(t *testing.T) {
	t.Parallel()
	p := newPast(t, 23)
	p.archive.fail(&archive.Error{Cause: fleet.ErrLayout}, "captures")
	if run := p.importAll(t); run.Status != storage.RunDone || run.Failed != 23 {
		t.Errorf("the run is %+v", run)
	}
	if n := len(p.logged(t)); n != 21 {
		t.Errorf("%d lines, want 20 failures and the run", n)
	}
	for _, a := range storagetest.All[storage.Activity](t, p.Store) {
		if a.App == 1 && a.Type == "wayback_import" && !strings.Contains(string(a.Detail), "the page was not understood") {
			t.Errorf("the log says %s", a.Detail)
		}
	}
}

// Nor do apps of which something was imported; one of which nothing could be has no
// line at all.
func TestHistoryDoesNotFloodTheLog(t *testing.T) {
	if testing.Short() {
		t.Skip("asks for years of pages of many apps, which takes long with the race detector")
	}
	t.Parallel()
	p := newPast(t, 183)
	p.archive.capture(1, "2020-12-15", fleettest.Labelled("LINKED: LOCATION")) // too far from any target
	p.archive.fail(&archive.Error{Cause: fleet.ErrLayout}, "captures 183")
	run := p.importAll(t)
	totals := history.TotalsOf(run)
	if run.Status != storage.RunDone || run.Failed != 1 || totals.SnapshotsRequested != 181 || totals.Skipped != 4+3*181 {
		t.Errorf("the run is %+v, totals %+v", run, totals)
	}
	counts := map[string]int{}
	for _, line := range p.logged(t) {
		_, what, _ := strings.Cut(line, ": ")
		counts[what]++
	}
	if diff := cmp.Diff(map[string]int{
		"0 imported, 0 unchanged, 3 skipped, 1 requested": 180, "": 1,
		"0 imported, 0 unchanged, 547 skipped, 181 requested, 1 apps failed": 1,
	}, counts); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
}

// An app that the archive answers for resets the count. An app for which it is not
// asked does not.
func TestUnavailableNowAndThen(t *testing.T) {
	t.Parallel()
	p := newPast(t, 5)
	p.archive.fail(&archive.Error{Cause: archive.ErrUnavailable}, "captures 1", "captures 2", "captures 4", "captures 5")
	if run := p.importAll(t); run.Status != storage.RunDone || run.Failed != 4 {
		t.Errorf("the run is %+v", run)
	}

	q := newPast(t, 4)
	for _, day := range []string{"2021-02-03", "2021-05-14", "2021-07-30"} {
		q.archive.capture(3, day, fleettest.Labelled("NONE"))
	}
	q.history(t, 3)
	q.archive.fail(&archive.Error{Cause: archive.ErrUnavailable}, "captures")
	if run := q.importAll(t); run.Reason != history.InterruptUnavailable || runner.Left(run) != 1 {
		t.Errorf("the run is %+v", run)
	}
}

// Captures that the archive cannot hand out are the targets' failures; many in a
// row, or all that there are, are the archive's.
func TestSilentReplays(t *testing.T) {
	t.Parallel()
	days := []string{
		"2021-02-03", "2021-05-14", "2021-08-12", "2021-11-10", "2022-02-13", "2022-05-14", "2022-08-12", "2022-11-10",
	}
	for name, tt := range map[string]struct {
		silent []string
		want   storage.RunStatus
		failed int // targets
	}{
		"none":            {nil, storage.RunDone, 0},
		"one":             {days[1:2], storage.RunDone, 1},
		"two not in row":  {[]string{days[0], days[2]}, storage.RunDone, 2},
		"two in a row":    {days[:2], storage.RunDone, 2},
		"five in a row":   {days[2:7], storage.RunDone, 5},
		"six in a row":    {days[1:7], storage.RunInterrupted, 0},
		"the last three":  {days[5:], storage.RunDone, 3},
		"all":             {days, storage.RunInterrupted, 0},
		"all of one left": {[]string{"2021"}, storage.RunInterrupted, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPast(t, 3)
			p.Clock.Set(date("2023-02-15"))
			for app := range storage.AppID(3) {
				for _, day := range days {
					p.archive.capture(app+1, day, fleettest.Labelled("NONE"))
				}
				if name == "all of one left" {
					p.archive.pages[app+1] = map[storage.Time]archive.Memento{date(days[1]): p.archive.pages[app+1][date(days[1])]}
				}
			}
			silence := &archive.Error{Cause: archive.ErrUnavailable}
			p.archive.before = func(_ context.Context, call string) error {
				for _, day := range tt.silent {
					if strings.Contains(call, " "+day) {
						return silence
					}
				}
				return nil
			}
			run := p.importAll(t)
			if got := history.TotalsOf(run); run.Status != tt.want || tt.want == storage.RunDone && got.Failed != 3*tt.failed {
				t.Errorf("the run is %+v, totals %+v", run, got)
			}
			if tt.want == storage.RunDone {
				return
			}
			p.archive.before = nil
			if run := p.importAll(t); run.Status != storage.RunDone || run.Completed != 1 {
				t.Errorf("when the archive is there again the run is %+v", run)
			}
			missing := len(p.archive.pages[3])
			for _, row := range p.rows(t, 3) {
				if strings.Contains(row, "wayback") {
					missing--
				}
			}
			if missing != 0 {
				t.Errorf("%d states of the interrupted app are missing", missing)
			}
		})
	}
}

// Of an app that is abandoned in the midst of its past, what was imported counts.
func TestHistoryAbandonsAnApp(t *testing.T) {
	t.Parallel()
	p := newPast(t, 2)
	first := p.App(t, 1).FirstSeen
	kept, err := json.Marshal(map[string]any{
		"began": date("2021-08-01"), "firstSeen": first,
		"decided": []history.TargetOutcome{{TargetDate: date("2021-02-01"), Outcome: history.Imported}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Crash(t, history.Runner, kept)

	run := fleettest.Resume(t, p.Runs, history.Runner)

	got := history.TotalsOf(run)
	if run.Failed != 1 || run.Completed != 1 || got.Imported != 1 || got.AppsWithImports != 1 || got.AppsAttempted != 2 {
		t.Errorf("the run is %+v, totals %+v", run, got)
	}
	a := p.ActivityOn(t, 1)
	if a.Type != "wayback_import" || a.Status != "partial" || string(a.Summary) != p.App(t, 1).Name+": "+runner.ErrAbandoned.Error() ||
		!strings.Contains(string(a.Detail), "the process ended twice while working on this app") {
		t.Errorf("the activity is %+v: %s", a, a.Detail)
	}
}

// openRun returns the open run.
func (p *past) openRun(t testing.TB) storage.Run {
	t.Helper()
	open, err := p.Runs.Open(t.Context())
	if err != nil || len(open) != 1 {
		t.Fatalf("%d open runs, %v", len(open), err)
	}
	return open[0]
}

// While an item waits for the end of a rate limit, its row is marked as waiting.
func TestHistoryWaitIsMarked(t *testing.T) {
	bubble(t, 1, func(t *testing.T, p *past) {
		p.archive.throttle(1, "captures 1", 0)
		run := p.begin(t)
		waiting := func() bool {
			for _, item := range storagetest.All[storage.RunItem](t, p.Store) {
				return item.Waiting
			}
			return false
		}
		synctest.Wait()
		if until := p.openRun(t).WaitingUntil; !waiting() || until != storage.TimeOf(p.now().Add(5*time.Minute)) {
			t.Errorf("the item is marked as waiting: %v, and the run until %v", waiting(), until.Std())
		}
		if got, err := p.Runs.Wait(t.Context(), run.ID); err != nil || got.Status == storage.RunRunning || got.WaitingUntil != 0 {
			t.Errorf("the run is %+v, %v", got, err)
		}
		if waiting() {
			t.Error("the item is still marked as waiting")
		}
	})
}
