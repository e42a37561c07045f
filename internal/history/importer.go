package history

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// maxSilent is the number of consecutive targets without a response from the archive after
// which an import fails.
const maxSilent = 6

// progress is the progress of the import of an app. Another process can continue from it
// without repeating a request.
type progress struct {
	Began     storage.Time    `json:"began"` // determines the targets, together with FirstSeen
	FirstSeen storage.Time    `json:"firstSeen"`
	Decided   []TargetOutcome `json:"decided,omitempty"` // the outcomes of the first targets

	Asked   bool                    `json:"asked,omitempty"` // the archive has listed the captures
	Any     bool                    `json:"any,omitempty"`   // it listed at least one
	Choices map[storage.Time]choice `json:"choices,omitempty"`
	Survey  *survey                 `json:"survey,omitempty"` // instead of Choices; nil: there is no survey, or not yet
	Used    []storage.Time          `json:"used,omitempty"`   // captures that were tried
	Pages   int                     `json:"pages,omitempty"`  // pages that were requested
	Saved   bool                    `json:"saved,omitempty"`

	// The current target: how many captures were tried, and its outcome if no further
	// capture is usable.
	Tries int           `json:"tries,omitempty"`
	Last  TargetOutcome `json:"last,omitzero"`

	// GaveUp means that a run was interrupted at this app because the archive was
	// unavailable.
	GaveUp bool `json:"gaveUp,omitempty"`
}

// decide returns the progress after the outcome of the current target.
func (p progress) decide(o TargetOutcome) progress {
	p.Decided = append(slices.Clip(p.Decided), o)
	p.Choices = maps.Clone(p.Choices)
	delete(p.Choices, o.TargetDate)
	p.Tries, p.Last = 0, TargetOutcome{}
	if p.Survey != nil {
		p.Survey = p.Survey.decided(o.Outcome)
	}
	return p
}

// used returns the progress after a capture was tried.
func (p progress) used(c archive.Capture) progress {
	p.Used = append(slices.Clip(p.Used), c.At)
	p.Tries++
	p.Pages++
	return p
}

// importer imports the past of one app. It belongs to one goroutine.
type importer struct {
	*Service
	progress

	app      storage.App
	months   int                // between two samples; zero: a survey
	saved    progress           // the progress that was saved last
	archived []storage.Snapshot // the stored snapshots from the archive
	waits    bool               // wait for an archive that is rate limiting
	found    []Found            // set at the end: the changes that the stored states show

	// save applies write and saves the progress, in one transaction.
	save   func(ctx context.Context, p progress, write func(*storage.Tx) error) error
	report func(TargetOutcome)
	stop   <-chan struct{}

	// paused reports whether a pause was requested, which ends a wait.
	paused func(ctx context.Context) (bool, error)
}

func (s *Service) importer(app storage.App, months int, stop <-chan struct{}) *importer {
	begun := progress{Began: s.stamp(), FirstSeen: app.FirstSeen}
	return &importer{
		Service: s, app: app, months: months, stop: stop, progress: begun, saved: begun,
		report: func(TargetOutcome) {}, paused: func(context.Context) (bool, error) { return false, nil },
	}
}

// run imports the targets that are not decided yet. The error is that of the archive, see
// [archive.Archive], errRemoved, [runner.ErrStopping], or that of the database or the context.
func (i *importer) run(ctx context.Context) error {
	i.follow(0)
	defer i.unfollow()
	next := i.nextTarget
	if i.months == 0 {
		next = i.nextOfSurvey
	} else if err := i.readArchived(ctx); err != nil {
		return err
	}
	for {
		outcome, more, err := next(ctx)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		i.report(outcome)
		i.follow(0)
		if i.silent(false) {
			return &archive.Error{Cause: archive.ErrUnavailable}
		}
	}
	if i.silent(true) {
		return &archive.Error{Cause: archive.ErrUnavailable}
	}
	found, err := i.changes(ctx)
	if err != nil {
		return err
	}
	i.found = found
	i.log.InfoContext(ctx, "history imported", "app_id", i.app.ID, "pages", i.Pages, "outcomes", len(i.Decided), "changes", len(found))
	return nil
}

// readArchived reads the stored snapshots from the archive.
func (i *importer) readArchived(ctx context.Context) error {
	return i.store.View(ctx, func(tx *storage.Tx) (err error) {
		i.archived, err = storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: i.app.ID, Source: storage.SourceWayback}))
		return err
	})
}

