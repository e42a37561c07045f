package manual_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestScrape(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app := b.create(t, clip())
	began := storage.TimeOf(b.now)
	hour := func(n int) storage.Time { return began.Add(time.Duration(n) * time.Hour) }
	for i, step := range []struct {
		show  string // empty: it cannot be read
		event policy.Event
		isNew bool
		first int // the hour
	}{
		{"", policy.Failed, false, 0}, {"A", policy.First, true, 2}, {"A", policy.Same, false, 2}, {"B", policy.Changed, true, 4},
		{"A", policy.Changed, false, 2}, {"", policy.Failed, false, 0}, {"A", policy.Same, false, 2}, {"B", policy.Changed, false, 4},
	} {
		now := b.pass(time.Hour)
		b.site.fail(&fetch.Error{Cause: fetch.ErrRefused})
		if step.show != "" {
			b.site.show(step.show)
		}
		got, err := b.Scrape(t.Context(), app.ID)
		if err != nil {
			t.Fatal(err)
		}
		var detail struct{ PolicyEvent policy.Event }
		if err := json.Unmarshal(got.Event.Detail, &detail); err != nil || detail.PolicyEvent != step.event || got.Event.OccurredAt != now {
			t.Errorf("%d: event %+v, %v", i, got.Event, err)
		}
		if step.show == "" {
			if got.Version != nil || !errors.Is(got.Err, fetch.ErrRefused) {
				t.Errorf("%d: %+v", i, got)
			}
			continue
		}
		want := manual.Version{App: app.ID, Hash: digest.Of(step.show), ManualPolicyVersion: storage.ManualPolicyVersion{
			ID: storage.ManualPolicyVersionID{App: app.ID, Hash: digest.Of(step.show)}, FirstFetched: hour(step.first), LastFetched: now,
			PolicyURL: "https://clip.example/privacy", FinalURL: "https://clip.example/privacy#end", Title: storage.Text("Title of " + step.show),
			ContentType: "text/html", Origin: storage.PolicyDirect, WordCount: 1, Text: step.show, Extractor: "test/1",
		}}
		if diff := cmp.Diff(&want, got.Version); diff != "" || got.IsNew != step.isNew || got.Err != nil {
			t.Errorf("%d: new %v, %v (-want +got):\n%s", i, got.IsNew, got.Err, diff)
		}
		if kept, err := b.Version(t.Context(), want.ID); err != nil || kept != want {
			t.Errorf("%d: kept %+v, %v", i, kept, err)
		}
	}
	if n := b.versions(t, app.ID); n != 2 {
		t.Errorf("%d versions", n)
	}
	if diff := cmp.Diff([]string{"error", "first", "same", "changed", "changed", "error", "same", "changed"}, b.events(t, app.ID)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// Each text that someone has read is saved and told of, also when there are more than
// eight in a week, after which the policy of a tracked app is unstable. Nothing is notified of.
func TestScrapeSavesEachText(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app := b.create(t, clip())
	want := []string{"first"}
	const texts = 20
	for n := range texts {
		b.site.show(fmt.Sprint("Text ", n))
		if got, err := b.Scrape(t.Context(), app.ID); err != nil || !got.IsNew {
			t.Fatalf("text %d: %+v, %v", n, got, err)
		}
		b.pass(time.Hour)
		if n > 0 {
			want = append(want, "changed")
		}
	}
	if n := b.versions(t, app.ID); n != texts {
		t.Errorf("%d versions, want %d", n, texts)
	}
	if diff := cmp.Diff(want, b.events(t, app.ID)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if n := len(storagetest.All[storage.Notification](t, b.store)); n != 0 {
		t.Errorf("%d notifications", n)
	}
}

// The text that was read last is the current one, also when the clock goes back.
func TestScrapeWhenTheClockGoesBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app := b.create(t, clip())
	var reported []string
	for _, text := range []string{"A", "B", "A", "A", "B"} {
		b.site.show(text)
		if _, err := b.Scrape(t.Context(), app.ID); err != nil {
			t.Fatal(err)
		}
		b.pass(-time.Hour)
	}
	for _, e := range storagetest.All[storage.ManualAppEvent](t, b.store) {
		var detail struct{ PolicyEvent string }
		if err := json.Unmarshal(e.Detail, &detail); err != nil {
			t.Fatal(err)
		}
		reported = append(reported, detail.PolicyEvent)
	}
	if diff := cmp.Diff([]string{"first", "changed", "changed", "same", "changed"}, reported); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestScrapeOfWhatCannotBe(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app, without := b.create(t, clip()), b.create(t, manual.Fields{Name: "x", Source: "own_build"})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	b.site.show("A")
	scrape := func(ctx context.Context, id string) error { return second(b.Scrape(ctx, id)) }
	if err := scrape(t.Context(), "x"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("no app: %v", err)
	}
	if err := scrape(t.Context(), without.ID); !errors.Is(err, policy.ErrNoPolicy) {
		t.Errorf("no policy: %v", err)
	}
	if err := scrape(cancelled, app.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if b.site.asked != 0 {
		t.Errorf("%d requests", b.site.asked)
	}
	b.site.fail(context.Canceled)
	if err := scrape(t.Context(), app.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("called off by the reader: %v", err)
	}
	b.site.read = func(string) (fetch.Source, error) {
		if _, err := b.Update(t.Context(), app.ID, manual.Change{PrivacyPolicyURL: new("https://clip.example/moved")}); err != nil {
			t.Error(err)
		}
		return fetch.Source{Document: fetch.Document{Text: "A"}, Hash: digest.Of("A")}, nil
	}
	if err := scrape(t.Context(), app.ID); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("moved meanwhile: %v", err)
	}
	b.site.read = func(string) (fetch.Source, error) {
		_, err := b.Delete(t.Context(), app.ID)
		return fetch.Source{Document: fetch.Document{Text: "A"}, Hash: digest.Of("A")}, err
	}
	if err := scrape(t.Context(), app.ID); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("removed meanwhile: %v", err)
	}
	if n := b.versions(t, ""); n != 0 {
		t.Errorf("%d versions are kept", n)
	}
}

func TestScrapeThatIsSwitchedOff(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app := b.create(t, clip())
	change, err := settings.Parse(map[string]json.RawMessage{settings.PolicyScrapeDisabled: json.RawMessage("true")}, storage.TimeOf(b.now))
	if err != nil {
		t.Fatal(err)
	}
	b.update(t, change.Write)
	if _, err := b.Scrape(t.Context(), app.ID); !errors.Is(err, policy.ErrDisabled) || b.site.asked != 0 {
		t.Errorf("%v, %d requests", err, b.site.asked)
	}
}
