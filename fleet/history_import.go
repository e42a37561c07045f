package fleet

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// progress is how far an import of an app's past is, with all that has to be
// known to go on with it elsewhere without asking the archive anything twice.
type progress struct {
	Began     storage.Time    `json:"began"` // the targets follow from this and the next
	FirstSeen storage.Time    `json:"firstSeen"`
	Decided   []TargetOutcome `json:"decided,omitempty"` // of the first so many targets

	Asked   bool                    `json:"asked,omitempty"` // the archive has said which captures there are:
	Any     bool                    `json:"any,omitempty"`   // any at all
	Choices map[storage.Time]choice `json:"choices,omitempty"`
	Used    []storage.Time          `json:"used,omitempty"` // captures that were tried
	Saved   bool                    `json:"saved,omitempty"`

	// Of the target under way: how many captures were tried, and what is to be
	// said of it when no other is of use.
	Tries int           `json:"tries,omitempty"`
	Last  TargetOutcome `json:"last,omitzero"`

	// GaveUp says that a run was cut off at this app, since the archive failed.
	GaveUp bool `json:"gaveUp,omitempty"`
}

// decide returns the progress after the target under way is decided.
func (p progress) decide(o TargetOutcome) progress {
	p.Decided = append(slices.Clip(p.Decided), o)
	p.Choices = maps.Clone(p.Choices)
	delete(p.Choices, o.TargetDate)
	p.Tries, p.Last = 0, TargetOutcome{}
	return p
}

// used returns the progress after a capture was tried.
func (p progress) used(c Capture) progress {
	p.Used = append(slices.Clip(p.Used), c.At)
	p.Tries++
	return p
}

// importer reads the past of one app. It is one goroutine's.
type importer struct {
	*Library
	progress

	app      storage.App
	months   int
	kept     progress           // as it was kept last
	archived []storage.Snapshot // what is kept of the app's past
	waits    int                // how many times more it is waited for an archive that throttles

	// keep writes what write does and remembers how far the import is.
	keep func(ctx context.Context, p progress, write func(storage.Tx) error) error
	tell func(TargetOutcome)
	stop <-chan struct{}
}

func (l *Library) importer(app storage.App, months int, stop <-chan struct{}) *importer {
	begun := progress{Began: l.stamp(), FirstSeen: app.FirstSeen}
	return &importer{Library: l, app: app, months: months, stop: stop, tell: func(TargetOutcome) {}, progress: begun, kept: begun}
}

// run decides every target that is not decided yet. The error is the archive's,
// see [Archive], errRemoved, [runner.ErrStopping], the store's or the context's.
func (i *importer) run(ctx context.Context) error {
	err := i.store.View(ctx, func(tx storage.Tx) (err error) {
		i.archived, err = storage.Collect(tx.Snapshots().List(storage.SnapshotQuery{App: i.app.ID, Source: storage.SourceWayback}))
		return err
	})
	if err != nil {
		return err
	}
	targets := HistoryTargets(i.Began, i.FirstSeen, i.months)
	for len(i.Decided) < len(targets) {
		todo := targets[len(i.Decided):]
		outcome, err := i.decideNext(ctx, todo)
		if err != nil {
			return err
		}
		i.tell(outcome)
		if i.silent(false) {
			return &ArchiveError{Cause: ErrArchiveUnavailable}
		}
	}
	if i.silent(true) {
		return &ArchiveError{Cause: ErrArchiveUnavailable}
	}
	return nil
}

// maxSilent is for how many targets in a row the archive may hand out nothing.
const maxSilent = 6

// silent says whether the archive is to be taken as gone: it handed out nothing
// for many targets in a row, or, at the end, nothing at all, now or before. Some
// captures that it cannot hand out are nothing unusual, and stay so for years:
// they must not keep the others back.
func (i *importer) silent(end bool) bool {
	missed, answered := 0, false
	for _, o := range i.Decided {
		switch o.Outcome {
		case HistoryFetchFailure:
			missed++
		case HistoryImported, HistoryUnchanged, HistoryParseFailure, HistoryExisting:
			missed, answered = 0, true
		}
	}
	return missed >= maxSilent || end && missed > 0 && !answered
}

