package tracked_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// searchable is pages with a search, in which each name finds what the test set.
type searchable struct {
	*fleettest.Pages
	byTerm    map[string][]fleet.Listing
	throttle  string // the term or bundle id that is refused
	countries []string
	terms     []string
}

func (s *searchable) Search(_ context.Context, country, term string, _ int) ([]fleet.Listing, error) {
	s.countries, s.terms = append(s.countries, country), append(s.terms, term)
	if term == s.throttle {
		return nil, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute}
	}
	return s.byTerm[term], nil
}

func (s *searchable) Lookup(context.Context, string, []storage.AppID) ([]fleet.Listing, error) {
	return nil, nil
}

func (s *searchable) LookupBundles(_ context.Context, _ string, ids []string) ([]fleet.Listing, error) {
	var found []fleet.Listing
	for _, id := range ids {
		if id == s.throttle {
			return found, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute}
		}
		if !strings.Contains(id, "missing") {
			found = append([]fleet.Listing{named(int64(len(id)), "App", "", strings.ToUpper(id))}, found...)
		}
	}
	return found, nil
}

func named(id int64, name, developer, bundle string) fleet.Listing {
	address := fleettest.URL(storage.AppID(id)) + "?uo=4"
	return fleet.Listing{ID: storage.AppID(id), Name: &name, Developer: &developer, BundleID: &bundle, URL: &address}
}

func newSearch(t *testing.T) (*tracked.Service, *searchable) {
	b := newBench(t)
	s := &searchable{Pages: b.Pages, byTerm: map[string][]fleet.Listing{}}
	return tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: strings.NewReader("")}, Scraper: s}), s
}

func TestSearchRanksByDeveloper(t *testing.T) {
	t.Parallel()
	l, s := newSearch(t)
	s.byTerm["Notes"] = []fleet.Listing{
		named(1, "Notes", "Some One", "a"), named(2, "Notes", "Big Notes Company", "b"), named(3, "Notes", "ACME Labs Ltd", "c"),
		named(4, "Notes", "acme labs", "d"), named(5, "Notes", "Labs of ACME", "e"), named(6, "Notes", "No One", "f"),
	}
	got, err := l.Search(t.Context(), "de", []tracked.Query{{Name: "Notes", Developer: "Acme Labs"}})
	if err != nil {
		t.Fatal(err)
	}
	var ids []storage.AppID
	for _, c := range got.Matches[0].Candidates {
		ids = append(ids, c.ID)
	}
	if diff := cmp.Diff([]storage.AppID{4, 3, 5, 1, 2}, ids); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
	first := got.Matches[0].Candidates[0]
	if first.URL != fleettest.URL(4) || first.SearchQuery != "Notes" || first.BundleID != "d" {
		t.Errorf("candidate is %+v", first)
	}
	if diff := cmp.Diff([]string{"de"}, s.countries); diff != "" {
		t.Errorf("storefronts (-want +got):\n%s", diff)
	}
}

func TestSearchTriesANameThatGaveNothingOnceMore(t *testing.T) {
	t.Parallel()
	l, s := newSearch(t)
	got, err := l.Search(t.Context(), "us", []tracked.Query{{Name: "Nothing"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Nothing", "Nothing"}, s.terms); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]tracked.Match{{Query: "Nothing", Candidates: []tracked.Candidate{}}}, got.Matches); diff != "" {
		t.Errorf("matches (-want +got):\n%s", diff)
	}
}

func TestSearchReturnsWhatIsLeftWhenThrottled(t *testing.T) {
	t.Parallel()
	l, s := newSearch(t)
	s.throttle = "Three"
	for _, n := range []string{"One", "Two", "Four"} {
		s.byTerm[n] = []fleet.Listing{named(1, n, "", "")}
	}
	queries := []tracked.Query{{Name: "One"}, {Name: " one "}, {Name: "Two"}, {Name: "Three", Developer: "X"}, {Name: "Four"}}
	got, err := l.Search(t.Context(), "us", queries)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Matches) != 2 || got.RetryAfter != time.Minute {
		t.Errorf("%d matches, wait %v; want 2 and a minute", len(got.Matches), got.RetryAfter)
	}
	if diff := cmp.Diff([]tracked.Query{{Name: "Three", Developer: "X"}, {Name: "Four"}}, got.Queued); diff != "" {
		t.Errorf("queued (-want +got):\n%s", diff)
	}
	// The cooldown holds for the next search too, which sends no request.
	asked := len(s.terms)
	if got, err = l.Search(t.Context(), "us", []tracked.Query{{Name: "One"}}); err != nil || len(got.Queued) != 1 || len(s.terms) != asked {
		t.Errorf("while cooling down: %+v, %v", got, err)
	}
}

func TestSearchByBundleID(t *testing.T) {
	t.Parallel()
	l, s := newSearch(t)
	got, err := l.SearchBundles(t.Context(), "us", []string{" b.two", "a.missing", "", "B.TWO", "c.three.x"})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range got.Matches {
		line := m.BundleID + " -"
		if m.Match != nil {
			line = m.BundleID + " " + m.Match.BundleID
		}
		lines = append(lines, line)
	}
	if diff := cmp.Diff([]string{"b.two B.TWO", "a.missing -", "c.three.x C.THREE.X"}, lines); diff != "" {
		t.Errorf("matches (-want +got):\n%s", diff)
	}
	s.throttle = "d.four"
	got, err = l.SearchBundles(t.Context(), "us", []string{"c.three.x", "d.four", "e.five"})
	if err != nil || len(got.Matches) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if diff := cmp.Diff([]string{"d.four", "e.five"}, got.Queued); diff != "" {
		t.Errorf("queued (-want +got):\n%s", diff)
	}
}

func TestSearchNeedsASearcher(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.Search(t.Context(), "us", []tracked.Query{{Name: "Notes"}}); !errors.Is(err, fleet.ErrNotSupported) {
		t.Errorf("names: %v", err)
	}
	if _, err := b.SearchBundles(t.Context(), "us", []string{"a.b"}); !errors.Is(err, fleet.ErrNotSupported) {
		t.Errorf("bundle ids: %v", err)
	}
}

func TestSearchWaitsUnderTheTestClock(t *testing.T) {
	// The pause before the second try is real time, which synctest makes fake.
	synctest.Test(t, func(t *testing.T) {
		s := &searchable{Pages: fleettest.NewPages(), byTerm: map[string][]fleet.Listing{}}
		l := tracked.New(tracked.Config{Env: storage.Env{Store: nothing{}, Now: time.Now, Random: strings.NewReader("")}, Scraper: s})
		began := time.Now()
		if _, err := l.Search(t.Context(), "us", []tracked.Query{{Name: "Nothing"}}); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(time.Since(began)); got != "1.2s" {
			t.Errorf("waited %s, want 1.2s", got)
		}
	})
}

// nothing is a store that holds nothing and does not care.
type nothing struct{}

func (nothing) View(context.Context, func(*storage.Tx) error) error   { return nil }
func (nothing) Update(context.Context, func(*storage.Tx) error) error { return nil }
