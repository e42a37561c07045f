package policy_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestFetchKeepsTextAndState(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	text := policytest.Text("you 😀")
	b.sites.on(address(7), func(context.Context) (fetch.Document, error) {
		b.pass(1500 * time.Millisecond)
		return fetch.Document{Text: "\n" + text + "\x00", Title: " Our \n policy ", FinalURL: "https://www.apps.example/p", ContentType: "text/html", Origin: storage.PolicyBrowserRetry, Extractor: "test/1"}, nil
	})
	began := storage.TimeOf(b.clock())
	ended := began.Add(1500 * time.Millisecond)
	var reported []storage.PolicyStep
	got, err := b.service.Fetch(t.Context(), 7, false, func(s storage.PolicyStep) { reported = append(reported, s) })
	if err != nil {
		t.Fatal(err)
	}

	text = strings.TrimSpace(text)
	ms := int64(1500)
	steps := []storage.PolicyStep{{Phase: "fetching", At: began}, {Phase: "fetching", At: ended, MS: &ms, Note: "browser_retry, 545 words"}}
	want := storage.PolicyAnalysis{
		App: 7, Status: storage.PolicySourceReady, Current: digest.Of(text), PolicyURL: storage.Text(address(7)), FinalURL: "https://www.apps.example/p",
		Title: "Our policy", ContentType: "text/html", Origin: storage.PolicyBrowserRetry, WordCount: 545, Length: len([]rune(text)) + 1,
		FetchedAt: storage.NullTime(ended), UpdatedAt: ended, Log: append(slices.Clone(steps), storage.PolicyStep{Phase: "version-store", At: ended, MS: new(int64), Note: "first"}),
	}
	if diff := cmp.Diff(policy.FetchResult{Analysis: want, Event: policy.First}, got); diff != "" {
		t.Errorf("reading (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(steps, reported); diff != "" {
		t.Errorf("reported (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]storage.PolicyAnalysis{want}, storagetest.All[storage.PolicyAnalysis](t, b.store)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	version := storage.PolicyVersion{
		ID: storage.PolicyVersionID{App: 7, Hash: want.Current}, FirstFetched: ended, LastFetched: ended, PolicyURL: address(7), FinalURL: "https://www.apps.example/p",
		Title: "Our policy", ContentType: "text/html", Origin: storage.PolicyBrowserRetry, WordCount: 545, Text: text, Extractor: "test/1",
	}
	if diff := cmp.Diff([]storage.PolicyVersion{version}, storagetest.All[storage.PolicyVersion](t, b.store)); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
}

// A text that comes back is the version it was, and its predecessor is the one
// that was current right before.
func TestFetchEvents(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	texts := map[string]string{"A": policytest.Text("you"), "B": policytest.Text("your friends"), "a": "# " + strings.ReplaceAll(policytest.Text("you"), ".\n\n", ". \u00a0\n")}
	digest := func(name string) storage.Digest {
		if name == "" {
			return storage.Digest{}
		}
		return digest.Of(strings.TrimSpace(texts[name]))
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
	got := storagetest.All[storage.PolicyVersion](t, b.store)
	only := cmpopts.IgnoreFields(storage.PolicyVersion{}, "PolicyURL", "FinalURL", "Title", "ContentType", "Origin", "WordCount", "Text", "Extractor")
	if diff := cmp.Diff(want, got, only); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
	if got[1].Text != strings.TrimSpace(texts["A"]) {
		t.Error("the text of a version moved with its layout")
	}
	var reported []string
	for _, n := range storagetest.All[storage.Notification](t, b.store) {
		reported = append(reported, fmt.Sprintf("%s of %s: %s %s", n.Type, n.AppName, n.Changes[0].Type, n.Changes[0].More))
	}
	notice := func(current, previous string) string {
		id := func(name string) storage.PolicyVersionID { return storage.PolicyVersionID{App: 7, Hash: digest(name)} }
		return fmt.Sprintf(`policyUpdates of App 7: policy {"difference":{"added":0,"removed":0,"changed":1,"moved":0},"policyEvent":"changed",`+
			`"policyUrl":"https://apps.example/7/privacy","policyVersionId":"%v","previousVersionId":"%v"}`, id(current), id(previous))
	}
	if diff := cmp.Diff([]string{notice("A", "B"), notice("B", "A")}, reported); diff != "" {
		t.Errorf("notifications (-want +got):\n%s", diff)
	}
}

func TestFetchFailureKeepsTextAndSummary(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		err    error
		text   string
		status storage.PolicyStatus
		say    string
	}{
		{"refused", &fetch.Error{Cause: fetch.ErrRefused, Status: 403}, "", storage.PolicyFetchError, "refused"},
		{"unsupported", &fetch.Error{Cause: fetch.ErrUnsupported}, "", storage.PolicyUnsupported, "neither a web page"},
		{"another error", errors.New("boom"), "", storage.PolicyFetchError, "could not be reached"},
		{"a deadline of its own", context.DeadlineExceeded, "", storage.PolicyFetchError, "too long"},
		{"short", nil, "We collect personal data.", storage.PolicyTooShort, "too little"},
		{"of something else", nil, strings.Repeat("the quick brown fox jumps over the lazy dog ", 60), storage.PolicyTooShort, "too little"},
		{"nothing", nil, "", storage.PolicyTooShort, "too little"},
		{"endless", nil, "we collect " + strings.Repeat("word ", 1<<20), storage.PolicyFetchError, "too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.show(address(7), policytest.Text("you"))
			before, err := b.service.Regenerate(t.Context(), 7, policy.AllPhases, nil)
			if err != nil || before.Status != storage.PolicyReady {
				t.Fatalf("it stands at %q, %v", before.Status, err)
			}
			versions := storagetest.All[storage.PolicyVersion](t, b.store)
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
			if again := state.FetchAgainAt != 0; state.FailedDays != 1 || again != (tt.status == storage.PolicyTooShort) {
				t.Errorf("failed on %d days, to be fetched again %t", state.FailedDays, again)
			}
			state.Status, state.Error, state.UpdatedAt, state.Log = before.Status, before.Error, before.UpdatedAt, before.Log
			state.FailedDays, state.FailedAt, state.FetchAgainAt = 0, 0, 0
			if diff := cmp.Diff(before, state); diff != "" {
				t.Errorf("what is said of the text (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(versions, storagetest.All[storage.PolicyVersion](t, b.store)); diff != "" {
				t.Errorf("versions (-want +got):\n%s", diff)
			}
			b.sites.show(address(7), policytest.Text("you"))
			if back := b.fetch(t, 7); back.Event != policy.Same || back.Analysis.Status != storage.PolicyReady || back.Analysis.Error != "" ||
				!cmp.Equal(back.Analysis.Summary, before.Summary) || back.Analysis.PreviousSummary != nil {
				t.Errorf("the same text again is %q, and %+v", back.Event, back.Analysis)
			}
		})
	}
}

// A summary is of a text: it outlives a fetch that finds the text again.
func TestFetchOfSummarizedPolicy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.show(address(7), policytest.Text("you"))
	summed, err := b.service.Regenerate(t.Context(), 7, policy.AllPhases, nil)
	if err != nil || summed.Status != storage.PolicyReady || summed.Summary == nil {
		t.Fatalf("summarised as %+v, %v", summed, err)
	}
	got := b.fetch(t, 7)
	if got.Event != policy.Same || got.Analysis.Status != storage.PolicyReady || !cmp.Equal(got.Analysis.Summary, summed.Summary) {
		t.Errorf("the same text is %q, %q", got.Event, got.Analysis.Status)
	}
	b.sites.show(address(7), policytest.Text("us"))
	got = b.fetch(t, 7)
	if got.Event != policy.Changed || got.Analysis.Status != storage.PolicySourceReady || got.Analysis.Summary != nil || got.Analysis.Model != "" {
		t.Errorf("another text is %q, %+v", got.Event, got.Analysis)
	}
	if !cmp.Equal(got.Analysis.PreviousSummary, summed.Summary) || got.Analysis.PreviousSummaryAt != summed.SummaryAt {
		t.Errorf("the previous summary is %+v of %d", got.Analysis.PreviousSummary, got.Analysis.PreviousSummaryAt)
	}
}

func TestFetchThrottled(t *testing.T) {
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
			b.sites.show(address(7), policytest.Text("you"))
			state := b.fetch(t, 7).Analysis
			if tt.spoil != nil {
				tt.spoil(&state)
				b.update(t, func(tx *storage.Tx) error { return tx.PolicyAnalyses.Put(state) })
			}
			if tt.set != "" {
				b.set(t, tt.set)
			}
			b.pass(tt.after)
			var reported []string
			got, err := b.service.Fetch(t.Context(), 7, tt.force, func(s storage.PolicyStep) { reported = append(reported, s.Phase) })
			if err != nil || got.Throttled != tt.throttled || (b.sites.requests() == 1) != tt.throttled {
				t.Errorf("throttled %v, %d requests, %v", got.Throttled, b.sites.requests(), err)
			}
			if tt.throttled {
				if diff := cmp.Diff(state, got.Analysis); diff != "" || got.Event != "" || strings.Join(reported, " ") != "throttled" {
					t.Errorf("event %q, reported %v, state (-want +got):\n%s", got.Event, reported, diff)
				}
			}
		})
	}
}

