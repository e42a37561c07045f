package policy_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// withTexts returns a bench with so many apps whose policies are there.
func withTexts(t *testing.T, apps int) *bench {
	t.Helper()
	b := newBench(t)
	for i := range apps {
		id := storage.AppID(i + 1)
		b.track(t, id)
		b.sites.show(address(id), policytest.Text(fmt.Sprint("you ", i)))
	}
	return b
}

// states returns the status of all policies and who summarised them.
func (b *bench) states(t *testing.T) (states []string) {
	t.Helper()
	for _, a := range storagetest.All[storage.PolicyAnalysis](t, b.store) {
		states = append(states, strings.TrimSpace(fmt.Sprint(a.Status, " ", a.Model)))
	}
	return states
}

func TestRunSummarises(t *testing.T) {
	t.Parallel()
	b := withTexts(t, 3)
	b.fetch(t, 2)
	totals, results := b.run(t, policy.RunOptions{Phase: policy.AllPhases})
	if totals.Succeeded != 3 || totals.Throttled != 0 || results[1].Status != "ready" || b.sites.requests() != 3 {
		t.Errorf("%d requests, totals %+v, results %+v", b.sites.requests(), totals, results)
	}
	if d := cmp.Diff([]string{"ready extractive", "ready extractive", "ready extractive"}, b.states(t)); d != "" {
		t.Errorf("states (-want +got):\n%s", d)
	}
	b.pass(time.Second)
	if totals, _ := b.run(t, policy.RunOptions{Phase: policy.AllPhases}); totals.Throttled != 3 {
		t.Errorf("at once again: %+v", totals)
	}
	if totals, _ := b.run(t, policy.RunOptions{Phase: policy.FetchPhase, Force: true}); totals.Succeeded != 3 {
		t.Errorf("fetched again: %+v", totals)
	}
	if d := cmp.Diff([]string{"ready extractive", "ready extractive", "ready extractive"}, b.states(t)); d != "" {
		t.Errorf("then the states are (-want +got):\n%s", d)
	}
}

// A model summarizes policies without a summary by it, and all with force.
func TestRunAsksModelIfRequired(t *testing.T) {
	t.Parallel()
	b := withTexts(t, 2)
	b.regenerate(t, 1, policy.AllPhases) // without a model
	m := b.withMind(t, nil)
	for i, step := range []struct {
		force bool
		asked int
	}{{false, 2}, {false, 2}, {true, 4}} {
		b.pass(2 * time.Hour)
		if totals, _ := b.run(t, policy.RunOptions{Phase: policy.AllPhases, Force: step.force}); totals.Succeeded != 2 || m.times() != step.asked {
			t.Errorf("%d: asked %d times, totals %+v", i, m.times(), totals)
		}
	}
	b.sites.show(address(2), policytest.Text("others"))
	b.pass(2 * time.Hour)
	if b.run(t, policy.RunOptions{Phase: policy.AllPhases}); m.times() != 5 || m.asked[4].App != 2 {
		t.Errorf("of another text asked %d times", m.times())
	}
}

// What a model does wrong with one app affects that app only.
func TestRunContinuesAfterModelFailure(t *testing.T) {
	t.Parallel()
	b := withTexts(t, 5)
	m := b.withMind(t, nil)
	m.says(func(_ context.Context, of summary.Request) (summary.Result, error) {
		switch of.App {
		case 1:
			return summary.Result{}, &summary.TimeoutError{Phase: "direct"}
		case 2:
			return summary.Result{}, summary.ErrModelAnswer
		case 3:
			panic("three")
		case 4:
			return summary.Result{}, fmt.Errorf("%w: half of it", summary.ErrNeedsConfig)
		}
		return summary.Result{Model: "mind"}, nil
	})
	totals, results := b.run(t, policy.RunOptions{Phase: policy.AllPhases})
	if d := cmp.Diff(policy.Totals{Attempted: 5, Succeeded: 1, Failed: 4}, totals); d != "" {
		t.Errorf("totals (-want +got):\n%s", d)
	}
	if results[0].Status != "analysis_error" || results[0].Error == "" || results[4] != (policy.Result{Status: "ready"}) {
		t.Errorf("results %+v", results)
	}
	if d := cmp.Diff([]string{"analysis_error", "analysis_error", "analysis_error", "needs_ai_config", "ready mind"}, b.states(t)); d != "" {
		t.Errorf("states (-want +got):\n%s", d)
	}
	for _, a := range storagetest.All[storage.PolicyAnalysis](t, b.store) {
		if a.Current.IsZero() {
			t.Errorf("%d has no text", a.App)
		}
	}
	if left := b.claims(t); left != nil {
		t.Errorf("claims are left: %+v", left)
	}
	m.answers("Fine")
	b.pass(time.Second)
	if totals, _ := b.run(t, policy.RunOptions{Phase: policy.AllPhases}); totals.Succeeded != 4 || totals.Throttled != 1 {
		t.Errorf("the next run: %+v", totals)
	}
}

