package forms

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	statisticsTitle = language.Words("Statistics")
	heatPage        = 40 // rows of the heat map
)

// statistics is the screen that counts over all apps.
type statistics struct{ *ui.Kit }

func newStatistics(kit *ui.Kit) []ui.Screen {
	s := statistics{kit}
	return []ui.Screen{{Route: "GET /statistics", Query: []string{"category", "use", "store", "years", "page"}, As: "GET /api/stats/matrix", Nav: statisticsTitle, Serve: s.get}}
}

type statisticsView struct {
	Apps     int       // of all stores
	Stores   []ofStore // those with apps
	Store    ofStore   // the one that is counted
	Heat     heatMap
	Panel    panel
	Time     series
	Policies ratings
}

func (s statistics) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	var view statisticsView
	var err error
	if err = s.stores(ctx, r, &view); err != nil {
		return ui.Reply{}, err
	}
	if view.Heat, err = s.heat(ctx, r, view.Store); err != nil {
		return ui.Reply{}, err
	}
	view.Panel = s.panel(ctx, r, view.Apps)
	view.Time = s.series(ctx, r)
	view.Policies = s.ratings(ctx, r)
	return s.Render(r, ui.Head{Title: statisticsTitle, Nav: statisticsTitle}, view.write)
}

// ofStore is a store with the number of its apps. What is collected is counted for each store, since
// the stores ask for different things.
type ofStore struct {
	Value string
	Label language.Words
	Apps  int
	Uses  [3]cell // in the order of their severity; of one that labels do not tell it is empty
}

// Filters are the uses that some of the store's apps may have and others not.
func (o ofStore) Filters() []choice {
	all := []choice{{profile.Tracking.String(), o.Uses[places[profile.Tracking]].Words}}
	if o.Uses[places[profile.NotLinked]] != (cell{}) {
		all = append(all, choice{profile.Linked.String(), "Linked to you, or worse"})
	}
	return all
}

// stores sets the stores that have apps, and the one that is asked for.
func (s statistics) stores(ctx context.Context, r ui.Request, view *statisticsView) error {
	for _, name := range vocabulary.Stores() {
		store := ofStore{Value: name, Label: storeName(name), Uses: usesOf(name)}
		var err error
		if store.Apps, err = s.Fleet.SizeOf(ctx, store.Value); err != nil {
			return err
		}
		if store.Apps > 0 {
			view.Stores = append(view.Stores, store)
			view.Apps += store.Apps
		}
	}
	for i, store := range view.Stores {
		if i == 0 || store.Value == ui.Query(r, "store") {
			view.Store = store
		}
	}
	return nil
}

// heatMap relates apps to the kinds of data that they declare.
type heatMap struct {
	Categories []tracked.MatrixCategory
	Most       []share // the categories, those of the most apps first
	Category   string  // only the apps that collect it; empty: all that collect anything
	Use        string  // only apps that use what they collect at least so far; empty: any use
	Rows       []heatRow
	Total      int
	Newer      string
	Older      string
}

// filtered reports whether only some apps are asked for.
func (h heatMap) filtered() bool { return h.Category != "" || h.Use != "" }

// share is a kind of data with a bar of at most shareWidth.
type share struct {
	tracked.MatrixCategory
	Width int
}

const shareWidth = 160

type heatRow struct {
	App   storage.AppID
	Name  string
	Cells []cell
}

// cell is the most severe use of a kind of data. The zero value is none.
type cell struct {
	Class       string
	Sign, Words language.Words
}

// heat returns the page of the heat map that is asked for.
func (s statistics) heat(ctx context.Context, r ui.Request, store ofStore) (heat heatMap, err error) {
	heat.Category = ui.Query(r, "category")
	what := tracked.Collected{Category: heat.Category}
	if heat.Use = ui.Chosen(r, "use", profile.Tracking.String(), profile.Linked.String()); heat.Use != "" {
		what.Use, _ = profile.ParseTier(heat.Use)
	}
	page, err := s.Fleet.CollectingPage(ctx, store.Value, what, heatPage, (pageOf(r)-1)*heatPage)
	if err != nil {
		return heat, err
	}
	heat.Categories, heat.Total = slices.Clone(page.Categories), page.Total
	for i := range heat.Categories {
		c := &heat.Categories[i]
		c.Label = ui.Say(r).Name(vocabulary.DataCategory, c.Identifier, c.Label)
	}
	for _, c := range heat.Categories {
		heat.Most = append(heat.Most, share{c, max(2, c.AppCount*shareWidth/max(1, store.Apps))})
	}
	order.Sort(heat.Most, func(a, b share) int { return cmp.Compare(b.AppCount, a.AppCount) })
	for _, app := range page.Apps {
		heat.Rows = append(heat.Rows, heatRow{app.ID, app.Name, cellsOf(app, heat.Categories, store)})
	}
	heat.Newer, heat.Older = pager(r, "/statistics", heatPage, heat.Total)
	return heat, nil
}

