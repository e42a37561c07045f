package forms

import (
	"cmp"
	"context"
	"net/url"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

const (
	developersTitle = language.Words("Developers")
	developersPage  = 50 // rows
)

// developers is the screen that lists the developers of the tracked apps.
type developers struct {
	*ui.Kit
	page *ui.Template
}

func newDevelopers(kit *ui.Kit) []ui.Screen {
	d := developers{kit, kit.Template(templates, "templates/developers.html")}
	return []ui.Screen{{Route: "GET /developers", Query: []string{"q", "sort", "page"}, As: "GET /api/developers", Serve: d.get}}
}

// developersView is a page of the list.
type developersView struct {
	Search, Sort string
	Sorts        []developerSort
	Rows         []developerRow
	Total        int
	Before       string
	After        string
}

type developerSort struct {
	Value string
	Words language.Words
}

// developerSorts are the orders of the list, the first unless the address says otherwise.
var developerSorts = []developerSort{
	{dataset.DevelopersByApps, "Most apps"}, {dataset.DevelopersByRisk, "Worst label"}, {dataset.DevelopersByChanges, "Most changes"},
	{dataset.DevelopersByChange, "Last change"}, {dataset.DevelopersByName, "Name"},
}

type developerRow struct {
	dataset.Developer
	Store language.Words
	Grade ui.Grade
	Page  string // the path of the screen about the developer
}

func (d developers) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	view := developersView{Search: ui.Query(r, "q"), Sorts: developerSorts}
	var orders []string
	for _, sort := range developerSorts {
		orders = append(orders, sort.Value)
	}
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
	return d.page.Render(r, ui.Head{Title: developersTitle, Nav: statisticsTitle}, view)
}
