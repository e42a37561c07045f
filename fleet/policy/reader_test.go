package policy_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

func TestFetchKeepsTextAndState(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	text := policyText("you 😀")
	b.sites.on(address(7), func(context.Context) (policy.Document, error) {
		b.pass(1500 * time.Millisecond)
		return policy.Document{Text: "\n" + text + "\x00", Title: " Our \n policy ", FinalURL: "https://www.apps.example/p", ContentType: "text/html", Origin: storage.PolicyBrowserRetry, Extractor: "test/1"}, nil
	})
	began := storage.TimeOf(b.clock())
	ended := began.Add(1500 * time.Millisecond)
	var told []storage.PolicyStep
	got, err := b.reader.Fetch(t.Context(), 7, false, func(s storage.PolicyStep) { told = append(told, s) })
	if err != nil {
		t.Fatal(err)
	}

	text = strings.TrimSpace(text)
	ms := int64(1500)
	steps := []storage.PolicyStep{{Phase: "fetching", At: began}, {Phase: "fetching", At: ended, MS: &ms, Note: "browser_retry, 545 words"}}
	want := storage.PolicyAnalysis{
		App: 7, Status: storage.PolicySourceReady, Current: policy.Digest(text), PolicyURL: storage.Text(address(7)), FinalURL: "https://www.apps.example/p",
		Title: "Our policy", ContentType: "text/html", Origin: storage.PolicyBrowserRetry, WordCount: 545, Length: len([]rune(text)) + 1,
		FetchedAt: storage.NullTime(ended), UpdatedAt: ended, Log: append(slices.Clone(steps), storage.PolicyStep{Phase: "version-store", At: ended, MS: new(int64), Note: "first"}),
	}
	if diff := cmp.Diff(policy.Reading{Analysis: want, Event: policy.First}, got); diff != "" {
		t.Errorf("reading (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(steps, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]storage.PolicyAnalysis{want}, all(t, b.store, storage.Tx.PolicyAnalyses)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	version := storage.PolicyVersion{
		ID: storage.PolicyVersionID{App: 7, Hash: want.Current}, FirstFetched: ended, LastFetched: ended, PolicyURL: address(7), FinalURL: "https://www.apps.example/p",
		Title: "Our policy", ContentType: "text/html", Origin: storage.PolicyBrowserRetry, WordCount: 545, Text: text, Extractor: "test/1",
	}
	if diff := cmp.Diff([]storage.PolicyVersion{version}, all(t, b.store, storage.Tx.PolicyVersions)); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
}

// A text that comes back is the version it was, and its predecessor is the one
// that was current right before.
func TestFetchTellsWhatChanged(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	texts := map[string]string{"A": policyText("you"), "B": policyText("your friends"), "a": "# " + strings.ReplaceAll(policyText("you"), ".\n\n", ". \u00a0\n")}
	digest := func(name string) storage.Digest {
		if name == "" {
			return storage.Digest{}
		}
		return policy.Digest(strings.TrimSpace(texts[name]))
	}
	began := b.pass(0)
	for i, step := range []struct {
		show     string
		event    policy.Event
		previous string
	}{
		{"A", policy.First, ""}, {"a", policy.Same, ""}, {"B", policy.Changed, "A"}, {"B", policy.Same, "A"}, {"A", policy.Changed, "B"}, {"a", policy.Same, "B"},
	} {
		b.pass(time.Hour)
		b.sites.show(address(7), texts[step.show])
		got := b.fetch(t, 7)
		if got.Event != step.event || got.Analysis.Current != digest(step.show) || got.Analysis.Previous != digest(step.previous) {
			t.Errorf("%d: %s is %q, current %v, previous %v", i, step.show, got.Event, got.Analysis.Current, got.Analysis.Previous)
		}
	}
	hour := func(n int) storage.Time { return began.Add(time.Duration(n) * time.Hour) }
	want := []storage.PolicyVersion{
		{ID: storage.PolicyVersionID{App: 7, Hash: digest("B")}, FirstFetched: hour(3), LastFetched: hour(4)},
		{ID: storage.PolicyVersionID{App: 7, Hash: digest("A")}, FirstFetched: hour(1), LastFetched: hour(5)}, // it is the current one: of the sixth hour its analysis knows
	}
	got := all(t, b.store, storage.Tx.PolicyVersions)
	only := cmpopts.IgnoreFields(storage.PolicyVersion{}, "PolicyURL", "FinalURL", "Title", "ContentType", "Origin", "WordCount", "Text", "Extractor")
	if diff := cmp.Diff(want, got, only); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
	if got[1].Text != strings.TrimSpace(texts["A"]) {
		t.Error("the text of a version moved with its layout")
	}
	var told []string
	for _, n := range all(t, b.store, storage.Tx.Notifications) {
		told = append(told, fmt.Sprintf("%s of %s: %s %s", n.Type, n.AppName, n.Changes[0].Type, n.Changes[0].More))
	}
	notice := func(current, previous string) string {
		id := func(name string) storage.PolicyVersionID { return storage.PolicyVersionID{App: 7, Hash: digest(name)} }
		return fmt.Sprintf(`policyUpdates of App 7: policy {"policyEvent":"changed","policyVersionId":"%v","previousVersionId":"%v"}`, id(current), id(previous))
	}
	if diff := cmp.Diff([]string{notice("A", "B"), notice("B", "A")}, told); diff != "" {
		t.Errorf("people are told (-want +got):\n%s", diff)
	}
}

func TestFetchFailureKeepsTheTextAndItsSummary(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		err    error
		text   string
		status storage.PolicyStatus
		say    string
	}{
		{"refused", &policy.FetchError{Cause: policy.ErrRefused, Status: 403}, "", storage.PolicyFetchError, "refused"},
		{"unsupported", &policy.FetchError{Cause: policy.ErrUnsupported}, "", storage.PolicyUnsupported, "neither a web page"},
		{"another error", errors.New("boom"), "", storage.PolicyFetchError, "could not be reached"},
		{"a deadline of its own", context.DeadlineExceeded, "", storage.PolicyFetchError, "too long"},
		{"short", nil, "We collect personal data.", storage.PolicyTooShort, "too little"},
		{"few words", nil, "We collect personal data. " + strings.Repeat("incomprehensibilities ", 395), storage.PolicyTooShort, "too little"},
		{"few characters", nil, "we collect " + strings.Repeat("a b ", 450), storage.PolicyTooShort, "too little"},
		{"of something else", nil, strings.Repeat("the quick brown fox jumps over the lazy dog ", 60), storage.PolicyTooShort, "too little"},
		{"nothing", nil, "", storage.PolicyTooShort, "too little"},
		{"endless", nil, "we collect " + strings.Repeat("word ", 1<<20), storage.PolicyFetchError, "too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.show(address(7), policyText("you"))
			before, err := b.reader.Regenerate(t.Context(), 7, policy.AllPhases, nil)
			if err != nil || before.Status != storage.PolicyReady {
				t.Fatalf("it stands at %q, %v", before.Status, err)
			}
			versions := all(t, b.store, storage.Tx.PolicyVersions)
			now := b.pass(time.Hour)
			b.sites.show(address(7), tt.text)
			if tt.err != nil {
				b.sites.fail(address(7), tt.err)
			}

			got := b.fetch(t, 7)

			state := got.Analysis
			if got.Event != policy.Failed || state.Status != tt.status || !strings.Contains(string(state.Error), tt.say) {
				t.Errorf("event %q, status %q, error %q", got.Event, state.Status, state.Error)
			}
			if last := state.Log[len(state.Log)-1]; last.Error != string(state.Error) || state.UpdatedAt != now {
				t.Errorf("the log ends with %+v, updated %d", last, state.UpdatedAt)
			}
			state.Status, state.Error, state.UpdatedAt, state.Log = before.Status, before.Error, before.UpdatedAt, before.Log
			if diff := cmp.Diff(before, state); diff != "" {
				t.Errorf("what is said of the text (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(versions, all(t, b.store, storage.Tx.PolicyVersions)); diff != "" {
				t.Errorf("versions (-want +got):\n%s", diff)
			}
			b.sites.show(address(7), policyText("you"))
			if back := b.fetch(t, 7); back.Event != policy.Same || back.Analysis.Status != storage.PolicyReady || back.Analysis.Error != "" ||
				!cmp.Equal(back.Analysis.Summary, before.Summary) || back.Analysis.PreviousSummary != nil {
				t.Errorf("the same text again is %q, and %+v", back.Event, back.Analysis)
			}
		})
	}
}

