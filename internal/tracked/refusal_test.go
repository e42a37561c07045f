package tracked_test

import (
	"context"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// looked is pages with a lookup that finds these apps, or fails.
type looked struct {
	*fleettest.Pages
	finds map[storage.AppID]bool
	fails error
	asked int
}

func (l *looked) Lookup(_ context.Context, _ string, ids []storage.AppID) (found []fleet.Listing, err error) {
	l.asked++
	for _, id := range ids {
		if l.finds[id] {
			found = append(found, fleet.Listing{ID: id})
		}
	}
	return found, l.fails
}

func (l *looked) LookupBundles(context.Context, string, []string) ([]fleet.Listing, error) {
	return nil, l.fails
}

// An app is delisted only if the lookup finds nothing either. It is asked on the day on which
// the app would become delisted.
func TestDelistingIsConfirmed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		finds bool
		fails error
		want  string
	}{
		"nothing is found": {want: storage.Unlisted},
		"it is found":      {finds: true, want: storage.Listed},
		"the lookup fails": {fails: &fleet.ScrapeError{Cause: fleet.ErrUnavailable}, want: storage.Listed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var store *looked
			b := &bench{fleettest.New(t, func(c *tracked.Config) {
				store = &looked{Pages: c.Scraper.(*fleettest.Pages), finds: map[storage.AppID]bool{1: tt.finds}, fails: tt.fails}
				c.Scraper = store
			})}
			b.Observe(t, 1, "Fox")
			b.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrNotListed})
			for range 3 {
				if store.asked != 0 {
					t.Error("the lookup was asked before the third day")
				}
				if _, err := b.Track(t.Context(), tracked.TrackRequest{URLs: []string{fleettest.URL(1)}}); err != nil {
					t.Fatal(err)
				}
				b.Clock.Add(24 * time.Hour)
			}
			if got := b.App(t, 1).Availability.State(); got != tt.want || store.asked != 1 {
				t.Errorf("the app is %s after %d lookups, want %s after one", got, store.asked, tt.want)
			}
		})
	}
}

// Apps that are refused in the same way by the App Store are not delisted, and one notification
// says why.
func TestFleetWideRefusal(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		apps, refused int
		unlisted      int
		told          int
	}{
		"all":            {10, 10, 0, 1},
		"a fifth":        {25, 5, 0, 1},
		"less than that": {26, 5, 5, 0},
		"four of five":   {5, 4, 4, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := trackedApps(t, tt.apps)
			refuse := func(id int) { b.Pages.Fail(storage.AppID(id), &fleet.ScrapeError{Cause: fleet.ErrNotListed}) }
			for id := range tt.refused {
				refuse(id + 1)
			}
			for range 4 {
				b.sync(t)
				b.Clock.Add(24 * time.Hour)
			}
			unlisted, told := 0, 0
			for id := range tt.apps {
				if b.App(t, storage.AppID(id+1)).Availability.State() == storage.Unlisted {
					unlisted++
				}
			}
			for _, n := range b.notices(t) {
				if n.Type == storage.NoticeSyncAlert {
					told++
				}
			}
			if unlisted != tt.unlisted || told != tt.told {
				t.Errorf("%d apps are unlisted and %d notifications say why, want %d and %d", unlisted, told, tt.unlisted, tt.told)
			}
		})
	}
}