// decideNext decides the first of the targets that are not decided yet.
func (i *importer) decideNext(ctx context.Context, todo []storage.Time) (TargetOutcome, error) {
	target := todo[0]
	for _, s := range i.archived {
		if near(s.ID.At, target) {
			o := TargetOutcome{TargetDate: target, Outcome: HistoryExisting, CaptureDate: s.ID.At, WaybackURL: string(s.ArchiveURL)}
			i.progress = i.decide(o)
			return o, nil
		}
	}
	if !i.Asked {
		if err := i.survey(ctx, todo); err != nil {
			return TargetOutcome{}, err
		}
	}
	switch {
	case i.Any:
		return i.tryNear(ctx, target)
	case !i.Saved:
		return i.save(ctx, target)
	}
	o := TargetOutcome{TargetDate: target, Outcome: HistoryNoCapture}
	i.progress = i.decide(o)
	return o, nil
}

// survey asks the archive which captures of the app there are.
func (i *importer) survey(ctx context.Context, todo []storage.Time) error {
	var captures []Capture
	err := i.ask(ctx, "captures", func(ctx context.Context) (err error) {
		captures, err = i.archive.Captures(ctx, i.target(), storeOpened(), i.Began)
		if errors.Is(err, ErrNoMemento) {
			captures, err = nil, nil
		}
		return err
	})
	if err != nil {
		return err
	}
	next := i.progress
	next.Asked, next.Any, next.Choices = true, len(captures) > 0, choose(captures, todo)
	return i.advance(ctx, next, nil)
}

// storeOpened is a moment before which no page of an app can have been captured.
func storeOpened() storage.Time {
	return storage.TimeOf(time.Date(2008, time.July, 1, 0, 0, 0, 0, time.UTC))
}

func (i *importer) target() Target {
	return Target{ID: i.app.ID, URL: i.app.URL, Country: i.app.Country}
}

// advance makes a progress the import's, once it is kept.
func (i *importer) advance(ctx context.Context, next progress, write func(storage.Tx) error) error {
	if err := i.keep(ctx, next, write); err != nil {
		return err
	}
	i.progress, i.kept = next, next
	return nil
}

// tryNear decides a target by the captures near it.
func (i *importer) tryNear(ctx context.Context, target storage.Time) (TargetOutcome, error) {
	choice := i.Choices[target]
	for _, c := range choice.Near {
		if i.Tries == maxTries {
			break
		}
		if slices.Contains(i.Used, c.At) {
			continue
		}
		o, settled, err := i.try(ctx, target, c)
		if err != nil || settled {
			return o, err
		}
	}
	o := i.Last
	if o.Outcome == "" {
		o = missed(choice)
	}
	o.TargetDate = target
	i.progress = i.decide(o)
	return o, nil
}

// missed says of a target that no capture was tried for it.
func missed(c choice) TargetOutcome {
	if c.Miss == nil {
		return TargetOutcome{Outcome: HistoryNoCapture}
	}
	return TargetOutcome{Outcome: HistoryDrift, CaptureDate: c.Miss.At}
}

