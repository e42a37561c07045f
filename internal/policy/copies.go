package policy

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

const (
	// copyAge is how long before the first fetch of an app's first text a capture may be to
	// count as a copy of that text.
	copyAge = 30 * 24 * time.Hour
	// recentCopy is the age up to which a capture is recent. No other capture is requested
	// then, even if the recent one shows the previous text.
	recentCopy = 45 * 24 * time.Hour
	// copyRetry is the delay before the archive is asked again for a copy that it could not
	// make.
	copyRetry = 7 * 24 * time.Hour

	maxCopies   = 200 // policies in one round
	maxRefusals = 3   // consecutive failures that end a round

	// The timeouts include the wait for the pace of the archive.
	findTimeout    = time.Minute
	saveTimeout    = 90 * time.Second
	releaseTimeout = 5 * time.Second // of releasing the claim on a copy
)

// KeepCopies makes sure that the web archive has a copy of each text, until the context
// ends or the service stops. It looks for a capture of the text. If there is none, it
// requests one, unless the newest capture is recent. It saves the URL of the copy with the
// version and the analysis. Without an archive it does nothing.
//
// It looks for texts without a copy after each fetch that found another text, after each
// run over the policies, and once per tick. Fetches do not wait for it. If a copy could not
// be made, or was not requested because of a recent capture, it tries again after a week.
func (s *Service) KeepCopies(ctx context.Context, runs *runner.Engine, tick time.Duration) {
	if s.archive == nil {
		return
	}
	defer runs.OnEnd(Runner, func(storage.Run) { s.copies.Send() })()
	s.work.Loop(ctx, background.Loop{First: settle, Wake: s.copies, Interrupt: runner.ErrStopping, Step: func(ctx context.Context) time.Duration {
		if err := s.copyAll(ctx); err != nil && ctx.Err() == nil {
			s.env.Logger.ErrorContext(ctx, "archiving of policies failed", "error", err)
		}
		return tick
	}})
}

// copyAll makes the copies that are due. The error is that of the database.
func (s *Service) copyAll(ctx context.Context) error {
	due, err := s.copiesDue(ctx)
	if err != nil {
		return err
	}
	refusals := 0
	for _, state := range due {
		if claimed, err := s.claimCopy(ctx, state); err != nil {
			return err
		} else if !claimed {
			continue
		}
		found, err := s.findOrMakeCopy(ctx, state)
		if err != nil && !found.requested || ctx.Err() != nil {
			if err := s.releaseCopy(ctx, state); err != nil {
				return err
			}
		}
		if ctx.Err() != nil || errors.Is(err, fetch.ErrArchiveBusy) {
			return nil
		}
		if err != nil && !found.requested {
			if refusals++; refusals == maxRefusals {
				return nil // the archive is unavailable; the next round tries again
			}
			continue
		}
		refusals = 0
		if err := s.saveCopy(ctx, state, found); err != nil {
			return err
		}
	}
	return nil
}

// copiesDue returns the policies whose text has no known copy.
func (s *Service) copiesDue(ctx context.Context) ([]storage.PolicyAnalysis, error) {
	now := s.stamp()
	return storage.View(ctx, s.env.Store, func(tx *storage.Tx) (due []storage.PolicyAnalysis, _ error) {
		for state, err := range tx.PolicyAnalyses.List(storage.PolicyAnalysisQuery{}) {
			if err != nil {
				return nil, err
			}
			rested := state.ArchiveSubmittedAt == 0 || now.Sub(storage.Time(state.ArchiveSubmittedAt)) >= copyRetry
			if state.ArchiveURL != "" || state.Current.IsZero() || !rested {
				continue
			}
			state.Log = nil
			if due = append(due, state); len(due) == maxCopies {
				break
			}
		}
		return due, nil
	})
}

// claimCopy records the request for a copy before it is sent, so that a response that
// crashes the process does not crash the next one for a week. It reports whether the copy is
// still due.
func (s *Service) claimCopy(ctx context.Context, of storage.PolicyAnalysis) (claimed bool, err error) {
	err = s.updateCopy(ctx, of, func(_ *storage.Tx, state *storage.PolicyAnalysis) error {
		if claimed = state.ArchiveSubmittedAt == of.ArchiveSubmittedAt; claimed { // no other process has requested it
			state.ArchiveSubmittedAt = storage.NullTime(s.stamp())
		}
		return nil
	})
	return claimed, err
}

