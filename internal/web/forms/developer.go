package forms

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// maxDeveloperApps limits the rows of the screen about one developer.
const maxDeveloperApps = 200

// developer is the screen about one developer.
type developer struct{ *ui.Kit }

func newDeveloper(kit *ui.Kit) []ui.Screen {
	d := developer{kit}
	return []ui.Screen{{Route: "GET /developer", Query: []string{"source", "name"}, As: "GET /api/developers", Serve: d.get}}
}

type developerView struct {
	Name  string
	Store language.Words
	Total int
	Worst ui.Grade
	Apps  []developerAppRow

	Changes, Worse int // of the apps that are listed
}

func (v developerView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>{}</h1><p>{} · {} · <a href="{}/developers">All developers</a></p></div>
		<p>{}, of which for the worse: {}. Worst label: <span class="{}">{}</span></p>
		<div class="scroll" tabindex="0"><table class="cards flow">
		<thead><tr><th scope="col">App</th><th scope="col">Label</th><th scope="col" class="num">Changes</th>
		<th scope="col" class="num">For the worse</th><th scope="col">Last change</th></tr></thead>
		<tbody>`, v.Name, v.Store, m.Plural(v.Total, "%s app", "%s apps"), m.Base,
		m.Plural(v.Changes, "%s change", "%s changes"), m.Count(v.Worse), v.Worst.Class, v.Worst.Word)
	for _, row := range v.Apps {
		row.write(m)
	}
	m.Add(`</tbody></table></div>
		`)
	if len(v.Apps) < v.Total {
		m.Add(`<p class="hint">Only the first {} are listed.</p>
			`, m.Count(len(v.Apps)))
	}
}

type developerAppRow struct {
	dataset.DeveloperApp
	Grade ui.Grade
}

func (row developerAppRow) write(m *ui.Markup) {
	m.Add(`<tr><th scope="row"><a href="{}/apps/{}">{}</a></th><td data-th="label"><span class="{}">{}</span></td>
		<td class="num" data-th="changes">{}</td><td class="num" data-th="for the worse">{}</td>
		<td data-th="last change">{}</td></tr>
		`,
		m.Base, row.ID, m.Named(row.Name, row.ID), row.Grade.Class, row.Grade.Word,
		m.Count(row.Changes), m.Count(row.Worse), dateOrDash(m, storage.NullTime(row.LastChange)))
}

// dateOrDash returns the day of a change, and a dash if there was none.
func dateOrDash(m *ui.Markup, t storage.NullTime) any {
	if t == 0 {
		return "–"
	}
	return m.Date(t)
}

func (d developer) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	source, name := ui.Query(r, "source"), r.HTTP().URL.Query().Get("name")
	apps, total, err := d.Datasets.DeveloperApps(ctx, source, name, maxDeveloperApps)
	if err != nil {
		return ui.Reply{}, err
	}
	if total == 0 {
		return ui.Reply{}, fmt.Errorf("developer %.100q in %.40q: %w", name, source, storage.ErrNotFound)
	}
	view := developerView{Name: name, Store: storeName(sourceOf(source)), Total: total}
	worst := apps[0].Risk
	for _, app := range apps {
		if app.Risk.Rank() > worst.Rank() {
			worst = app.Risk
		}
		view.Changes += app.Changes
		view.Worse += app.Worse
		view.Apps = append(view.Apps, developerAppRow{app, ui.Grades[app.Risk]})
	}
	view.Worst = ui.Grades[worst]
	return d.Render(r, ui.Head{Name: name, Nav: statisticsTitle}, view.write)
}
