package forms

import (
	"cmp"
	"context"
	"net/url"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

const (
	developersTitle = language.Words("Developers")
	developersPage  = 50 // rows
)

// developers is the screen that lists the developers of the tracked apps.
type developers struct{ *ui.Kit }

func newDevelopers(kit *ui.Kit) []ui.Screen {
	d := developers{kit}
	return []ui.Screen{{Route: "GET /developers", Query: []string{"q", "sort", "page"}, As: "GET /api/developers", Serve: d.get}}
}

// developersView is a page of the list.
type developersView struct {
	Search, Sort string
	Rows         []developerRow
	Total        int
	Before       string
	After        string
}

func (v developersView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Developers</h1><p>{}</p></div>
		<form class="filters" method="get" action="{}/developers" autocomplete="off"><label>Name <input type="search" name="q"
		value="{}" maxlength="200"></label>
		<label>Order <select name="sort">`, m.Plural(v.Total, "%s developer", "%s developers"), m.Base, v.Search)
	writeOptions(m, developerSorts, v.Sort)
	m.Add(`</select></label><button>Show</button></form>
		`)
	if len(v.Rows) == 0 {
		m.Add(`<p class="soft">No developer has such a name.</p>
			`)
		return
	}

	m.Add(`<p class="hint">An app counts for the developer that was observed last, in each store apart.</p>
		<div class="scroll" tabindex="0"><table class="cards flow"><thead><tr>
		<th scope="col">Developer</th><th scope="col">Store</th><th scope="col" class="num">Apps</th>
		<th scope="col">Worst label</th><th scope="col" class="num">Changes</th><th scope="col" class="num">For the worse</th>
		<th scope="col">Last change</th>
		</tr></thead>
		<tbody>`)
	for _, row := range v.Rows {
		row.write(m)
	}

	m.Add(`</tbody></table></div>
		`)
	writePager(m, "Pages", "Previous", "Next", v.Before, v.After)
}

// developerSorts are the orders of the list, the first unless the address says otherwise.
var developerSorts = []choice{
	{dataset.DevelopersByApps, "Most apps"}, {dataset.DevelopersByRisk, "Worst label"}, {dataset.DevelopersByChanges, "Most changes"},
	{dataset.DevelopersByChange, "Last change"}, {dataset.DevelopersByName, "Name"},
}

type developerRow struct {
	dataset.Developer
	Store language.Words
	Grade ui.Grade
	Page  string // the path of the screen about the developer
}

func (row developerRow) write(m *ui.Markup) {
	m.Add(`<tr><th scope="row"><a href="{}{}">{}</a></th><td data-th="store">{}</td><td class="num" data-th="apps">{}</td>
		<td data-th="worst label"><span class="{}">{}</span></td><td class="num" data-th="changes">{}</td>
		<td class="num" data-th="for the worse">{}</td><td data-th="last change">{}</td></tr>
		`,
		m.Base, row.Page, row.Name, row.Store, m.Count(row.Apps), row.Grade.Class, row.Grade.Word,
		m.Count(row.Changes), m.Count(row.Worse), dateOrDash(m, row.LastChange))
}

func (d developers) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	view := developersView{Search: ui.Query(r, "q")}
	orders := values(developerSorts)
	view.Sort = cmp.Or(ui.Chosen(r, "sort", orders...), orders[0])
	found, total, err := d.Datasets.Developers(ctx, dataset.DevelopersQuery{
		Search: view.Search, Order: view.Sort, Limit: developersPage, Offset: (pageOf(r) - 1) * developersPage,
	})
	if err != nil {
		return ui.Reply{}, err
	}
	for _, one := range found {
		view.Rows = append(view.Rows, developerRow{
			Developer: one, Store: storeName(sourceOf(one.Source)), Grade: ui.Grades[one.WorstRisk], Page: "/developer?" + url.Values{"source": {one.Source}, "name": {one.Name}}.Encode(),
		})
	}
	view.Total = total
	view.Before, view.After = pager(r, "/developers", developersPage, total)
	return d.Render(r, ui.Head{Title: developersTitle, Nav: statisticsTitle}, view.write)
}
