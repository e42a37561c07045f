package policy

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

const (
	// copyAge is how old a capture may be to count as one of an app's first text.
	copyAge = 30 * 24 * time.Hour
	// copyAgain is how long it is until the archive is asked again for a copy that
	// it could not make.
	copyAgain = 7 * 24 * time.Hour
	// maxCopies is how many policies are looked at in one round, and maxRefusals how
	// many failures in a row end it.
	maxCopies   = 200
	maxRefusals = 3

	saveTimeout = 40 * time.Second
	// unclaimTimeout is how long it may take to note that an attempt was given up.
	unclaimTimeout = 5 * time.Second
)

// KeepCopies sees to it that the web archive has a copy of each text, until the
// context ends or the reader stops: it looks for a capture that was made while the
// text was there, or else asks for one to be made, and notes where it is with the
// version and the analysis. Without an archive it does nothing.
//
// What is due is read from the store, so nothing is lost with a process: it looks
// after each fetch that found a text which was not current, after each run over
// the policies, and once in each tick. No fetch waits for it. A copy that could not
// be made is asked for again after a week.
func (r *Reader) KeepCopies(ctx context.Context, runs *runner.Engine, tick time.Duration) {
	if r.archive == nil {
		return
	}
	ctx, stop, done, ok := r.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	ctx, giveUp := context.WithCancel(ctx)
	defer giveUp()
	go func() { // a copy under way is not waited for
		select {
		case <-stop:
			giveUp()
		case <-ctx.Done():
		}
	}()
	events, enough := runs.Subscribe(Runner, 64)
	defer func() { enough() }()
	timer := time.NewTimer(settle)
	defer timer.Stop()
	for {
		select {
		case event, open := <-events:
			if !open { // a run is quicker than this loop
				events, enough = runs.Subscribe(Runner, 64)
			}
			if !open || event.Kind == runner.RunEnded {
				r.wantCopies()
			}
			continue
		case <-r.copies:
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		if err := r.copyAll(ctx); err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "copies of policies could not be seen to", "error", err)
		}
		timer.Reset(tick)
	}
}

// wantCopies says that some may be due.
func (r *Reader) wantCopies() {
	select {
	case r.copies <- struct{}{}:
	default:
	}
}

// copyAll sees to the copies that are due. The error is the store's.
func (r *Reader) copyAll(ctx context.Context) error {
	due, err := r.copiesDue(ctx)
	if err != nil {
		return err
	}
	refusals := 0
	for _, state := range due {
		if taken, err := r.claimCopy(ctx, state); err != nil || !taken {
			if err != nil {
				return err
			}
			continue
		}
		found, err := r.copyOf(ctx, state)
		if err != nil && !found.asked || ctx.Err() != nil {
			if err := r.unclaimCopy(ctx, state); err != nil {
				return err
			}
		}
		if ctx.Err() != nil || errors.Is(err, ErrArchiveBusy) {
			return nil
		}
		if err != nil && !found.asked {
			if refusals++; refusals == maxRefusals {
				return nil // the archive is not to be had; there is a next round
			}
			continue
		}
		refusals = 0
		if err := r.keepCopy(ctx, state, found); err != nil {
			return err
		}
	}
	return nil
}

// copiesDue returns the policies of whose text no copy is known.
func (r *Reader) copiesDue(ctx context.Context) (due []storage.PolicyAnalysis, err error) {
	now := r.stamp()
	err = r.store.View(ctx, func(tx storage.Tx) error {
		due = nil
		for state, err := range tx.PolicyAnalyses().List(storage.PolicyAnalysisQuery{}) {
			if err != nil {
				return err
			}
			rested := state.ArchiveSubmittedAt == 0 || now.Sub(storage.Time(state.ArchiveSubmittedAt)) >= copyAgain
			if state.ArchiveURL != "" || state.Current.IsZero() || !rested {
				continue
			}
			state.Log = nil
			if due = append(due, state); len(due) == maxCopies {
				return nil
			}
		}
		return nil
	})
	return due, err
}

// claimCopy notes that the archive is asked for a copy before it is asked: if what it
// answers ends the process, the next process does not ask again for a week. It
// reports whether the copy is still due.
func (r *Reader) claimCopy(ctx context.Context, of storage.PolicyAnalysis) (taken bool, err error) {
	return r.submitted(ctx, of, true, storage.NullTime(r.stamp()))
}

