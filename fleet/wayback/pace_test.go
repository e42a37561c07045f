package wayback_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// TestPace: replay and saves share a pace, and the index has one of its own. Each rises by a
// quarter with each 20 answers, to 60 and to 24 requests a minute or to the configured pace.
func TestPace(t *testing.T) {
	t.Parallel()
	pages := []fakearchive.Service{fakearchive.Replay, fakearchive.Save}
	index := []fakearchive.Service{fakearchive.Index}
	tests := []struct {
		name     string
		services []fakearchive.Service
		set      int
		want     []time.Duration // between two requests, after each 20
	}{
		{"default", pages, 0, rates(15, 18, 22, 27, 33, 41, 51, 60, 60)},
		{"set", pages, 12, rates(12, 12)},
		{"slowest", pages, 1, rates(1, 1)},
		{"index", index, 0, rates(15, 18, 22, 24, 24)},
		{"index, set", index, 90, rates(24, 24)},
		{"index, slower", index, 7, rates(7, 7)},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			a := configured(t, fakearchive.New(), wayback.Config{PerMinute: tt.set})
			for step, want := range tt.want {
				for n := range 20 {
					start := time.Now()
					if err := request(t, a, tt.services[n%len(tt.services)]); err != nil {
						t.Fatal(err)
					}
					took := time.Since(start).Round(time.Millisecond)
					if first := step == 0 && n == 0; !first && n > 0 && took != want {
						t.Fatalf("%s: request %d at step %d took %v, want %v", tt.name, n, step, took, want)
					}
				}
			}
		})
	}
}

// request sends one request to a service.
func request(t *testing.T, a *wayback.Archive, service fakearchive.Service) error {
	t.Helper()
	err := error(nil)
	if service == fakearchive.Index {
		_, err = a.NewestPage(t.Context(), "https://example.com/")
	} else {
		err = services(t)[service](t, a)
	}
	if errors.Is(err, archive.ErrNoMemento) {
		return nil
	}
	return err
}

// TestPace_apart: requests to the index do not wait for those to pages, and learn on their own.
func TestPace_apart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fake := fakearchive.New()
		memory := new(remembered)
		a := configured(t, fake, wayback.Config{})
		a.Remember(memory)
		start := time.Now()
		for _, service := range []fakearchive.Service{fakearchive.Index, fakearchive.Replay} {
			if err := request(t, a, service); err != nil || time.Since(start) != 0 {
				t.Errorf("%s: %v after %v", service, err, time.Since(start))
			}
		}
		wants := func(what string, index, pages int) {
			t.Helper()
			if p := a.Pace(t.Context()); p.Index.PerMinute != index || p.Pages.PerMinute != pages {
				t.Errorf("%s: %+v, want %d and %d", what, p, index, pages)
			}
		}
		refused := func(service fakearchive.Service, kind fakearchive.Kind) {
			t.Helper()
			fake.Fail(service, fakearchive.Fault{Kind: kind, Times: 1})
			cause(t, string(kind), request(t, a, service), archive.ErrThrottled)
			for _, other := range []fakearchive.Service{fakearchive.Index, fakearchive.Replay} {
				cause(t, "one pause for both", request(t, a, other), archive.ErrThrottled)
			}
			if a.Pace(t.Context()).Until == 0 {
				t.Errorf("%s: no pause is told", kind)
			}
			time.Sleep(time.Hour)
		}
		for range 60 {
			if err := request(t, a, fakearchive.Replay); err != nil {
				t.Fatal(err)
			}
		}
		wants("60 pages", 15, 27)
		refused(fakearchive.Index, fakearchive.Throttled)
		wants("the index refused", 7, 27)
		a = configured(t, fake, wayback.Config{})
		a.Remember(memory)
		wants("restarted", 7, 27)
		refused(fakearchive.Replay, fakearchive.Throttled)
		wants("a page refused", 7, 13)
		refused(fakearchive.Replay, fakearchive.Forbidden)
		wants("the client refused", 4, 6)
	})
}

// TestPace_overloaded: a server error or a timeout takes a fifth off the pace of its kind, and
// pauses nothing. A connection that fails otherwise says nothing about the pace.
func TestPace_overloaded(t *testing.T) {
	t.Parallel()
	tests := []struct {
		kind fakearchive.Kind
		want int // after three tries
	}{
		{fakearchive.Broken, 7}, {fakearchive.Hanging, 7}, {fakearchive.Reset, 15},
	}
	for _, tt := range tests {
		for _, service := range []fakearchive.Service{fakearchive.Index, fakearchive.Replay} {
			synctest.Test(t, func(t *testing.T) {
				fake := fakearchive.New()
				a := configured(t, fake, wayback.Config{})
				fake.Fail(service, fakearchive.Fault{Kind: tt.kind})
				cause(t, string(tt.kind), request(t, a, service), archive.ErrUnavailable)
				p := a.Pace(t.Context())
				index, pages := tt.want, 15
				if service == fakearchive.Replay {
					index, pages = pages, index
				}
				if p.Index.PerMinute != index || p.Pages.PerMinute != pages || p.Until != 0 {
					t.Errorf("%s, %s: %+v, want %d and %d", service, tt.kind, p, index, pages)
				}
			})
		}
	}
}