// A summary is of a text: it outlives a fetch that finds the text again.
func TestFetchOfWhatWasSummedUp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.show(address(7), policyText("you"))
	summed, err := b.reader.Regenerate(t.Context(), 7, policy.AllPhases, nil)
	if err != nil || summed.Status != storage.PolicyReady || summed.Summary == nil {
		t.Fatalf("summarised as %+v, %v", summed, err)
	}
	got := b.fetch(t, 7)
	if got.Event != policy.Same || got.Analysis.Status != storage.PolicyReady || !cmp.Equal(got.Analysis.Summary, summed.Summary) {
		t.Errorf("the same text is %q, %q", got.Event, got.Analysis.Status)
	}
	b.sites.show(address(7), policyText("us"))
	got = b.fetch(t, 7)
	if got.Event != policy.Changed || got.Analysis.Status != storage.PolicySourceReady || got.Analysis.Summary != nil || got.Analysis.Model != "" {
		t.Errorf("another text is %q, %+v", got.Event, got.Analysis)
	}
	if !cmp.Equal(got.Analysis.PreviousSummary, summed.Summary) || got.Analysis.PreviousSummaryAt != summed.SummaryAt {
		t.Errorf("the previous summary is %+v of %d", got.Analysis.PreviousSummary, got.Analysis.PreviousSummaryAt)
	}
}

