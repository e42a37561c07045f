package reading

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// changes is the screen of what has changed in all apps.
type changes struct {
	*ui.Kit
	excerpts *excerpts
	kept     *derived.Values[recordedFor, recorded]
}

func newChanges(kit *ui.Kit) []ui.Screen {
	s := changes{kit, new(excerpts),
		derived.New[recordedFor, recorded](kit.Store, recordedTables, maxRecorded)}
	return []ui.Screen{
		{Route: "GET /", Query: queryOfChanges, As: "GET /api/changelog", Nav: "Changes", Serve: s.get},
		{Route: "POST /review", Fields: []string{"filter"}, As: "POST /api/apps/{id}/acknowledge", Serve: ui.Form(s.reviewAll)},
	}
}

// queryOfChanges are the parameters of the address of the list: its filter, and where its page
// begins.
var queryOfChanges = []string{"kind", "dir", "days", "since", "until", "device", "tag", "app", "of", "from", "before"}

// choice is an option of a filter, or a verdict that can be given.
type choice struct {
	Value  string
	Label  language.Words
	Own    string // a name that a person gave; empty: Label
	Chosen bool
}

// shown returns what a list shows of the choice.
func (c choice) shown() any {
	if c.Own != "" {
		return c.Own
	}
	return c.Label
}

// The values of the filters by kind and by time, in days.
var (
	kinds = []choice{
		{Value: "privacy", Label: "Privacy labels"}, {Value: "policy", Label: "Policies"}, {Value: "accessibility", Label: "Accessibility"},
		{Value: "rating", Label: "Age ratings"}, {Value: "store", Label: "Listing in the store"},
	}
	directions = []choice{
		{Value: "tracking", Label: "Began to track"}, {Value: "worse", Label: "Worse"}, {Value: "better", Label: "Better"}, {Value: "removed", Label: "Removed"},
	}
	spans = []choice{{Value: "7", Label: "The last 7 days"}, {Value: "30", Label: "The last 30 days"}, {Value: "365", Label: "The last year"}}
)

// categories are those of each kind.
var categories = map[string][]storage.EntryCategory{
	"privacy":       {storage.CategoryPrivacyLabel, storage.CategoryBackgroundLocation, storage.CategorySecurityPractice, storage.CategoryPair},
	"policy":        {storage.CategoryPrivacyPolicy},
	"accessibility": {storage.CategoryAccessibility},
	"rating":        {storage.CategoryAgeRating},
	"store":         {storage.CategoryAvailability, storage.CategoryListing},
}

// changesView is what the screen shows.
type changesView struct {
	Kinds, Spans []choice
	Directions   []choice
	Since, Until string        // the dates of the filter
	Brief        *brief        // nil: it is not shown
	Filter       string        // the query of the filter
	Waiting      bool          // a change on the page is to be reviewed
	App          storage.AppID // of the filter; zero: all apps
	AppName      string
	AppText      string      // in the field of the filter
	Choices      []appChoice // whose names are like AppText
	Lost         bool        // no app, or more than one, is AppText
	Filtered     bool
	Entries      entries
	Fresh        int  // entries since the last visit
	More         bool // there are more than Fresh
	Visit        storage.NullTime
	Older        string // the query of the next page
	Newest       string // the query of the first page, if this is another
	Chart        bars
	ChartFailed  language.Words
	NoApps       bool
	Checks       ui.Checks
	Members      []selecting // filters by device and tag, as far as there are any
	Glance       glance
	Saved        savedView
}

// appChoice is an app that may be meant.
type appChoice struct {
	storage.App
	Query string // of the changes of this app
}

// day is the changes of one day.
type day struct {
	Name   string
	Beside string // the date, or the day of the week
	Time   storage.Time
	Apps   []appEntry
}

// appEntry is the changes of an app at one time.
type appEntry struct {
	ID        storage.AppID
	Name      string
	Developer string
	Beside    language.Words // the store beside the name, see [vocabulary.Page]
	At        storage.Time
	Archived  bool
	Lines     []line
	New       bool
	Seen      bool // it is the first one that is not new, after those that are
	worst     storage.Entry
	Pending   bool // there is something to review
	Reviewed  bool
	Waiting   int // changes of the app to review
	Snoozed   storage.NullTime
}

