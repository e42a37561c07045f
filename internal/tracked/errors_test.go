package tracked_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A failed refresh stores why on the app's row, in the activity log and in the log, and
// changes nothing else. The next successful one clears it.
func TestFailedRefresh(t *testing.T) {
	t.Parallel()
	lookup := &net.DNSError{Err: "no such host", Name: "apps.example", IsNotFound: true}
	request := &url.Error{Op: "Get", URL: "https://me:secret@apps.example/app?key=secret", Err: &net.OpError{Op: "dial", Net: "tcp", Err: lookup}}
	tests := []struct {
		cause   error
		code    storage.FailureCode
		message string
		silent  bool // not in the activity log
	}{
		{cause: &fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404}, code: storage.FailureNotFound,
			message: "the App Store does not list this app, or not in this country (HTTP 404)"},
		{cause: &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: errors.New("no title")}, code: storage.FailureLayout,
			message: "the page was not understood: no title"},
		{cause: &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429}, code: storage.FailureRateLimited,
			message: "the App Store is rate limiting (HTTP 429)", silent: true},
		{cause: &fleet.ScrapeError{Cause: fleet.ErrBlocked, Status: 403}, code: storage.FailureBlocked,
			message: "the App Store refused the request (HTTP 403)"},
		{cause: &fleet.ScrapeError{Cause: fleet.ErrTooLarge}, code: storage.FailureTooLarge, message: "the answer is too large"},
		{cause: &fleet.ScrapeError{Cause: fleet.ErrTimeout}, code: storage.FailureTimeout, message: "the App Store took too long to answer"},
		{cause: &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: 503}, code: storage.FailureStatus,
			message: "the App Store is unavailable (HTTP 503)"},
		{cause: &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Err: request}, code: storage.FailureDNS,
			message: `the App Store is unavailable: Get "https://apps.example/app": dial tcp: lookup apps.example: no such host`},
		{cause: errors.New("of a scraper"), code: storage.FailureOther, message: "the App Store is unavailable: of a scraper"},
		{cause: &fleet.ScrapeError{Err: errors.New("of a scraper")}, code: storage.FailureOther, message: "the App Store is unavailable: of a scraper"},
		{cause: &fleet.ScrapeError{}, code: storage.FailureOther, message: "the App Store is unavailable"},
		{cause: fleet.ErrNotListed, code: storage.FailureNotFound, message: "the App Store does not list this app, or not in this country"},
		{cause: fleet.ErrThrottled, code: storage.FailureRateLimited, message: "the App Store is rate limiting", silent: true},
		{cause: fmt.Errorf("no title: %w", fleet.ErrLayout), code: storage.FailureLayout,
			message: "the page was not understood: no title: the page was not understood"},
	}
	for _, tt := range tests {
		t.Run(string(tt.code), func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			b := fleettest.New(t, func(c *tracked.Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
			b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
			want, lines := b.App(t, 1), len(storagetest.All[storage.Activity](t, b.Store))
			b.Clock.Add(time.Hour)
			b.Pages.Fail(1, tt.cause)
			target, _ := b.Pages.Resolve(fleettest.URL(1))
			if _, err := b.Refresh(t.Context(), target, storage.TriggerManual); !errors.Is(err, tt.cause) {
				t.Fatalf("error is %v, want %v", err, tt.cause)
			}
			got := b.App(t, 1)
			want.LastError = &storage.Failure{Code: tt.code, Message: tt.message, At: storage.TimeOf(b.Clock.Now())}
			if tt.code == storage.FailureNotFound {
				want.Availability = storage.Availability{MissedDays: 1, MissedAt: want.LastError.At}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("app (-want +got):\n%s", diff)
			}
			if n := len(storagetest.All[storage.Snapshot](t, b.Store)); n != 1 {
				t.Errorf("%d snapshots, want 1", n)
			}
			all := storagetest.All[storage.Activity](t, b.Store)
			if tt.silent != (len(all) == lines) {
				t.Errorf("%d lines of activity after %d", len(all), lines)
			}
			shown := log.String()
			for _, line := range all {
				shown += string(line.Detail)
			}
			if code := fmt.Sprintf(`"errorCode":%q`, tt.code); !tt.silent && !strings.Contains(shown, code) {
				t.Errorf("no activity has %s: %s", code, shown)
			}
			if strings.Contains(shown, "secret") || !strings.Contains(shown, "code="+string(tt.code)) {
				t.Errorf("logged is %s", shown)
			}

			b.Clock.Add(time.Hour)
			if _, err := b.ClearCooldowns(t.Context(), tracked.CooldownScrape); err != nil {
				t.Fatal(err)
			}
			b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
			if app := b.App(t, 1); app.LastError != nil || app.Availability != (storage.Availability{}) {
				t.Errorf("a later success left %+v, %+v", app.LastError, app.Availability)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	type result struct {
		Wait      time.Duration
		Throttled bool
	}
	long := &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Hour}
	usual, _ := tracked.RetryAfter(&fleet.ScrapeError{Cause: fleet.ErrThrottled})
	for name, tt := range map[string]struct {
		err  error
		want result
	}{
		"no error":         {nil, result{}},
		"another cause":    {&fleet.ScrapeError{Cause: fleet.ErrBlocked, RetryAfter: time.Hour}, result{}},
		"no cause":         {&fleet.ScrapeError{RetryAfter: time.Hour}, result{}},
		"with a time":      {fmt.Errorf("read: %w", long), result{time.Hour, true}},
		"the cause alone":  {fleet.ErrThrottled, result{usual, true}},
		"the cause inside": {fmt.Errorf("search: %w", fleet.ErrThrottled), result{usual, true}},
	} {
		var got result
		got.Wait, got.Throttled = tracked.RetryAfter(tt.err)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	if usual <= 0 {
		t.Errorf("the usual time to wait is %v", usual)
	}
}

// Only three days on which the App Store does not list an app make it delisted.
func TestAvailability(t *testing.T) {
	t.Parallel()
	gone := &fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404}
	other := &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Status: 503}
	type step struct {
		after time.Duration
		fails error // nil: it succeeds
		want  string
	}
	const day = 24 * time.Hour
	tests := map[string][]step{
		"three days":           {{day, gone, "listed 1"}, {day, gone, "listed 2"}, {day, gone, "unlisted 3"}, {day, gone, "unlisted 4"}},
		"one day":              {{day, gone, "listed 1"}, {time.Minute, gone, "listed 1"}, {time.Minute, gone, "listed 1"}},
		"errors between":       {{day, gone, "listed 1"}, {day, other, "listed 1"}, {day, gone, "listed 2"}, {0, other, "listed 2"}, {day, gone, "unlisted 3"}},
		"errors only":          {{day, other, "listed 0"}, {day, other, "listed 0"}, {day, other, "listed 0"}},
		"success between":      {{day, gone, "listed 1"}, {day, gone, "listed 2"}, {day, nil, "listed 0"}, {day, gone, "listed 1"}},
		"back":                 {{day, gone, "listed 1"}, {day, gone, "listed 2"}, {day, gone, "unlisted 3"}, {0, other, "unlisted 3"}, {day, nil, "listed 0"}},
		"a clock that is back": {{9 * day, gone, "listed 1"}, {-5 * day, gone, "listed 1"}, {day, gone, "listed 2"}, {day, gone, "unlisted 3"}},
	}
	for name, steps := range tests {
		for _, bulk := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, bulk=%t", name, bulk), func(t *testing.T) {
				t.Parallel()
				b := trackedApps(t, 1)
				before, state := b.App(t, 1), storage.Listed
				for i, s := range steps {
					b.Clock.Add(s.after)
					b.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION"))
					if s.fails != nil {
						b.Pages.Fail(1, s.fails)
					}
					changes := 0
					if bulk {
						changes = b.sync(t).Changes
					} else {
						target, _ := b.Pages.Resolve(fleettest.URL(1))
						_, _ = b.Refresh(t.Context(), target, storage.TriggerManual)
					}
					app := b.App(t, 1)
					if got := fmt.Sprintf("%s %d", app.Availability.State(), app.Availability.MissedDays); got != s.want {
						t.Fatalf("step %d: the app is %s, want %s", i, got, s.want)
					}
					moved := app.Availability.State() != state
					if state = app.Availability.State(); bulk && moved != (changes == 1) {
						t.Errorf("step %d: the run counts %d changes", i, changes)
					}
					if app.LabelDigest != before.LabelDigest || app.LinkedCount != before.LinkedCount {
						t.Errorf("step %d: the label is not what it was: %+v", i, app)
					}
				}
			})
		}
	}
}

