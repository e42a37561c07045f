package reading

import (
	"github.com/privacylabels/auditor/internal/web/ui"
)

func (v listView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>`)
	if v.ShowRemoved {
		m.Add(`Removed apps`)
	} else {
		m.Add(`Apps`)
	}
	m.Add(`</h1><p>`)
	if v.Total > 0 && v.Filtered && !v.ShowRemoved {
		m.Add(`{}`, m.Plural(v.Total, "%s match", "%s matches"))
	} else if v.Total > 0 {
		m.Add(`{}`, m.Plural(v.Total, "%s app", "%s apps"))
	}
	m.Add(`</p></div>
	`)
	v.Checks.Write(m)
	if len(v.Rows) > 0 || v.Filtered || v.Checks.Apps > 0 {
		v.writeFilter(m)
		v.Saved.write(m)
	}
	m.Add(`
	`)
	switch {
	case v.ShowRemoved:
		v.writeRemoved(m)
	case len(v.Rows) > 0:
		v.writeTable(m)
		v.writeBelow(m)
	case v.Filtered:
		v.writeNoMatch(m)
	default:
		m.Add(`<div class="empty"><h2>No apps yet</h2><p>Add the apps that you use. Their privacy labels are watched from then on.</p><p><a class="button main" href="{}/add">Add apps</a></p></div>`, m.Base)
	}
}

func (v listView) writeFilter(m *ui.Markup) {
	m.Add(`<form method="get" action="{}/apps" class="filters" data-auto autocomplete="off" aria-label="Filter">
		<label>Name or developer <input type="search" name="q" value="{}" maxlength="200"></label>
	`, m.Base, v.Q)
	for _, by := range v.First {
		by.write(m)
	}
	m.Add(`
		<details class="more"{? open}><summary><span class="wide">More filters</span><span class="phone">Filter</span></summary><div class="filters">`, v.Open)
	for _, by := range v.More {
		by.write(m)
	}
	m.Add(`</div></details>
	`)
	if v.Sort != "" {
		m.Add(`<input type="hidden" name="sort" value="{}">`, v.Sort)
	}
	if v.Order != "" {
		m.Add(`<input type="hidden" name="order" value="{}">`, v.Order)
	}
	m.Add(`
		<button class="apply">Show</button> `)
	if v.Filtered {
		m.Add(`<a href="{}/apps">Show all</a>`, m.Base)
	}
	m.Add(`
		</form>`)
}

// writeTable writes the table, within the form for several apps if the client may use one.
func (v listView) writeTable(m *ui.Markup) {
	if !m.Offers("POST /api/verdicts/bulk") {
		v.writeApps(m, false)
		return
	}
	m.Add(`<form method="post" action="{}/apps/review">`, m.Base)
	m.Back()
	m.Add(`<input type="hidden" name="filter" value="{}">
		<div class="row many"><span class="soft small" data-chosen="# selected" data-one="1 app" data-some="# apps" role="status">Select apps to review, tag, pause or remove them, or to set a verdict.</span>
	`, v.Filter)
	if v.Later != "" {
		m.Add(`<label class="small"><input type="checkbox" name="all" value="1" data-every="{}"> All {} `, v.Total, m.Count(v.Total))
		if v.Filtered {
			m.Add(`matches`)
		} else {
			m.Add(`apps`)
		}
		m.Add(`</label>`)
	}
	v.writeActions(m)
	m.Add(`</div>`)
	v.writeApps(m, true)
	m.Add(`</form>`)
}

// writeActions writes what can be done to several apps.
func (v listView) writeActions(m *ui.Markup) {
	m.Add(`
		<button data-many="Mark # reviewed">Mark the selected apps reviewed</button>
		<button formaction="{}/apps/refresh" data-many="Check #">Check the selected apps</button>
		<label class="unseen" for="decision">Verdict</label><select id="decision" name="verdict"><option value="">Verdict…</option>`, m.Base)
	writeOptions(m, v.Verdicts)
	m.Add(`</select><button formaction="{}/apps/verdict" data-many="Set it for #">Set it for the selected apps</button>
	`, m.Base)
	if m.Offers("PUT /api/apps/{id}/marks") {
		m.Add(`<label class="unseen" for="tag">Tag</label><input id="tag" name="tag" list="tags" maxlength="50" placeholder="Tag…" size="10">`)
		if len(v.Tags) > 0 {
			m.Add(`<datalist id="tags">`)
			for _, tag := range v.Tags {
				m.Add(`<option value="{}"></option>`, tag.Value)
			}
			m.Add(`</datalist>`)
		}
		m.Add(`<button formaction="{}/apps/tag" data-many="Tag #">Tag the selected apps</button>
			<button formaction="{}/apps/pause" data-many="Pause #">Pause the selected apps</button>`, m.Base, m.Base)
	}
	m.Add(`
	`)
	if len(v.Devices) > 0 && m.Offers("PATCH /api/devices/{id}") {
		m.Add(`<label class="unseen" for="device">Device</label><select id="device" name="device"><option value="">Device…</option>`)
		for _, d := range v.Devices {
			m.Add(`<option value="{}">{}</option>`, d.Value, d.Own)
		}
		m.Add(`</select><button formaction="{}/apps/device" data-many="Put # on it">Put the selected apps on it</button>`, m.Base)
	}
	m.Add(`
	`)
	if m.Offers("DELETE /api/apps") {
		m.Add(`<button formaction="{}/apps/remove" data-many="Stop watching #">Stop watching the selected apps</button>`, m.Base)
	}
}

// writeApps writes the table, with boxes to choose apps or without.
func (v listView) writeApps(m *ui.Markup, boxes bool) {
	m.Add(`
		<div class="scroll tall" tabindex="0"><table class="apps"><thead><tr>`)
	if boxes {
		m.Add(`<th scope="col"><label><input type="checkbox" data-all="id" aria-label="Select all on this page"></label></th>`)
	}
	for i, c := range v.Columns {
		m.Add(`<th scope="col"{? aria-sort="{}"}><a href="{}/apps{}">{}</a></th>`, c.Sorted != "", c.Sorted, m.Base, c.Query, c.Label)
		if i == 1 {
			m.Add(`<th scope="col" class="num"><span class="track">Tracking</span></th><th scope="col" class="num"><span class="linked">Linked</span></th><th scope="col" class="num"><span class="unlinked">Not linked</span></th>`)
		}
	}
	m.Add(`</tr></thead>
		<tbody>`)
	writeRows(m, v.Rows, boxes)
	m.Add(`</tbody></table></div>`)
}

// writeBelow writes what is below the table.
func (v listView) writeBelow(m *ui.Markup) {
	m.Add(`
	`)
	v.writePager(m)
	m.Add(`
	`)
	if m.Offers("GET /api/apps/export") {
		of := m.Part(`all apps`)
		if v.Filtered {
			of = m.Part(`these {}`, m.Plural(v.Total, "%s match", "%s matches"))
		}
		m.Add(`<p class="row small">Export {}: <a href="{}/api/apps/export{}" download>for a spreadsheet (CSV)</a> · <a href="{}/api/apps/export{}" download>JSON</a></p>`,
			of, m.Base, v.CSV, m.Base, v.JSON)
	}
	m.Add(`
		<details class="small"><summary>What the risk means</summary>
		<p>It is graded from what the developer declares. <b>High</b>: data is used to track you. <b>Moderate</b>: three or more kinds of data are linked to you. <b>Low</b>: some data is collected. <b>Minimal</b>: none is collected. Without a label there is no grade.</p>
		<p>In Google Play, <b>high</b> means that data is shared for advertising, and <b>moderate</b> that three or more kinds of data are required.</p></details>
	`)
}

func (v listView) writeNoMatch(m *ui.Markup) {
	m.Add(`<div class="empty"><h2>No app matches</h2><p>`)
	if v.Q != "" {
		m.Add(`None of your apps has “{}” in its name. <a href="{}/add?q={}">Look in the App Store</a> or <a href="{}/apps">show all apps</a>.`, v.Q, m.Base, v.Q, m.Base)
	} else {
		m.Add(`<a href="{}/apps">Show all apps</a>`, m.Base)
	}
	m.Add(`</p></div>
	`)
}

// writePager writes links to the neighbouring pages of the list.
func (v listView) writePager(m *ui.Markup) {
	m.Add(`<div class="pager"><span>`)
	if v.Earlier != "" {
		if v.Start != "" {
			m.Add(`<a href="{}/apps{}" rel="first">First</a> `, m.Base, v.Start)
		}
		m.Add(`<a href="{}/apps{}" rel="prev">Previous</a>`, m.Base, v.Earlier)
	}
	m.Add(`</span><span class="soft">{}–{} of {}</span><span>`, m.Count(v.From), m.Count(v.To), m.Count(v.Total))
	if v.Later != "" {
		m.Add(`<a href="{}/apps{}" rel="next">Next</a>`, m.Base, v.Later)
		if v.Last != "" {
			m.Add(` <a href="{}/apps{}" rel="last">Last</a>`, m.Base, v.Last)
		}
	}
	m.Add(`</span></div>`)
}

// writeRemoved writes the apps that can be restored.
func (v listView) writeRemoved(m *ui.Markup) {
	switch {
	case len(v.Removed) > 0:
	case v.Earlier != "":
		m.Add(`<div class="empty"><h2>No more removed apps</h2><p><a href="{}/apps?show=removed">The last removed apps</a></p></div>
		`, m.Base)
		return
	default:
		m.Add(`<div class="empty"><h2>No app was removed in the last 30 days</h2><p><a href="{}/apps">Show all apps</a></p></div>`, m.Base)
		return
	}
	may := m.Offers("POST /api/apps/{id}/restore")
	m.Add(`<p class="soft">These apps are not watched any more. Everything recorded of them can be brought back until the day shown.</p>
		<form method="post" action="{}/apps/restore"><input type="hidden" name="back" value="/apps">
	`, m.Base)
	v.writeRemovedApps(m, may)
	if may {
		m.Add(`<div class="actions"><button class="main">Bring the selected apps back</button> `)
		if m.Offers("DELETE /api/apps") {
			m.Add(`<button formaction="{}/apps/purge">Delete them for good…</button>`, m.Base)
		}
		m.Add(`</div>`)
	}
	m.Add(`</form>`)
	if v.Earlier != "" || v.Later != "" {
		m.Add(`
		`)
		v.writePager(m)
	}
	m.Add(`
	`)
}

func (v listView) writeRemovedApps(m *ui.Markup, boxes bool) {
	m.Add(`<div class="scroll" tabindex="0"><table class="cards"><thead><tr>`)
	if boxes {
		m.Add(`<th scope="col"><label><input type="checkbox" data-all="id" aria-label="All"></label></th>`)
	}
	m.Add(`<th scope="col">App</th><th scope="col">Removed</th><th scope="col">Can be brought back until</th><th scope="col" class="num">Recorded states</th></tr></thead>
		<tbody>`)
	for _, app := range v.Removed {
		m.Add(`<tr>`)
		if boxes {
			m.Add(`<td><label><input type="checkbox" name="id" value="{}" aria-label="{}"></label></td>`, app.App, app.Name)
		}
		m.Add(`<th scope="row">{}<br><small class="soft">{}</small></th><td data-th="Removed">{}</td><td data-th="Until">{}</td><td class="num" data-th="States">{}</td></tr>`,
			m.Named(app.Name, app.App), app.Developer, m.Ago(app.RemovedAt), m.Date(app.Until), m.Count(app.SyncCount))
	}
	m.Add(`</tbody></table></div>
	`)
}