// releaseCopy withdraws the record of claimCopy, because the archive did not answer.
func (s *Service) releaseCopy(ctx context.Context, of storage.PolicyAnalysis) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	return s.updateCopy(ctx, of, func(_ *storage.Tx, state *storage.PolicyAnalysis) error {
		state.ArchiveSubmittedAt = of.ArchiveSubmittedAt
		return nil
	})
}

// updateCopy changes an analysis, unless it now has another text or a copy, or the app was
// removed.
func (s *Service) updateCopy(ctx context.Context, of storage.PolicyAnalysis, change func(*storage.Tx, *storage.PolicyAnalysis) error) error {
	err := s.env.Store.Update(ctx, func(tx *storage.Tx) error {
		state, err := tx.PolicyAnalyses.Get(of.App)
		if err != nil || state.Current != of.Current || state.ArchiveURL != "" {
			return err
		}
		if err := change(tx, &state); err != nil {
			return err
		}
		return tx.PolicyAnalyses.Put(state)
	})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}

// archiveCopy is a copy that was found or requested.
type archiveCopy struct {
	view      string // its URL
	requested bool
	recent    bool // the capture is not of the text, but too recent for another request
	began     storage.Time
}

// findOrMakeCopy finds a copy of the current text, or requests one.
func (s *Service) findOrMakeCopy(ctx context.Context, state storage.PolicyAnalysis) (c archiveCopy, err error) {
	c.began = s.stamp()
	since, err := s.textSince(ctx, state)
	if err != nil {
		return c, err
	}
	url := string(cmp.Or(state.FinalURL, state.PolicyURL))
	finding, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	newest, err := s.archive.NewestPage(finding, url)
	switch {
	case err == nil && newest.At >= since:
		c.view = newest.View
		return c, nil
	case err == nil && c.began.Sub(newest.At) <= recentCopy:
		c.view, c.recent = newest.View, true
		return c, nil
	case errors.Is(err, fetch.ErrArchiveBusy), errors.Is(err, context.DeadlineExceeded): // the age of the newest capture is unknown
		return c, err
	}
	saving, cancel := context.WithTimeout(ctx, saveTimeout)
	defer cancel()
	c.view, err = s.archive.SavePage(saving, url)
	c.requested = err == nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, fetch.ErrArchiveBusy)
	return c, err
}

// textSince returns the earliest time of captures that count as copies of the current text:
// when the previous text was last fetched or, for the first text, copyAge before its fetch.
func (s *Service) textSince(ctx context.Context, state storage.PolicyAnalysis) (storage.Time, error) {
	return storage.View(ctx, s.env.Store, func(tx *storage.Tx) (storage.Time, error) {
		hash, first := state.Previous, state.Previous.IsZero()
		if first {
			hash = state.Current
		}
		v, err := tx.PolicyVersions.Get(storage.PolicyVersionID{App: state.App, Hash: hash})
		switch {
		case errors.Is(err, storage.ErrNotFound):
			return storage.Time(state.FetchedAt), nil
		case first:
			return v.FirstFetched.Add(-copyAge), err
		}
		return v.LastFetched, err
	})
}

// saveCopy saves the URL of a copy, and when it was requested or, because of a recent
// capture, would have been.
func (s *Service) saveCopy(ctx context.Context, of storage.PolicyAnalysis, c archiveCopy) error {
	return s.updateCopy(ctx, of, func(tx *storage.Tx, state *storage.PolicyAnalysis) error {
		version, err := tx.PolicyVersions.Get(storage.PolicyVersionID{App: of.App, Hash: of.Current})
		if err != nil {
			return err
		}
		now, view := s.stamp(), plaintext.Line(c.view)
		step := storage.PolicyStep{Phase: "archive-existing", At: now, Note: view, MS: new(max(now.Sub(c.began).Milliseconds(), 0))}
		state.ArchiveSubmittedAt = of.ArchiveSubmittedAt // withdraw the record of claimCopy
		if c.requested {
			step.Phase = "archive-save"
		}
		if c.requested || c.recent {
			state.ArchiveSubmittedAt, version.ArchiveSubmittedAt = storage.NullTime(now), storage.NullTime(now)
		}
		if c.recent {
			view = ""
		}
		state.ArchiveURL, version.ArchiveURL = storage.Text(view), storage.Text(view)
		state.Log = shorten(append(state.Log, step))
		return tx.PolicyVersions.Put(version)
	})
}
