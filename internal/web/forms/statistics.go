package forms

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/internal/language"
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

func (v statisticsView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Statistics</h1><p>{}`, m.Plural(v.Apps, "%s app", "%s apps"))
	if v.Apps == 0 {
		m.Add(`</p></div>
			<div class="empty"><h2>Nothing to count yet</h2>
			<p>Add apps, and what they collect is counted here.</p><a class="button" href="{}/add">Add apps</a></div>
			`, m.Base)
		return
	}
	m.Add(` · <a href="{}/developers">Developers</a></p></div>
		`, m.Base)
	v.writeStores(m)
	v.writeMost(m)
	if len(v.Heat.Categories) > 0 {
		v.writeHeat(m)
	}
	v.Panel.write(m)
	v.writeTime(m)
	v.Policies.write(m)
}

// writeStores writes links to the statistics of each store.
func (v statisticsView) writeStores(m *ui.Markup) {
	if len(v.Stores) < 2 {
		return
	}
	m.Add(`<nav class="row" aria-label="Stores">`)
	for _, store := range v.Stores {
		apps := m.Plural(store.Apps, "%s app", "%s apps")
		if store.Value == v.Store.Value {
			m.Add(`<strong aria-current="true">{}: {}</strong> `, store.Label, apps)
		} else {
			m.Add(`<a href="{}/statistics?store={}">{}: {}</a> `, m.Base, store.Value, store.Label, apps)
		}
	}
	m.Add(`</nav>
		`)
}

// writeMost writes the kinds of data that are collected, those of the most apps first.
func (v statisticsView) writeMost(m *ui.Markup) {
	m.Add(`<section aria-labelledby="most-title"><h2 id="most-title">What is collected most</h2>
		`)
	if len(v.Heat.Most) == 0 {
		m.Add(`<p class="soft">No app declares that it collects data.</p></section>
			`)
		return
	}
	m.Add(`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Kind of data</th>
		<th scope="col" class="num">Apps</th><th scope="col" class="wide"><span class="unseen">Share</span></th></tr></thead>
		<tbody>`)
	for _, s := range v.Heat.Most {
		m.Add(`<tr><th scope="row"><a href="{}/statistics?category={}&amp;store={}#heat">{}</a></th><td class="num">{}</td>`,
			m.Base, s.Identifier, v.Store.Value, s.Label, m.Count(s.AppCount))
		writeShare(m, s.Width)
		m.Add(`</tr>`)
	}
	m.Add(`</tbody></table></div>
		</section>
		`)
}

// writeShare writes a cell with a bar of at most shareWidth.
func writeShare(m *ui.Markup, width int) {
	m.Add(`<td class="wide"><svg class="chart" width="160" height="8" viewBox="0 0 160 8"
		aria-hidden="true"><rect class="base" width="160" height="8"></rect><rect width="{}" height="8"></rect></svg></td>
		`,
		width)
}

// writeHeat writes the heat map, with what it is filtered by.
func (v statisticsView) writeHeat(m *ui.Markup) {
	m.Add(`<section id="heat" aria-labelledby="heat-title"><h2 id="heat-title">Apps and what they collect</h2>
		`)
	v.writeHeatFilters(m)
	matched := m.Plural(v.Heat.Total, "%s app collects something.", "%s apps collect something.")
	if v.Heat.filtered() {
		matched = m.Plural(v.Heat.Total, "%s match", "%s matches")
	}
	m.Add(`<p class="hint">{}</p>
		<p class="hint">`, matched)
	for i, use := range v.Store.Uses {
		if use.Words != "" && i > 0 {
			m.Add(` · `)
		}
		if use.Words != "" {
			m.Add(`<strong class="{}">{}</strong> {}`, use.Class, use.Sign, use.Words)
		}
	}
	m.Add(`</p>
		<p class="hint">Where a kind of data has more than one use, the worst is shown.</p>
		`)
	if len(v.Heat.Rows) == 0 {
		m.Add(`<p class="soft">No app collects it.</p></section>
			`)
		return
	}
	v.Heat.writeTable(m)
	writePager(m, "Pages", "Previous", "Next", anchored(v.Heat.Newer, "#heat"), anchored(v.Heat.Older, "#heat"))
	m.Add(`</section>
		`)
}

// writeHeatFilters writes the form that narrows the heat map.
func (v statisticsView) writeHeatFilters(m *ui.Markup) {
	m.Add(`<form class="filters" method="get" action="{}/statistics#heat" data-auto autocomplete="off"
		aria-label="Filter"><input type="hidden" name="store" value="{}">`,
		m.Base, v.Store.Value)
	if v.Time.Years != spans[0] {
		m.Add(`<input type="hidden" name="years" value="{}">`, v.Time.Years)
	}
	m.Add(`
		<label>Data <select name="category"><option value="">Any data</option>`)
	for _, c := range v.Heat.Categories {
		m.Add(`<option value="{}"{? selected}>{}</option>`, c.Identifier, c.Identifier == v.Heat.Category, c.Label)
	}
	m.Add(`</select></label>
		<label>Use <select name="use"><option value="">Any use</option>`)
	writeOptions(m, v.Store.Filters(), v.Heat.Use)
	m.Add(`</select></label>
		<button class="apply">Show</button> `)
	if v.Heat.filtered() {
		m.Add(`<a href="{}/statistics?store={}#heat">Show all</a>`, m.Base, v.Store.Value)
	}
	m.Add(`</form>
		`)
}

// writeTime writes the changes of each month, as a drawing and as a table.
func (v statisticsView) writeTime(m *ui.Markup) {
	m.Add(`<section id="time" aria-labelledby="time-title"><h2 id="time-title">Changes over time</h2>
		<form class="filters" method="get" action="{}/statistics#time" data-auto autocomplete="off"><input type="hidden"
		name="store" value="{}">`,
		m.Base, v.Store.Value)
	if v.Heat.Category != "" {
		m.Add(`<input type="hidden" name="category" value="{}">`, v.Heat.Category)
	}
	if v.Heat.Use != "" {
		m.Add(`<input type="hidden" name="use" value="{}">`, v.Heat.Use)
	}
	m.Add(`<label>The last <select name="years">`)
	for _, years := range spans {
		m.Add(`<option value="{}"{? selected}>`, years, years == v.Time.Years)
		if years == "1" {
			m.Add(`year`)
		} else {
			m.Add(`{} years`, years)
		}
		m.Add(`</option>`)
	}
	m.Add(`</select></label><button class="apply">Show</button></form>
		`)
	switch {
	case v.Time.Failed != "":
		m.Failed(v.Time.Failed)
	case v.Time.Total > 0:
		v.Time.write(m)
	default:
		m.Add(`<p class="soft">Nothing has changed in this time.</p>`)
	}
	m.Add(`</section>
		`)
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
	Categories []fleet.MatrixCategory
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

func (h heatMap) writeTable(m *ui.Markup) {
	m.Add(`<div class="scroll" tabindex="0" role="region" aria-labelledby="heat-title"><table class="cards flow heat">
		<thead><tr><th scope="col">App</th>`)
	for _, c := range h.Categories {
		m.Add(`<th scope="col"><span>{}</span></th>`, c.Label)
	}
	m.Add(`</tr></thead>
		<tbody>`)
	for _, row := range h.Rows {
		m.Add(`<tr><th scope="row"><a href="{}/apps/{}">{}</a></th>`, m.Base, row.App, m.Named(row.Name, row.App))
		for i, c := range row.Cells {
			if c.Sign != "" {
				m.Add(`<td data-th="{}"><strong class="{}" title="{}">{}</strong></td>`,
					h.Categories[i].Label, c.Class, c.Words, c.Sign)
			} else {
				m.Add(`<td></td>`)
			}
		}
		m.Add(`</tr>`)
	}
	m.Add(`</tbody></table></div>
		`)
}

// share is a kind of data with a bar of at most shareWidth.
type share struct {
	fleet.MatrixCategory
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
	what := fleet.Collected{Category: heat.Category}
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
	slices.SortStableFunc(heat.Most, func(a, b share) int { return cmp.Compare(b.AppCount, a.AppCount) })
	for _, app := range page.Apps {
		heat.Rows = append(heat.Rows, heatRow{app.ID, app.Name, cellsOf(app, heat.Categories, store)})
	}
	heat.Newer, heat.Older = pager(r, "/statistics", heatPage, heat.Total)
	return heat, nil
}

// cellsOf returns a cell for each category.
func cellsOf(app fleet.Collecting, categories []fleet.MatrixCategory, store ofStore) []cell {
	row := make([]cell, len(categories))
	for category, tier := range app.Categories() {
		at := slices.IndexFunc(categories, func(c fleet.MatrixCategory) bool { return c.Identifier == category })
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

func (s series) write(m *ui.Markup) {
	m.Add(`<svg class="chart" viewBox="0 0 1040 116" preserveAspectRatio="none" role="img"
		aria-label="Changes of each month: {} in all"><rect class="base" x="0" y="100" width="1040" height="1"></rect>`,
		s.Total)
	for _, p := range s.Points {
		m.Add(`<rect x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>`, p.X, p.Y, p.W, p.H, p.Title)
	}
	m.Add(`</svg>
		<p class="row small soft"><span>{}</span><span class="aside">{}</span></p>
		<div class="scroll" tabindex="0"><table class="cards flow"><thead><tr>
		<th scope="col">Month</th><th scope="col" class="num">Added</th><th scope="col" class="num">Removed</th>
		<th scope="col" class="num">Changed</th><th scope="col" class="num">Policies</th>
		<th scope="col" class="num">Accessibility</th><th scope="col" class="num">All</th>
		</tr></thead>
		<tbody>`, s.First(), s.Last())
	for _, p := range s.Newest() {
		m.Add(`<tr><th scope="row">{}</th><td class="num" data-th="added">{}</td><td class="num" data-th="removed">{}</td>
			<td class="num" data-th="changed">{}</td><td class="num" data-th="policies">{}</td>
			<td class="num" data-th="accessibility">{}</td><td class="num" data-th="all">{}</td></tr>`,
			p.Month, m.Count(p.Added), m.Count(p.Removed), m.Count(p.Modified), m.Count(p.Policy), m.Count(p.Accessibility), m.Count(p.All))
	}
	m.Add(`</tbody></table></div>
		`)
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

func (r ratings) write(m *ui.Markup) {
	m.Add(`<section aria-labelledby="policies-title"><h2 id="policies-title">Privacy policies</h2>
		`)
	switch {
	case r.Failed != "":
		m.Failed(r.Failed)
	case len(r.Rows) > 0:
		r.writeTable(m)
	default:
		m.Add(`<p class="soft">No policy is summarised. <a href="{}/settings/models">Choose a model</a> to have policies
			summarised and rated.</p>`,
			m.Base)
	}
	m.Add(`</section>
		`)
}

func (r ratings) writeTable(m *ui.Markup) {
	m.Add(`<div class="scroll" tabindex="0" role="region" aria-labelledby="policies-title"><table class="cards flow heat">
		<caption>A longer bar is worse for you. The ratings are those of a model.</caption><thead><tr>
		<th scope="col">App</th>`)
	for _, axis := range r.Axes {
		m.Add(`<th scope="col"><span>{}</span></th>`, axis)
	}
	m.Add(`</tr></thead>
		<tbody>`)
	for _, row := range r.Rows {
		m.Add(`<tr><th scope="row"><a href="{}/apps/{}">{}</a></th>`, m.Base, row.App, row.Name)
		for i, mark := range row.Marks {
			if mark.Words != "" {
				m.Add(`<td data-th="{}"><small>{}</small><svg class="chart" viewBox="0 0 80 6" aria-hidden="true"><rect class="base"
					width="80" height="6"></rect><rect width="{}" height="6"></rect></svg></td>`,
					r.Axes[i], mark.Words, mark.Width)
			} else {
				m.Add(`<td></td>`)
			}
		}
		m.Add(`</tr>`)
	}
	m.Add(`</tbody></table></div>
		`)
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