// rates returns the time between two requests for numbers of requests a minute.
func rates(perMinute ...int) (all []time.Duration) {
	for _, n := range perMinute {
		all = append(all, (time.Minute / time.Duration(n)).Round(time.Millisecond))
	}
	return all
}

// TestPace_context: who waits can leave, and does so at once when the turn comes
// too late. The error is the context's own.
func TestPace_context(t *testing.T) {
	t.Parallel()
	for service, ask := range services(t) {
		synctest.Test(t, func(t *testing.T) {
			fake := fakearchive.New()
			a := configured(t, fake, wayback.Config{PerMinute: 1})
			_ = ask(t, a) // takes the first turn, and some more of the index
			start := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			when := archive.Capture{At: at(t, "20210304050607"), URL: address}
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
					cause(t, string(service), err, archive.ErrUnavailable)
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
		{"broken", fakearchive.Fault{Kind: fakearchive.Broken}, 3, archive.ErrUnavailable},
		{"too many at once", fakearchive.Fault{Kind: fakearchive.Broken, Status: 413}, 3, archive.ErrUnavailable},
		{"misdirected", fakearchive.Fault{Kind: fakearchive.Broken, Status: 421}, 3, archive.ErrUnavailable},
		{"gateway", fakearchive.Fault{Kind: fakearchive.Broken, Status: 504}, 3, archive.ErrUnavailable},
		{"of a proxy", fakearchive.Fault{Kind: fakearchive.Broken, Status: 599}, 3, archive.ErrUnavailable},
		{"reset", fakearchive.Fault{Kind: fakearchive.Reset}, 3, archive.ErrUnavailable},
		{"hanging", fakearchive.Fault{Kind: fakearchive.Hanging}, 3, archive.ErrUnavailable},
		{"not implemented", fakearchive.Fault{Kind: fakearchive.Broken, Status: 501}, 1, archive.ErrUnavailable},
		{"throttled", fakearchive.Fault{Kind: fakearchive.Throttled}, 1, archive.ErrThrottled},
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
			if cause(t, string(kind), err, archive.ErrUnavailable); fake.Requests(fakearchive.Save, 0) != 1 {
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
		if err := services(t)[fakearchive.Index](t, configured(t, fake, wayback.Config{PerMinute: 1})); err != nil {
			t.Error(err)
		}
		if n := fake.Requests(fakearchive.Index, 0); n != 4 {
			t.Errorf("%d requests, want one for each of the 4 questions", n)
		}
	})
}

// TestThrottled: a refusal is reported with the time until the next request may be sent,
// and no request is sent before.
func TestThrottled(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		header string
		want   time.Duration
	}{
		{"", 5 * time.Minute},
		{"soon", 5 * time.Minute},
		{"-5", 5 * time.Minute},
		{" 90 ", 5 * time.Minute},
		{"601", 601 * time.Second},
		{"99999999999999999999", time.Hour},
		{now.Add(45 * time.Minute).Format(http.TimeFormat), 45 * time.Minute},
		{now.Add(-time.Hour).Format(http.TimeFormat), 5 * time.Minute},
	}
	for service, ask := range services(t) {
		for _, kind := range []fakearchive.Kind{fakearchive.Throttled, fakearchive.Forbidden} {
			if service == fakearchive.Save && kind == fakearchive.Forbidden {
				continue // it is about the page
			}
			for _, tt := range tests {
				fake := fakearchive.New()
				fake.Fail(service, fakearchive.Fault{Kind: kind, RetryAfter: tt.header})
				a := configured(t, fake, wayback.Config{PerMinute: 1e6, Now: func() time.Time { return now }})
				for range 2 {
					e := cause(t, string(service), ask(t, a), archive.ErrThrottled)
					if e.RetryAfter != tt.want || fake.Requests(service, 0) != 1 {
						t.Errorf("%s, %s, Retry-After %q: %v after %d requests, want %v after one", service, kind, tt.header, e.RetryAfter, fake.Requests(service, 0), tt.want)
					}
				}
			}
		}
	}
}

// TestThrottled_saves: the limit of saves is their own, so nothing else waits for it.
func TestThrottled_saves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fake := fakearchive.New()
		a, ask := newArchive(t, fake), services(t)
		fake.Fail(fakearchive.Save, fakearchive.Fault{Kind: fakearchive.Throttled})
		for _, want := range []time.Duration{5 * time.Minute, 10 * time.Minute} {
			for range 2 {
				if e := cause(t, "save", ask[fakearchive.Save](t, a), archive.ErrThrottled); e.RetryAfter != want {
					t.Errorf("%v, want %v", e.RetryAfter, want)
				}
			}
			if err := ask[fakearchive.Index](t, a); err != nil {
				t.Error(err)
			}
			time.Sleep(want)
		}
		if n := fake.Requests(fakearchive.Save, 0); n != 2 {
			t.Errorf("%d requests to save, want 2", n)
		}
		fake.Fail(fakearchive.Save, fakearchive.Fault{})
		if err := ask[fakearchive.Save](t, a); err != nil {
			t.Error(err)
		}
	})
}

