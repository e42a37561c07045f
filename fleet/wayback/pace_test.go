package wayback_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/waiting"
)

// TestPace: three questions to the index at once and then one in 2.5 seconds, and
// beside that eight others at once and then eight a second; or as the option says.
func TestPace(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		opts          []wayback.Option
		index, others time.Duration // for 8 questions, and for 24 others
	}{
		{"default", nil, 5 * 2500 * time.Millisecond, 2 * time.Second},
		{"option", []wayback.Option{wayback.WithPace(12)}, 4 * 5 * time.Second, 20 * 5 * time.Second},
		{"slowest", []wayback.Option{wayback.WithPace(1)}, 7 * time.Minute, 23 * time.Minute},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			fake := fakearchive.New()
			a := paced(t, fake, tt.opts...)
			ask := services(t)
			start := time.Now()
			for range 2 { // of four questions
				if err := ask[fakearchive.Index](t, a); err != nil {
					t.Fatal(err)
				}
			}
			if took := time.Since(start); took.Round(time.Millisecond) != tt.index || fake.Requests(fakearchive.Index, 0) != 8 {
				t.Errorf("%s: 8 questions took %v, want %v", tt.name, took, tt.index)
			}
			start = time.Now()
			for range 12 {
				if err := ask[fakearchive.Save](t, a); err != nil {
					t.Fatal(err)
				}
				if err := ask[fakearchive.Replay](t, a); !errors.Is(err, fleet.ErrNoMemento) {
					t.Fatal(err)
				}
			}
			if took := time.Since(start); took.Round(time.Millisecond) != tt.others {
				t.Errorf("%s: 24 others took %v, want %v", tt.name, took, tt.others)
			}
		})
	}
}

// TestPace_context: who waits can leave, and does so at once when the turn comes
// too late. The error is the context's own.
func TestPace_context(t *testing.T) {
	t.Parallel()
	for service, ask := range services(t) {
		synctest.Test(t, func(t *testing.T) {
			fake := fakearchive.New()
			a := paced(t, fake, wayback.WithPace(1))
			_ = ask(t, a) // takes the first turn, and some more of the index
			start := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			when := fleet.Capture{At: at(t, "20210304050607"), URL: address}
			call := func(ctx context.Context) (err error) {
				switch service {
				case fakearchive.Index:
					_, err = a.Captures(ctx, target(), when.At, when.At)
				case fakearchive.Replay:
					_, err = a.Replay(ctx, target(), when)
				case fakearchive.Save:
					_, err = a.Save(ctx, target())
				}
				return err
			}
			if err := call(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 0 {
				t.Errorf("%s, a turn after the deadline: %v after %v", service, err, time.Since(start))
			}
			ctx, cancel = context.WithCancel(t.Context())
			time.AfterFunc(5*time.Second, cancel)
			if err := call(ctx); err != context.Canceled || time.Since(start) != 5*time.Second {
				t.Errorf("%s, left: %v after %v", service, err, time.Since(start))
			}
			// Nor is it of the archive when it happens amid an answer, or amid a pause.
			for _, kind := range []fakearchive.Kind{fakearchive.Hanging, fakearchive.Broken} {
				fake.Fail(service, fakearchive.Fault{Kind: kind})
				time.Sleep(10 * time.Minute) // for a turn
				ctx, cancel = context.WithCancel(t.Context())
				time.AfterFunc(100*time.Millisecond, cancel)
				err := call(ctx)
				if once := service == fakearchive.Save && kind == fakearchive.Broken; once {
					cause(t, string(service), err, fleet.ErrArchiveUnavailable)
				} else if err != context.Canceled {
					t.Errorf("%s, %s and cancelled: %v", service, kind, err)
				}
			}
		})
	}
}

// TestRetry: what passes is tried three times in all, with pauses that grow, and
// what does not is tried once.
func TestRetry(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		fault fakearchive.Fault
		tries int   // until it is given up
		want  error // then
	}{
		{"broken", fakearchive.Fault{Kind: fakearchive.Broken}, 3, fleet.ErrArchiveUnavailable},
		{"too many at once", fakearchive.Fault{Kind: fakearchive.Broken, Status: 413}, 3, fleet.ErrArchiveUnavailable},
		{"misdirected", fakearchive.Fault{Kind: fakearchive.Broken, Status: 421}, 3, fleet.ErrArchiveUnavailable},
		{"gateway", fakearchive.Fault{Kind: fakearchive.Broken, Status: 504}, 3, fleet.ErrArchiveUnavailable},
		{"of a proxy", fakearchive.Fault{Kind: fakearchive.Broken, Status: 599}, 3, fleet.ErrArchiveUnavailable},
		{"reset", fakearchive.Fault{Kind: fakearchive.Reset}, 3, fleet.ErrArchiveUnavailable},
		{"hanging", fakearchive.Fault{Kind: fakearchive.Hanging}, 3, fleet.ErrArchiveUnavailable},
		{"not implemented", fakearchive.Fault{Kind: fakearchive.Broken, Status: 501}, 1, fleet.ErrArchiveUnavailable},
		{"throttled", fakearchive.Fault{Kind: fakearchive.Throttled}, 1, fleet.ErrArchiveThrottled},
		{"huge", fakearchive.Fault{Kind: fakearchive.Huge}, 1, fleet.ErrTooLarge},
	}
	for _, service := range []fakearchive.Service{fakearchive.Index, fakearchive.Replay} {
		timeout := 30 * time.Second
		for _, tt := range tests {
			synctest.Test(t, func(t *testing.T) {
				fake := fakearchive.New()
				fake.AddApp(at(t, "20210304050607"), "us", fox(""))
				ask := services(t)[service]
				fake.Fail(service, tt.fault)
				a := newArchive(t, fake)
				start := time.Now()
				e := cause(t, tt.name, ask(t, a), tt.want)
				if n := fake.Requests(service, 0); n != tt.tries {
					t.Errorf("%s, %s: %d tries, want %d", service, tt.name, n, tt.tries)
				}
				if tt.fault.Status != 0 && e.Status != tt.fault.Status {
					t.Errorf("%s, %s: status %d, want %d", service, tt.name, e.Status, tt.fault.Status)
				}
				least, most := time.Duration(0), time.Duration(0)
				if tt.tries == 3 {
					least, most = 1500*time.Millisecond, 4500*time.Millisecond // of pauses
				}
				if tt.fault.Kind == fakearchive.Hanging {
					least, most = least+3*timeout, most+3*timeout
				}
				if took := time.Since(start).Round(time.Millisecond); took < least || took > most {
					t.Errorf("%s, %s: took %v, want %v to %v", service, tt.name, took, least, most)
				}
				if tt.tries < 3 {
					return
				}
				tt.fault.Times = 2
				fake.Fail(service, tt.fault)
				if err := ask(t, a); err != nil {
					t.Errorf("%s, %s: %v although it passed", service, tt.name, err)
				}
			})
		}
	}
}

