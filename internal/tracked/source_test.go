package tracked_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const packagesURL = "https://packages.example/"

// packages are apps with the names of packages, on the host packages.example.
type packages struct {
	mu    sync.Mutex
	fault error
	asked int
}

func (p *packages) Resolve(address string) (fleet.Target, error) {
	_, rest, _ := strings.Cut(address, "://")
	_, name, ok := strings.Cut(rest, "/")
	if !ok || name == "" {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{Identifier: name, URL: packagesURL + name}, nil
}

func (p *packages) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	address := packagesURL + t.Identifier
	related := []storage.RelatedApp{{Shelf: storage.ShelfMayAlsoLike, Name: "Other", URL: packagesURL + "org.other"}, {Shelf: storage.ShelfMayAlsoLike, Name: "None", URL: "x"}}
	return fleet.Listing{ID: t.ID, Name: &t.Identifier, URL: &address, Extractor: "test/1", Related: &related}, p.fault
}

func (p *packages) Search(_ context.Context, _, term string, _ int) ([]fleet.Listing, error) {
	name, address := "org."+term, packagesURL+"org."+term
	return []fleet.Listing{{Identifier: name, Name: &name, URL: &address}, {Name: &name}}, p.fault
}

// withPackages returns a service over the database of a bench, with packages as a source,
// and one with numbers of its own.
func withPackages(t *testing.T, b *bench) (*tracked.Service, *packages) {
	t.Helper()
	p := &packages{}
	numbers := fleettest.NewPages()
	numbers.Show(1, "First of another source")
	sources := []fleet.Source{
		{Name: "packages", Hosts: []string{"packages.example", "BÜCHER.example", "[2001:db8::1]"}, Scraper: p},
		{Name: "numbers", Hosts: []string{"numbers.example", "store.example."}, Scraper: numbers},
	}
	if err := fleet.CheckSources(sources); err != nil {
		t.Fatal(err)
	}
	s := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: mainPages{b.Pages}, Sources: sources})
	t.Cleanup(func() { s.Stop(time.Second) })
	return s, p
}

// mainPages are the main source, on the host main.example.
type mainPages struct{ *fleettest.Pages }

func (m mainPages) Resolve(address string) (fleet.Target, error) {
	return m.Pages.Resolve(strings.Replace(address, "https://main.example/", "https://store.example/", 1))
}

func (m mainPages) Search(_ context.Context, _, term string, _ int) ([]fleet.Listing, error) {
	return []fleet.Listing{named(1, term, "", "")}, nil
}

func track(t *testing.T, s *tracked.Service, address string) (tracked.Refresh, error) {
	t.Helper()
	results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{address}})
	if err != nil {
		return tracked.Refresh{}, err
	}
	return results[0].Refresh, results[0].Err
}

func TestSourceIsChosenByHost(t *testing.T) {
	t.Parallel()
	s, _ := withPackages(t, newBench(t))
	for address, want := range map[string]string{
		"https://main.example/id1":                              "",
		"https://packages.example/org.app":                      "packages",
		"https://PACKAGES.example:443/org.app":                  "packages",
		"http://packages.example.:8080/org.app":                 "packages",
		" https://packages.example/org.app":                     "packages",
		"https://bücher.example/org.app":                        "packages",
		"https://xn--bcher-kva.example/org.app":                 "packages",
		"https://store.example/id1":                             "numbers",
		"https://packages.example":                              "refused",
		"https://packages.example/org.\x00app":                  "refused",
		"https://packages.example/org.\xffapp":                  "refused",
		"https://packages.example/" + strings.Repeat("x", 513):  "refused",
		"https://packages.example/" + strings.Repeat("x", 10e3): "refused",
		"https://user@packages.example/org.app":                 "refused",
		"https://packages.example@evil.example/org.app":         "refused",
		"https://evil.example/packages.example/org.app":         "refused",
		"https://packages.example.evil.example/org.app":         "refused",
		"https://sub.packages.example/org.app":                  "refused",
		"https://[2001:db8::2]/org.app":                         "refused",
		"ftp://packages.example/org.app":                        "refused",
		"packages.example/org.app":                              "refused",
	} {
		got, err := s.Resolve(t.Context(), address, "")
		if want == "refused" {
			if !errors.Is(err, fleet.ErrAddress) {
				t.Errorf("%.60q: %+v, %v", address, got, err)
			}
			continue
		}
		if err != nil || got.Source != want || (got.ID >= 1<<52) != (want != "") || got.ID > storage.MaxAppID {
			t.Errorf("%.60q: %+v, %v, want source %q", address, got, err, want)
		}
	}
	// Of a source with two hosts, the address to store names the first.
	if got, err := s.Resolve(t.Context(), "https://[2001:DB8:0::1]:8443/org.app", ""); err != nil || got.URL != packagesURL+"org.app" {
		t.Errorf("an IPv6 address: %+v, %v", got, err)
	}
}