// unclaimCopy takes a claim back: the archive did not come to answer.
func (r *Reader) unclaimCopy(ctx context.Context, of storage.PolicyAnalysis) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), unclaimTimeout)
	defer cancel()
	_, err := r.submitted(ctx, of, false, of.ArchiveSubmittedAt)
	return err
}

// submitted changes when the archive was last asked for a copy of a text, if the text
// is the current one and has no copy, and, with unclaimed, if it was not asked since.
func (r *Reader) submitted(ctx context.Context, of storage.PolicyAnalysis, unclaimed bool, to storage.NullTime) (changed bool, err error) {
	err = r.store.Update(ctx, func(tx storage.Tx) error {
		changed = false
		state, err := tx.PolicyAnalyses().Get(of.App)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil || state.Current != of.Current || state.ArchiveURL != "" {
			return err
		}
		if unclaimed && state.ArchiveSubmittedAt != of.ArchiveSubmittedAt {
			return nil // another process
		}
		changed = true
		state.ArchiveSubmittedAt = to
		return tx.PolicyAnalyses().Put(state)
	})
	return changed, err
}

// copied is what came of asking for a copy.
type copied struct {
	view  string // where it is
	asked bool   // to make one
	began storage.Time
}

// copyOf finds a copy of the current text, or has one made.
func (r *Reader) copyOf(ctx context.Context, state storage.PolicyAnalysis) (c copied, err error) {
	c.began = r.stamp()
	since, err := r.textSince(ctx, state)
	if err != nil {
		return c, err
	}
	address := string(state.FinalURL)
	if address == "" {
		address = string(state.PolicyURL)
	}
	finding, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	if newest, err := r.archive.NewestPage(finding, address); err == nil && newest.At >= since {
		c.view = newest.View
		return c, nil
	} else if errors.Is(err, ErrArchiveBusy) {
		return c, err
	}
	saving, cancel := context.WithTimeout(ctx, saveTimeout)
	defer cancel()
	c.view, err = r.archive.SavePage(saving, address)
	c.asked = err == nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrArchiveBusy)
	return c, err
}

// textSince returns since when a capture shows the current text: since the one
// before was last seen, or for a while if there was none.
func (r *Reader) textSince(ctx context.Context, state storage.PolicyAnalysis) (since storage.Time, err error) {
	err = r.store.View(ctx, func(tx storage.Tx) error {
		hash, age := state.Previous, time.Duration(0)
		if hash.IsZero() {
			hash, age = state.Current, copyAge
		}
		v, err := tx.PolicyVersions().Get(storage.PolicyVersionID{App: state.App, Hash: hash})
		if errors.Is(err, storage.ErrNotFound) {
			since = storage.Time(state.FetchedAt)
			return nil
		}
		if since = v.LastFetched; age > 0 {
			since = v.FirstFetched.Add(-age)
		}
		return err
	})
	return since, err
}

// keepCopy notes where the copy of a text is, and when it was asked for, if the text
// is still the current one, and nobody else found a copy meanwhile.
func (r *Reader) keepCopy(ctx context.Context, of storage.PolicyAnalysis, c copied) error {
	err := r.store.Update(ctx, func(tx storage.Tx) error {
		state, err := tx.PolicyAnalyses().Get(of.App)
		if err != nil || state.Current != of.Current || state.ArchiveURL != "" {
			return err
		}
		version, err := tx.PolicyVersions().Get(storage.PolicyVersionID{App: of.App, Hash: of.Current})
		if err != nil {
			return err
		}
		now := r.stamp()
		step := storage.PolicyStep{Phase: "archive-existing", At: now, Note: c.view, MS: new(max(now.Sub(c.began).Milliseconds(), 0))}
		state.ArchiveSubmittedAt = of.ArchiveSubmittedAt // without the claim
		if c.asked {
			state.ArchiveSubmittedAt, version.ArchiveSubmittedAt = storage.NullTime(now), storage.NullTime(now)
			step.Phase = "archive-save"
		}
		state.ArchiveURL, version.ArchiveURL = storage.Text(line(c.view)), storage.Text(line(c.view))
		step.Note = line(step.Note)
		state.Log = short(append(state.Log, step))
		if err := tx.PolicyVersions().Put(version); err != nil {
			return err
		}
		return tx.PolicyAnalyses().Put(state)
	})
	if errors.Is(err, storage.ErrNotFound) { // removed meanwhile
		return nil
	}
	return err
}
