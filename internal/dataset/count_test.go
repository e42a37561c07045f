package dataset_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// TestPanelIsThatOfAllSnapshots compares panels, which are counted from courses, with those
// counted by reading every snapshot for every period.
func TestPanelIsThatOfAllSnapshots(t *testing.T) {
	t.Parallel()
	for _, s := range []storage.Store{teststore.Bare(t), memory.New()} {
		paneltest.Furnish(t, s)
		r := rand.New(rand.NewPCG(5, 43))
		for id := storage.AppID(101); id <= 112; id++ {
			paneltest.Live(r, id).Store(t, s, 0)
		}
		classify(t, s, r)
		for _, by := range append(dataset.Groupings(), "") {
			for _, q := range []dataset.PanelQuery{
				{Interval: dataset.Monthly, Carry: dataset.DefaultCarry}, {Interval: dataset.Weekly, Carry: 3 * 24 * time.Hour}, {Interval: dataset.Weekly},
			} {
				q.From, q.To, q.By = paneltest.Start+20*paneltest.Day, paneltest.Start+220*paneltest.Day, by
				if diff := gocmp.Diff(slowPanel(t, s, q), panelOf(t, s, q).Rows); diff != "" {
					t.Fatalf("by %q, %s, carry %v (-want +got):\n%s", by, q.Interval, q.Carry, diff)
				}
			}
		}
	}
}

// classify gives apps what panels group by, and takes the direction from some changes.
func classify(t *testing.T, s storage.Store, r *rand.Rand) {
	t.Helper()
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		apps, err := storage.Collect(storage.All(tx.Apps))
		if err != nil {
			return err
		}
		for i := range apps {
			price, iap := float64(r.IntN(2)), r.IntN(2) == 0
			a := &apps[i]
			a.GenreName, a.Country, a.PriceAmount, a.HasIAP = []storage.Text{"Games", "News", ""}[r.IntN(3)], []string{"us", "de"}[r.IntN(2)], &price, &iap
			for _, tag := range []string{"a", "b"} {
				if r.IntN(2) == 0 {
					err = errors.Join(err, tx.AppTags.Put(storage.AppTag{App: a.ID, Tag: tag}))
				}
			}
		}
		changes, failed := storage.Collect(tx.Changes.List(storage.ChangeQuery{App: apps[0].ID}))
		for i := range changes {
			changes[i].Entry.Weight = ""
		}
		return errors.Join(err, failed, tx.Apps.Put(apps...), tx.Changes.Put(changes...))
	})
}

// slowPanel returns the rows of a panel. It looks for the last observation of each app anew in
// each period.
func slowPanel(t *testing.T, s storage.Store, q dataset.PanelQuery) []dataset.PanelRow {
	t.Helper()
	next := func(at time.Time) time.Time { return at.AddDate(0, 1, 0) }
	start := q.From.Std().UTC().Truncate(24 * time.Hour)
	start = start.AddDate(0, 0, 1-start.Day())
	if q.Interval == dataset.Weekly {
		for start = q.From.Std().UTC().Truncate(24 * time.Hour); start.Weekday() != time.Monday; start = start.AddDate(0, 0, -1) {
		}
		next = func(at time.Time) time.Time { return at.AddDate(0, 0, 7) }
	}
	rows := []dataset.PanelRow{}
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		rows = rows[:0]
		for at := start; storage.TimeOf(at) <= q.To; at = next(at) {
			found, err := slowRows(tx, q, storage.TimeOf(at), storage.TimeOf(next(at)))
			if err != nil {
				return err
			}
			rows = append(rows, found...)
		}
		return nil
	})
	return rows
}

func slowRows(tx *storage.Tx, q dataset.PanelQuery, start, end storage.Time) (rows []dataset.PanelRow, err error) {
	for app, err := range storage.All(tx.Apps) {
		if err != nil {
			return nil, err
		}
		one, err := slowRow(tx, q, app, start, end)
		if err != nil {
			return nil, err
		}
		groups, err := groupsOf(tx, q.By, app)
		if err != nil {
			return nil, err
		}
		for _, group := range groups {
			one.Source, one.Group = cmp.Or(string(app.Source), dataset.MainSource), group
			at := slices.IndexFunc(rows, func(r dataset.PanelRow) bool { return r.Source == one.Source && r.Group == one.Group })
			if at < 0 {
				at, rows = len(rows), append(rows, dataset.PanelRow{Start: start, End: end, Source: one.Source, Group: one.Group, Items: []dataset.PanelItem{}})
			}
			r := &rows[at]
			r.Observed, r.Labelled, r.Adopted = r.Observed+one.Observed, r.Labelled+one.Labelled, r.Adopted+one.Adopted
			r.Better, r.Neutral, r.Worse = r.Better+one.Better, r.Neutral+one.Neutral, r.Worse+one.Worse
			for _, i := range one.Items {
				n := slices.IndexFunc(r.Items, func(o dataset.PanelItem) bool { return o.Kind == i.Kind && o.Item == i.Item })
				if n < 0 {
					r.Items = append(r.Items, i)
				} else {
					r.Items[n].Apps++
				}
			}
		}
	}
	rows = slices.DeleteFunc(rows, func(r dataset.PanelRow) bool { return r.Observed+r.Better+r.Neutral+r.Worse == 0 })
	for _, r := range rows {
		for i := range r.Items {
			r.Items[i].Share = float64(r.Items[i].Apps) / float64(r.Labelled)
		}
		slices.SortFunc(r.Items, func(a, b dataset.PanelItem) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Item, b.Item))
		})
	}
	slices.SortFunc(rows, func(a, b dataset.PanelRow) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Group, b.Group))
	})
	return rows, nil
}