func TestFetchOfWhatIsFresh(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		set       string
		after     time.Duration
		force     bool
		spoil     func(*storage.PolicyAnalysis)
		throttled bool
	}{
		{name: "within the hour", after: 59 * time.Minute, throttled: true},
		{name: "at once", throttled: true},
		{name: "after the hour", after: time.Hour},
		{name: "with force", force: true},
		{name: "throttle off", set: `{"policyScrapeThrottleEnabled":false}`},
		{name: "no minutes", set: `{"policyScrapeThrottleMinutes":0}`},
		{name: "more minutes", set: `{"policyScrapeThrottleMinutes":120}`, after: 119 * time.Minute, throttled: true},
		{name: "summed up", spoil: func(a *storage.PolicyAnalysis) { a.Status = storage.PolicyReady }, throttled: true},
		{name: "failed since", spoil: func(a *storage.PolicyAnalysis) { a.Status = storage.PolicyFetchError }},
		{name: "never fetched", spoil: func(a *storage.PolicyAnalysis) { a.FetchedAt = 0 }},
		{name: "at another address", spoil: func(a *storage.PolicyAnalysis) { a.PolicyURL = "https://old.example/" }},
		{name: "fetched in times to come", spoil: func(a *storage.PolicyAnalysis) { a.FetchedAt += 1 << 40 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.show(address(7), policyText("you"))
			state := b.fetch(t, 7).Analysis
			if tt.spoil != nil {
				tt.spoil(&state)
				b.update(t, func(tx storage.Tx) error { return tx.PolicyAnalyses().Put(state) })
			}
			if tt.set != "" {
				b.set(t, tt.set)
			}
			b.pass(tt.after)
			var told []string
			got, err := b.reader.Fetch(t.Context(), 7, tt.force, func(s storage.PolicyStep) { told = append(told, s.Phase) })
			if err != nil || got.Throttled != tt.throttled || (b.sites.requests() == 1) != tt.throttled {
				t.Errorf("throttled %v, %d requests, %v", got.Throttled, b.sites.requests(), err)
			}
			if tt.throttled {
				if diff := cmp.Diff(state, got.Analysis); diff != "" || got.Event != "" || strings.Join(told, " ") != "throttled" {
					t.Errorf("event %q, told %v, state (-want +got):\n%s", got.Event, told, diff)
				}
			}
		})
	}
}

