package reading

import (
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/web/ui"
)

func (v changesView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>`)
	switch {
	case v.App == 0:
		m.Add(`Changes`)
	case v.AppName == "":
		m.Add(`Changes of `)
		m.Add(`an app`)
	default:
		m.Add(`Changes of `)
		m.Add(`<a href="{}/apps/{}">{}</a>`, m.Base, v.App, v.AppName)
	}
	m.Add(`</h1>
	`)
	v.writeNews(m)
	m.Add(`</div>
	`)
	if v.NoApps {
		v.writeNoApps(m)
		return
	}
	v.Checks.Write(m)
	if v.Brief != nil {
		v.Brief.write(m)
	}
	if !v.Filtered && v.Glance.Any() {
		v.Glance.write(m)
	}
	if v.ChartFailed != "" {
		m.Failed(v.ChartFailed)
	} else if v.Chart.Total > 0 {
		v.Chart.write(m)
	}
	v.writeFilter(m)
	v.Saved.write(m)
	if v.Lost {
		v.writeLost(m)
	} else {
		v.writeEntries(m)
	}
	m.Add(`<div class="pager">`)
	if v.Newest != "" {
		m.Add(`<a href="{}/{}">Newest</a>`, m.Base, v.Newest)
	} else {
		m.Add(`<span></span>`)
	}
	if v.Older != "" {
		m.Add(`<a href="{}/{}" rel="next">Older changes</a>`, m.Base, v.Older)
	}
	m.Add(`</div>
	`)
}

// writeNews writes what is new since the last visit.
func (v changesView) writeNews(m *ui.Markup) {
	switch {
	case v.Fresh > 0:
		m.Add(`<p>`)
		if v.More {
			m.Add(`More than `)
		}
		m.Add(`<strong>{}</strong> since your last visit, {}</p>`, m.Plural(v.Fresh, "%s change", "%s changes"), m.Ago(v.Visit))
	case v.Visit != 0:
		m.Add(`<p>Nothing new since your last visit, {}</p>`, m.Ago(v.Visit))
	}
}

// writeNoApps writes how to begin.
func (v changesView) writeNoApps(m *ui.Markup) {
	method, field := "post", "apps"
	if m.Session.Configured && !m.Session.SignedIn {
		method, field = "get", "q"
	}
	m.Add(`<div class="empty">
		<h2>No apps yet</h2>
		<p>Developers declare in the App Store what data their apps collect. This page watches those labels and shows you when one changes.</p>
		<form method="{}" action="{}/add" class="row"><input name="{}" required maxlength="2000" aria-label="App Store address or name" placeholder="App name or address"> <button class="main">Add</button></form>
	`, method, m.Base, field)
	if m.Offers("POST /api/scrape") {
		m.Add(`<form method="post" action="{}/samples">`, m.Base)
		m.Back()
		m.Add(`<button class="quiet">Show me sample data</button></form>`)
	}
	if v.Glance.Purpose == settings.PurposeUnasked {
		ui.WritePurpose(m, settings.PurposeUnasked)
	}
	m.Add(`
		</div>
	`)
}

func (v changesView) writeFilter(m *ui.Markup) {
	m.Add(`<form method="get" action="{}/" class="filters" data-auto autocomplete="off" aria-label="Filter">
	`, m.Base)
	if v.App != 0 {
		m.Add(`<input type="hidden" name="of" value="{}">
		`, v.App)
	}
	m.Add(`<label>App <input type="search" name="app" value="{}" maxlength="200" placeholder="All apps"{? aria-describedby="which"}></label>
	`, v.AppText, v.Lost)
	for _, by := range []selecting{
		{Name: "kind", Label: "Kind", Any: "All kinds", Options: v.Kinds},
		{Name: "dir", Label: "Direction", Any: "Any direction", Options: v.Directions},
		{Name: "days", Label: "Time", Any: "Any time", Options: v.Spans},
	} {
		by.write(m)
	}
	for _, by := range v.Members {
		by.write(m)
	}
	m.Add(`<details class="more"{? open}><summary><span class="wide">More filters</span><span class="phone">Filter</span></summary>
		<div class="filters"><label>From <input type="date" name="since" value="{}"></label> <label>To <input type="date" name="until" value="{}"></label></div></details>
		<button class="apply">Show</button>
	`, v.Since != "" || v.Until != "", v.Since, v.Until)
	if v.Filtered {
		m.Add(`<a href="{}/">Show all</a>`, m.Base)
	}
	m.Add(`
		</form>
	`)
}

// writeLost writes which apps may be meant.
func (v changesView) writeLost(m *ui.Markup) {
	m.Add(`<div class="note" id="which">`)
	if len(v.Choices) > 0 {
		m.Add(`<p>Which app is it?</p><ul>`)
		for _, app := range v.Choices {
			m.Add(`<li><a href="{}/{}">{}</a> <span class="soft small">{}</span></li>`, m.Base, app.Query, app.Name, app.Developer)
		}
		m.Add(`</ul>`)
	} else {
		m.Add(`<p>None of your apps is “{}”. <a href="{}/">Show the changes of all apps</a></p>`, v.AppText, m.Base)
	}
	m.Add(`</div>
	`)
}

func (v changesView) writeEntries(m *ui.Markup) {
	if v.Waiting && m.Offers("POST /api/apps/{id}/acknowledge") {
		m.Add(`<form method="post" action="{}/review" class="actions">`, m.Base)
		m.Back()
		m.Add(`<input type="hidden" name="filter" value="{}"><button>Mark all of this list reviewed</button></form>`, v.Filter)
	}
	m.Add(`
	`)
	switch {
	case v.Entries.Any():
		v.Entries.write(m)
	case v.Filtered:
		m.Add(`<div class="empty"><h2>No change matches</h2><p><a href="{}/">Show all changes</a></p></div>
		`, m.Base)
	default:
		m.Add(`<div class="empty"><h2>No changes yet</h2>
			<p>Every app was read once. What its developer has changed appears here when it is read again: <a href="{}/activity">check all apps</a> now, or <a href="{}/settings">set a schedule</a>.</p>
			<p><a href="{}/apps">See the apps</a></p></div>
		`, m.Base, m.Base, m.Base)
	}
}
