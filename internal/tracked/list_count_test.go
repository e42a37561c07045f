package tracked_test

import (
	"context"
	"crypto/rand"
	"testing"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// countedStore notes how many times apps are counted.
type countedStore struct {
	storage.Store
	counts *int
}

func (s countedStore) Unwrap() storage.Store { return s.Store }

func (s countedStore) View(ctx context.Context, read func(*storage.Tx) error) error {
	return s.Store.View(ctx, func(tx *storage.Tx) error {
		return read(tx.Wrap(func(kind storage.Kind, rows storage.AnyRows) storage.AnyRows {
			if kind.Name() != "Apps" {
				return rows
			}
			return countedRows{rows, s.counts}
		}))
	})
}

type countedRows struct {
	storage.AnyRows
	counts *int
}

func (r countedRows) Count(query any) (int, error) {
	*r.counts++
	return r.AnyRows.Count(query)
}

// The matches of a filter are counted once until an app, its tags or its devices are written.
func TestMatchesAreCountedOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(5) {
		b.Observe(t, id+1, "App", fleettest.Labelled("LINKED: LOCATION"))
	}
	counts := 0
	l := tracked.New(tracked.Config{Env: storage.Env{Store: countedStore{b.Store, &counts}, Now: b.Clock.Now, Random: rand.Reader}})
	linked := tracked.ListQuery{Collects: tracked.Collected{Category: "LOCATION", Use: profile.Linked}, Limit: 2}
	other := tracked.ListQuery{Search: "app", Limit: 2, Order: storage.AppsByCheck}
	tagged := tracked.ListQuery{Tag: "games", Limit: 2}
	tag := func(ids ...storage.AppID) func() {
		return func() {
			if _, err := l.TagAll(t.Context(), "games", true, ids...); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, step := range []struct {
		name   string
		before func()
		query  tracked.ListQuery
		total  int
		counts int
	}{
		{"first", nil, linked, 5, 1},
		{"again", nil, linked, 5, 0},
		{"its next page", nil, tracked.ListQuery{Collects: linked.Collects, Limit: 2, Offset: 2}, 5, 0},
		{"another filter", nil, other, 5, 1},
		{"the first again", nil, linked, 5, 0},
		{"after an app was added", func() { b.Observe(t, 9, "App", fleettest.Labelled("LINKED: LOCATION")) }, linked, 6, 1},
		{"of a tag", tag(1, 2, 3), tagged, 3, 1},
		{"of a tag again", nil, tagged, 3, 0},
		{"after another app has the tag", tag(4), tagged, 4, 1},
	} {
		if step.before != nil {
			step.before()
		}
		counts = 0
		page, err := l.On().List(t.Context(), step.query)
		if err != nil || page.Total != step.total || counts != step.counts {
			t.Errorf("%s: total %d, counted %d times, %v, want %d, counted %d times", step.name, page.Total, counts, err, step.total, step.counts)
		}
	}
}