func TestFetchOfWhatCannotBe(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.update(t, func(tx storage.Tx) error {
		return tx.Apps().Put(storage.App{ID: 8, Name: "B", URL: "u", PrivacyPolicyURL: " "})
	})
	for id, want := range map[storage.AppID]error{8: policy.ErrNoPolicy, 9: storage.ErrNotFound} {
		if _, err := b.reader.Fetch(t.Context(), id, true, nil); !errors.Is(err, want) {
			t.Errorf("app %d: %v, want %v", id, err, want)
		}
	}
	b.set(t, `{"policyScrapeDisabled":true}`)
	var told []storage.PolicyStep
	if _, err := b.reader.Fetch(t.Context(), 7, true, func(s storage.PolicyStep) { told = append(told, s) }); !errors.Is(err, policy.ErrDisabled) {
		t.Errorf("switched off: %v", err)
	}
	if len(told) != 1 || told[0].Phase != "disabled" {
		t.Errorf("switched off, told %+v", told)
	}
	if err := b.store.View(t.Context(), policy.Allowed); !errors.Is(err, policy.ErrDisabled) {
		t.Errorf("switched off, Allowed is %v", err)
	}
	if n := b.sites.requests(); n != 0 || len(all(t, b.store, storage.Tx.PolicyAnalyses)) != 0 {
		t.Errorf("%d requests, and something is kept", n)
	}
	b.set(t, `{"policyScrapeDisabled":null}`)
	ctx, gone := context.WithCancel(t.Context())
	b.sites.on(address(7), func(ctx context.Context) (policy.Document, error) {
		gone()
		return policy.Document{}, ctx.Err()
	})
	if _, err := b.reader.Fetch(ctx, 7, true, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
	want := []storage.PolicyAnalysis{{App: 7, Status: storage.PolicyPending, PolicyURL: storage.Text(address(7)), UpdatedAt: storage.TimeOf(b.clock())}}
	if diff := cmp.Diff(want, all(t, b.store, storage.Tx.PolicyAnalyses)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

// What changed while the site was asked is not overwritten.
func TestFetchThatWasOvertaken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		while func(*testing.T, *bench)
		want  error
	}{
		{"by a removal", func(t *testing.T, b *bench) {
			b.update(t, func(tx storage.Tx) error { _, err := tx.Apps().Delete(7); return err })
		}, storage.ErrNotFound},
		{"by another address", func(t *testing.T, b *bench) {
			b.update(t, func(tx storage.Tx) error {
				app, err := tx.Apps().Get(7)
				app.PrivacyPolicyURL = "https://new.example/"
				return errors.Join(err, tx.Apps().Put(app))
			})
		}, policy.ErrNoPolicy},
		{"by a later fetch", func(t *testing.T, b *bench) {
			b.update(t, func(tx storage.Tx) error {
				later := storage.TimeOf(b.clock()).Add(time.Minute)
				return tx.PolicyAnalyses().Put(storage.PolicyAnalysis{
					App: 7, Status: storage.PolicySourceReady, Current: storage.Digest{1}, FetchedAt: storage.NullTime(later), UpdatedAt: later,
				})
			})
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.on(address(7), func(context.Context) (policy.Document, error) {
				tt.while(t, b)
				return policy.Document{Text: policyText("you")}, nil
			})
			got, err := b.reader.Fetch(t.Context(), 7, false, nil)
			if !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
			if err == nil && (got.Analysis.Current != storage.Digest{1} || got.Event != policy.Same) {
				t.Errorf("the reading is %+v", got)
			}
			if kept := all(t, b.store, storage.Tx.PolicyVersions); len(kept) != 0 {
				t.Errorf("kept %+v", kept)
			}
		})
	}
}

func TestFetcherThatPanics(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.on(address(7), func(context.Context) (policy.Document, error) { panic("no such node") })
	got := b.fetch(t, 7)
	if got.Analysis.Status != storage.PolicyFetchError || strings.Contains(string(got.Analysis.Error), "node") {
		t.Errorf("the state is %+v", got.Analysis)
	}
}
