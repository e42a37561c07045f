package policy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/panics"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The errors because of which nothing is fetched or summarized.
var (
	// ErrDisabled means that fetching policies is disabled in the settings.
	ErrDisabled = errors.New("fetching policies is disabled in the settings")
	// ErrNoPolicy means that the app has no policy URL, or had another one when the fetch
	// began.
	ErrNoPolicy = errors.New("the app has no policy URL")
	// ErrNoText means that no text of the policy is saved.
	ErrNoText = errors.New("no text of the policy is saved")
	// ErrBusy means that another fetch or summary of the policy is in progress.
	ErrBusy = errors.New("the policy is being worked on")
)

// Config configures a [Service].
type Config struct {
	storage.Env

	Fetcher    fetch.Fetcher  // required
	Archive    fetch.Archive  // makes copies, see [Service.KeepCopies]; nil: no copies
	Summarizer summary.Choice // nil: always [summary.Extractive]
}

// Service fetches and summarizes the policies of tracked apps. It is safe for
// concurrent use.
type Service struct {
	env      storage.Env
	fetcher  fetch.Fetcher
	archive  fetch.Archive
	choice   summary.Choice
	copies   background.Signal // wakes KeepCopies
	requests background.Signal // wakes FollowRequests
	work     background.Group
}

// New returns a service. It starts nothing.
func New(c Config) *Service {
	c.Env = c.Env.WithLogger()
	if c.Summarizer == nil {
		c.Summarizer = summary.Always(summary.Extractive{})
	}
	return &Service{
		env: c.Env, fetcher: c.Fetcher, archive: c.Archive, choice: c.Summarizer,
		copies: background.NewSignal(), requests: background.NewSignal(),
	}
}

// Stop asks background work to end, cancels it after the timeout, and returns when all of
// it has ended. It may be called more than once.
func (s *Service) Stop(timeout time.Duration) { s.work.Stop(timeout) }

// Allowed returns [ErrDisabled] if fetching policies is disabled.
func Allowed(tx *storage.Tx) error {
	off, err := settings.Flag(tx, settings.PolicyScrapeDisabled)
	if err == nil && off {
		err = ErrDisabled
	}
	return err
}

// Event is what a fetch found.
type Event string

// The events.
const (
	First   Event = "first"    // the first text
	Same    Event = "same"     // the current text
	Changed Event = "changed"  // another text, new or known
	Failed  Event = "error"    // no text
	Doubted Event = "doubtful" // a text that is very unlike the current one, which stays for now
	Settled Event = "settled"  // the current text, at which an unstable policy has come to rest
)

// FetchResult is the outcome of [Service.Fetch].
type FetchResult struct {
	Analysis  storage.PolicyAnalysis
	Event     Event // empty: nothing was fetched
	Throttled bool  // nothing was fetched because the text is fresh

	// Changes are the changes that were added to the timeline: of the text, and that an
	// unstable policy has come to rest.
	Changes []storage.Entry
}

// Fetch fetches the policy of an app and saves the outcome in one transaction. With force
// it fetches even if the text is fresh. It calls progress, which may be nil, when a step
// begins and when it ends.
//
// If the policy cannot be fetched, the result has the event [Failed] and there is no error.
// The error is [ErrDisabled], [ErrNoPolicy], or that of the context or the database; it
// wraps [storage.ErrNotFound] if the app is not tracked.
func (s *Service) Fetch(ctx context.Context, app storage.AppID, force bool, progress func(storage.PolicyStep)) (FetchResult, error) {
	a, err := s.attempt(ctx, app, force, progress)
	if err != nil || a.throttled {
		return FetchResult{Analysis: a.before, Throttled: a.throttled}, err
	}
	var result FetchResult
	err = s.env.Store.Update(ctx, func(tx *storage.Tx) (err error) {
		if result, err = s.save(tx, a); err != nil {
			return err
		}
		return s.recordFetch(tx, a, result, "app")
	})
	if err == nil && (result.Event == First || result.Event == Changed) {
		s.copies.Send()
	}
	return result, err
}

const (
	maxTraced = 40  // maximum number of steps of a fetch in the log
	maxNote   = 300 // maximum length of the note of such a step, in characters
)

// attempt is a fetch that was made, or was throttled.
type attempt struct {
	app       storage.App
	before    storage.PolicyAnalysis // when the attempt began
	current   storage.PolicyVersion  // its current text; zero: none
	force     bool                   // a user asked for it
	throttled bool

	source  fetch.Source
	same    bool            // the source is the current text under other rules
	doubted bool            // the source is very unlike the current text
	agrees  bool            // the source is close to the doubtful text
	kept    map[string]bool // of each excluded block, whether the page has it and would be no policy without it
	leftOut map[string]int  // of each excluded block, how many parts of the page; one that was not counted is not in it
	told    prepared        // what there is to tell of the source, if it counts
	failed  *fetch.Error    // nil: there is a source
	started storage.Time
	ended   storage.Time
	log     []storage.PolicyStep
}