func TestFetchErrors(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.update(t, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 8, Name: "B", URL: "u", PrivacyPolicyURL: " "})
	})
	for id, want := range map[storage.AppID]error{8: policy.ErrNoPolicy, 9: storage.ErrNotFound} {
		if _, err := b.service.Fetch(t.Context(), id, true, nil); !errors.Is(err, want) {
			t.Errorf("app %d: %v, want %v", id, err, want)
		}
	}
	b.set(t, `{"policyScrapeDisabled":true}`)
	var reported []storage.PolicyStep
	if _, err := b.service.Fetch(t.Context(), 7, true, func(s storage.PolicyStep) { reported = append(reported, s) }); !errors.Is(err, policy.ErrDisabled) {
		t.Errorf("switched off: %v", err)
	}
	if len(reported) != 1 || reported[0].Phase != "disabled" {
		t.Errorf("switched off, reported %+v", reported)
	}
	if err := b.store.View(t.Context(), policy.Allowed); !errors.Is(err, policy.ErrDisabled) {
		t.Errorf("switched off, Allowed is %v", err)
	}
	if n := b.sites.requests(); n != 0 || len(storagetest.All[storage.PolicyAnalysis](t, b.store)) != 0 {
		t.Errorf("%d requests, and something is kept", n)
	}
	b.set(t, `{"policyScrapeDisabled":null}`)
	ctx, gone := context.WithCancel(t.Context())
	b.sites.on(address(7), func(ctx context.Context) (fetch.Document, error) {
		gone()
		return fetch.Document{}, ctx.Err()
	})
	if _, err := b.service.Fetch(ctx, 7, true, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled by the caller: %v", err)
	}
	want := []storage.PolicyAnalysis{{App: 7, Status: storage.PolicyPending, PolicyURL: storage.Text(address(7)), UpdatedAt: storage.TimeOf(b.clock())}}
	if diff := cmp.Diff(want, storagetest.All[storage.PolicyAnalysis](t, b.store)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

// What changed while the site was asked is not overwritten.
func TestFetchOvertaken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		while func(*testing.T, *bench)
		want  error
	}{
		{"by a removal", func(t *testing.T, b *bench) {
			b.update(t, func(tx *storage.Tx) error { _, err := tx.Apps.Delete(7); return err })
		}, storage.ErrNotFound},
		{"by another address", func(t *testing.T, b *bench) {
			b.update(t, func(tx *storage.Tx) error {
				app, err := tx.Apps.Get(7)
				app.PrivacyPolicyURL = "https://new.example/"
				return errors.Join(err, tx.Apps.Put(app))
			})
		}, policy.ErrNoPolicy},
		{"by a later fetch", func(t *testing.T, b *bench) {
			b.update(t, func(tx *storage.Tx) error {
				later := storage.TimeOf(b.clock()).Add(time.Minute)
				return tx.PolicyAnalyses.Put(storage.PolicyAnalysis{
					App: 7, Status: storage.PolicySourceReady, Current: storage.Digest{1}, FetchedAt: storage.NullTime(later), UpdatedAt: later,
				})
			})
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.on(address(7), func(context.Context) (fetch.Document, error) {
				tt.while(t, b)
				return fetch.Document{Text: policytest.Text("you")}, nil
			})
			got, err := b.service.Fetch(t.Context(), 7, false, nil)
			if !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
			if err == nil && (got.Analysis.Current != storage.Digest{1} || got.Event != policy.Same) {
				t.Errorf("the reading is %+v", got)
			}
			if kept := storagetest.All[storage.PolicyVersion](t, b.store); len(kept) != 0 {
				t.Errorf("kept %+v", kept)
			}
		})
	}
}

