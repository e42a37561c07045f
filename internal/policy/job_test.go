package policy_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func (b *bench) start(t *testing.T, asked policy.RunOptions) storage.Run {
	t.Helper()
	run, err := b.runs.Start(t.Context(), runner.StartOptions{Runner: policy.Runner, Initiator: "manual", Options: asked.JSON()})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// run goes through all policies and returns how it went, and the details of the
// apps in their order.
func (b *bench) run(t *testing.T, asked policy.RunOptions) (policy.Totals, []policy.Result) {
	t.Helper()
	events, enough := b.runs.Subscribe(policy.Runner, 1000)
	defer enough()
	run, err := b.runs.Wait(t.Context(), b.start(t, asked).ID)
	if err != nil {
		t.Fatal(err)
	}
	var results []policy.Result
	for e := range events {
		if e.Kind == runner.RunEnded {
			break
		}
		if e.Kind == runner.ItemDone {
			var r policy.Result
			if err := json.Unmarshal(e.Detail, &r); err != nil {
				t.Error(err)
			}
			results = append(results, r)
		}
	}
	return policy.TotalsOf(run), results
}

// lines are the entries of the activity log, in the order of the apps; the one of a
// run comes first.
func (b *bench) lines(t *testing.T) (lines []string) {
	t.Helper()
	for _, a := range storagetest.All[storage.Activity](t, b.store) {
		lines = append(lines, fmt.Sprintf("%d %s %s: %s", a.App, a.Type, a.Status, a.Summary))
	}
	slices.Sort(lines)
	return lines
}

// detail returns the detail of the last line in the activity log on an app, or,
// for none, on a run.
func (b *bench) detail(t *testing.T, app storage.AppID) (detail map[string]any) {
	t.Helper()
	for _, a := range storagetest.All[storage.Activity](t, b.store) {
		if a.App != app {
			continue
		}
		if err := json.Unmarshal(a.Detail, &detail); err != nil {
			t.Fatal(err)
		}
		return detail
	}
	t.Fatalf("no line on app %d", app)
	return nil
}

func TestRunFetchesEveryPolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(4) {
		b.track(t, id+1)
		b.sites.show(address(id+1), policytest.Text(fmt.Sprint(id)))
	}
	b.update(t, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 9, Name: "App 0", URL: "u"}, storage.App{ID: 10, Name: "App 00", URL: "u", PrivacyPolicyURL: "  "})
	})
	b.sites.fail(address(2), &fetch.Error{Cause: fetch.ErrRefused, Status: 403, FinalURL: "https://apps.example/no", ContentType: "text/html", Origin: storage.PolicyBrowserRetry})
	b.sites.show(address(3), "nothing")

	totals, results := b.run(t, policy.RunOptions{Phase: policy.FetchPhase})

	if diff := cmp.Diff(policy.Totals{Attempted: 4, Succeeded: 2, Failed: 2}, totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	want := []policy.Result{
		{Status: "source_ready"},
		{Status: "fetch_error", Error: "The site of the policy refused to show it."},
		{Status: "too_short", Error: "The page has too little text to be a policy."},
		{Status: "source_ready"},
	}
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	reported := []string{
		"0 policy_summary partial: 2/4 policies fetched, 2 failed",
		"2 policy_summary error: App 2: The site of the policy refused to show it.",
		"3 policy_summary error: App 3: The page has too little text to be a policy.",
	}
	if diff := cmp.Diff(reported, b.lines(t)); diff != "" {
		t.Errorf("activity log (-want +got):\n%s", diff)
	}
	diagnostics := map[string]any{
		"requestedUrl": address(2), "finalUrl": "https://apps.example/no", "contentType": "text/html", "origin": "browser_retry", "httpStatus": 403.0,
		"troubleshoot": []any{
			"Open the URL in a browser and check whether it shows the policy.", "The site may block programs; the next run tries again.",
		},
	}
	if diff := cmp.Diff(any(diagnostics), b.detail(t, 2)["fetchDiagnostics"]); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func TestRunSkipsFreshTexts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(3) {
		b.track(t, id+1)
		b.sites.show(address(id+1), policytest.Text("you"))
	}
	b.fetch(t, 1)
	b.fetch(t, 3)
	totals, results := b.run(t, policy.RunOptions{Phase: policy.FetchPhase})
	if diff := cmp.Diff(policy.Totals{Attempted: 3, Succeeded: 1, Throttled: 2}, totals); diff != "" || b.sites.requests() != 3 {
		t.Errorf("%d requests, totals (-want +got):\n%s", b.sites.requests(), diff)
	}
	if want := (policy.Result{Status: "source_ready", Throttled: true}); results[0] != want || results[2] != want {
		t.Errorf("results %+v", results)
	}
	b.pass(time.Second)
	if totals, _ := b.run(t, policy.RunOptions{Phase: policy.AllPhases, Force: true}); totals.Succeeded != 3 || b.sites.requests() != 6 {
		t.Errorf("with force: %d requests, totals %+v", b.sites.requests(), totals)
	}
	want := map[string]any{"mode": "bulk", "phase": "all", "force": true, "runId": storagetest.All[storage.Run](t, b.store)[0].ID, "notTried": 0.0, "totals": map[string]any{
		"attempted": 3.0, "succeeded": 3.0, "failed": 0.0, "throttled": 0.0, "skipped": 0.0,
	}}
	if diff := cmp.Diff(want, b.detail(t, 0)); diff != "" {
		t.Errorf("detail (-want +got):\n%s", diff)
	}
}

