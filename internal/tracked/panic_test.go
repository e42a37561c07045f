package tracked_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// unfit is a source at bad.example with mistakes: methods that panic, and errors whose
// methods do.
type unfit struct {
	scrape  func() error // nil: succeeds
	resolve func() error
	all     bool // also the optional interfaces panic
}

func (u *unfit) Resolve(address string) (fleet.Target, error) {
	if u.resolve != nil {
		return fleet.Target{}, u.resolve()
	}
	return fleet.Target{Identifier: address, URL: address}, nil
}

func (u *unfit) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	if u.scrape != nil {
		return fleet.Listing{}, u.scrape()
	}
	name := "Bad"
	return fleet.Listing{ID: t.ID, Name: &name}, nil
}

func (u *unfit) found() ([]fleet.Listing, error) {
	if u.all {
		panic("looking")
	}
	return nil, nil
}

func (u *unfit) Search(context.Context, string, string, int) ([]fleet.Listing, error) {
	return u.found()
}

func (u *unfit) Lookup(context.Context, string, []storage.AppID) ([]fleet.Listing, error) {
	return u.found()
}

func (u *unfit) LookupBundles(context.Context, string, []string) ([]fleet.Listing, error) {
	return u.found()
}

func (u *unfit) Chart(context.Context, fleet.Chart) ([]fleet.Listing, error) { return u.found() }

// loud is an error each of whose methods panics.
type loud struct{}

func (loud) Error() string { panic("text") }

// unwrapping is an error that panics when it is unwrapped.
type unwrapping struct{}

func (unwrapping) Error() string { return "wrapped" }
func (unwrapping) Unwrap() error { panic("unwrap") }

// pointer is an error whose methods need a value.
type pointer struct{ text string }

func (p *pointer) Error() string { return p.text }

// bad are mistakes in a method of a scraper, and the cause that each counts as.
var bad = map[string]struct {
	fail func() error
	want error
}{
	"panic":                 {func() error { panic("boom") }, fleet.ErrLayout},
	"panic with nil":        {func() error { panic(nil) }, fleet.ErrLayout},
	"panic with such error": {func() error { panic(loud{}) }, fleet.ErrLayout},
	"nil ScrapeError":       {func() error { var e *fleet.ScrapeError; return e }, fleet.ErrUnavailable},
	"wrapped nil":           {func() error { var e *fleet.ScrapeError; return fmt.Errorf("read: %w", e) }, fleet.ErrUnavailable},
	"joined nil": {func() error {
		var e *fleet.ScrapeError
		return errors.Join(&fleet.ScrapeError{Cause: fleet.ErrBlocked}, e)
	}, fleet.ErrLayout},
	"nil pointer":       {func() error { var e *pointer; return e }, fleet.ErrLayout},
	"Error panics":      {func() error { return loud{} }, fleet.ErrLayout},
	"Unwrap panics":     {func() error { return unwrapping{} }, fleet.ErrLayout},
	"panicking Err":     {func() error { return &fleet.ScrapeError{Err: loud{}} }, fleet.ErrLayout},
	"panicking Cause":   {func() error { return &fleet.ScrapeError{Cause: loud{}} }, fleet.ErrLayout},
	"panicking request": {func() error { return &fleet.ScrapeError{Cause: fleet.ErrThrottled, Err: unwrapping{}} }, fleet.ErrLayout},
}

// withUnfit returns a service over the database of a bench, with an unfit source, and its log.
func withUnfit(t *testing.T, b *bench, u *unfit) (*tracked.Service, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	s := tracked.New(tracked.Config{
		Env:     storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader, Logger: slog.New(slog.NewTextHandler(log, nil))},
		Scraper: mainPages{b.Pages},
		Sources: []fleet.Source{{Name: "bad", Hosts: []string{"bad.example"}, Scraper: u}},
	})
	t.Cleanup(func() { s.Stop(time.Second) })
	return s, log
}

const badURL = "https://bad.example/app"

