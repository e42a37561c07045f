package policy_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// minds are summarizers of tests, with their requests and answers.
type minds struct {
	mu    sync.Mutex
	asked []summary.Request
	say   func(ctx context.Context, of summary.Request) (summary.Result, error)
}

func (m *minds) Summarize(ctx context.Context, of summary.Request) (summary.Result, error) {
	m.mu.Lock()
	m.asked = append(m.asked, of)
	say := m.say
	m.mu.Unlock()
	return say(ctx, of)
}

func (m *minds) says(say func(ctx context.Context, of summary.Request) (summary.Result, error)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.say = say
}

// answers makes text the overview of every summary.
func (m *minds) answers(text string) {
	m.says(func(context.Context, summary.Request) (summary.Result, error) {
		return summary.Result{PolicySummary: storage.PolicySummary{Overview: text}, Model: "mind", Mode: storage.PolicyDirectly}, nil
	})
}

func (m *minds) fails(err error) {
	m.says(func(context.Context, summary.Request) (summary.Result, error) {
		return summary.Result{PolicySummary: storage.PolicySummary{Overview: "half"}}, err
	})
}

func (m *minds) times() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.asked)
}

// withMind replaces who summarises.
func (b *bench) withMind(t *testing.T, choice summary.Choice) *minds {
	t.Helper()
	m := &minds{}
	m.answers("Fine")
	if choice == nil {
		choice = summary.Always(m)
	}
	b.service = policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: b.clock, Random: rand.Reader}, Fetcher: b.sites, Summarizer: choice})
	reader := b.service
	t.Cleanup(func() { reader.Stop(time.Second) })
	b.runs = runner.New(runner.Config{Store: b.store, Now: b.clock, Random: rand.Reader, Jobs: []runner.Job{reader.PolicyJob()}})
	runs := b.runs
	t.Cleanup(func() { runs.Stop(time.Second) })
	return m
}

// withPolicy returns a bench with app 7, whose policy can be fetched, and what summarizes it.
func withPolicy(t *testing.T) (*bench, *minds) {
	t.Helper()
	b := newBench(t)
	m := b.withMind(t, nil)
	b.track(t, 7)
	b.sites.show(address(7), policytest.Text("you"))
	return b, m
}

// regenerate must not fail.
func (b *bench) regenerate(t *testing.T, id storage.AppID, phase policy.Phase) storage.PolicyAnalysis {
	t.Helper()
	got, err := b.service.Regenerate(t.Context(), id, phase, nil)
	if err != nil {
		t.Fatal(err)
	}
	if kept := storagetest.All[storage.PolicyAnalysis](t, b.store); !slices.ContainsFunc(kept, func(a storage.PolicyAnalysis) bool { return cmp.Equal(a, got) }) {
		t.Errorf("the saved analysis differs from the returned one: %+v", kept)
	}
	return got
}

func phases(log []storage.PolicyStep) (names []string) {
	for _, s := range log {
		if s.MS != nil {
			names = append(names, strings.TrimSpace(s.Phase+" "+s.Error))
		}
	}
	return names
}

func TestRegenerateAll(t *testing.T) {
	t.Parallel()
	b, m := withPolicy(t)
	var reported []storage.PolicyStep
	got, err := b.service.Regenerate(t.Context(), 7, policy.AllPhases, func(s storage.PolicyStep) { reported = append(reported, s) })
	if err != nil || got.Status != storage.PolicyReady || got.Summary.Overview != "Fine" || got.Model != "mind" || got.Mode != storage.PolicyDirectly || got.SummaryAt == 0 {
		t.Fatalf("made anew as %+v, %v", got, err)
	}
	if d := cmp.Diff([]string{"fetching", "version-store", "summarising"}, phases(got.Log)); d != "" || len(reported) != 4 {
		t.Errorf("%d steps were reported, saved are (-want +got):\n%s", len(reported), d)
	}
	asked := m.asked[0]
	if asked.App != 7 || asked.AppName != "App 7" || asked.PolicyURL != address(7) || asked.Text != strings.TrimSpace(policytest.Text("you")) || asked.Guardian {
		t.Errorf("asked about %+v", asked)
	}
	m.answers("Finer")
	again := b.regenerate(t, 7, policy.SummarisePhase)
	if again.Summary.Overview != "Finer" || again.PreviousSummary.Overview != "Fine" || again.PreviousSummaryAt != got.SummaryAt || b.sites.requests() != 1 {
		t.Errorf("%d requests, once more as %+v", b.sites.requests(), again)
	}
	if d := cmp.Diff([]string{
		"7 policy_summary ok: App 7: policy of 545 words", "7 policy_summary ok: App 7: policy summarised by mind", "7 policy_summary ok: App 7: policy summarised by mind",
	}, slices.Sorted(slices.Values(b.lines(t)))); d != "" {
		t.Errorf("reported (-want +got):\n%s", d)
	}
}