// silent reports whether the archive counts as unavailable: it returned nothing for many
// targets in a row or, at the end, nothing at all, in this and earlier imports. A few
// captures that it lists but cannot return are normal.
func (i *importer) silent(end bool) bool {
	missed, answered := 0, false
	for _, o := range i.Decided {
		switch o.Outcome {
		case FetchFailure:
			missed++
		case Imported, Unchanged, ParseFailure, Existing:
			missed, answered = 0, true
		}
	}
	return missed >= maxSilent || end && missed > 0 && !answered
}

// nextTarget decides the first undecided target, and reports whether there was one.
func (i *importer) nextTarget(ctx context.Context) (o TargetOutcome, more bool, err error) {
	targets := i.targets()
	if len(i.Decided) >= len(targets) {
		return o, false, nil
	}
	o, err = i.decideNext(ctx, targets[len(i.Decided):])
	return o, true, err
}

// decideNext decides the first of the remaining targets.
func (i *importer) decideNext(ctx context.Context, left []storage.Time) (TargetOutcome, error) {
	target := left[0]
	for _, s := range i.archived {
		if near(s.ID.At, target) {
			return i.decided(TargetOutcome{TargetDate: target, Outcome: Existing, CaptureDate: s.ID.At, WaybackURL: string(s.ArchiveURL)}), nil
		}
	}
	if !i.Asked {
		captures, err := i.captures(ctx)
		if err != nil {
			return TargetOutcome{}, err
		}
		next := i.progress
		next.Asked, next.Any, next.Choices = true, len(captures) > 0, choose(captures, left)
		if err := i.advance(ctx, next, i.noteAsked(captures)); err != nil {
			return TargetOutcome{}, err
		}
	}
	switch {
	case i.Any:
		return i.read(ctx, aim{
			target: target, from: target.Add(-maxDrift), to: target.Add(maxDrift), covers: true, choice: i.Choices[target],
		})
	case !i.Saved:
		return i.requestCapture(ctx, target)
	}
	return i.decided(TargetOutcome{TargetDate: target, Outcome: NoCapture}), nil
}

// decided sets the outcome of a target without saving the progress.
func (i *importer) decided(o TargetOutcome) TargetOutcome {
	i.progress = i.decide(o)
	return o
}

// targets returns all targets.
func (i *importer) targets() []storage.Time {
	return Targets(string(i.app.Source), i.Began, i.FirstSeen, i.months)
}

// captures returns the captures of the app that may show a label: those that a plan listed,
// or those that the archive lists now.
func (i *importer) captures(ctx context.Context) (captures []archive.Capture, err error) {
	if listed, ok := i.plans.take(i.target(), i.stamp()); ok {
		return listed, nil
	}
	err = i.ask(ctx, "captures", func(ctx context.Context) (err error) {
		since := storage.TimeOf(vocabulary.LabelsBegan(string(i.app.Source)))
		captures, err = i.archive.Captures(ctx, i.target(), since, i.Began)
		if errors.Is(err, archive.ErrNoMemento) {
			captures, err = nil, nil
		}
		return err
	})
	return captures, err
}

// noteAsked returns the function that stores with the app that the archive listed captures.
func (i *importer) noteAsked(captures []archive.Capture) func(*storage.Tx) error {
	return func(tx *storage.Tx) error {
		return noteArchive(tx, i.app.ID, func(_ storage.App, known *storage.AppArchive) error {
			known.AskedAt, known.FirstAt = storage.NullTime(i.Began), 0
			if len(captures) > 0 {
				known.FirstAt = storage.NullTime(captures[0].At)
			}
			return nil
		})
	}
}

func (i *importer) target() fleet.Target {
	return fleet.Target{ID: i.app.ID, Source: string(i.app.Source), URL: i.app.URL, Country: i.app.Country, OtherURLs: i.app.KnownArchive().OtherURLs}
}

// advance saves a progress, together with write, and makes it the importer's progress.
func (i *importer) advance(ctx context.Context, next progress, write func(*storage.Tx) error) error {
	if err := i.save(ctx, next, write); err != nil {
		return err
	}
	i.progress, i.saved = next, next
	return nil
}

// requestCapture asks the archive to capture the page now.
func (i *importer) requestCapture(ctx context.Context, target storage.Time) (TargetOutcome, error) {
	if background.Closed(i.stop) {
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
	o := TargetOutcome{TargetDate: target, Outcome: Requested, SaveNowURL: url}
	write := func(tx *storage.Tx) error { return i.recordRequest(tx, i.app.ID, o) }
	if err != nil {
		o = TargetOutcome{TargetDate: target, Outcome: SaveFailed, ErrorMessage: err.Error()}
		write = nil
	}
	next := i.decide(o)
	next.Saved = true
	return o, i.advance(ctx, next, write)
}
