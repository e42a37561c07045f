package reading

import (
	"context"
	"errors"
	"math"
	"net/url"
	"slices"
	"strconv"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// apps is the screen of one app.
type apps struct{ *ui.Kit }

func newApps(kit *ui.Kit) []ui.Screen {
	s := apps{kit}
	return []ui.Screen{{Route: "GET /apps/{id}", Query: []string{"before"}, As: "GET /api/apps", Serve: s.get}}
}

// appView is what the screen shows. A part that could not be read has a sentence why.
type appView struct {
	App      tracked.Detail
	StoreURL string // empty: it is no address for a link
	Review   reviewing
	Pending  bool
	Waiting  int // changes to review
	Label    matrix

	Grade    ui.Grade
	Why      language.Words // it has this grade
	Verdicts []choice

	Verdict        *storage.Verdict
	Others         []storage.Verdict
	VerdictsFailed language.Words

	Notes       []storage.Annotation
	NotesFailed language.Words

	Concerns       []concern
	ConcernsFailed language.Words

	Policy       *policyState // nil: it was never fetched
	PolicyFailed language.Words

	Steps       []step
	StepsFailed language.Words
	Older       string // the query of the next page of the timeline
	LaterPage   bool
	PolicyURL   string
	Manual      bool
	Advice      language.Words // what to do about the last error
	Store       language.Words // where the app is offered
	StoreName   language.Words // alone
	StoreFirst  language.Words // at the beginning of a sentence
	Says        storePage
	Practices   []string
	Declared    bool     // the developer has declared something
	Features    []string // of accessibility
	InBoth      bool     // it is paired with the app in the other store
	Marks       tracked.Marks
	Devices     []placed       // on which the app is or can be put
	Past        *past          // the import of its past that is under way; nil: none
	Polled      bool           // only a part of the screen is fetched
	Begins      storage.Time   // of the history, if the page shows its beginning
	Earlier     language.Words // why it does not begin earlier; empty: it is not known
}

// storePage is [vocabulary.Page] with words that are put into the reader's language when they are written.
type storePage struct {
	vocabulary.Page
	Pairing, Definitions language.Words
	Terms                []termWords
}

// termWords are a term with its meaning.
type termWords struct{ Term, Meaning language.Words }

func storePageOf(store string) storePage {
	p := vocabulary.PageOf(store)
	shown := storePage{Page: p, Pairing: language.Words(p.Pair), Definitions: language.Words(p.Defined.Title)}
	for _, t := range p.Terms {
		shown.Terms = append(shown.Terms, termWords{language.Words(t.Term), language.Words(t.Meaning)})
	}
	return shown
}

// Free reports whether the app is known to cost nothing, which each storefront says in a language of its own.
func (v appView) Free() bool { return v.App.PriceAmount != nil && *v.App.PriceAmount == 0 }

// advice is what to do about a failure that is not of a store.
var advice = map[storage.FailureCode]language.Words{
	storage.FailureTLS:        "The connection was not trusted: check the clock of the machine, and whether a proxy opens its connections.",
	storage.FailureConnection: "The connection did not last: it is tried again at the next check.",
	storage.FailureProxy:      "Check the proxy in the settings of the program.",
}

// adviceOn returns what to do about a failure of an app of a store.
func adviceOn(code storage.FailureCode, store vocabulary.Page) language.Words {
	if said, ok := store.Advice[code]; ok {
		return language.Words(said)
	}
	return advice[code]
}

// placed is a device, and whether the app is on it.
type placed struct {
	storage.Device
	On bool
}

// marks adds the tags and the devices of the app.
func (s apps) marks(ctx context.Context, view *appView) error {
	id := view.App.ID
	marks, err := s.Fleet.Marks(ctx, id)
	if err != nil {
		return err
	}
	view.Marks = marks[id]
	on, err := s.Devices.With(ctx, id)
	if err != nil {
		return err
	}
	all, err := s.Devices.List(ctx)
	for _, d := range all {
		is := slices.ContainsFunc(on, func(other storage.Device) bool { return other.ID == d.ID })
		view.Devices = append(view.Devices, placed{d.Device, is})
	}
	return err
}

// beginnings says why the history of an app does not begin earlier.
var beginnings = map[changelog.Earlier]language.Words{
	changelog.NotArchived: "earlier pages were not archived",
	changelog.NotRead:     "earlier pages in the web archive were not read, or show no label",
}

// past is how far the import of the past of an app is.
type past struct {
	history.UnderWay
	Said language.Words
}

// concern is a category in which the app exceeds the privacy profile.
type concern struct {
	review.Concern
	Label             string
	Allowed, Observed language.Words
}

// Decided reports whether the concern is accepted or put off.
func (c concern) Decided() bool { return c.State != review.ConcernOpen }

// decisions are the verdicts in words.
var decisions = []choice{
	{Value: string(storage.DecisionSafe), Label: "Keep it"},
	{Value: string(storage.DecisionReplace), Label: "Replace it"},
	{Value: string(storage.DecisionUninstall), Label: "Uninstall it"},
}

// verdictWord returns a verdict in words.
func verdictWord(d storage.Decision) language.Words {
	for _, o := range decisions {
		if o.Value == string(d) {
			return o.Label
		}
	}
	return language.Words(d)
}

func (s apps) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	app, err := s.Fleet.Detail(ctx, id)
	if err != nil {
		return ui.Reply{}, err
	}
	now, say := storage.TimeOf(s.Now()), ui.Say(r)
	view := appView{
		App: app, StoreURL: webURL(app.URL), PolicyURL: webURL(string(app.PrivacyPolicyURL)),
		Pending: app.ChangeCount > 0, Manual: webURL(app.URL) == "",
		Store: language.Words(vocabulary.SourceTitle(app.Store())), StoreName: language.Words(vocabulary.SourceName(app.Store())),
		StoreFirst: language.Words(vocabulary.InSentence(app.Store())), Says: storePageOf(app.Store()),
	}
	for _, f := range app.AccessibilityFeatures {
		view.Features = append(view.Features, say.Name(vocabulary.Feature, f.Identifier, f.Title))
	}
	view.Declared = app.HasPrivacyDetails != nil && *app.HasPrivacyDetails
	view.Practices = practicesOf(say, app.Practices)
	if view.App.LastError = failureIn(say, app.LastError); app.LastError != nil {
		view.Advice = adviceOn(app.LastError.Code, view.Says.Page)
	}
	review := reviewing{App: id}
	if app.ChangesSnoozedUntil > now {
		review.Snoozed = storage.NullTime(app.ChangesSnoozedUntil)
	}
	if now, ok := s.History.UnderWay(id); ok {
		kept := now.Result.Imported + now.Result.Unchanged
		view.Past = &past{now, say.Plural(now.Result.Pages, "%s page read, %s kept", "%s pages read, %s kept", kept)}
	}
	if view.InBoth, err = s.Fleet.Paired(ctx, id); err != nil && !errors.Is(err, storage.ErrNotSupported) {
		return ui.Reply{}, err
	}
	view.Polled = r.HTTP().Header.Get("HX-Request") != ""
	var before int64
	before, view.LaterPage = ui.Number(r, "before", 1, math.MaxInt64)
	if view.LaterPage {
		s.timeline(ctx, r, &view, storage.Time(before))
		return s.Render(r, ui.Head{Name: app.Name, Nav: "Apps"}, view.write)
	}
	feed, err := s.Changelog.Feed(ctx, changelog.FeedQuery{
		App: id, Types: []storage.EntryType{storage.EntryAdded}, Categories: []storage.EntryCategory{storage.CategoryPrivacyLabel}, Limit: changelog.MaxFeedLimit,
	})
	if err != nil {
		return ui.Reply{}, err
	}
	view.Label = matrixOf(say, app.Store(), columnsOf(app.PrivacyTypes), app.PrivacyTypes, sinceOf(feed.Rows))
	view.Label.from(app.FirstSeen)
	view.Grade = ui.Grades[app.App.Risk()]
	view.Why = riskSentence(say, app.App, app.PrivacyTypes)
	waiting, err := s.Reviews.Waiting(ctx, app.App)
	if err != nil {
		return ui.Reply{}, err
	}
	view.Waiting = waiting[id]
	review.Waiting, review.Shown = view.Waiting, view.Waiting
	view.Review = review
	if err := s.marks(ctx, &view); err != nil {
		return ui.Reply{}, err
	}
	s.opinions(ctx, r, &view)
	s.policy(ctx, r, &view)
	s.timeline(ctx, r, &view, 0)
	return s.Render(r, ui.Head{Name: app.Name, Nav: "Apps"}, view.write)
}