func TestFetcherPanics(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(t, 7)
	b.sites.on(address(7), func(context.Context) (fetch.Document, error) { panic("no such node") })
	got := b.fetch(t, 7)
	if got.Analysis.Status != storage.PolicyFetchError || strings.Contains(string(got.Analysis.Error), "node") {
		t.Errorf("the state is %+v", got.Analysis)
	}
}

// Each request of a fetch is a step, reported as it is made.
func TestFetchReportsSteps(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const asked = "https://a.example/de/privacy"
	b.update(t, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 7, Name: "Notes", URL: "u", PrivacyPolicyURL: asked})
	})
	fetcher, err := fetch.New(fetch.Config{
		Archive:    policytest.NewArchive(asked, 1, "text/plain", policytest.Text("old")),
		HTTPClient: &http.Client{Transport: forbidden{}}, Interval: -1,
	})
	if err != nil {
		t.Fatal(err)
	}
	reader := policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: b.clock, Random: rand.Reader}, Fetcher: fetcher})
	var reported []string
	reading, err := reader.Fetch(t.Context(), 7, true, func(s storage.PolicyStep) { reported = append(reported, strings.TrimSpace(s.Phase+" "+s.Note)) })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"fetching", "fetch:english https://a.example/en/privacy", "fetch:direct a.example", "fetch:browser a.example",
		"fetch:direct a.example", "fetch:browser a.example", "fetch:archive", "fetching wayback, 545 words",
	}
	if diff := cmp.Diff(want, reported); diff != "" {
		t.Errorf("reported (-want +got):\n%s", diff)
	}
	if got := reading.Analysis; got.Status != storage.PolicySourceReady || got.Origin != storage.PolicyWayback || len(got.Log) != len(want)+1 {
		t.Errorf("kept %+v", got)
	}
}

