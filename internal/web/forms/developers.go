package forms

import (
	"cmp"
	"context"
	"net/url"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
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
	Class string
	Risk  language.Words
	List  string // the path of the list of apps that finds the name
}

// developerRisks are the grades in words.
var developerRisks = map[storage.Risk]cell{
	storage.RiskHigh: {"track", "", "High"}, storage.RiskModerate: {"linked", "", "Moderate"}, storage.RiskLow: {"unlinked", "", "Low"},
	storage.RiskMinimal: {"", "", "Minimal"}, storage.RiskUnknown: {"", "", "No details"},
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
		row := developerRow{Developer: one, Store: language.Words(one.Source), List: "/apps?" + url.Values{"q": {one.Name}}.Encode()}
		if one.Source == dataset.MainSource {
			row.Store = vocabulary.AppStore
		} else if one.Source == vocabulary.Play {
			row.Store = language.Words(vocabulary.SourceTitle(vocabulary.Play))
		}
		risk := developerRisks[one.WorstRisk]
		row.Class, row.Risk = risk.Class, risk.Words
		view.Rows = append(view.Rows, row)
	}
	view.Total = total
	view.Before, view.After = pager(r, "/developers", developersPage, total)
	return d.page.Render(r, ui.Head{Title: developersTitle, Nav: statisticsTitle}, view)
}