// opinions adds verdicts, notes and concerns.
func (s apps) opinions(ctx context.Context, r ui.Request, view *appView) {
	verdicts, err := s.Reviews.Verdicts(ctx, view.App.ID)
	view.VerdictsFailed = ui.Why(r, err)
	for _, v := range verdicts {
		if v.Origin == storage.OriginUser {
			view.Verdict = &v
		} else {
			view.Others = append(view.Others, v)
		}
	}
	for _, o := range decisions {
		o.Chosen = view.Verdict != nil && string(view.Verdict.Decision) == o.Value
		view.Verdicts = append(view.Verdicts, o)
	}
	view.Notes, err = s.Reviews.Notes(ctx, view.App.ID, "")
	view.NotesFailed = ui.Why(r, err)
	say := ui.Say(r)
	concerns, err := s.Reviews.Concerns(ctx, view.App.ID)
	view.ConcernsFailed = ui.Why(r, err)
	for _, c := range concerns {
		view.Concerns = append(view.Concerns, concern{c, say.Name(vocabulary.DataCategory, c.Category, ""), tierWords[c.Allowed], tierWords[c.Observed]})
	}
}

// tierWords are how far data goes, in the words that are used of labels.
var tierWords = map[profile.Tier]language.Words{
	profile.NotCollected: "Not collected", profile.NotLinked: "Not linked to you", profile.Linked: "Linked to you", profile.Tracking: "Used to track you",
}