// What is switched off or removed while a run is at it is skipped.
func TestRunSkips(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(6) {
		b.track(t, id+1)
		b.sites.show(address(id+1), policytest.Text("you"))
	}
	b.sites.on(address(2), func(context.Context) (fetch.Document, error) {
		b.update(t, func(tx *storage.Tx) error {
			_, err := tx.Apps.Delete(2, 3)
			app, getErr := tx.Apps.Get(4)
			app.PrivacyPolicyURL = ""
			return errors.Join(err, getErr, tx.Apps.Put(app))
		})
		return fetch.Document{Text: policytest.Text("you")}, nil
	})
	b.sites.on(address(5), func(context.Context) (fetch.Document, error) {
		b.set(t, `{"policyScrapeDisabled":true}`)
		return fetch.Document{Text: policytest.Text("you")}, nil
	})
	totals, results := b.run(t, policy.RunOptions{Force: true})
	if diff := cmp.Diff(policy.Totals{Attempted: 6, Succeeded: 2, Skipped: 4}, totals); diff != "" || b.sites.requests() != 3 {
		t.Errorf("%d requests, totals (-want +got):\n%s", b.sites.requests(), diff)
	}
	off := policy.Result{Status: "skipped", Note: "Fetching policies is switched off."}
	want := []policy.Result{
		{Status: "source_ready"}, {Status: "skipped", Note: "The app is not tracked."}, {Status: "skipped", Note: "The app is not tracked."},
		{Status: "skipped", Note: "The app has no privacy policy URL."}, {Status: "source_ready"}, off,
	}
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if got := b.lines(t); len(got) != 1 || got[0] != "0 policy_summary ok: 2/6 policies fetched, 4 skipped" {
		t.Errorf("the activity log has %q", got)
	}
}

// A run without network does not push all else out of the log.
func TestRunLogsFirstFailures(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(25) {
		b.track(t, id+1)
		b.sites.fail(address(id+1), errors.New("no network"))
	}
	if totals, _ := b.run(t, policy.RunOptions{}); totals.Failed != 25 {
		t.Errorf("totals %+v", totals)
	}
	if n := len(b.lines(t)); n != 21 {
		t.Errorf("%d lines, want 20 failures and the run", n)
	}
}

func TestRunReportsSteps(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 1)
	b.sites.show(address(1), policytest.Text("you"))
	events, enough := b.runs.Subscribe(policy.Runner, 100)
	defer enough()
	b.start(t, policy.RunOptions{})
	var reported []string
	for e := range events {
		if e.Kind == runner.ItemProgress {
			step := e.Progress.(storage.PolicyStep)
			reported = append(reported, fmt.Sprint(e.Item.Title, " ", step.Phase, " ", step.MS != nil, " ", step.Note))
		}
		if e.Kind == runner.RunEnded {
			break
		}
	}
	if diff := cmp.Diff([]string{"App 1 fetching false ", "App 1 fetching true direct, 545 words"}, reported); diff != "" {
		t.Errorf("reported (-want +got):\n%s", diff)
	}
}

