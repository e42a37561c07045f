package reading

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// list is the screen of all apps.
type list struct {
	*ui.Kit
	page *ui.Template
}

func newList(kit *ui.Kit) []ui.Screen {
	page := kit.Template(templates, "templates/apps.html", "templates/entry.html")
	s := list{kit, page}
	return []ui.Screen{{Route: "GET /apps", As: "GET /api/apps", Nav: "Apps", Serve: s.get}}
}

// listRows is how many apps a page shows.
const listRows = 100

// sorting is a column by which the list can be ordered.
type sorting struct {
	value, label string
	order        storage.AppOrder
}

var sorts = []sorting{
	{"name", "App", storage.AppsByName},
	{"risk", "Risk", storage.AppsByRisk},
	{"changes", "To review", storage.AppsByChanges},
	{"checked", "Last checked", storage.AppsByCheck},
}

// risks are the grades in words, the gravest first.
var risks = []struct {
	value storage.Risk
	label string
}{
	{storage.RiskHigh, "High: used to track"},
	{storage.RiskModerate, "Moderate: three or more linked"},
	{storage.RiskLow, "Low: some is collected"},
	{storage.RiskMinimal, "Minimal: none is collected"},
	{storage.RiskUnknown, "No details"},
}

// states are the values of the filter by state.
var states = []struct{ value, label string }{
	{"changed", "With changes to review"}, {"failed", "Last check failed"}, {"delisted", "No longer listed"},
}

// listView is what the screen shows.
type listView struct {
	Q             string
	Risks, States []choice
	Sort          string
	Order         string
	Filtered      bool
	Columns       []sortColumn
	Rows          []listRow
	Total         int
	From, To      int
	Earlier       string // queries of the neighbouring pages
	Later         string
	Verdicts      []option
}

// sortColumn is a head of the table that orders it.
type sortColumn struct {
	Label, Query, Sorted string // Sorted: ascending, descending or empty
}

// listRow is an app in the table.
type listRow struct {
	storage.App

	Track, Linked, Unlinked string // numbers; a dash for zero
	Review                  string // the kinds of changes to review; a dash for none

	RiskWord  string
	RiskClass string
	Why       string // the grade
	Verdict   string
	Delisted  bool
}

func (s list) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	q := fleet.ListQuery{Search: ui.Query(r, "q"), Limit: listRows}
	view := listView{Q: q.Search, Verdicts: decisions}
	kept := url.Values{}
	keep := func(name, value string) {
		if value != "" {
			kept.Set(name, value)
		}
	}
	keep("q", q.Search)
	for _, risk := range risks {
		chosen := ui.Query(r, "risk") == string(risk.value)
		view.Risks = append(view.Risks, choice{string(risk.value), risk.label, chosen})
		if chosen {
			q.Risk = risk.value
			keep("risk", string(risk.value))
		}
	}
	for _, state := range states {
		chosen := ui.Query(r, "show") == state.value
		view.States = append(view.States, choice{state.value, state.label, chosen})
		if chosen {
			q.Changed, q.Failed, q.Delisted = state.value == "changed", state.value == "failed", state.value == "delisted"
			keep("show", state.value)
		}
	}
	view.Filtered = len(kept) > 0
	view.sort(&q, ui.Query(r, "sort"), ui.Query(r, "order"), kept)
	if n, err := strconv.Atoi(ui.Query(r, "offset")); err == nil && n > 0 {
		q.Offset = min(n, 1<<31-1)
	}
	page, err := s.Fleet.On().List(ctx, q)
	if err != nil {
		return ui.Reply{}, err
	}
	view.Total, view.From, view.To = page.Total, q.Offset+1, q.Offset+len(page.Apps)
	if q.Offset > 0 {
		view.Earlier = at(kept, max(0, q.Offset-listRows))
	}
	if view.To < view.Total {
		view.Later = at(kept, q.Offset+listRows)
	}
	for _, app := range page.Apps {
		row := listRow{App: app, Delisted: app.Availability.DelistedAt != 0}
		row.Track, row.Linked, row.Unlinked, row.Review = dash(app.TrackCount), dash(app.LinkedCount), dash(app.UnlinkedCount), pendingWords(app)
		row.RiskClass, row.RiskWord = riskWords(app.Risk())
		row.Why = riskReason(app)
		if app.Decision != "" {
			row.Verdict = verdictWord(app.Decision)
		}
		view.Rows = append(view.Rows, row)
	}
	return s.page.Render(r, ui.Head{Title: "Apps", Nav: "Apps"}, view)
}

// sort sets the order of the query and the heads of the table.
func (v *listView) sort(q *fleet.ListQuery, by, order string, kept url.Values) {
	current := max(0, slices.IndexFunc(sorts, func(s sorting) bool { return s.value == by }))
	q.Order, q.Reverse = sorts[current].order, order == "reverse"
	for i, s := range sorts {
		link := url.Values{}
		for name, values := range kept {
			link[name] = values
		}
		link.Set("sort", s.value)
		column := sortColumn{Label: s.label}
		if i == current {
			// By name the list begins with the lowest, by the others with the highest.
			rising := (s.order == storage.AppsByName) != q.Reverse
			column.Sorted = either(rising, "ascending", "descending")
			if !q.Reverse {
				link.Set("order", "reverse")
			}
		}
		column.Query = "?" + link.Encode()
		v.Columns = append(v.Columns, column)
	}
	if by != "" {
		kept.Set("sort", sorts[current].value)
		v.Sort = sorts[current].value
	}
	if q.Reverse {
		kept.Set("order", "reverse")
		v.Order = "reverse"
	}
}

// at returns the query of the page at an offset.
func at(kept url.Values, offset int) string {
	if offset > 0 {
		kept.Set("offset", strconv.Itoa(offset))
	} else {
		kept.Del("offset")
	}
	return "?" + kept.Encode()
}

// pendingKinds are the kinds of changes to review, in words.
var pendingKinds = []struct {
	kind storage.PendingKinds
	word string
}{
	{storage.PendingPrivacy, "label"}, {storage.PendingPolicy, "policy"}, {storage.PendingAccessibility, "accessibility"},
	{storage.PendingAgeRating, "age rating"}, {storage.PendingAvailability, "listing"},
}

// pendingWords returns what has changed in an app since it was last reviewed. How many
// changes these are is shown where they are: the number on the app's row is of refreshes.
func pendingWords(app storage.App) string {
	if app.ChangeCount == 0 {
		return "–"
	}
	var words []string
	for _, k := range pendingKinds {
		if app.Pending&k.kind != 0 {
			words = append(words, k.word)
		}
	}
	if len(words) == 0 { // written by an earlier version
		return "changes"
	}
	return strings.Join(words, ", ")
}

// dash returns a number, or a dash for zero.
func dash(n int) string {
	if n == 0 {
		return "–"
	}
	return ui.Count(n)
}
