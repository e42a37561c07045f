package forms

import (
	"github.com/privacylabels/auditor/internal/web/ui"
)

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
		<form class="filters" method="get" action="{}/statistics#time" data-auto autocomplete="off">
		<input type="hidden" name="store" value="{}">`,
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