func TestRunSkipsClaimedPolicy(t *testing.T) {
	t.Parallel()
	b := withTexts(t, 1)
	m := b.withMind(t, nil)
	b.fetch(t, 1)
	now := b.pass(0)
	b.update(t, func(tx *storage.Tx) error {
		return tx.Tasks.Put(storage.Task{Kind: "policy", Subject: "1", Owner: "another", TakenAt: now, Due: now.Add(time.Minute)})
	})
	totals, results := b.run(t, policy.RunOptions{Phase: policy.AllPhases})
	if totals.Skipped != 1 || m.times() != 0 || results[0].Note != "The policy is already being processed." {
		t.Errorf("asked %d times, totals %+v, results %+v", m.times(), totals, results)
	}
}

// stopAtSummary starts a run and stops its engine while a model makes a summary.
func (b *bench) stopAtSummary(t *testing.T) {
	t.Helper()
	m := b.withMind(t, nil)
	reached := make(chan struct{})
	m.says(func(ctx context.Context, _ summary.Request) (summary.Result, error) {
		close(reached)
		<-ctx.Done()
		return summary.Result{}, ctx.Err()
	})
	b.start(t, policy.RunOptions{Phase: policy.AllPhases})
	<-reached
	b.runs.Stop(time.Second)
	b.service.Stop(time.Second)
}

// A run that was interrupted between a text and its summary resumes at the summary.
func TestRunResumesAtSummary(t *testing.T) {
	t.Parallel()
	b := withTexts(t, 1)
	b.stopAtSummary(t)
	if got := b.states(t); got[0] != "source_ready" {
		t.Errorf("interrupted, the status is %s", got)
	}
	again := b.withMind(t, nil)
	go b.runs.Resume(t.Context())
	run := storagetest.All[storage.Run](t, b.store)[0]
	ended, err := b.runs.Wait(t.Context(), run.ID)
	if err != nil || ended.Completed != 1 || again.times() != 1 || b.sites.requests() != 1 {
		t.Errorf("asked %d times and the site %d times, %+v, %v", again.times(), b.sites.requests(), ended, err)
	}
	if got := b.states(t); got[0] != "ready mind" {
		t.Errorf("in the end it stands at %s", got)
	}
}

// The event of an item that a resumed run completes has the change that the interrupted
// process committed with the text.
func TestResumedItemReportsItsChange(t *testing.T) {
	t.Parallel()
	b := withTexts(t, 1)
	b.fetch(t, 1)
	b.sites.show(address(1), policytest.Text("others"))
	b.pass(2 * time.Hour)
	b.stopAtSummary(t)
	b.withMind(t, nil)
	events, cancel := b.runs.Subscribe(policy.Runner, 10)
	defer cancel()
	go b.runs.Resume(t.Context())
	for e := range events {
		if e.Kind == runner.RunEnded {
			t.Fatalf("the run ended without the item: %+v", e.Run)
		}
		if e.Kind != runner.ItemDone {
			continue
		}
		var reported []storage.Entry
		for _, c := range storagetest.All[storage.Change](t, b.store) {
			if c.Entry.From != "" { // not the first text
				reported = append(reported, c.Entry)
			}
		}
		if d := cmp.Diff(reported, e.Entries); d != "" || len(reported) != 1 {
			t.Errorf("entries of the event (-want +got):\n%s", d)
		}
		return
	}
	t.Error("no event of the item")
}

// An automatic run asks a model only if the settings allow it.
func TestFollowAsksModelIfEnabled(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		choice summary.Choice
		set    string
		phase  policy.Phase
	}{
		"quotes":         {summary.Always(summary.Extractive{}), "", policy.AllPhases},
		"a model":        {nil, "", policy.FetchPhase},
		"a wanted model": {nil, `{"aiSummarizeOnImport":true}`, policy.AllPhases},
		"not set up":     {func(*storage.Tx) (summary.Summarizer, error) { return nil, summary.ErrNeedsConfig }, `{"aiSummarizeOnImport":true}`, policy.FetchPhase},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := withTexts(t, 1)
				b.withMind(t, tt.choice)
				if tt.set != "" {
					b.set(t, tt.set)
				}
				now := b.pass(0)
				b.update(t, func(tx *storage.Tx) error {
					return tx.Runs.Put(storage.Run{ID: "sync", Runner: "sync", Status: storage.RunDone, StartedAt: now - 2, EndedAt: now - 1, Completed: 1})
				})
				ctx, enough := context.WithCancel(t.Context())
				go b.service.Follow(ctx, b.runs, "sync", time.Hour)
				time.Sleep(time.Minute)
				enough()
				synctest.Wait()
				var phases []policy.Phase
				for _, run := range storagetest.All[storage.Run](t, b.store) {
					if run.Runner == policy.Runner {
						phases = append(phases, policy.ParseRunOptions(run.Options).Phase)
					}
				}
				if d := cmp.Diff([]policy.Phase{tt.phase}, phases); d != "" {
					t.Errorf("runs by themselves (-want +got):\n%s", d)
				}
			})
		})
	}
}