func (s changes) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	now := storage.TimeOf(s.Now())
	view := changesView{}
	q, kept := filter(r, &view, now)
	say := ui.Say(r)
	if err := s.chooseApp(ctx, r, &view); err != nil {
		return ui.Reply{}, err
	}
	if err := s.members(ctx, &view, kept); err != nil {
		return ui.Reply{}, err
	}
	if q.App = view.App; view.App != 0 {
		kept.Set("app", view.App.String())
	}
	view.Filtered = len(kept) > 0 || view.Lost
	view.Filter = kept.Encode()
	var err error
	if view.Saved, err = saved(ctx, s.Kit, preferences.ChangesList, kept); err != nil {
		return ui.Reply{}, err
	}
	if view.Lost {
		for i := range view.Choices {
			kept.Set("app", view.Choices[i].ID.String())
			view.Choices[i].Query = "?" + kept.Encode()
		}
		return s.Render(r, ui.Head{Title: "Changes", Nav: "Changes"}, view.write)
	}
	from := startOf(r)
	if from != (pageStart{}) {
		view.Newest = "?" + kept.Encode()
	}
	page, err := s.recorded(ctx, q, kept, from)
	if err != nil {
		return ui.Reply{}, err
	}
	cut := page.older != (pageStart{})
	if cut {
		page.older.put(kept)
		view.Older = "?" + kept.Encode()
	}
	last, cookie := visit(r, now)
	view.Visit = storage.NullTime(last)
	view.group(say, page.rows, page.apps, now, last)
	view.More = cut && view.Fresh == len(page.rows)
	s.addExcerpts(ctx, r, view.Entries.days)
	view.Entries.seen = true
	if len(page.rows) == 0 && !view.Filtered {
		size, err := s.Fleet.On().Size(ctx)
		if err != nil {
			return ui.Reply{}, err
		}
		view.NoApps = size == 0
	}
	if view.Glance, err = s.glance(ctx, view.Members); err != nil {
		return ui.Reply{}, err
	}
	if view.Newest == "" && len(q.Categories) == 0 && q.Device == "" && q.Tag == "" && !view.NoApps && view.Glance.Charted(view.Filtered) {
		view.Chart, err = s.year(ctx, say, q.App, now)
		view.ChartFailed = ui.Why(r, err)
	}
	if view.Newest == "" && !view.Filtered && !view.NoApps {
		if view.Brief, err = s.brief(ctx, say, last, now); err != nil {
			return ui.Reply{}, err
		}
	}
	if view.Checks, err = s.Checks(ctx); err != nil {
		return ui.Reply{}, err
	}
	reply, err := s.Render(r, ui.Head{Title: "Changes", Nav: "Changes"}, view.write)
	if cookie != nil {
		reply.Cookies = append(reply.Cookies, cookie)
	}
	return reply, err
}

// filter shows the kinds and times to choose from, and returns the query for the chosen ones
// and the parameters that the address of another page keeps.
func filter(r ui.Request, view *changesView, now storage.Time) (q changelog.FeedQuery, kept url.Values) {
	kept = url.Values{}
	var kind, days string
	if view.Kinds, kind = choose(r, "kind", kinds, kept); kind != "" {
		q.Categories, q.Window = categories[kind], changelog.MaxFeedLimit*changelog.SnapshotsPerRow
	}
	var direction string
	if view.Directions, direction = choose(r, "dir", directions, kept); direction != "" {
		q.Window = changelog.MaxFeedLimit * changelog.SnapshotsPerRow
	}
	directed(&q, direction)
	if view.Spans, days = choose(r, "days", spans, kept); days != "" {
		n, _ := strconv.Atoi(days) // all are numbers
		q.From = now.Add(-time.Duration(n) * 24 * time.Hour)
	}
	member := func(name string) (value string) {
		if value = ui.Query(r, name); value != "" {
			kept.Set(name, value)
		}
		return value
	}
	q.Device, q.Tag = member("device"), member("tag")
	since, until := bound(r, "since"), bound(r, "until")
	if since != 0 {
		q.From = max(q.From, since)
		kept.Set("since", ui.Query(r, "since"))
		view.Since = since.Std().Format(time.DateOnly)
	}
	if until != 0 {
		if _, err := time.Parse(time.DateOnly, ui.Query(r, "until")); err == nil {
			until = until.Add(24*time.Hour - time.Millisecond) // the day included
		}
		q.To = until
		kept.Set("until", ui.Query(r, "until"))
		view.Until = until.Std().Format(time.DateOnly)
	}
	return q, kept
}

