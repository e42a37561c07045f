package changelog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// TestFeedAgainstModel compares the feed of random fleets with one that is made
// the plain way: sort everything, cut the window, filter, cut the page.
func TestFeedAgainstModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 0))
			apps, states := randomFleet(r)
			// The strict store hides that the database can read the feed by itself.
			strict, store := reader(t, apps, states...), openStore(t)
			record(t, store, apps, states...)
			direct := changelog.New(storage.Env{Store: store, Now: func() time.Time { return now }})
			for range 40 {
				q := randomQuery(r)
				for name, feeds := range map[string]*changelog.Reader{"from the tables": strict, "direct": direct} {
					got, err := feeds.Feed(t.Context(), q)
					if err != nil {
						t.Fatalf("%s, %+v: %v", name, q, err)
					}
					if diff := cmp.Diff(modelFeed(apps, states, q), got); diff != "" {
						t.Fatalf("%s, %+v (-want +got):\n%s", name, q, diff)
					}
				}
			}
		})
	}
}

// randomFleet makes a few apps with so few moments that many snapshots share one.
func randomFleet(r *rand.Rand) ([]storage.App, []state) {
	var apps []storage.App
	var states []state
	for id := range storage.AppID(1 + r.IntN(6)) {
		id = id*999 + 1
		apps = append(apps, app(id, fmt.Sprint("App ", id)))
		for _, at := range r.Perm(30)[:r.IntN(30)] {
			s := live(id, storage.Time(1+at), randomEntries(r)...)
			if r.IntN(4) == 0 {
				s = archived(id, s.ID.At, s.entries...)
			}
			s.Changed = s.Changed && r.IntN(4) > 0
			states = append(states, s)
		}
	}
	return apps, states
}

var (
	feedTypes      = []storage.EntryType{"added", "removed", "modified", "policy", "wayback"}
	feedCategories = []storage.EntryCategory{"", "privacy-label", "privacy-policy", "accessibility", "age-rating"}
)

func randomEntries(r *rand.Rand) []storage.Entry {
	var entries []storage.Entry
	for i := range r.IntN(4) {
		entries = append(entries, storage.Entry{
			Type:        feedTypes[r.IntN(len(feedTypes))],
			Category:    feedCategories[r.IntN(len(feedCategories))],
			Description: fmt.Sprint("entry ", i),
			StoreWide:   r.IntN(2) == 0,
			Direction:   []storage.Direction{"", storage.Neutral}[r.IntN(2)],
			Weight:      []storage.Weight{"", changelog.WeightName}[r.IntN(2)],
		})
	}
	return entries
}

func randomQuery(r *rand.Rand) changelog.FeedQuery {
	q := changelog.FeedQuery{Limit: 1 + r.IntN(6), Offset: r.IntN(20)}
	if r.IntN(3) == 0 {
		q.App = storage.AppID(r.IntN(7)*999 + 1)
	}
	if r.IntN(3) == 0 {
		q.From = storage.Time(r.IntN(30))
	}
	if r.IntN(3) == 0 {
		q.To = storage.Time(r.IntN(32))
	}
	for range r.IntN(3) {
		q.Types = append(q.Types, feedTypes[r.IntN(len(feedTypes))])
	}
	if r.IntN(2) == 0 {
		q.Categories = append(q.Categories, feedCategories[1+r.IntN(len(feedCategories)-1)])
	}
	return q
}

func modelFeed(apps []storage.App, states []state, q changelog.FeedQuery) changelog.Feed {
	states = slices.Clone(states)
	slices.SortFunc(states, func(a, b state) int {
		if a.ID.At != b.ID.At {
			return int(b.ID.At - a.ID.At)
		}
		return strings.Compare(a.ID.String(), b.ID.String())
	})
	states = slices.DeleteFunc(states, func(s state) bool {
		return !s.Changed || s.ID.At < q.From || q.To != 0 && s.ID.At > q.To || q.App != 0 && s.ID.App != q.App
	})
	rows := []changelog.FeedRow{}
	window := min(len(states), q.Limit*8)
	for _, s := range states[:window] {
		for i, e := range s.entries {
			e = changelog.Weigh(e)
			if e.Category == "" {
				e.Category = "privacy-label"
			}
			if q.Types != nil && !slices.Contains(q.Types, e.Type) ||
				q.Categories != nil && !slices.Contains(q.Categories, e.Category) {
				continue
			}
			owner := apps[slices.IndexFunc(apps, func(a storage.App) bool { return a.ID == s.ID.App })]
			rows = append(rows, changelog.FeedRow{
				ID: fmt.Sprintf("%s:%d", s.ID, i), App: owner.ID, AppName: owner.Name, AppDeveloper: owner.Developer,
				ScrapedAt: s.ID.At, Source: s.Source, TriggeredBy: s.TriggeredBy, Entry: e,
			})
		}
	}
	total := len(rows)
	rows = rows[min(total, q.Offset):]
	return changelog.Feed{
		Rows: rows[:min(len(rows), q.Limit)], Total: total, WindowTruncated: window < len(states), Cursor: changelog.Beginning,
	}
}