// try reads a capture. Settled says that it decides the target.
func (i *importer) try(ctx context.Context, target storage.Time, c Capture) (o TargetOutcome, settled bool, err error) {
	var memento Memento
	err = i.ask(ctx, "replay", func(ctx context.Context) (err error) {
		memento, err = i.archive.Replay(ctx, i.target(), c)
		return err
	})
	if err == nil && near(memento.At, target) && memento.At <= i.Began {
		var state archivedState
		if state, err = newArchivedState(memento, i.app.ID); err == nil {
			o, err = i.put(ctx, i.used(c), target, state)
			return o, err == nil, err
		}
	}
	o = TargetOutcome{CaptureDate: c.At, ErrorMessage: explainCapture(err)}
	switch {
	case err == nil: // what was replayed is of another time
		o = TargetOutcome{Outcome: HistoryDrift, CaptureDate: memento.At, WaybackURL: memento.URL}
	case errors.Is(err, ErrNoMemento):
		o.Outcome = HistoryNoCapture
	case errors.Is(err, ErrLayout), errors.Is(err, ErrTooLarge):
		o.Outcome, o.WaybackURL = HistoryParseFailure, memento.URL
	case errors.Is(err, ErrArchiveUnavailable):
		o.Outcome = HistoryFetchFailure
	default:
		return TargetOutcome{}, false, err
	}
	next := i.used(c)
	if failed(o.Outcome) || !failed(next.Last.Outcome) { // a failure tells more than what was of no use
		next.Last = o
	}
	if o.Outcome == HistoryFetchFailure { // no answer is nothing to be kept: it is asked for again
		i.progress = next
		return TargetOutcome{}, false, nil
	}
	return TargetOutcome{}, false, i.advance(ctx, next, nil)
}

// put keeps a state for a target, unless something that stands for the target
// was kept meanwhile. From is the progress that led to it.
func (i *importer) put(ctx context.Context, from progress, target storage.Time, state archivedState) (TargetOutcome, error) {
	for {
		var at standing
		var changes []storage.Entry
		err := i.store.View(ctx, func(tx storage.Tx) (err error) {
			if at, err = standingOf(tx, state.snapshot.ID, target); err == nil {
				changes, err = state.changes(tx, at)
			}
			return err
		})
		if err != nil {
			return TargetOutcome{}, err
		}
		o := TargetOutcome{
			TargetDate: target, Outcome: HistoryImported, CaptureDate: state.snapshot.ID.At, WaybackURL: string(state.snapshot.ArchiveURL),
		}
		if at.taken {
			o.Outcome = HistoryExisting
			return o, i.advance(ctx, from.decide(o), nil)
		}
		n := len(changes)
		if o.ChangeCount = &n; n == 0 && !at.before.Label.IsZero() {
			o.Outcome = HistoryUnchanged
		}
		// How far the import is has to be known before it is kept; so what was
		// seen above must still be so.
		err = i.advance(ctx, from.decide(o), func(tx storage.Tx) error {
			now, err := standingOf(tx, state.snapshot.ID, target)
			if err == nil && now != at {
				err = errMoved
			}
			if err != nil {
				return err
			}
			return state.insert(tx, at)
		})
		if errors.Is(err, errMoved) {
			continue
		}
		if err == nil {
			i.archived = append(i.archived, state.snapshot)
		}
		return o, err
	}
}

// errMoved says that an app's snapshots are not what they were a moment ago.
var errMoved = errors.New("the snapshots have changed")

// save asks the archive to capture the page now.
func (i *importer) save(ctx context.Context, target storage.Time) (TargetOutcome, error) {
	if i.stopped() {
		return TargetOutcome{}, runner.ErrStopping
	}
	var url string
	err := i.guard(ctx, "save", func(ctx context.Context) (err error) {
		url, err = i.archive.Save(ctx, i.target())
		return err
	})
	if ctx.Err() != nil {
		return TargetOutcome{}, ctx.Err()
	}
	o := TargetOutcome{TargetDate: target, Outcome: HistoryRequested, SaveNowURL: url}
	write := func(tx storage.Tx) error { return i.noteRequest(tx, i.app.ID, o) }
	if err != nil {
		o = TargetOutcome{TargetDate: target, Outcome: HistorySaveFailed, ErrorMessage: explainSave(err)}
		write = nil
	}
	next := i.decide(o)
	next.Saved = true
	return o, i.advance(ctx, next, write)
}
