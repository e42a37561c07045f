package tracked_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
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

func TestErrorsOfASourceNameIt(t *testing.T) {
	t.Parallel()
	own := errors.New("as on the App Store, no title")
	for want, fault := range map[string]error{
		`source "packages" does not list this app, or not in this country (HTTP 404)`:      &fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404},
		`source "packages" is rate limiting (HTTP 429)`:                                    &fleet.ScrapeError{Cause: fleet.ErrThrottled, Status: 429},
		`source "packages" refused the request`:                                            &fleet.ScrapeError{Cause: fleet.ErrBlocked},
		`source "packages" took too long to answer`:                                        fleet.ErrTimeout,
		`source "packages" is unavailable: as on the App Store, no title`:                  own,
		`source "packages" is unavailable`:                                                 &fleet.ScrapeError{},
		`the answer of source "packages" is too large`:                                     fleet.ErrTooLarge,
		`the page of source "packages" was not understood: as on the App Store, no title`:  &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: own},
		`read it: source "packages" refused the request`:                                   fmt.Errorf("read it: %w", &fleet.ScrapeError{Cause: fleet.ErrBlocked}),
		`source "packages" refused the request: it: source "packages" refused the request`: fmt.Errorf("it: %w", fleet.ErrBlocked),
		`not the address of an app of source "packages"`:                                   fleet.ErrAddress,
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			s, p := withPackages(t, b)
			if _, err := track(t, s, packagesURL+"org.app"); err != nil {
				t.Fatal(err)
			}
			p.fault = fault
			_, err := track(t, s, packagesURL+"org.app")
			if !errors.Is(err, fault) || err.Error() != want {
				t.Errorf("error %q, want %q, of %v", err, want, fault)
			}
			if scrape, ok := errors.AsType[*fleet.ScrapeError](err); !ok || scrape.Source != "packages" || !errors.Is(fault, scrape.Cause) && scrape.Cause != fleet.ErrUnavailable {
				t.Errorf("error %#v, want one of the source with the cause of %v", err, fault)
			}
			app := storagetest.All[storage.App](t, b.Store)[0]
			if app.LastError == nil || app.LastError.Message != want {
				t.Errorf("stored failure %+v, want %q", app.LastError, want)
			}
			for _, n := range storagetest.All[storage.Notification](t, b.Store) {
				for _, text := range []string{n.AppName, n.Changes[0].Description} {
					if strings.Contains(text, "App Store") {
						t.Errorf("notification: %s", text)
					}
				}
			}
			_, throttled := tracked.RetryAfter(err)
			if !throttled {
				return
			}
			if _, err := track(t, s, packagesURL+"org.app"); !errors.Is(err, fleet.ErrThrottled) || !strings.HasPrefix(err.Error(), `source "packages" is rate limiting: `) {
				t.Errorf("during the cooldown: %v", err)
			}
			c, err := s.Cooldowns(t.Context())
			if err != nil || len(c.Others) != 1 || c.Others[0].Reason != `source "packages" is rate limiting` {
				t.Errorf("cooldowns %+v, %v", c, err)
			}
		})
	}
}

func TestAddressesThatASourceRefusesNameIt(t *testing.T) {
	t.Parallel()
	s, _ := withPackages(t, newBench(t))
	for address, want := range map[string]string{
		"https://packages.example/":       `"https://packages.example/" is not the address of an app of source "packages"`,
		"https://numbers.example/nothing": `"https://numbers.example/nothing" is not the address of an app of source "numbers"`,
		"https://main.example/nothing":    `"https://main.example/nothing" is not the App Store address of an app`,
	} {
		_, err := s.Track(t.Context(), tracked.TrackRequest{URLs: []string{address}})
		if err == nil || err.Error() != want {
			t.Errorf("error %q, want %q", err, want)
		}
		if _, err := s.Resolve(t.Context(), address, ""); !errors.Is(err, fleet.ErrAddress) || strings.Contains(want, "source") == strings.Contains(err.Error(), "App Store") {
			t.Errorf("%s resolves with %v", address, err)
		}
	}
}

func TestBatchErrorWrapsThoseOfItsParts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s, _ := withPackages(t, b)
	urls := []string{"https://main.example/id1", "https://main.example/nothing", packagesURL + "org.app", packagesURL}
	results, err := s.Track(t.Context(), tracked.TrackRequest{URLs: urls})
	batch, ok := errors.AsType[*tracked.BatchError](err)
	if !ok || results != nil || !errors.Is(err, fleet.ErrAddress) || errors.Is(err, fleet.ErrLayout) {
		t.Fatalf("results %v, error %v", results, err)
	}
	if len(batch.Parts) != 2 || batch.Reason != `"https://main.example/nothing" is not the App Store address of an app` {
		t.Errorf("%+v, want two parts and the first as the reason", batch)
	}
	if scrape, ok := errors.AsType[*fleet.ScrapeError](err); !ok || scrape.Source != "packages" {
		t.Errorf("no error of the source in %v", batch.Parts)
	}
	if n := len(storagetest.All[storage.App](t, b.Store)); n != 0 {
		t.Errorf("%d apps are tracked", n)
	}
	_, err = s.Track(t.Context(), tracked.TrackRequest{URLs: make([]string, tracked.MaxTracked+1)})
	if batch, ok := errors.AsType[*tracked.BatchError](err); !ok || batch.Parts != nil || errors.Is(err, fleet.ErrAddress) {
		t.Errorf("too many: %v", err)
	}
}

func TestTrackOfNothingSpeaksGo(t *testing.T) {
	t.Parallel()
	s, _ := withPackages(t, newBench(t))
	_, err := s.Track(t.Context(), tracked.TrackRequest{})
	want := &tracked.BatchError{Reason: "no app to track: the TrackRequest has no URLs, IDs or Names"}
	if diff := cmp.Diff(error(want), err); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

// nameless leaves out the ID of its listings, or gives another one.
type nameless struct {
	*fleettest.Pages
	id storage.AppID
}

func (n nameless) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	listing, err := n.Pages.Scrape(ctx, t)
	listing.ID = n.id
	return listing, err
}

func (n nameless) Resolve(address string) (fleet.Target, error) {
	return mainPages{n.Pages}.Resolve(address)
}

func TestListingWithoutIDHasThatOfItsTarget(t *testing.T) {
	t.Parallel()
	for _, id := range []storage.AppID{0, 7} {
		b := newBench(t)
		pages := fleettest.NewPages()
		pages.Show(1, "One")
		scraper := nameless{pages, id}
		s := tracked.New(tracked.Config{
			Env:     storage.Env{Store: b.Store, Now: b.Clock.Now, Random: rand.Reader},
			Scraper: scraper,
			Sources: []fleet.Source{{Name: "other", Hosts: []string{"store.example"}, Scraper: scraper}},
		})
		t.Cleanup(func() { s.Stop(time.Second) })
		for _, address := range []string{"https://main.example/id1", fleettest.URL(1)} {
			found, err := track(t, s, address)
			if id != 0 {
				if !errors.Is(err, fleet.ErrLayout) || !strings.Contains(err.Error(), "the listing is of app 7") {
					t.Errorf("%s with the ID of another app: %v", address, err)
				}
				continue
			}
			if err != nil || found.ID == 0 || found.Name != "One" {
				t.Errorf("%s: %+v, %v", address, found, err)
			}
		}
	}
}