// Nothing that goes wrong takes a summary away, and from each state there is a way
// on.
func TestSummarySurvivesFailures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		err    error
		status storage.PolicyStatus
		say    string
		notice bool
	}{
		{"not set up", summary.ErrNeedsConfig, storage.PolicyNeedsAIConfig, "settings", false},
		{"too late", &summary.TimeoutError{Phase: "direct", Limit: time.Minute, Took: time.Minute, Model: "mind"}, storage.PolicyAnalysisError, "too long", true},
		{"refused", fmt.Errorf("%w: sk-123", summary.ErrModelRefused), storage.PolicyAnalysisError, "refused", false},
		{"busy", summary.ErrModelBusy, storage.PolicyAnalysisError, "later", false},
		{"prose", summary.ErrModelAnswer, storage.PolicyAnalysisError, "not a summary", false},
		{"a fault", errors.New("boom sk-123"), storage.PolicyAnalysisError, "No summary", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, m := withPolicy(t)
			before := b.regenerate(t, 7, policy.AllPhases)
			m.fails(tt.err)
			for range 2 {
				got := b.regenerate(t, 7, policy.SummarisePhase)
				if got.Status != tt.status || !strings.Contains(string(got.Error), tt.say) || strings.Contains(string(got.Error), "sk-123") {
					t.Errorf("it stands at %s: %s", got.Status, got.Error)
				}
				if !cmp.Equal(got.Summary, before.Summary) || got.SummaryAt != before.SummaryAt || got.Model != before.Model || got.PreviousSummary != nil {
					t.Errorf("the summary is %+v of %v", got.Summary, got.SummaryAt)
				}
			}
			var notices []string
			for _, n := range storagetest.All[storage.Notification](t, b.store) {
				notices = append(notices, fmt.Sprintf("%s %d %s %s %s", n.Type, n.App, n.AppName, n.Changes[0].Type, n.Changes[0].More))
			}
			want := []string(nil)
			if tt.notice {
				want = []string{`aiTimeout 7 App 7 ai_timeout {"modelLabel":"mind","observedMs":60000,"phase":"direct","timeoutMs":60000}`}
			}
			if d := cmp.Diff(want, notices); d != "" {
				t.Errorf("notifications (-want +got):\n%s", d)
			}
			b.sites.show(address(7), policytest.Text("us"))
			if got := b.regenerate(t, 7, policy.AllPhases); got.Status != tt.status || got.Summary != nil || !cmp.Equal(got.PreviousSummary, before.Summary) {
				t.Errorf("of another text it stands at %s, with %+v", got.Status, got.PreviousSummary)
			}
			m.answers("Better")
			if got := b.regenerate(t, 7, policy.SummarisePhase); got.Status != storage.PolicyReady || got.Error != "" || got.Summary.Overview != "Better" || !cmp.Equal(got.PreviousSummary, before.Summary) {
				t.Errorf("then it stands at %s: %s, %+v", got.Status, got.Error, got.Summary)
			}
		})
	}
}

// What cannot be fetched is not summarised.
func TestRegenerateAvoidsUselessRequests(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	m := b.withMind(t, nil)
	b.track(t, 7)
	for _, phase := range []policy.Phase{policy.AllPhases, policy.SummarisePhase, policy.FetchPhase} {
		if got := b.regenerate(t, 7, phase); got.Status != storage.PolicyFetchError || got.Summary != nil {
			t.Errorf("%s: it stands at %s", phase, got.Status)
		}
	}
	b.sites.show(address(7), policytest.Text("you"))
	if got := b.regenerate(t, 7, policy.FetchPhase); got.Status != storage.PolicySourceReady {
		t.Errorf("fetched it stands at %s", got.Status)
	}
	if n := m.times(); n != 0 {
		t.Errorf("asked %d times", n)
	}
	if got := b.regenerate(t, 7, policy.SummarisePhase); got.Status != storage.PolicyReady {
		t.Errorf("it stands at %s", got.Status)
	}
}

func TestRegenerateErrors(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.withMind(t, nil)
	b.track(t, 7)
	b.update(t, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 8, Name: "Without", URL: "https://store.example/8"})
	})
	for id, want := range map[storage.AppID]error{8: policy.ErrNoPolicy, 9: storage.ErrNotFound} {
		if _, err := b.service.Regenerate(t.Context(), id, policy.AllPhases, nil); !errors.Is(err, want) {
			t.Errorf("%d: %v, want %v", id, err, want)
		}
	}
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	b.set(t, `{"policyScrapeDisabled":true}`)
	for phase, want := range map[policy.Phase]error{policy.AllPhases: policy.ErrDisabled, policy.FetchPhase: policy.ErrDisabled, policy.SummarisePhase: nil} {
		if _, err := b.service.Regenerate(t.Context(), 7, phase, nil); !errors.Is(err, want) {
			t.Errorf("%s while it is switched off: %v, want %v", phase, err, want)
		}
	}
	b.service.Stop(time.Second)
	if _, err := b.service.Regenerate(t.Context(), 7, policy.SummarisePhase, nil); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("after Stop: %v", err)
	}
}