// TestRefusals: each refusal halves the pace, down to 4 requests a minute, and doubles the
// wait, up to an hour, until the archive has answered 20 requests. The pace then stays
// below the one that was refused for hours. All that survives a restart.
func TestRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fake := fakearchive.New()
		memory := new(remembered)
		restarted := func() *wayback.Archive {
			a := configured(t, fake, wayback.Config{})
			a.Remember(memory)
			return a
		}
		a, ask := restarted(), services(t)[fakearchive.Replay]
		answered := func(n int) {
			t.Helper()
			for range n {
				if err := ask(t, a); !errors.Is(err, archive.ErrNoMemento) {
					t.Fatal(err)
				}
			}
		}
		refused := func(wait time.Duration, perMinute int) {
			t.Helper()
			fake.Fail(fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Throttled, Times: 1})
			if e := cause(t, "refused", ask(t, a), archive.ErrThrottled); e.RetryAfter != wait || memory.pace.Pages.PerMinute != perMinute {
				t.Errorf("wait %v at %+v, want %v at %d", e.RetryAfter, memory.pace, wait, perMinute)
			}
			a = restarted()
			if e := cause(t, "too soon", ask(t, a), archive.ErrThrottled); e.RetryAfter != wait {
				t.Errorf("after a restart the wait is %v, want %v", e.RetryAfter, wait)
			}
			time.Sleep(wait)
		}
		answered(20)
		refused(5*time.Minute, 9) // of 18
		answered(19)
		refused(10*time.Minute, 4)
		refused(20*time.Minute, 4)
		refused(40*time.Minute, 4)
		refused(time.Hour, 4)
		refused(time.Hour, 4)
		answered(20)
		refused(5*time.Minute, 4)
		writes := memory.writes
		answered(40)
		if memory.pace.Pages.PerMinute != 4 || memory.writes > writes+2 {
			t.Errorf("after %d writes the pace is %+v, want one below the pace that was refused", memory.writes-writes, memory.pace)
		}
		time.Sleep(6 * time.Hour)
		answered(40)
		if memory.pace.Pages.PerMinute != 6 {
			t.Errorf("hours later the pace is %+v, want 6", memory.pace)
		}
	})
}

// An answer to a request from before a refusal does not end the wait.
func TestRefusals_lateAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fake := fakearchive.New()
		fake.Fail(fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Slow, Delay: 20 * time.Second})
		fake.Fail(fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Throttled})
		a, ask := configured(t, fake, wayback.Config{}), services(t)
		go func() { _ = ask[fakearchive.Replay](t, a) }()
		synctest.Wait()
		cause(t, "refused", ask[fakearchive.Index](t, a), archive.ErrThrottled)
		time.Sleep(time.Minute)
		if e := cause(t, "a minute later", ask[fakearchive.Index](t, a), archive.ErrThrottled); e.RetryAfter != 4*time.Minute || fake.Requests(fakearchive.Index, 0) != 1 {
			t.Errorf("%v left after %d requests, want 4m0s after one", e.RetryAfter, fake.Requests(fakearchive.Index, 0))
		}
	})
}

// A wait that was stored while the clock was ahead does not last until then.
func TestRefusals_clockCorrected(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ahead := storage.TimeOf(time.Now().AddDate(1, 0, 0))
		refused := archive.Tempo{PerMinute: 20, RefusedAt: ahead, Refused: 60}
		a := configured(t, fakearchive.New(), wayback.Config{})
		a.Remember(&remembered{pace: archive.Pace{Index: refused, Pages: refused, Until: ahead, WaitMS: 300_000}, writes: 1})
		if err := services(t)[fakearchive.Replay](t, a); !errors.Is(err, archive.ErrNoMemento) {
			t.Errorf("%v, want a request", err)
		}
	})
}

// remembered is a memory of a pace.
type remembered struct {
	pace   archive.Pace
	writes int
}

func (r *remembered) LoadPace(context.Context) (archive.Pace, bool) { return r.pace, r.writes > 0 }
func (r *remembered) SavePace(_ context.Context, p archive.Pace)    { r.pace, r.writes = p, r.writes+1 }

// Who waits for the turn says so.
func TestPace_isAWait(t *testing.T) {
	t.Parallel()
	waits := 0
	ctx := pace.Observe(t.Context(), func(_ context.Context, _ time.Duration, wait func() error) error {
		waits++
		return wait()
	})
	a := configured(t, fakearchive.New(), wayback.Config{PerMinute: 600})
	_, first := a.Save(ctx, target())
	if _, err := a.Save(ctx, target()); err != nil || first != nil || waits == 0 {
		t.Errorf("%v, after %d waits", err, waits)
	}
}
