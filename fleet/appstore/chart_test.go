package appstore_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func TestTopFree(t *testing.T) {
	t.Parallel()
	apps, ids := someApps(120)
	s := newScraper(t, fakestore.New(apps...))
	for limit, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2, 25: 25, 100: 100, 500: 100} {
		got, err := s.TopFree(t.Context(), "DE", limit)
		if diff := cmp.Diff(ids[:want], append([]storage.AppID{}, idsOf(got)...)); err != nil || diff != "" {
			t.Errorf("of %d, error %v (-want +got):\n%s", limit, err, diff)
		}
	}
	got, err := s.TopFree(t.Context(), "nowhere", 1)
	want := []fleet.Listing{{
		ID: 1, Name: got[0].Name, BundleID: new("com.Example.App1"), Country: "us", URL: new("https://apps.apple.com/us/app/id1"), Extractor: "chart/1",
	}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" || got[0].Name == nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if target, err := s.Resolve(*got[0].URL); err != nil || target.ID != 1 {
		t.Errorf("the address leads to %+v, error %v", target, err)
	}
}

func TestTopFree_faults(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fakestore.Kind]error{
		fakestore.Throttled: fleet.ErrThrottled, fakestore.Blocked: fleet.ErrBlocked,
	} {
		store := fakestore.New(fakestore.App{ID: 1})
		store.FailAPI(fakestore.Fault{Kind: kind})
		got, err := newScraper(t, store).TopFree(t.Context(), "us", 10)
		if !errors.Is(err, want) || len(got) > 0 {
			t.Errorf("%v: %d apps, error %v, want %v", kind, len(got), err, want)
		}
	}
}

// A chart is what others send.
func FuzzChart(f *testing.F) {
	f.Add([]byte(`{"feed":{"entry":[{"im:name":{"label":" One\n"},"id":{"attributes":{"im:id":"570000000","im:bundleId":"a.b"}}},{"id":{}}]}}`))
	f.Add([]byte(`{"feed":{"entry":{"im:name":{"label":"One"},"id":{"attributes":{"im:id":5e2}}}}}`))
	f.Add([]byte(`{"feed":{"entry":7}}`))
	f.Add([]byte(strings.Repeat("[", 1000)))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := appstore.ParseChart(text, "us")
		if err != nil && all != nil {
			t.Errorf("%d apps beside %v", len(all), err)
		}
		for _, l := range all {
			checkListing(t, l)
			if l.ID <= 0 || l.ID > storage.MaxAppID {
				t.Errorf("an app has the id %d", l.ID)
			}
		}
	})
}