// TestRetry_save: a save that failed may have been made, so it is not tried again.
func TestRetry_save(t *testing.T) {
	t.Parallel()
	for _, kind := range []fakearchive.Kind{fakearchive.Broken, fakearchive.Reset, fakearchive.Hanging} {
		synctest.Test(t, func(t *testing.T) {
			fake := fakearchive.New()
			fake.Fail(fakearchive.Save, fakearchive.Fault{Kind: kind})
			start := time.Now()
			_, err := newArchive(t, fake).Save(t.Context(), target())
			if cause(t, string(kind), err, fleet.ErrArchiveUnavailable); fake.Requests(fakearchive.Save, 0) != 1 {
				t.Errorf("%s: %d tries, want 1", kind, fake.Requests(fakearchive.Save, 0))
			}
			if took := time.Since(start); kind == fakearchive.Hanging && took != 25*time.Second {
				t.Errorf("gave up after %v, want 25s", took)
			}
		})
	}
}

// TestRetry_waitIsNotSlowness: the timeout of a request begins with its turn.
func TestRetry_waitIsNotSlowness(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fake := fakearchive.New()
		fake.Fail(fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Slow, Delay: 29 * time.Second})
		if err := services(t)[fakearchive.Index](t, paced(t, fake, wayback.WithPace(1))); err != nil {
			t.Error(err)
		}
		if n := fake.Requests(fakearchive.Index, 0); n != 4 {
			t.Errorf("%d requests, want one for each of the 4 questions", n)
		}
	})
}

// TestThrottled: how long the archive wants to be left alone.
func TestThrottled(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		header string
		want   time.Duration
	}{
		{"", time.Minute},
		{"soon", time.Minute},
		{"0", time.Minute},
		{"-5", time.Minute},
		{" 90 ", 90 * time.Second},
		{"601", 10 * time.Minute},
		{"99999999999999999999", 10 * time.Minute},
		{now.Add(45 * time.Second).Format(http.TimeFormat), 45 * time.Second},
		{now.Add(time.Hour).Format(http.TimeFormat), 10 * time.Minute},
		{now.Add(-time.Hour).Format(http.TimeFormat), time.Minute},
	}
	for service, ask := range services(t) {
		for _, tt := range tests {
			fake := fakearchive.New()
			fake.Fail(service, fakearchive.Fault{Kind: fakearchive.Throttled, RetryAfter: tt.header})
			a := newArchive(t, fake, wayback.WithClock(func() time.Time { return now }))
			e := cause(t, string(service), ask(t, a), fleet.ErrArchiveThrottled)
			if e.RetryAfter != tt.want || e.Status != http.StatusTooManyRequests || fake.Requests(service, 0) != 1 {
				t.Errorf("%s, Retry-After %q: %v with status %d, want %v at once", service, tt.header, e.RetryAfter, e.Status, tt.want)
			}
		}
	}
}

// Who waits for the turn says so.
func TestPace_isAWait(t *testing.T) {
	t.Parallel()
	waits := 0
	ctx := waiting.Observe(t.Context(), func(_ context.Context, _ time.Duration, wait func() error) error {
		waits++
		return wait()
	})
	if _, err := paced(t, fakearchive.New()).Save(ctx, target()); err != nil || waits == 0 {
		t.Errorf("%v, after %d waits", err, waits)
	}
}