func TestSummarizerPanics(t *testing.T) {
	t.Parallel()
	b, m := withPolicy(t)
	m.says(func(context.Context, summary.Request) (summary.Result, error) { panic("whatever the policy said") })
	if got := b.regenerate(t, 7, policy.AllPhases); got.Status != storage.PolicyAnalysisError {
		t.Errorf("it stands at %s", got.Status)
	}
	if left := b.claims(t); left != nil {
		t.Errorf("claims are left: %+v", left)
	}
}

func TestSafetyIsForGuardians(t *testing.T) {
	t.Parallel()
	b, m := withPolicy(t)
	b.update(t, func(tx *storage.Tx) error {
		_, err := feature.PutFocus(tx, feature.Focus{Audience: feature.AudienceGuardian})
		return err
	})
	b.regenerate(t, 7, policy.AllPhases)
	if !m.asked[0].Guardian {
		t.Error("the guardian's question is not asked")
	}
}

// Of two who want the same at once, one works, and the other one gets ErrBusy.
func TestPolicyIsClaimedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, m := withPolicy(t)
		b.fetch(t, 7)
		pass := make(chan struct{})
		m.says(func(context.Context, summary.Request) (summary.Result, error) {
			<-pass
			return summary.Result{Model: "slow"}, nil
		})
		done := make(chan error)
		go func() {
			_, err := b.service.Regenerate(t.Context(), 7, policy.SummarisePhase, nil)
			done <- err
		}()
		synctest.Wait()
		for range 12 { // far longer than a claim holds without renewal
			time.Sleep(10 * time.Second)
			b.pass(10 * time.Second)
			synctest.Wait()
			if _, err := b.service.Regenerate(t.Context(), 7, policy.SummarisePhase, nil); !errors.Is(err, policy.ErrBusy) {
				t.Fatalf("another one: %v, want ErrBusy", err)
			}
			if shown, err := b.service.Show(t.Context(), 7); err != nil || shown.RunStatus != "running" || shown.RunStarted == 0 || shown.Until() == 0 {
				t.Fatalf("shown as %+v, %v", shown, err)
			}
		}
		close(pass)
		if err := <-done; err != nil {
			t.Error(err)
		}
		if shown, err := b.service.Show(t.Context(), 7); err != nil || shown.RunStatus != "idle" || shown.Status != storage.PolicyReady || shown.Model != "slow" {
			t.Errorf("shown as %+v, %v", shown, err)
		}
	})
}

// The claim of a crashed process expires after half a minute.
func TestClaimAfterCrash(t *testing.T) {
	t.Parallel()
	b, _ := withPolicy(t)
	b.fetch(t, 7)
	now := b.pass(0)
	b.update(t, func(tx *storage.Tx) error {
		return tx.Tasks.Put(storage.Task{Kind: "policy", Subject: "7", Owner: "gone", TakenAt: now, Due: now.Add(30 * time.Second)})
	})
	b.pass(29 * time.Second)
	if _, err := b.service.Regenerate(t.Context(), 7, policy.SummarisePhase, nil); !errors.Is(err, policy.ErrBusy) {
		t.Errorf("before its end: %v", err)
	}
	b.pass(time.Second)
	if shown, err := b.service.Show(t.Context(), 7); err != nil || shown.RunStatus != "idle" {
		t.Errorf("shown as %+v, %v", shown, err)
	}
	b.regenerate(t, 7, policy.SummarisePhase)
}

// A summary of a text that is no longer current is dropped.
func TestSummaryOfOldText(t *testing.T) {
	t.Parallel()
	b, m := withPolicy(t)
	b.fetch(t, 7)
	m.says(func(context.Context, summary.Request) (summary.Result, error) {
		b.sites.show(address(7), policytest.Text("us"))
		b.fetch(t, 7)
		return summary.Result{Model: "late"}, nil
	})
	if got := b.regenerate(t, 7, policy.SummarisePhase); got.Summary != nil || got.Status != storage.PolicySourceReady {
		t.Errorf("it stands at %s with %+v", got.Status, got.Summary)
	}
}

// Notes on parts are saved as they are made, and reused.
func TestNotesAreSaved(t *testing.T) {
	t.Parallel()
	b, m := withPolicy(t)
	notes := []storage.PolicyNote{{Of: storage.Digest{1}, Summary: "first", Highlights: []string{"a"}}}
	m.says(func(ctx context.Context, of summary.Request) (summary.Result, error) {
		return summary.Result{}, errors.Join(of.KeepNotes(ctx, notes), summary.ErrModelBusy)
	})
	got := b.regenerate(t, 7, policy.AllPhases)
	if d := cmp.Diff(notes, got.Notes); d != "" || got.NotesOf != got.Current {
		t.Errorf("kept of %v (-want +got):\n%s", got.NotesOf, d)
	}
	shown, err := b.service.Show(t.Context(), 7)
	if err != nil || !cmp.Equal([]policy.ShownNote{{Summary: "first", Highlights: []string{"a"}}}, shown.Notes) {
		t.Errorf("shown as %+v, %v", shown.Notes, err)
	}
	m.answers("Fine")
	b.regenerate(t, 7, policy.SummarisePhase)
	if d := cmp.Diff(notes, m.asked[1].Notes); d != "" {
		t.Errorf("given back (-want +got):\n%s", d)
	}
}