func TestMistakeInScrapeFailsOneApp(t *testing.T) {
	t.Parallel()
	for name, tt := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, u := newBench(t), &unfit{}
			s, log := withUnfit(t, b, u)
			b.Pages.Show(1, "First")
			request := tracked.TrackRequest{URLs: []string{badURL, "https://main.example/id1"}}
			if results, err := s.Track(t.Context(), request); err != nil || results[0].Err != nil || results[1].Err != nil {
				t.Fatalf("results %+v, %v", results, err)
			}
			u.scrape = tt.fail
			results, err := s.Track(t.Context(), request)
			if err != nil || results[0].Outcome != tracked.OutcomeError || !errors.Is(results[0].Err, tt.want) || results[1].Err != nil {
				t.Errorf("results %+v, %v, want %v for the first alone", results, err, tt.want)
			}
			target, err := s.Resolve(t.Context(), badURL, "")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Refresh(t.Context(), target, storage.TriggerManual); !errors.Is(err, tt.want) {
				t.Errorf("refresh: %v, want %v", err, tt.want)
			}
			if _, err := s.Preview(t.Context(), badURL); !errors.Is(err, tt.want) {
				t.Errorf("preview: %v, want %v", err, tt.want)
			}
			log.Reset()
			run, err := fleettest.RunAll(t.Context(), b.Store, s.SyncJob())
			if err != nil || run.Status != storage.RunDone || run.Completed != 1 || run.Failed != 1 {
				t.Errorf("run %+v, %v", run, err)
			}
			want := 1
			if tt.want != fleet.ErrLayout {
				want = 0
			}
			if n := strings.Count(log.String(), `msg="scraper panicked"`); n != want {
				t.Errorf("%d panics are logged, want %d:\n%s", n, want, log)
			}
		})
	}
}

func TestMistakeInResolveFailsOneApp(t *testing.T) {
	t.Parallel()
	for name, tt := range bad {
		if tt.want != fleet.ErrLayout { // an error, which means that the URL names no app
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, u := newBench(t), &unfit{}
			s, log := withUnfit(t, b, u)
			b.Pages.Show(1, "First")
			if _, err := track(t, s, badURL); err != nil {
				t.Fatal(err)
			}
			u.resolve = tt.fail
			log.Reset()
			results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{badURL, "https://main.example/id1"}})
			if err != nil || results[0].URL != badURL || !errors.Is(results[0].Err, fleet.ErrLayout) || results[1].Err != nil {
				t.Errorf("results %+v, %v", results, err)
			}
			if n := strings.Count(log.String(), `msg="scraper panicked"`); n != 1 {
				t.Errorf("%d panics are logged, want 1:\n%s", n, log)
			}
			run, err := fleettest.RunAll(t.Context(), b.Store, s.SyncJob())
			if err != nil || run.Status != storage.RunDone || run.Completed != 1 || run.Failed != 1 {
				t.Errorf("run %+v, %v", run, err)
			}
		})
	}
}

func TestErrorOfResolveIsAnAddress(t *testing.T) {
	t.Parallel()
	u := &unfit{resolve: func() error { return errors.New("not mine") }}
	s, _ := withUnfit(t, newBench(t), u)
	if _, err := s.Resolve(t.Context(), badURL, ""); !errors.Is(err, fleet.ErrAddress) || !strings.Contains(err.Error(), "not mine") {
		t.Errorf("error is %v, want one that wraps %v", err, fleet.ErrAddress)
	}
}

func TestPanicInSearchIsOfOneSource(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "notes")
	s, log := withUnfit(t, b, &unfit{all: true})
	found, err := s.Search(t.Context(), "us", []tracked.Query{{Name: "notes"}})
	if err != nil || len(found.Matches) != 1 || len(found.Matches[0].Candidates) != 1 {
		t.Errorf("search: %+v, %v", found, err)
	}
	if n := strings.Count(log.String(), `msg="scraper panicked"`); n != 1 {
		t.Errorf("%d panics are logged, want 1:\n%s", n, log)
	}
	results, err := s.Track(t.Context(), tracked.TrackRequest{Names: []string{"notes"}})
	if err != nil || results[0].Err != nil || results[0].Refresh.ID != 1 {
		t.Errorf("track: %+v, %v", results, err)
	}
	// Only the source that panics is asked for bundle IDs.
	if found, err := s.SearchBundles(t.Context(), "us", []string{"a.b"}); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("bundle IDs: %+v, %v", found, err)
	}
}

func TestPanicOfTheMainSource(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: &unfit{all: true}})
	t.Cleanup(func() { s.Stop(time.Second) })
	found, err := track(t, s, "https://main.example/app")
	if err != nil {
		t.Fatal(err)
	}
	related, err := s.Related(t.Context(), found.ID, tracked.TopInCategory, 5)
	if d := cmp.Diff([]tracked.RelatedEntry{}, related.Candidates); err != nil || d != "" {
		t.Errorf("related: %v (-want +got):\n%s", err, d)
	}
	if _, err := s.Search(t.Context(), "us", []tracked.Query{{Name: "notes"}}); !errors.Is(err, fleet.ErrLayout) {
		t.Errorf("search: %v", err)
	}
	results, err := s.Track(t.Context(), tracked.TrackRequest{Names: []string{"notes"}})
	if err != nil || !errors.Is(results[0].Err, fleet.ErrLayout) {
		t.Errorf("track: %+v, %v", results, err)
	}
}