// slowRow counts one app in one period.
func slowRow(tx *storage.Tx, q dataset.PanelQuery, app storage.App, start, end storage.Time) (row dataset.PanelRow, err error) {
	changes, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{App: app.ID}))
	if err != nil {
		return row, err
	}
	gone := make(map[storage.Time]bool)
	for _, c := range changes {
		at := c.ID.Snapshot.At
		if c.Entry.Category == storage.CategoryAvailability && c.Entry.To == storage.Unlisted {
			gone[at] = true
		}
		if c.Changed && start <= at && at < end {
			switch changelog.Weigh(c.Entry).Direction {
			case storage.Better:
				row.Better++
			case storage.Neutral:
				row.Neutral++
			case storage.Worse:
				row.Worse++
			}
		}
	}
	var last storage.Snapshot
	provided := false
	for s, err := range tx.Snapshots.List(storage.SnapshotQuery{App: app.ID, Reverse: true, To: end - 1}) {
		if err != nil {
			return row, err
		}
		if s.Label.IsZero() && s.Extractor == "" && s.AppVersion == "" && !gone[s.ID.At] {
			continue
		}
		before := last
		last = s
		if s.Label.IsZero() || provided {
			continue
		}
		body, err := tx.Labels.Get(s.Label)
		if err != nil {
			return row, err
		}
		if provided = *body.Label.Provided(); provided && before.ID.App != 0 && s.ID.At >= start {
			row.Adopted = 1
		}
	}
	if last.ID.App == 0 || last.ID.At < start-storage.Time(q.Carry.Milliseconds()) || gone[last.ID.At] {
		return row, nil
	}
	row.Observed = 1
	if last.Label.IsZero() {
		return row, nil
	}
	body, err := tx.Labels.Get(last.Label)
	if err != nil || !*body.Label.Provided() {
		return row, err
	}
	row.Labelled = 1
	found := make(map[dataset.PanelItem]bool)
	for _, i := range dataset.ItemsOf(body.Label) {
		for kind, item := range map[string]string{
			dataset.KindPrivacyType: i.PrivacyType, dataset.KindCategory: i.Category, dataset.KindPurpose: i.Purpose, dataset.KindDataType: i.DataType,
		} {
			if item != "" {
				found[dataset.PanelItem{Kind: kind, Item: item, Apps: 1}] = true
			}
		}
	}
	for i := range found {
		row.Items = append(row.Items, i)
	}
	return row, nil
}

func groupsOf(tx *storage.Tx, by string, app storage.App) ([]string, error) {
	switch by {
	case dataset.ByGenre:
		return []string{string(app.GenreName)}, nil
	case dataset.ByRating:
		return []string{string(app.AgeRating)}, nil
	case dataset.ByDeveloper:
		return []string{string(app.Developer)}, nil
	case dataset.ByCountry:
		return []string{app.Country}, nil
	case dataset.ByPrice:
		switch {
		case app.PriceAmount == nil:
			return []string{""}, nil
		case *app.PriceAmount > 0:
			return []string{"paid"}, nil
		case *app.HasIAP:
			return []string{"freeWithPurchases"}, nil
		}
		return []string{"free"}, nil
	case dataset.ByTag:
		tags, err := storage.Collect(tx.AppTags.List(storage.AppTagQuery{Apps: []storage.AppID{app.ID}}))
		names := []string{}
		for _, tag := range tags {
			names = append(names, tag.Tag)
		}
		if len(names) == 0 {
			names = []string{""}
		}
		return names, err
	}
	return []string{""}, nil
}

// TestPanelIsCountedAnew asks one service for the same panel before and after a write.
func TestPanelIsCountedAnew(t *testing.T) {
	t.Parallel()
	s := teststore.Bare(t)
	service := newService(t, s)
	for n := range 3 {
		paneltest.Observe(t, s, storage.AppID(n+1), paneltest.Start, paneltest.Truth{Label: []string{"LOCATION"}, Version: "1"})
		for range 2 {
			panel, err := service.Panel(t.Context(), dataset.PanelQuery{From: paneltest.Start, To: paneltest.Start, Interval: dataset.Monthly})
			if err != nil || len(panel.Rows) != 1 || panel.Rows[0].Observed != n+1 {
				t.Fatalf("with %d apps: %+v, %v", n+1, panel, err)
			}
		}
	}
}

// TestPanelOfManyGroups leaves out the groups with the fewest apps.
func TestPanelOfManyGroups(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		for n := range 240 {
			id := storage.AppID(n + 1)
			app := storage.App{ID: id, Name: "App", URL: "https://apps.apple.com/us/app/id1", Developer: storage.Text(fmt.Sprint("Developer ", n/2)), FirstSeen: paneltest.Start}
			if n == 239 {
				app.Developer = "Other" // and the one of 238 has one app only
			}
			err := errors.Join(tx.Apps.Put(app), tx.Snapshots.Put(storage.Snapshot{ID: storage.SnapshotID{App: id, At: paneltest.Start}, Source: storage.SourceLive, Extractor: "test/1"}))
			if err != nil {
				return err
			}
		}
		return nil
	})
	panel := panelOf(t, s, dataset.PanelQuery{From: paneltest.Start, To: paneltest.Start, Interval: dataset.Monthly, By: dataset.ByDeveloper})
	if len(panel.Rows) != 100 || panel.Omitted != 21 {
		t.Errorf("%d rows, and %d groups are omitted", len(panel.Rows), panel.Omitted)
	}
	for _, r := range panel.Rows {
		if r.Observed != 2 {
			t.Errorf("%+v has a row, and a larger group has none", r)
		}
	}
}
