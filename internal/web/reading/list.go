package reading

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
)

// list is the screen of all apps.
type list struct{ *ui.Kit }

func newList(kit *ui.Kit) []ui.Screen {
	s := list{kit}
	return []ui.Screen{{Route: "GET /apps", Query: queryOfApps, As: "GET /api/apps", Nav: "Apps", Serve: s.get}}
}

// queryOfApps are the parameters of the address of the list: its filter, its order and its page.
var queryOfApps = slices.Concat(queryOfFilter, []string{"sort", "order", "offset"})

// listRows is how many apps a page shows.
const listRows = 100

// sorting is a column by which the list can be ordered.
type sorting struct {
	value string
	label language.Words
	order storage.AppOrder
}

var sorts = []sorting{
	{"name", "App", storage.AppsByName},
	{"risk", "Risk", storage.AppsByRisk},
	{"changes", "To review", storage.AppsByChanges},
	{"checked", "Last checked", storage.AppsByCheck},
}

// risks are the grades in words, the gravest first.
var risks = []choice{
	{Value: string(storage.RiskHigh), Label: "High: used to track"},
	{Value: string(storage.RiskModerate), Label: "Moderate: three or more linked"},
	{Value: string(storage.RiskLow), Label: "Low: some is collected"},
	{Value: string(storage.RiskMinimal), Label: "Minimal: none is collected"},
	{Value: string(storage.RiskUnknown), Label: "No details"},
}

// listView is what the screen shows.
type listView struct {
	Q           string
	First, More []selecting
	Open        bool // the further filters are shown
	Sort        string
	Order       string
	Filtered    bool
	Columns     []sortColumn
	Rows        []listRow
	Total       int
	From, To    int
	Earlier     string // queries of the neighbouring pages
	Later       string
	Start       string // of the first and the last page, if these are not the neighbouring ones
	Last        string
	Verdicts    []choice
	Tags        []choice
	Devices     []choice
	Checks      ui.Checks
	Filter      string // the query of the filter
	CSV, JSON   string // the queries of the exports
	Removed     []tracked.Removed
	ShowRemoved bool
	Saved       savedView
}

// sortColumn is a head of the table that orders it.
type sortColumn struct {
	Label         language.Words
	Query, Sorted string // Sorted: ascending, descending or empty
}

// listRow is an app in the table.
type listRow struct {
	ID            storage.AppID
	Name          string
	Developer     storage.Text
	LastError     *storage.Failure
	LastSynced    storage.Time
	UnstableUntil storage.NullTime

	Track, Linked, Unlinked string // numbers; a dash for zero
	Review                  string // the kinds of changes to review; empty: none

	Grade    ui.Grade
	Why      language.Words // it has this grade
	Verdict  language.Words
	Beside   language.Words // the store beside the name, see [vocabulary.Page]
	Delisted bool
	Beyond   int // kinds of data beyond the privacy profile
	Marks    tracked.Marks
}

func (s list) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	f := filterOf(r.HTTP().URL.Query())
	for _, name := range f.unused {
		r.Unused(name)
	}
	f.Limit, f.Grid = listRows, true
	view := listView{Q: f.Search, Verdicts: decisions, Filtered: len(f.kept) > 0, Filter: f.kept.Encode(), ShowRemoved: f.removed}
	say := ui.Say(r)
	var err error
	if view.First, view.More, view.Open, err = s.selects(ctx, say, f); err != nil {
		return ui.Reply{}, err
	}
	for _, by := range view.More {
		switch by.Name {
		case "tag":
			view.Tags = by.Options
		case "device":
			view.Devices = slices.DeleteFunc(slices.Clone(by.Options), func(c choice) bool { return c.Value == storage.DevicesUnattached })
		}
	}
	if view.Checks, err = s.Checks(ctx); err != nil {
		return ui.Reply{}, err
	}
	if view.Saved, err = saved(ctx, s.Kit, preferences.AppsList, f.kept); err != nil {
		return ui.Reply{}, err
	}
	offset, _ := ui.Number(r, "offset", 0, 1<<31-1)
	f.Offset = int(offset)
	if f.removed {
		page, err := s.Fleet.RemovedPage(ctx, listRows, f.Offset)
		if err != nil {
			return ui.Reply{}, err
		}
		view.Removed = page.Apps
		view.pages(f.kept, f.Offset, len(page.Apps), page.Total)
		return s.Render(r, ui.Head{Title: "Removed apps", Nav: "Apps"}, view.write)
	}
	by := ui.Chosen(r, "sort", "name", "risk", "changes", "checked")
	view.sort(&f.ListQuery, by, ui.Chosen(r, "order", "reverse"), f.kept)
	view.CSV, view.JSON = "?"+f.export("csv"), "?"+f.export("json")
	page, err := f.apps(s.Fleet).List(ctx, f.ListQuery)
	if err != nil {
		return ui.Reply{}, err
	}
	view.pages(f.kept, f.Offset, len(page.Apps), page.Total)
	ids := make([]storage.AppID, len(page.Apps))
	for i, app := range page.Apps {
		ids[i] = app.ID
	}
	marks, err := s.Fleet.Marks(ctx, ids...)
	if err != nil {
		return ui.Reply{}, err
	}
	view.Rows = rowsOf(say, page, marks)
	return s.Render(r, ui.Head{Title: "Apps", Nav: "Apps"}, view.write)
}