// directed narrows a query to what a direction of the filter selects.
func directed(q *changelog.FeedQuery, direction string) {
	switch direction {
	case "worse":
		q.Directions = []storage.Direction{storage.Worse}
	case "better":
		q.Directions = []storage.Direction{storage.Better}
	case "tracking":
		q.Directions, q.Weights = []storage.Direction{storage.Worse}, []storage.Weight{changelog.WeightTracking}
	case "removed":
		q.Types = []storage.EntryType{storage.EntryRemoved}
	}
}

// bound reads a date, or a time in milliseconds, as a bound of the filter; zero: it is neither.
func bound(r ui.Request, name string) storage.Time {
	text := ui.Query(r, name)
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return max(storage.TimeOf(day), 1)
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 && storage.Time(n).IsExpressible() {
		return storage.Time(n)
	}
	if text != "" {
		r.Unused(name)
	}
	return 0
}

// reviewAll marks the changes of all apps of the list as reviewed.
func (s changes) reviewAll(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	address, err := url.ParseQuery(form.Get("filter"))
	if err != nil {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "The filter cannot be read")
	}
	if err := ui.CheckFilter(address, queryOfChanges); err != nil {
		return ui.Reply{}, err
	}
	filtered := &addressed{Request: r, query: address}
	view := changesView{}
	q, _ := filter(filtered, &view, storage.TimeOf(s.Now()))
	if err := s.chooseApp(ctx, filtered, &view); err != nil {
		return ui.Reply{}, err
	}
	if err := ui.RefuseFilter(address, filtered.unused...); err != nil {
		return ui.Reply{}, err
	}
	if view.Lost {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "The filter names no app")
	}
	q.App = view.App
	apps, err := s.Changelog.Apps(ctx, q)
	if err != nil {
		return ui.Reply{}, err
	}
	batch, err := s.Reviews.AcknowledgeAll(ctx, apps)
	switch {
	case err != nil:
		return ui.Reply{}, err
	case batch.Apps == 0:
		return ui.Back(r, form, "/", ui.Flash{Text: "There is nothing to review in this list."}), nil
	}
	text := ui.Say(r).Plural(batch.Apps, "The changes of %s app are reviewed.", "The changes of %s apps are reviewed.")
	return ui.Back(r, form, "/", ui.Flash{Text: text, Undo: ui.UndoReviews{At: batch.At}}), nil
}

// addressed is a request with the query of another one.
type addressed struct {
	ui.Request
	query  url.Values
	unused []string
}

// Unused implements [ui.Request].
func (a *addressed) Unused(name string) { a.unused = append(a.unused, name) }

// HTTP returns the request with the other query.
func (a *addressed) HTTP() *http.Request {
	r := a.Request.HTTP().Clone(a.Request.HTTP().Context())
	r.URL.RawQuery = a.query.Encode()
	return r
}

// choose returns the options of a filter, and the value of the one that the address chooses,
// which the address of another page keeps.
func choose(r ui.Request, name string, of []choice, kept url.Values) (options []choice, chosen string) {
	for _, c := range of {
		if c.Chosen = ui.Query(r, name) == c.Value; c.Chosen {
			chosen = c.Value
			kept.Set(name, chosen)
		}
		options = append(options, c)
	}
	if chosen == "" && ui.Query(r, name) != "" {
		r.Unused(name)
	}
	return options, chosen
}

