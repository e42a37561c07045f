package tracked_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

// A version that was released before the known one is an old copy of a page, not an update.
func TestEarlierVersionIsNoUpdate(t *testing.T) {
	t.Parallel()
	version := func(name string, day int) func(*fleet.Listing) {
		at := storage.Time(1_750_000_000_000).Add(time.Duration(day) * 24 * time.Hour)
		return func(l *fleet.Listing) {
			fleettest.Labelled("LINKED: LOCATION")(l)
			if l.Version = &name; day != 0 {
				l.VersionUpdatedAt = &at
			}
		}
	}
	for name, tt := range map[string]struct {
		first func(*fleet.Listing)
		then  []func(*fleet.Listing)
		told  []int
	}{
		"an update":           {version("7.130", 1), []func(*fleet.Listing){version("7.131", 9)}, []int{1}},
		"on the same day":     {version("7.130", 9), []func(*fleet.Listing){version("7.131", 9)}, []int{1}},
		"without dates":       {version("7.130", 0), []func(*fleet.Listing){version("7.131", 0)}, []int{1}},
		"an older one":        {version("7.131", 9), []func(*fleet.Listing){version("7.130", 1)}, []int{0}},
		"and the next update": {version("7.131", 9), []func(*fleet.Listing){version("7.130", 1), version("7.132", 12)}, []int{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.Observe(t, 1, "Fox", tt.first)
			told, _ := flap(t, b, tt.then...)
			if diff := cmp.Diff(tt.told, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}