func TestCheckSources(t *testing.T) {
	t.Parallel()
	one := func(name string, hosts ...string) fleet.Source {
		return fleet.Source{Name: name, Hosts: hosts, Scraper: &packages{}}
	}
	for want, list := range map[string][]fleet.Source{
		"":                                       {one("a", "a.example"), one("b-2", "b.example", "127.0.0.1", "[::1]", "BÜCHER.example", "my_box")},
		`"*.a.example" is not a host: give each`: {one("a", "*.a.example")},
		`"*" is not`:                             {one("a", "*")},
		`"a%20b" is not`:                         {one("a", "a%20b")},
		`"a..b" is not`:                          {one("a", "a..b")},
		`".a" is not`:                            {one("a", ".a")},
		`"a$b" is not`:                           {one("a", "a$b")},
		`"a b" is not`:                           {one("a", "a b")},
		"the name is not":                        {one("A", "a.example")},
		"same name":                              {one("a", "a.example"), one("a", "b.example")},
		"listed twice":                           {one("a", "a.example"), one("b", "A.example.")},
		"has no hosts":                           {one("a")},
		`"a/b" is not`:                           {one("a", "a/b")},
		`"a:1" is not`:                           {one("a", "a:1")},
		`"u@a" is not`:                           {one("a", "u@a")},
		`"" is not`:                              {one("a", "")},
		"scraper is nil":                         {{Name: "a", Hosts: []string{"a"}}},
	} {
		if err := fleet.CheckSources(list); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestNumberOfAnApp(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s, _ := withPackages(t, b)
	other, _ := withPackages(t, b) // as another process
	ids := make([]storage.AppID, 2)
	var both sync.WaitGroup
	for i, service := range []*tracked.Service{s, other} {
		both.Go(func() {
			found, err := track(t, service, packagesURL+"org.app")
			if ids[i] = found.ID; err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	app := b.App(t, ids[0])
	if ids[0] != ids[1] || ids[0] < 1<<52 || app.Source != "packages" || app.URL != packagesURL+"org.app" {
		t.Fatalf("numbers %v of %+v", ids, app)
	}
	elsewhere, _ := withPackages(t, newBench(t))
	if found, err := track(t, elsewhere, packagesURL+"org.app"); err != nil || found.ID != ids[0] {
		t.Errorf("in another installation: %d, %v, want %d", found.ID, err, ids[0])
	}
	if _, err := s.Remove(t.Context(), app.ID); err != nil {
		t.Fatal(err)
	}
	if found, err := track(t, s, packagesURL+"org.app"); err != nil || found.ID != app.ID || found.IsNew {
		t.Errorf("tracked again: %+v, %v, want %d", found, err, app.ID)
	}
	// Numbers of sources do not meet.
	b.Pages.Show(1, "First")
	first, err := track(t, s, "https://main.example/id1")
	second, err2 := track(t, s, "https://store.example/id1")
	if err := errors.Join(err, err2); err != nil || first.ID != 1 || second.ID < 1<<52 || second.Name != "First of another source" {
		t.Errorf("%+v and %+v, %v", first, second, err)
	}
	// A number that is taken is given to no other app.
	taken := newBench(t)
	teststore.Update(t, taken.Store, func(tx *storage.Tx) error {
		return tx.Identifiers.Put(storage.Identifier{App: app.ID, Source: "packages", Identifier: "org.first"})
	})
	s, _ = withPackages(t, taken)
	for range 2 {
		if found, err := track(t, s, packagesURL+"org.app"); err != nil || found.ID == app.ID || found.ID < 1<<52 {
			t.Errorf("with the number taken: %+v, %v", found, err)
		}
	}
	// The source of an app is not that of another's address.
	if _, err := s.Refresh(t.Context(), fleet.Target{ID: app.ID, URL: "https://main.example/id1"}, storage.TriggerManual); err == nil {
		t.Error("an app of no source was read")
	}
	found, _ := track(t, s, packagesURL+"org.app")
	if _, err := s.Refresh(t.Context(), fleet.Target{ID: found.ID, URL: "https://main.example/id1"}, storage.TriggerManual); !errors.Is(err, fleet.ErrAddress) {
		t.Errorf("an app by the main source: %v", err)
	}
	related, err := s.Related(t.Context(), found.ID, tracked.MayAlsoLike, 5)
	if err != nil || len(related.Candidates) != 1 || related.Candidates[0].ID < 1<<52 {
		t.Errorf("related: %+v, %v", related, err)
	}
	if _, err := s.Related(t.Context(), found.ID, tracked.TopInCategory, 5); err != nil {
		t.Error(err)
	}
	// Without its source an app stays as it is.
	if _, err := taken.Refresh(t.Context(), fleet.Target{ID: found.ID, Source: "packages", URL: packagesURL + "org.app"}, storage.TriggerManual); !errors.Is(err, fleet.ErrNotSupported) {
		t.Errorf("without the source: %v", err)
	}
}

func TestSourcesDoNotStopEachOther(t *testing.T) {
	synctest.Test(t, sourcesDoNotStopEachOther)
}

func sourcesDoNotStopEachOther(t *testing.T) {
	b := newBench(t)
	p := &packages{}
	s := tracked.New(tracked.Config{
		Env: storage.Env{Store: b.Store, Now: time.Now, Random: rand.Reader}, Scraper: mainPages{b.Pages},
		Sources: []fleet.Source{{Name: "packages", Hosts: []string{"packages.example"}, Scraper: p}},
	})
	defer s.Stop(time.Second)
	b.Pages.Show(1, "First")
	for _, address := range []string{"https://main.example/id1", packagesURL + "org.one", packagesURL + "org.two"} {
		if _, err := track(t, s, address); err != nil {
			t.Fatal(err)
		}
	}
	throttled := &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute}
	p.fault = throttled
	p.asked = 0
	run, err := fleettest.RunAll(t.Context(), b.Store, s.SyncJob())
	if err != nil || run.Status != storage.RunDone || run.Completed != 1 || run.Failed != 2 || p.asked < 2 || p.asked > 3 { // again after the cooldown, at most both
		t.Errorf("run %+v, %v, %d requests", run, err, p.asked)
	}
	cooling, err := s.Cooldowns(t.Context())
	if err != nil || cooling.Scrape.Active || len(cooling.Others) != 1 || cooling.Others[0].Source != "packages" {
		t.Errorf("cooldowns %+v, %v", cooling, err)
	}
	asked := p.asked
	if _, err := s.Preview(t.Context(), packagesURL+"org.one"); !errors.Is(err, fleet.ErrThrottled) || p.asked != asked {
		t.Errorf("preview: %v", err)
	}
	if _, err := s.Preview(t.Context(), "https://main.example/id1"); err != nil {
		t.Errorf("preview of the main source: %v", err)
	}
	if left, err := s.ClearCooldowns(t.Context(), tracked.CooldownScrape); err != nil || len(left.Others) != 0 {
		t.Errorf("cleared: %+v, %v", left, err)
	}
	// The main source does not stop the others either.
	p.fault = nil
	b.Pages.Fail(1, throttled)
	run, err = fleettest.RunAll(t.Context(), b.Store, s.SyncJob())
	if err != nil || run.Status != storage.RunInterrupted || run.Completed != 2 {
		t.Errorf("run %+v, %v", run, err)
	}
}

func TestSearchAsksEverySource(t *testing.T) {
	t.Parallel()
	s, p := withPackages(t, newBench(t))
	queries := []tracked.Query{{Name: "notes"}, {Name: "maps"}}
	for _, tt := range []struct {
		fault  error
		want   []string
		queued int
	}{
		{nil, []string{":notes", "packages:org.notes", ":maps", "packages:org.maps"}, 0},
		{&fleet.ScrapeError{Cause: fleet.ErrUnavailable}, []string{":notes", ":maps"}, 0},
		{&fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute}, []string{":notes", ":maps"}, 2},
	} {
		p.fault = tt.fault
		found, err := s.Search(t.Context(), "us", queries)
		var got []string
		for _, m := range found.Matches {
			for _, c := range m.Candidates {
				if got = append(got, string(c.AppSource)+":"+c.Name); (c.ID >= 1<<52) != (c.AppSource != "") {
					t.Errorf("candidate %+v", c)
				}
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" || err != nil || len(found.Queued) != tt.queued || (found.RetryAfter > 0) != (tt.queued > 0) {
			t.Errorf("%v: %+v, %v (-want +got):\n%s", tt.fault, found, err, d)
		}
	}
}

// An app that is tracked by its ID is read from its own source, as by a sync, although its
// host belongs to another source or to none by now.
func TestTrackByIDUsesTheSourceOfTheApp(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		sources []fleet.Source
		want    error
	}{
		"the host moved":     {[]fleet.Source{{Name: "two", Hosts: []string{"packages.example"}, Scraper: &packages{}}}, fleet.ErrNotSupported},
		"no such source":     {nil, fleet.ErrNotSupported},
		"another host of it": {[]fleet.Source{{Name: "packages", Hosts: []string{"new.example"}, Scraper: &packages{}}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			before, _ := withPackages(t, b)
			app, err := track(t, before, packagesURL+"org.app")
			if err != nil {
				t.Fatal(err)
			}
			s := tracked.New(tracked.Config{Env: storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader}, Scraper: mainPages{b.Pages}, Sources: tt.sources})
			t.Cleanup(func() { s.Stop(time.Second) })
			results, err := s.Track(t.Context(), tracked.TrackRequest{IDs: []storage.AppID{app.ID}})
			if err != nil || !errors.Is(results[0].Err, tt.want) {
				t.Errorf("results %+v, %v, want %v", results, err, tt.want)
			}
			if tt.want == nil && (results[0].Refresh.ID != app.ID || results[0].Refresh.IsNew) {
				t.Errorf("result %+v, want app %d", results[0], app.ID)
			}
			run, err := fleettest.RunAll(t.Context(), b.Store, s.SyncJob())
			if failed := run.Failed == 1; err != nil || failed != (tt.want != nil) {
				t.Errorf("the run is %+v, %v", run, err)
			}
			if apps := storagetest.All[storage.App](t, b.Store); len(apps) != 1 {
				t.Errorf("apps %+v, want the one that was tracked", apps)
			}
		})
	}
}