// cellsOf returns a cell for each category.
func cellsOf(app tracked.Collecting, categories []tracked.MatrixCategory, store ofStore) []cell {
	row := make([]cell, len(categories))
	for category, tier := range app.Categories() {
		at := slices.IndexFunc(categories, func(c tracked.MatrixCategory) bool { return c.Identifier == category })
		if at >= 0 {
			row[at] = store.Uses[places[tier]]
		}
	}
	return row
}

// places are the places of uses in [vocabulary.Page].
var places = map[profile.Tier]int{profile.Tracking: 0, profile.Linked: 1, profile.NotLinked: 2}

// usesOf returns the cells of the uses that labels of a store tell.
func usesOf(store string) (uses [3]cell) {
	signs := [3]cell{{Class: "track", Sign: "T"}, {Class: "linked", Sign: "L"}, {Class: "unlinked", Sign: "N"}}
	for i, words := range vocabulary.PageOf(store).Uses {
		if words != "" {
			uses[i] = signs[i]
			uses[i].Words = language.Words(words)
		}
	}
	return uses
}

// spans are how many years the changes of each month are shown for, the first unless the address
// says otherwise.
var spans = []string{"1", "2", "5", "10"}

// series are the changes of each month.
type series struct {
	Failed language.Words
	Years  string // of the address
	Points []point
	Total  int
}

// point is a month, as a bar in a drawing of 1040 by 100 and as a row of the table.
type point struct {
	changelog.Point
	Month, Title       string
	X, Y, W, H         int
	All, Accessibility int
}

func (s statistics) series(ctx context.Context, r ui.Request) series {
	out := series{Years: cmp.Or(ui.Chosen(r, "years", spans...), spans[0])}
	years := map[string]int{"1": 1, "2": 2, "5": 5, "10": 10}[out.Years]
	now := s.Now().UTC()
	from := time.Date(now.Year()-years, now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	calendar, err := s.Changelog.Calendar(ctx, changelog.CalendarQuery{From: storage.TimeOf(from), To: storage.TimeOf(now), Bucket: changelog.ByMonth, Entries: true})
	if err != nil {
		out.Failed = ui.Why(r, err)
		return out
	}
	most := 1
	for _, p := range calendar.Points {
		row := point{Point: p, Accessibility: p.AccessibilityAdded + p.AccessibilityRemoved, Month: p.Start}
		if at, err := time.Parse(time.DateOnly, p.Start); err == nil {
			row.Month = ui.Say(r).Format(at, "January 2006")
		}
		row.All = p.Added + p.Removed + p.Modified + p.Policy + row.Accessibility
		row.Title = string(ui.Say(r).Plural(row.All, "%[2]s: %[1]s change", "%[2]s: %[1]s changes", row.Month))
		most = max(most, row.All)
		out.Total += row.All
		out.Points = append(out.Points, row)
	}
	for i := range out.Points {
		p := &out.Points[i]
		p.X, p.W = i*1040/len(out.Points), max(1, 1040/len(out.Points)-4)
		if p.All > 0 {
			p.H = max(3, p.All*96/most)
		}
		p.Y = 100 - p.H
	}
	return out
}

// First and Last name the ends of the drawing.
func (s series) First() string { return s.Points[0].Month }

// Last names the end of the drawing.
func (s series) Last() string { return s.Points[len(s.Points)-1].Month }

// Newest are the months, the last first.
func (s series) Newest() []point {
	var rows []point
	for _, p := range slices.Backward(s.Points) {
		if p.All > 0 {
			rows = append(rows, p)
		}
	}
	return rows
}

// ratings are the ratings of policies.
type ratings struct {
	Failed language.Words
	Axes   []language.Words
	Rows   []ratingRow
}

type ratingRow struct {
	App   storage.AppID
	Name  string
	Marks []mark
}

// mark is a rating with a bar, from 20, the best, to 80.
type mark struct {
	Words language.Words
	Width int
}

func (s statistics) ratings(ctx context.Context, r ui.Request) (out ratings) {
	radar, err := s.Policies.Radar(ctx, nil)
	if err != nil {
		out.Failed = ui.Why(r, err)
		return out
	}
	for _, axis := range radar.Axes {
		out.Axes = append(out.Axes, language.Words(axis.Label))
	}
	for _, app := range radar.Apps {
		row := ratingRow{App: app.ID, Name: app.Name}
		rated := false
		for _, lens := range app.Lenses {
			var m mark
			if lens.Rating != nil && lens.Score != nil {
				rated = true
				text := string(*lens.Rating)
				m = mark{language.Words(strings.ToUpper(text[:1]) + text[1:]), int(*lens.Score * 20)}
			}
			row.Marks = append(row.Marks, m)
		}
		if rated {
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}