// failureIn returns a failure with its message in a language.
func failureIn(l *language.Language, f *storage.Failure) *storage.Failure {
	if f == nil {
		return nil
	}
	said := *f
	said.Message = wording.Cause(l, f.Message)
	return &said
}

// rowsOf returns the rows of the table for the apps of a page.
func rowsOf(say *language.Language, page tracked.Page, marks map[storage.AppID]tracked.Marks) []listRow {
	rows := make([]listRow, 0, len(page.Apps))
	for _, app := range page.Apps {
		row := listRow{
			ID: app.ID, Name: app.Name, Developer: app.Developer, LastError: failureIn(say, app.LastError), LastSynced: app.LastSynced, UnstableUntil: app.UnstableUntil,
			Beside: besideOf(app), Delisted: app.Availability.DelistedAt != 0, Marks: marks[app.ID],
		}
		if page.Meta != nil {
			row.Beyond = page.Meta.ProfileBadges[app.ID].Count
		}
		row.Track, row.Linked, row.Unlinked = countsOf(say, app)
		row.Review = pendingWords(say, app)
		row.Grade = ui.Grades[app.Risk()]
		row.Why = riskReason(say, app)
		if app.Decision != "" {
			row.Verdict = verdictWord(app.Decision)
		}
		rows = append(rows, row)
	}
	return rows
}

// sort sets the order of the query and the heads of the table.
func (v *listView) sort(q *tracked.ListQuery, by, order string, kept url.Values) {
	current := max(0, slices.IndexFunc(sorts, func(s sorting) bool { return s.value == by }))
	q.Order, q.Reverse = sorts[current].order, order == "reverse"
	for i, s := range sorts {
		link := maps.Clone(kept)
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

// pages sets what the pager shows of a page with so many rows from an offset on.
func (v *listView) pages(kept url.Values, offset, rows, total int) {
	v.Total, v.From, v.To = total, offset+1, offset+rows
	if offset > 0 {
		v.Earlier = at(kept, max(0, offset-listRows))
	}
	if offset > listRows {
		v.Start = at(kept, 0)
	}
	if v.To < total {
		v.Later = at(kept, offset+listRows)
	}
	if last := (total - 1) / listRows * listRows; last > offset+listRows {
		v.Last = at(kept, last)
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
	word language.Words
}{
	{storage.PendingPrivacy, language.Words("label")}, {storage.PendingPolicy, language.Words("policy")}, {storage.PendingAccessibility, language.Words("accessibility")},
	{storage.PendingAgeRating, language.Words("age rating")}, {storage.PendingAvailability, language.Words("listing")}, {storage.PendingListing, language.Words("details")},
}

// pendingWords returns what has changed in an app since it was last reviewed. How many
// changes these are is shown where they are: the number on the app's row is of refreshes.
func pendingWords(say *language.Language, app storage.App) string {
	if app.ChangeCount == 0 {
		return ""
	}
	var words []string
	for _, k := range pendingKinds {
		if app.Pending&k.kind != 0 {
			words = append(words, say.Words(k.word))
		}
	}
	if len(words) == 0 { // from a backup without them
		return say.Words("changes")
	}
	return strings.Join(words, ", ")
}

// besideOf returns the name of the store of an app beside its name, empty for the main store.
func besideOf(app storage.App) language.Words {
	return language.Words(vocabulary.PageOf(app.Store()).Beside)
}

// countsOf returns how many kinds of data an app declares in the columns of the App Store's labels. What the
// label of another store counts there has its own words.
func countsOf(say *language.Language, app storage.App) (track, linked, unlinked string) {
	words := vocabulary.PageOf(app.Store()).Counts
	var cells [3]string
	for i, n := range []int{app.TrackCount, app.LinkedCount, app.UnlinkedCount} {
		if cells[i] = dash(say, n); n > 0 {
			cells[i] = string(say.Text(words[i], say.Count(n)))
		}
	}
	return cells[0], cells[1], cells[2]
}

// dash returns a number, or a dash for zero.
func dash(say *language.Language, n int) string {
	if n == 0 {
		return "–"
	}
	return say.Count(n)
}