// A delisting and a return are in the feed, in the events of the runs, and notified.
func TestAvailabilityIsNotified(t *testing.T) {
	t.Parallel()
	b := trackedApps(t, 1)
	b.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404})
	events, cancel := b.Runs.Subscribe(tracked.SyncRunner, 100)
	for range 3 {
		b.Clock.Add(24 * time.Hour)
		b.sync(t)
	}
	at := storage.TimeOf(b.Clock.Now())
	if app := b.App(t, 1); app.Availability.DelistedAt != storage.NullTime(at) || app.ChangeCount != 1 || app.Pending != storage.PendingAvailability {
		t.Errorf("the delisted app is %+v", app)
	}
	b.Clock.Add(24 * time.Hour)
	b.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION"))
	b.sync(t)
	entry := func(sentence, from, to string) storage.Entry {
		return storage.Entry{
			Type: storage.EntryModified, Category: storage.CategoryAvailability, Description: sentence,
			Subject: storage.Subject{From: from, To: to},
		}
	}
	want := []storage.Entry{
		entry("No longer in the App Store (storefront us)", "listed", "unlisted"),
		entry("Back in the App Store (storefront us)", "unlisted", "listed"),
	}
	cancel()
	var reported, shown, ofItems []storage.Entry
	for event := range events {
		ofItems = append(ofItems, event.Entries...)
	}
	for _, n := range storagetest.All[storage.Notification](t, b.Store) {
		if n.Type == storage.NoticeAvailability {
			reported = append(reported, n.Changes...)
		}
	}
	for _, c := range storagetest.All[storage.Change](t, b.Store) {
		if c.Changed {
			shown = append(shown, c.Entry)
		}
	}
	for what, got := range map[string][]storage.Entry{"notified": reported, "in the feed": shown, "of the items": ofItems} {
		sorted := cmp.Transformer("set", func(entries []storage.Entry) map[string]string {
			set := map[string]string{}
			for _, e := range entries {
				set[e.Description] = fmt.Sprint(e.Type, e.Category, e.From, e.To)
			}
			return set
		})
		if diff := cmp.Diff(want, got, sorted); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	for _, s := range storagetest.All[storage.Snapshot](t, b.Store) {
		if s.Label != b.App(t, 1).LabelDigest {
			t.Errorf("snapshot %v has another label", s.ID)
		}
	}
}