// chooseApp sets the app of the filter, which the address names by its ID, its address in the
// App Store, or its name. The field "of" has the ID of the app whose name the form showed.
func (s changes) chooseApp(ctx context.Context, r ui.Request, view *changesView) error {
	view.AppText = strings.TrimSpace(ui.Query(r, "app"))
	if view.AppText == "" {
		return nil
	}
	of, _ := storage.ParseAppKey(ui.Query(r, "of"))
	shown, err := s.Fleet.Apps(ctx, of)
	if err != nil {
		return err
	}
	if app, ok := shown[of]; ok && app.Name == view.AppText {
		view.App = of
	} else if webURL(view.AppText) != "" {
		target, err := s.Fleet.Resolve(ctx, view.AppText, "")
		view.App, view.Lost = target.ID, err != nil
	} else {
		var found []storage.App
		if view.App, found, err = s.FindApp(ctx, view.AppText); err != nil {
			return err
		}
		for _, app := range found {
			view.Choices = append(view.Choices, appChoice{App: app})
		}
	}
	if view.App == 0 {
		view.Lost = true
		return nil
	}
	named, err := s.Fleet.Apps(ctx, view.App)
	if err != nil {
		return err
	}
	view.AppName, view.AppText = named[view.App].Name, view.App.String()
	if n := len(view.AppName); n > 0 && n <= maxField {
		view.AppText = view.AppName
	}
	return nil
}

// maxField is how many bytes of a field in the address are read.
const maxField = 200

// group makes days of rows.
func (view *changesView) group(say *language.Language, rows []changelog.FeedRow, apps map[storage.AppID]standing, now, last storage.Time) {
	shown := make(map[storage.AppID]bool, len(apps))
	for _, row := range rows {
		name := row.ScrapedAt.Std().Format(time.DateOnly)
		if len(view.Entries.days) == 0 || view.Entries.days[len(view.Entries.days)-1].Name != name {
			view.Entries.days = append(view.Entries.days, day{Name: name, Time: row.ScrapedAt})
		}
		d := &view.Entries.days[len(view.Entries.days)-1]
		at := slices.IndexFunc(d.Apps, func(a appEntry) bool { return a.ID == row.App })
		if at < 0 {
			at = len(d.Apps)
			app := apps[row.App]
			entry := appEntry{
				ID: row.App, Name: row.AppName, Developer: string(row.AppDeveloper), Beside: app.beside, At: row.ScrapedAt,
				Archived: row.Source == storage.SourceWayback,
				New:      last != 0 && row.ScrapedAt > last, Reviewed: row.ScrapedAt <= app.acknowledged,
			}
			if !shown[row.App] { // the form is with the newest changes only
				shown[row.App] = true
				entry.Pending = app.changed && row.ScrapedAt > app.acknowledged
				entry.Waiting = app.waiting
				if app.snoozedUntil > now {
					entry.Snoozed = storage.NullTime(app.snoozedUntil)
				}
			}
			d.Apps = append(d.Apps, entry)
		}
		line := lineOf(say, row.Entry)
		line.LabelAt = labelAt(row.App, row.ScrapedAt, row.Entry)
		d.Apps[at].Lines = append(d.Apps[at].Lines, line)
		if len(d.Apps[at].Lines) == 1 || changelog.CompareWorst(row.Entry, d.Apps[at].worst) < 0 {
			d.Apps[at].worst = row.Entry
		}
		view.Waiting = view.Waiting || d.Apps[at].Pending
		if d.Apps[at].New {
			view.Fresh++
		}
	}
	fresh := false
	for i := range view.Entries.days {
		worstFirst(view.Entries.days[i].Apps)
		for k := range view.Entries.days[i].Apps {
			app := &view.Entries.days[i].Apps[k]
			app.Seen = fresh && !app.New
			fresh = app.New
		}
		view.Entries.days[i].Name, view.Entries.days[i].Beside = say.Day(view.Entries.days[i].Time.Std(), now.Std())
	}
}

// worstFirst orders the apps of a day: the new ones first and then the worst, and in each the worst
// change first.
func worstFirst(apps []appEntry) {
	for i := range apps {
		sortWorst(apps[i].Lines)
	}
	order.Sort(apps, func(a, b appEntry) int {
		return cmp.Or(differingFirst(a.New, b.New), changelog.CompareWorst(a.worst, b.worst))
	})
}