// step is a row of the timeline.
type step struct {
	At, Until storage.Time // Until of several checks without a change, newest first
	Checks    int          // checks without a change; zero: something happened
	Lines     []line
	Version   string // it is another one than before
	Archived  bool
	Archive   string           // the address of the page in the archive
	Between   *storage.Between // when the changes were made; nil: at the time of the check
	Review    language.Words
	Note      string
	LabelAt   string // the path of the label as it was; empty: it is no state of the app
}

// timeline adds a page of the timeline, newest first.
func (s apps) timeline(ctx context.Context, r ui.Request, view *appView, before storage.Time) {
	rows, err := s.Changelog.TimelinePage(ctx, changelog.TimelineQuery{App: view.App.ID, Before: before})
	if err != nil {
		view.StepsFailed = ui.Why(r, err)
		return
	}
	if len(rows) >= changelog.TimelineLimit {
		view.Older = "?before=" + strconv.FormatInt(int64(rows[len(rows)-1].ScrapedAt), 10) + "#timeline"
	}
	say := ui.Say(r)
	for i, row := range rows {
		if row.ReviewPart != nil {
			view.Steps = append(view.Steps, step{At: row.ScrapedAt, Review: reviewWords(say, row.ReviewPart), Note: string(row.ReviewPart.Note)})
			continue
		}
		made := step{At: row.ScrapedAt, LabelAt: appPath(view.App.ID) + "/label?at=" + strconv.FormatInt(int64(row.ScrapedAt), 10), Archived: row.Source == storage.SourceWayback, Archive: webURL(string(row.ArchiveURL))}
		for n, e := range row.ChangesSummary { // in the order in which they are stored
			line := lineOf(say, e)
			line.LabelAt, line.Change = labelAt(view.App.ID, row.ScrapedAt, e), row.ID+":"+strconv.Itoa(n)
			made.Lines = append(made.Lines, line)
			if between, ok := e.Between(); ok {
				made.Between = &between
			}
		}
		sortWorst(made.Lines)
		if why := beginnings[row.Earlier]; why != "" {
			view.Begins, view.Earlier = row.ScrapedAt, why
		}
		if v := row.AppVersion; v != "" && v != versionBefore(rows[i+1:]) {
			made.Version = string(v)
		}
		if len(made.Lines) == 0 && made.Version == "" && !made.Archived {
			if n := len(view.Steps); n > 0 && view.Steps[n-1].Checks > 0 {
				view.Steps[n-1].Checks++
				view.Steps[n-1].Until = made.At
				continue
			}
			made.Checks, made.Until = 1, made.At
		}
		view.Steps = append(view.Steps, made)
	}
}

// versionBefore returns the version of the next older row that has one.
func versionBefore(older []changelog.TimelineRow) storage.Text {
	for _, row := range older {
		if row.SnapshotPart != nil && row.AppVersion != "" {
			return row.AppVersion
		}
	}
	return ""
}

// reviewWords says what a review did.
func reviewWords(say *language.Language, p *changelog.ReviewPart) language.Words {
	switch p.Action {
	case storage.ReviewReviewed:
		return say.Plural(p.CoveredCount, "You reviewed %s change", "You reviewed %s changes")
	case storage.ReviewDismissed:
		return say.Plural(p.CoveredCount, "You dismissed %s change", "You dismissed %s changes")
	case storage.ReviewSnoozed:
		return say.Plural(p.CoveredCount, "You put off %s change", "You put off %s changes")
	}
	return say.Plural(p.CoveredCount, "You brought back %s change", "You brought back %s changes")
}

// webURL returns an address if a link may lead there, else nothing.
func webURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}