// attempt fetches the policy of an app if it may be fetched now.
func (s *Service) attempt(ctx context.Context, id storage.AppID, force bool, progress func(storage.PolicyStep)) (attempt, error) {
	if progress == nil {
		progress = func(storage.PolicyStep) {}
	}
	a := attempt{started: s.stamp(), force: force}
	var doubtful storage.PolicyVersion
	err := s.env.Store.View(ctx, func(tx *storage.Tx) (err error) {
		if a.app, a.before, err = policyOf(tx, id); err != nil {
			return err
		}
		if err = Allowed(tx); err == nil && !force {
			a.throttled, err = fresh(tx, a.app, a.before, a.started)
		}
		if err != nil || a.throttled {
			return err
		}
		a.current, _, err = storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: id, Hash: a.before.Current})
		if err == nil {
			doubtful, _, err = storage.Find(tx.PolicyVersions, storage.PolicyVersionID{App: id, Hash: a.before.Doubtful})
		}
		return err
	})
	if errors.Is(err, ErrDisabled) {
		progress(storage.PolicyStep{Phase: "disabled", At: a.started, MS: new(int64)})
	}
	if err == nil && !a.throttled && a.before.UpdatedAt == 0 {
		err = s.begin(ctx, id)
	}
	if err != nil {
		return a, err
	}
	if a.throttled {
		progress(storage.PolicyStep{Phase: "throttled", At: a.started, MS: new(int64)})
		return a, nil
	}
	steps := journal{&a.log, s.stamp, progress, Explain}
	traced := fetch.WithTrace(ctx, func(phase, note string) {
		if len(a.log) < maxTraced {
			steps.add(storage.PolicyStep{Phase: phase, At: s.stamp(), Note: oneLine(note, maxNote)})
		}
	})
	err = steps.step("fetching", func() (note string, err error) {
		if err := a.read(traced, s, doubtful.Text); err != nil {
			return "", err
		}
		if failed := a.outdated(); failed != nil {
			return "", failed
		}
		if err := s.prepare(ctx, &a); err != nil {
			return "", err
		}
		return fmt.Sprintf("%s, %d words", a.source.Origin, a.source.Words), nil
	})
	a.ended = s.stamp()
	if err == nil {
		return a, nil
	}
	if !errors.As(err, &a.failed) {
		return a, err
	}
	s.env.Logger.WarnContext(ctx, "policy not fetched", "app_id", a.app.ID, "url", netguard.Redact(string(a.app.PrivacyPolicyURL)), "error", netguard.Redact(err.Error()))
	return a, nil
}

// outdated returns an error if the archive has another text than the site had when it was last
// read, from before that time: the site has failed, and nothing is known to have changed.
func (a attempt) outdated() *fetch.Error {
	last := storage.Time(a.before.FetchedAt)
	fromSite := last != 0 && a.before.Origin != storage.PolicyWayback && a.before.PolicyURL == a.app.PrivacyPolicyURL
	if a.source.CapturedAt == 0 || !fromSite || a.source.CapturedAt >= last || EventOf(a.before.Current, a.source.Hash) != Changed {
		return nil
	}
	failed := fetch.Error{Cause: fetch.ErrUnreachable}
	if a.source.SiteError != nil {
		failed = *a.source.SiteError
	}
	failed.Origin = storage.PolicyWayback
	failed.Err = errors.Join(failed.Err, fmt.Errorf("the newest copy in the web archive, of %s, is older than the text of the site",
		a.source.CapturedAt.Std().UTC().Format(time.DateOnly)))
	return &failed
}

// begin saves the state of a policy before its first fetch.
func (s *Service) begin(ctx context.Context, id storage.AppID) error {
	return s.env.Store.Update(ctx, func(tx *storage.Tx) error {
		app, state, err := policyOf(tx, id)
		if err != nil || state.UpdatedAt != 0 {
			return err
		}
		state.PolicyURL, state.UpdatedAt = app.PrivacyPolicyURL, s.stamp()
		return tx.PolicyAnalyses.Put(state)
	})
}

// Read fetches the text at a URL, which need not belong to a tracked app, and checks that it
// is a policy. It saves nothing and reads no settings: the caller must check [Allowed]
// first. The error is a [*fetch.Error] or that of the context.
func (s *Service) Read(ctx context.Context, url string) (fetch.Source, error) {
	doc, err := s.document(ctx, url)
	if err != nil {
		return fetch.Source{}, err
	}
	return fetch.Judge(doc, "")
}

// document fetches the page at a URL.
func (s *Service) document(ctx context.Context, url string, exclude ...string) (fetch.Document, error) {
	doc, err := s.callFetcher(ctx, strings.TrimSpace(url), exclude)
	switch {
	case ctx.Err() != nil:
		return fetch.Document{}, ctx.Err()
	case err != nil:
		return fetch.Document{}, fetch.AsError(err)
	}
	return doc, nil
}