// waiting makes a site wait for the end of the context, and says when it is asked.
func (b *bench) waiting(id storage.AppID) (reached chan struct{}) {
	reached = make(chan struct{}, 1)
	b.sites.on(address(id), func(ctx context.Context) (fetch.Document, error) {
		reached <- struct{}{}
		<-ctx.Done()
		return fetch.Document{}, ctx.Err()
	})
	return reached
}

func TestRunCancelled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(3) {
		b.track(t, id+1)
	}
	b.sites.show(address(1), policytest.Text("you"))
	reached := b.waiting(2)
	run := b.start(t, policy.RunOptions{})
	<-reached
	if _, err := b.runs.Cancel(t.Context(), policy.Runner); err != nil {
		t.Fatal(err)
	}
	got, err := b.runs.Wait(t.Context(), run.ID)
	if err != nil || got.Status != storage.RunCancelled || policy.TotalsOf(got) != (policy.Totals{Attempted: 1, Succeeded: 1}) {
		t.Errorf("the run is %+v, %v", got, err)
	}
	if lines := b.lines(t); len(lines) != 1 || lines[0] != "0 policy_summary cancelled: 1/1 policies fetched, 2 not tried" {
		t.Errorf("the activity log has %q", lines)
	}
}

// A stop cancels a fetch, and the resumed run repeats it.
func TestRunStopped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 1)
	b.track(t, 2)
	b.sites.show(address(1), policytest.Text("you"))
	reached := b.waiting(2)
	b.start(t, policy.RunOptions{Phase: policy.AllPhases, Force: true})
	<-reached
	began := time.Now()
	b.runs.Stop(time.Minute)
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("the stop took %v", took)
	}
	if kept := storagetest.All[storage.PolicyAnalysis](t, b.store); len(kept) != 2 || kept[1].Status != storage.PolicyPending || len(b.lines(t)) != 0 {
		t.Errorf("kept %+v, reported %q", kept, b.lines(t))
	}
	b.sites.show(address(2), policytest.Text("you"))
	again := runner.New(runner.Config{Store: b.store, Now: b.clock, Random: strings.NewReader(strings.Repeat("x", 1000)), Jobs: []runner.Job{b.service.PolicyJob()}})
	defer again.Stop(time.Second)
	run, err := again.Start(t.Context(), runner.StartOptions{Runner: policy.Runner, Initiator: "automatic"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := again.Wait(t.Context(), run.ID)
	if want := (policy.Totals{Attempted: 2, Succeeded: 2}); err != nil || policy.TotalsOf(got) != want || !policy.ParseRunOptions(got.Options).Force {
		t.Errorf("resumed: %+v, %v", got, err)
	}
	if n := b.sites.requests(); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

func TestTotalsOf(t *testing.T) {
	t.Parallel()
	for totals, want := range map[string]policy.Totals{
		"":                  {Attempted: 6, Succeeded: 3, Failed: 2, Skipped: 1},
		`{"throttled":2}`:   {Attempted: 6, Succeeded: 1, Failed: 2, Throttled: 2, Skipped: 1},
		`{"throttled":"x"}`: {Attempted: 6, Succeeded: 3, Failed: 2, Skipped: 1},
	} {
		run := storage.Run{Total: 9, Completed: 3, Failed: 2, Skipped: 1}
		if totals != "" {
			run.Totals = json.RawMessage(totals)
		}
		if got := policy.TotalsOf(run); got != want {
			t.Errorf("%s: %+v, want %+v", totals, got, want)
		}
	}
}

func TestJobInvalidSubject(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	job := b.service.PolicyJob()
	if _, err := job.Do(t.Context(), runner.Item{Subject: "seven"}); err == nil {
		t.Error("an item that is no app is done")
	}
	err := b.store.View(t.Context(), func(tx *storage.Tx) error {
		if _, err := job.Title(tx, "seven"); err == nil {
			t.Error("an item that is no app has a title")
		}
		title, err := job.Title(tx, "7")
		if title != "" {
			t.Errorf("an app that is gone has the title %q", title)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
