package changelog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// BenchmarkCalendar counts 90 days of fleets in which each app was seen ten times
// and changed once in that time. The largest, of a million snapshots, takes a
// while to make, and is left out with -short.
func BenchmarkCalendar(b *testing.B) {
	for _, apps := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			if apps > 10_000 && testing.Short() {
				b.Skip("takes a while to make")
			}
			store := openStore(b)
			fillFleet(b, store, apps, 10, func(id, round int) state { // each app is seen every ninth day, and changed at one of those
				var entries []storage.Entry
				if id%10 == round {
					entries = []storage.Entry{entry("added", `"Data Linked to You" now collects: Location`), entry("removed", "Gone")}
				}
				return live(storage.AppID(id), day(2026, time.August, 1)+storage.Time(9*round+id%9)*oneDay+storage.Time(id), entries...)
			})
			r := changelog.New(storage.Env{Store: store, Now: time.Now})
			from := day(2026, time.August, 1)
			to := from + 90*oneDay
			for _, bench := range []struct {
				name  string
				query changelog.CalendarQuery
			}{
				{"weeks", changelog.CalendarQuery{From: from, To: to}},
				{"days", changelog.CalendarQuery{From: from, To: to, Bucket: changelog.ByDay}},
				{"app", changelog.CalendarQuery{From: from, To: to, App: 7}},
			} {
				b.Run(bench.name, func(b *testing.B) {
					for b.Loop() {
						if c, err := r.Calendar(b.Context(), bench.query); err != nil || c.Total == 0 {
							b.Fatalf("%d entries, %v", c.Total, err)
						}
					}
				})
			}
		})
	}
}