// read fetches the text of an attempt, without the blocks that a user excluded, and compares
// it with the current and the doubtful text.
func (a *attempt) read(ctx context.Context, s *Service, doubtful string) error {
	out := excluded(a.before.Excluded)
	doc, err := s.document(ctx, string(a.app.PrivacyPolicyURL), selectors(out)...)
	if err != nil {
		return err
	}
	page := doc.Text
	if doc.Text, a.leftOut = leaveOutBlocks(page, out); doc.Text != page {
		doc.Aside = leftOutOf(page, doc.Text) + "\n\n" + doc.Aside
	}
	a.kept = make(map[string]bool)
	for _, b := range out {
		if n, counted := doc.LeftOut[b.Selector]; counted {
			a.leftOut[b.ID], a.kept[b.ID] = n, doc.Kept[b.Selector] > 0
		}
	}
	if a.source, err = fetch.Judge(doc, a.current.Text); err != nil {
		return err
	}
	if a.current.Text == "" || a.source.Hash == a.before.Current {
		return nil
	}
	a.same = a.sameUnderOtherRules(page)
	a.doubted = !a.same && a.source.Doubtful
	if a.doubted && doubtful != "" {
		a.agrees = a.source.Like(doubtful)
	}
	return nil
}

// sameUnderOtherRules reports whether the source is the current text, although it differs:
// another extractor made it, or other blocks are excluded than before. Page is the text
// before blocks were left out.
func (a *attempt) sameUnderOtherRules(page string) bool {
	was, now := a.current.Text, a.source.Text
	if SameText(a.current.Text, a.current.Extractor, a.source) {
		return true
	}
	left := func(text string) bool { return digest.SameUnder(text, now, a.source.Aside, "") } // what is gone was left out
	changing := slices.Concat(a.before.Changing, excluded(a.before.Excluded))
	for _, b := range a.before.Excluded {
		switch {
		case b.Readmitted != 0 && b.Selector == "" && digest.Of(withoutBlocks(page, a.before.Excluded)) == a.before.Current:
			return true
		case b.Readmitted != 0 && b.Selector != "" && digest.SameUnder(now, was, now, ""): // nothing is gone
			return true
		case b.Readmitted == 0 && b.Applied == 0 && (left(was) || left(withoutBlocks(was, changing))): // or it kept changing, here or where the mark is from
			return true
		}
	}
	return false
}

// SameText reports whether a source is the same as a text that was saved under other rules
// of extraction or of the digest.
func SameText(text, extractor string, source fetch.Source) bool {
	return digest.Of(text) == source.Hash || extractor != source.Extractor && digest.SameUnder(text, source.Text, source.Aside, source.Regained)
}

// callFetcher calls the fetcher and recovers from panics, because the content of a page must
// not end the process.
func (s *Service) callFetcher(ctx context.Context, url string, exclude []string) (_ fetch.Document, err error) {
	broken := &fetch.Error{Cause: fetch.ErrUnreadable, Err: errors.New("the fetcher panicked")}
	defer panics.Catch(ctx, s.env.Logger, &err, broken, "policy fetcher panicked", "url", url)
	return s.fetcher.Fetch(ctx, url, exclude...)
}

// policyOf returns an app that has a policy URL, and the state of its policy.
func policyOf(tx *storage.Tx, id storage.AppID) (storage.App, storage.PolicyAnalysis, error) {
	app, err := tx.Apps.Get(id)
	if err != nil {
		return app, storage.PolicyAnalysis{}, err
	}
	if !hasPolicy(app) {
		return app, storage.PolicyAnalysis{}, ErrNoPolicy
	}
	analysis, found, err := storage.Find(tx.PolicyAnalyses, id)
	if err == nil && !found {
		analysis = storage.PolicyAnalysis{App: id, Status: storage.PolicyPending}
	}
	return app, analysis, err
}

// hasPolicy reports whether an app has a policy URL.
func hasPolicy(app storage.App) bool { return strings.TrimSpace(string(app.PrivacyPolicyURL)) != "" }

// fresh reports whether the policy was fetched too recently to be fetched again.
func fresh(tx *storage.Tx, app storage.App, a storage.PolicyAnalysis, now storage.Time) (bool, error) {
	if a.Status != storage.PolicySourceReady && a.Status != storage.PolicyReady || a.PolicyURL != app.PrivacyPolicyURL || !a.Doubtful.IsZero() {
		return false, nil
	}
	on, err := settings.Flag(tx, settings.PolicyScrapeThrottleEnabled)
	if err != nil || !on {
		return false, err
	}
	minutes, err := settings.Number(tx, settings.PolicyScrapeThrottleMinutes)
	fetched := storage.Time(a.FetchedAt)
	return now >= fetched && now < fetched.Add(time.Duration(minutes)*time.Minute), err
}

func (s *Service) stamp() storage.Time { return storage.TimeOf(s.env.Now()) }
