package policy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Why a policy is not fetched at all.
var (
	// ErrDisabled says that fetching policies is switched off in the settings.
	ErrDisabled = errors.New("fetching policies is switched off")
	// ErrNoPolicy says that the app's developer names no policy, or that it was
	// another one when the fetch began.
	ErrNoPolicy = errors.New("the app names no policy")
)

const (
	maxTraced = 40  // steps of one fetch that are told
	maxNote   = 300 // characters of what is told with one
)

// Config is what a [Reader] needs.
type Config struct {
	Store   storage.Store    // required
	Fetcher Fetcher          // required
	Archive Archive          // has copies of policies made, see [Reader.KeepCopies]; nil: none are
	Now     func() time.Time // required
	Random  io.Reader        // required: what identifiers are made from
	Logger  *slog.Logger     // nil: silent

	// Summarizer says who makes summaries. Nil: [Extractive] does.
	Summarizer Choice
}

// Reader reads the policies of tracked apps. It is safe for concurrent use.
type Reader struct {
	store   storage.Store
	fetcher Fetcher
	archive Archive
	copies  chan struct{} // full when some may be due
	// requests is full when a run was asked for, see [Reader.Request].
	requests chan struct{}
	choice   Choice
	now      func() time.Time
	random   io.Reader
	log      *slog.Logger
	work     lifecycle.Group
}

// Stop ends what the reader does in the background: at its next boundary, or,
// after patience, at once. It returns when all has ended, and may be called any
// number of times.
func (r *Reader) Stop(patience time.Duration) { r.work.Stop(patience) }

// New returns a reader over a store. It starts nothing.
func New(c Config) *Reader {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Summarizer == nil {
		c.Summarizer = Always(Extractive{})
	}
	return &Reader{
		store: c.Store, fetcher: c.Fetcher, archive: c.Archive, copies: make(chan struct{}, 1), requests: make(chan struct{}, 1),
		choice: c.Summarizer,
		now:    c.Now, random: c.Random, log: c.Logger,
	}
}

// Allowed returns [ErrDisabled] when fetching policies is switched off, and nil
// when it is not.
func Allowed(tx storage.Tx) error {
	off, err := settings.Flag(tx, settings.PolicyScrapeDisabled)
	if err == nil && off {
		err = ErrDisabled
	}
	return err
}

// Event is what a fetch meant for an app's policy.
type Event string

// The events.
const (
	First   Event = "first"   // the app's first text
	Same    Event = "same"    // the text that was current
	Changed Event = "changed" // another one, whether or not it was ever seen
	Failed  Event = "error"   // none: see the analysis
)

// Reading is what came of an attempt.
type Reading struct {
	Analysis  storage.PolicyAnalysis
	Event     Event // empty: nothing was fetched
	Throttled bool  // because the text is fresh
}

// Fetch fetches an app's policy and keeps what it finds, in one transaction. With
// force it does so although the text is fresh. Steps are told as they begin and
// end; tell may be nil.
//
// A policy that cannot be fetched is a Reading, with [Failed]. The error is
// [ErrDisabled], [ErrNoPolicy], one that wraps [storage.ErrNotFound] for an app
// that is not tracked, the context's or the store's.
func (r *Reader) Fetch(ctx context.Context, app storage.AppID, force bool, tell func(storage.PolicyStep)) (Reading, error) {
	a, err := r.attempt(ctx, app, force, tell)
	if err != nil || a.throttled {
		return Reading{Analysis: a.before, Throttled: a.throttled}, err
	}
	var reading Reading
	err = r.store.Update(ctx, func(tx storage.Tx) (err error) {
		if reading, err = r.keep(tx, a); err != nil {
			return err
		}
		return r.tellOf(tx, a, reading, "app")
	})
	if err == nil && (reading.Event == First || reading.Event == Changed) {
		r.wantCopies()
	}
	return reading, err
}

// attempt is a fetch that was made, or was not for being throttled.
type attempt struct {
	app       storage.App
	before    storage.PolicyAnalysis // as it was when the attempt began
	throttled bool

	source  Source
	failed  *FetchError // nil: there is a document
	started storage.Time
	ended   storage.Time
	log     []storage.PolicyStep
}

