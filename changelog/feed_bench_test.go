package changelog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/storage"
)

// BenchmarkFeed reads the feed of fleets of three sizes, in which each app has
// been seen five times and changed once. The largest takes a while to make, and
// is left out with -short.
func BenchmarkFeed(b *testing.B) {
	for _, apps := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			if apps > 10_000 && testing.Short() {
				b.Skip("takes a while to make")
			}
			store := openStore(b)
			fillFleet(b, store, apps, 5, func(id, round int) state { // in each round, every fifth app changes
				var entries []storage.Entry
				if id%5 == round {
					entries = []storage.Entry{
						entry("added", `"Data Linked to You" now collects: Location`), entry("removed", `"Data Linked to You" no longer collects: Contacts`),
					}
				}
				return live(storage.AppID(id), day(2026, time.November, 1+round)+storage.Time(id), entries...)
			})
			r := changelog.New(storage.Env{Store: store, Now: time.Now})
			for _, bench := range []struct {
				name  string
				query changelog.FeedQuery
			}{
				{"limit=50", changelog.FeedQuery{Limit: 50}},
				{"limit=500", changelog.FeedQuery{Limit: 500}},
				{"limit=50/offset=700", changelog.FeedQuery{Limit: 50, Offset: 700}},
				{"limit=50/type", changelog.FeedQuery{Limit: 50, Types: []storage.EntryType{storage.EntryRemoved}}},
				{"limit=500/type", changelog.FeedQuery{Limit: 500, Types: []storage.EntryType{storage.EntryRemoved}}},
				{"limit=50/app", changelog.FeedQuery{Limit: 50, App: 7}},
			} {
				b.Run(bench.name, func(b *testing.B) {
					b.ReportAllocs()
					defer cost.PerOp(b)()
					for b.Loop() {
						if feed, err := r.Feed(b.Context(), bench.query); err != nil || len(feed.Rows) == 0 {
							b.Fatalf("%d rows, %v", len(feed.Rows), err)
						}
					}
				})
			}
		})
	}
}

// fillFleet writes apps 1 to n with the states of each round.
func fillFleet(b *testing.B, store storage.Store, n, rounds int, stateOf func(id, round int) state) {
	const portion = 5_000
	for first := 1; first <= n; first += portion {
		alter(b, store, func(tx *storage.Tx) error {
			for id := first; id < first+portion && id <= n; id++ {
				if err := tx.Apps.Put(app(storage.AppID(id), fmt.Sprint("App ", id))); err != nil {
					return err
				}
				for round := range rounds {
					if err := stateOf(id, round).put(tx); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
}
