package history

import (
	"context"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/storage"
)

// aim is a time whose state is wanted, with the captures that may show it.
type aim struct {
	target   storage.Time
	from, to storage.Time // the time range of usable captures, bounds included
	covers   bool         // a stored snapshot from the archive within the range is enough
	choice
}

// read tries the captures of an aim until one settles it, and returns the outcome.
func (i *importer) read(ctx context.Context, a aim) (TargetOutcome, error) {
	for _, c := range a.Near {
		if i.Tries == maxTries {
			break
		}
		if slices.Contains(i.Used, c.At) {
			continue
		}
		o, settled, err := i.try(ctx, a, c)
		if err != nil || settled {
			return o, err
		}
	}
	o := i.Last
	switch {
	case o.Outcome != "":
	case a.Miss == nil:
		o.Outcome = NoCapture
	default:
		o = TargetOutcome{Outcome: Drift, CaptureDate: a.Miss.At, WaybackURL: a.Miss.View}
	}
	o.TargetDate = a.target
	return i.decided(o), nil
}

// try reads a capture and reports whether it settles the aim.
func (i *importer) try(ctx context.Context, a aim, c archive.Capture) (o TargetOutcome, settled bool, err error) {
	var memento archive.Memento
	err = i.ask(ctx, "replay", func(ctx context.Context) (err error) {
		memento, err = i.archive.Replay(ctx, i.target(), c)
		return err
	})
	if err == nil && a.from <= memento.At && memento.At <= min(a.to, i.Began) {
		var state state
		if state, err = newState(memento, i.app.ID); err == nil {
			o, err = i.put(ctx, i.used(c), a, state)
			return o, err == nil, err
		}
	}
	switch {
	case err == nil: // the archive replayed a capture of another time
		o = TargetOutcome{Outcome: Drift, CaptureDate: memento.At, WaybackURL: memento.URL}
	case errors.Is(err, archive.ErrNoMemento):
		o.Outcome = NoCapture
	case errors.Is(err, fleet.ErrLayout), errors.Is(err, fleet.ErrTooLarge):
		o.Outcome, o.WaybackURL = ParseFailure, memento.URL
	case errors.Is(err, archive.ErrUnavailable):
		o.Outcome = FetchFailure
	default:
		return TargetOutcome{}, false, err
	}
	if err != nil {
		o.CaptureDate, o.ErrorMessage = c.At, err.Error()
	}
	next := i.used(c)
	if failed(o.Outcome) || !failed(next.Last.Outcome) { // report a failure rather than an unusable capture
		next.Last = o
	}
	if o.Outcome == FetchFailure { // not saved, so that a resumed import requests it again
		i.progress = next
		return TargetOutcome{}, false, nil
	}
	return TargetOutcome{}, false, i.advance(ctx, next, nil)
}

// errMoved means that the snapshots of the app changed between two transactions.
var errMoved = errors.New("the snapshots have changed")

// put stores a state for an aim, unless a snapshot that covers the aim was stored meanwhile.
// It advances the progress from from.
func (i *importer) put(ctx context.Context, from progress, a aim, state state) (TargetOutcome, error) {
	for {
		var at position
		var changes []storage.Entry
		err := i.store.View(ctx, func(tx *storage.Tx) (err error) {
			if at, err = positionOf(tx, state.snapshot.ID, a); err == nil {
				changes, err = state.changes(tx, at)
			}
			return err
		})
		if err != nil {
			return TargetOutcome{}, err
		}
		o := TargetOutcome{
			TargetDate: a.target, Outcome: Imported, CaptureDate: state.snapshot.ID.At, WaybackURL: string(state.snapshot.ArchiveURL),
		}
		if at.taken {
			o.Outcome = Existing
			return o, i.advance(ctx, from.decide(o), nil)
		}
		n := len(changes)
		if o.ChangeCount = &n; n == 0 && !at.before.Label.IsZero() {
			o.Outcome = Unchanged
		}
		// The saved progress contains the outcome, so the transaction that saves it must check
		// that the snapshots read above have not changed.
		err = i.advance(ctx, from.decide(o), func(tx *storage.Tx) error {
			now, err := positionOf(tx, state.snapshot.ID, a)
			if err == nil && now != at {
				err = errMoved
			}
			if err != nil {
				return err
			}
			state.snapshot.RecordedAt = i.stamp()
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