// attempt looks whether a policy may be fetched, and does it.
func (r *Reader) attempt(ctx context.Context, id storage.AppID, force bool, tell func(storage.PolicyStep)) (attempt, error) {
	if tell == nil {
		tell = func(storage.PolicyStep) {}
	}
	a := attempt{started: r.stamp()}
	err := r.store.View(ctx, func(tx storage.Tx) (err error) {
		if a.app, a.before, err = policyOf(tx, id); err != nil {
			return err
		}
		if err = Allowed(tx); err == nil && !force {
			a.throttled, err = fresh(tx, a.app, a.before, a.started)
		}
		return err
	})
	if errors.Is(err, ErrDisabled) {
		tell(storage.PolicyStep{Phase: "disabled", At: a.started, MS: new(int64)})
	}
	if err == nil && !a.throttled && a.before.UpdatedAt == 0 {
		err = r.begin(ctx, id)
	}
	if err != nil {
		return a, err
	}
	if a.throttled {
		tell(storage.PolicyStep{Phase: "throttled", At: a.started, MS: new(int64)})
		return a, nil
	}
	err = a.step("fetching", r.stamp, tell, func() (string, error) {
		return r.ask(traced(ctx, func(phase, note string) {
			if len(a.log) < maxTraced {
				a.add(storage.PolicyStep{Phase: phase, At: r.stamp(), Note: cut(line(note), maxNote)}, tell)
			}
		}), &a)
	})
	a.ended = r.stamp()
	if err != nil && !errors.As(err, &a.failed) {
		return a, err
	}
	return a, nil
}

// step does something that is told of when it begins and when it ends.
func (a *attempt) step(phase string, stamp func() storage.Time, tell func(storage.PolicyStep), do func() (note string, err error)) error {
	return journal{&a.log, stamp, tell, Explain}.step(phase, do)
}

func (a *attempt) add(s storage.PolicyStep, tell func(storage.PolicyStep)) {
	a.log = append(a.log, s)
	tell(s)
}

// begin notes of a policy that was never fetched that it is to be, so that it has
// a state from now on.
func (r *Reader) begin(ctx context.Context, id storage.AppID) error {
	return r.store.Update(ctx, func(tx storage.Tx) error {
		app, state, err := policyOf(tx, id)
		if err != nil || state.UpdatedAt != 0 {
			return err
		}
		state.PolicyURL, state.UpdatedAt = app.PrivacyPolicyURL, r.stamp()
		return tx.PolicyAnalyses().Put(state)
	})
}

// ask fetches and judges. What is wrong with the policy is a [*FetchError].
func (r *Reader) ask(ctx context.Context, a *attempt) (note string, err error) {
	a.source, err = r.Read(ctx, string(a.app.PrivacyPolicyURL))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %d words", a.source.Origin, a.source.Words), nil
}

// Read gets the text behind an address, which may be that of no tracked app, and
// judges it like every other. It keeps nothing, and looks at no setting: whoever
// asks for it looks at [Allowed] first.
//
// The error is a [*FetchError], whose Status says where a policy stands after it,
// or the context's.
func (r *Reader) Read(ctx context.Context, address string) (Source, error) {
	doc, err := r.fetch(ctx, strings.TrimSpace(address))
	if err != nil {
		return Source{}, err
	}
	return Judge(doc)
}

// fetch calls the fetcher. Whatever goes wrong in there is a [*FetchError], unless
// the context has ended: a panic, too, since what a page says must not end the
// process.
func (r *Reader) fetch(ctx context.Context, url string) (_ Document, err error) {
	defer func() {
		if v := recover(); v != nil {
			r.log.ErrorContext(ctx, "the fetcher panicked", "url", url, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = &FetchError{Cause: ErrUnreadable, Err: errors.New("the fetcher panicked")}
		}
	}()
	doc, err := r.fetcher.Fetch(ctx, url)
	if ctx.Err() != nil {
		return Document{}, ctx.Err()
	}
	var known *FetchError
	if err != nil && !errors.As(err, &known) {
		err = &FetchError{Cause: cause(err), Err: err}
	}
	return doc, err
}

// policyOf returns an app that names a policy, and where that stands.
func policyOf(tx storage.Tx, id storage.AppID) (storage.App, storage.PolicyAnalysis, error) {
	app, err := tx.Apps().Get(id)
	if err != nil {
		return app, storage.PolicyAnalysis{}, err
	}
	if strings.TrimSpace(string(app.PrivacyPolicyURL)) == "" {
		return app, storage.PolicyAnalysis{}, ErrNoPolicy
	}
	analysis, err := tx.PolicyAnalyses().Get(id)
	if errors.Is(err, storage.ErrNotFound) {
		return app, storage.PolicyAnalysis{App: id, Status: storage.PolicyPending}, nil
	}
	return app, analysis, err
}

// Named returns nil when an app names a policy, [ErrNoPolicy] when it does not,
// and an error that wraps [storage.ErrNotFound] when it is not tracked.
func Named(tx storage.Tx, id storage.AppID) error {
	_, _, err := policyOf(tx, id)
	return err
}

// fresh says whether the text that is kept is too new to be fetched again.
func fresh(tx storage.Tx, app storage.App, a storage.PolicyAnalysis, now storage.Time) (bool, error) {
	if a.Status != storage.PolicySourceReady && a.Status != storage.PolicyReady || a.PolicyURL != app.PrivacyPolicyURL {
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

func (r *Reader) stamp() storage.Time { return storage.TimeOf(r.now()) }

// line returns a text that is kept as one line of text.
func line(text string) string { return strings.Join(strings.Fields(printable(text)), " ") }