// forbidden refuses every request.
type forbidden struct{}

func (forbidden) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusForbidden, Body: http.NoBody, Request: r}, nil
}

// The text of a URL without an app is judged, and nothing is saved.
func TestReadAnyURL(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	refused := &fetch.Error{Cause: fetch.ErrRefused, Status: 403, FinalURL: "https://b.example/"}
	b.sites.show("https://a.example/", policytest.Text("you")+"\n\n\x00")
	b.sites.fail("https://b.example/", refused)
	b.sites.show("https://c.example/", "We collect personal data.")
	b.sites.show("https://d.example/", strings.Repeat("personal data ", 1<<19))
	for url, want := range map[string]error{
		" https://a.example/ ": nil,
		"https://b.example/":   fetch.ErrRefused,
		"https://c.example/":   fetch.ErrTooShort,
		"https://d.example/":   fetch.ErrTooLarge,
	} {
		source, err := b.service.Read(t.Context(), url)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", url, err, want)
		}
		if err != nil {
			continue
		}
		text := strings.TrimSpace(policytest.Text("you"))
		want := fetch.Source{
			Document: fetch.Document{
				Text: text, Title: "Privacy", FinalURL: "https://a.example/#end", ContentType: "text/html", Origin: storage.PolicyDirect, Extractor: "test/1",
			},
			Hash: digest.Of(text), Words: 545, Length: len(text),
		}
		if diff := cmp.Diff(want, source); diff != "" {
			t.Errorf("source (-want +got):\n%s", diff)
		}
	}
	if kept := storagetest.All[storage.PolicyAnalysis](t, b.store); len(kept) != 0 {
		t.Errorf("kept %v", kept)
	}
	ctx, gone := context.WithCancel(t.Context())
	gone()
	if _, err := b.service.Read(ctx, "https://a.example/"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled by the caller: %v", err)
	}
}
