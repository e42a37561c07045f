package reading

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// changes is the screen of what has changed in all apps.
type changes struct {
	*ui.Kit
	page     *ui.Template
	excerpts *excerpts
}

func newChanges(kit *ui.Kit) []ui.Screen {
	s := changes{kit, kit.Template(templates, "templates/changes.html", "templates/entry.html"), new(excerpts)}
	return []ui.Screen{{Route: "GET /", As: "GET /api/changelog", Nav: "Changes", Serve: s.get}}
}

const (
	// newVisit is how long a pause makes the next request another visit.
	newVisit = 30 * time.Minute
	// visitName is the cookie with the times of the visit before and of this one.
	visitName = "svc_visit"
)

// choice is an option of a filter, or a verdict that can be given.
type choice struct {
	Value, Label string
	Chosen       bool
}

// The values of the filters by kind and by time, in days.
var (
	kinds = []choice{
		{Value: "privacy", Label: "Privacy labels"}, {Value: "policy", Label: "Policies"}, {Value: "accessibility", Label: "Accessibility"},
		{Value: "rating", Label: "Age ratings"}, {Value: "store", Label: "Listing in the App Store"},
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
	App          storage.AppID // of the filter; zero: all apps
	AppName      string
	AppText      string      // in the field of the filter
	Choices      []appChoice // whose names are like AppText
	Lost         bool        // no app, or more than one, is AppText
	Filtered     bool
	Days         []day
	Fresh        int  // entries since the last visit
	More         bool // there are more than Fresh
	Visit        storage.NullTime
	Older        string // the query of the next page
	Newest       string // the query of the first page, if this is another
	Chart        bars
	ChartFailed  string
	NoApps       bool
	Checks       ui.Checks
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
	At        storage.Time
	Archived  bool
	Lines     []line
	entries   []storage.Entry
	New       bool
	Pending   bool // there is something to review
	Waiting   int  // changes of the app to review
	Snoozed   storage.NullTime
}

func (s changes) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	now := storage.TimeOf(s.Now())
	view := changesView{}
	q, kept := filter(r, &view, now)
	if err := s.chooseApp(ctx, r, &view); err != nil {
		return ui.Reply{}, err
	}
	if q.App = view.App; view.App != 0 {
		kept.Set("app", view.App.String())
	}
	view.Filtered = len(kept) > 0 || view.Lost
	if view.Lost {
		for i := range view.Choices {
			kept.Set("app", view.Choices[i].ID.String())
			view.Choices[i].Query = "?" + kept.Encode()
		}
		return s.page.Render(r, ui.Head{Title: "Changes", Nav: "Changes"}, view)
	}
	from := startOf(r)
	if from != (pageStart{}) {
		view.Newest = "?" + kept.Encode()
	}
	rows, older, err := s.rows(ctx, q, from)
	if err != nil {
		return ui.Reply{}, err
	}
	cut := older != (pageStart{})
	if cut {
		older.put(kept)
		view.Older = "?" + kept.Encode()
	}
	last, cookie := visit(r, now)
	view.Visit = storage.NullTime(last)
	if err := s.group(ctx, &view, rows, now, last); err != nil {
		return ui.Reply{}, err
	}
	view.More = cut && view.Fresh == len(rows)
	s.addExcerpts(ctx, r, view.Days)
	if len(rows) == 0 && !view.Filtered {
		size, err := s.Fleet.On().Size(ctx)
		if err != nil {
			return ui.Reply{}, err
		}
		view.NoApps = size == 0
	}
	if view.Newest == "" && len(q.Categories) == 0 && !view.NoApps {
		view.Chart, err = s.year(ctx, q.App, now)
		view.ChartFailed = ui.Why(r, err)
	}
	if view.Checks, err = s.Checks(ctx); err != nil {
		return ui.Reply{}, err
	}
	reply, err := s.page.Render(r, ui.Head{Title: "Changes", Nav: "Changes"}, view)
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
	if view.Spans, days = choose(r, "days", spans, kept); days != "" {
		n, _ := strconv.Atoi(days) // all are numbers
		q.From = now.Add(-time.Duration(n) * 24 * time.Hour)
	}
	return q, kept
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
		if view.App, found, err = find(ctx, s.Fleet, view.AppText); err != nil {
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
func (s changes) group(ctx context.Context, view *changesView, rows []changelog.FeedRow, now, last storage.Time) error {
	var ids []storage.AppID
	for _, row := range rows {
		if !slices.Contains(ids, row.App) {
			ids = append(ids, row.App)
		}
	}
	apps, err := s.Fleet.Apps(ctx, ids...)
	if err != nil {
		return err
	}
	waiting, err := s.Reviews.Waiting(ctx, slices.Collect(maps.Values(apps))...)
	if err != nil {
		return err
	}
	for _, row := range rows {
		name := row.ScrapedAt.Std().Format(time.DateOnly)
		if len(view.Days) == 0 || view.Days[len(view.Days)-1].Name != name {
			view.Days = append(view.Days, day{Name: name, Time: row.ScrapedAt})
		}
		d := &view.Days[len(view.Days)-1]
		at := slices.IndexFunc(d.Apps, func(a appEntry) bool { return a.ID == row.App })
		if at < 0 {
			at = len(d.Apps)
			entry := appEntry{
				ID: row.App, Name: row.AppName, Developer: string(row.AppDeveloper), At: row.ScrapedAt,
				Archived: row.Source == storage.SourceWayback,
				New:      last != 0 && row.ScrapedAt > last,
			}
			if app, ok := apps[row.App]; ok {
				delete(apps, row.App) // the form is with the newest changes only
				entry.Pending = app.ChangeCount > 0 && row.ScrapedAt > app.ChangesAcknowledgedAt
				entry.Waiting = waiting[row.App]
				if app.ChangesSnoozedUntil > now {
					entry.Snoozed = storage.NullTime(app.ChangesSnoozedUntil)
				}
			}
			d.Apps = append(d.Apps, entry)
		}
		d.Apps[at].entries = append(d.Apps[at].entries, row.Entry)
		if d.Apps[at].New {
			view.Fresh++
		}
	}
	for i := range view.Days {
		for k := range view.Days[i].Apps {
			app := &view.Days[i].Apps[k]
			app.Lines = linesOf(app.entries, "")
		}
		view.Days[i].Name, view.Days[i].Beside = ui.Day(view.Days[i].Time.Std(), now.Std())
	}
	return nil
}

// visit returns when the last visit was, zero if there was none, and the cookie that
// remembers this one, nil if it does already.
func visit(r ui.Request, now storage.Time) (last storage.Time, cookie *http.Cookie) {
	var before, current int64
	for _, sent := range r.Cookies(visitName) {
		first, rest, _ := strings.Cut(sent, ".")
		then, err1 := strconv.ParseInt(first, 10, 64)
		at, err2 := strconv.ParseInt(rest, 10, 64)
		if err1 == nil && err2 == nil && then >= 0 && at > 0 && at <= int64(now) {
			before, current = then, at
			break
		}
	}
	since := now.Sub(storage.Time(current))
	if since > newVisit {
		before = current
	}
	if since > 5*time.Minute {
		cookie = &http.Cookie{
			Name: visitName, Value: strconv.FormatInt(before, 10) + "." + strconv.FormatInt(int64(now), 10),
			Path: r.Base() + "/", MaxAge: 400 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		}
	}
	return storage.Time(before), cookie
}
