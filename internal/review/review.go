package review

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// ErrGone means that an action cannot be undone: it was undone already, never happened,
// or was about another app.
var ErrGone = errors.New("no such review action any more")

// Service records reviews of changes. It is safe for concurrent use.
type Service struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
}

// New returns a service over a database. It starts nothing.
func New(env storage.Env) *Service {
	return &Service{store: env.Store, now: env.Now, random: env.Random}
}

// Acknowledge records an action of the user on an app's pending changes. Reviewed and
// dismissed changes are no longer pending, and the app's notifications become read.
// Snoozing only hides the changes for a number of days. The error wraps
// storage.ErrNotFound when the app is not tracked.
func (s *Service) Acknowledge(ctx context.Context, app storage.AppID, action storage.ReviewAction, days int) (storage.Review, error) {
	now := storage.TimeOf(s.now())
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (r storage.Review, err error) {
		a, err := tx.Apps.Get(app)
		if err != nil {
			return r, err
		}
		return s.acknowledge(tx, now, a, action, days)
	})
}

func (s *Service) acknowledge(tx *storage.Tx, now storage.Time, a storage.App, action storage.ReviewAction, days int) (r storage.Review, err error) {
	r = storage.Review{App: a.ID, Action: action, ActedAt: now, PreState: stateOf(a)}
	if r.ID, err = storage.NewID(now, s.random); err != nil {
		return r, err
	}
	if r.CoveredCount, r.CoveredSnapshots, err = pending(tx, a); err != nil {
		return r, err
	}
	switch action {
	case storage.ReviewReviewed, storage.ReviewDismissed:
		a.ChangeCount, a.ChangesSnoozedUntil, a.Pending = 0, 0, 0
		if a.ChangesAcknowledgedAt, err = seenUntil(tx, a.ID, now); err != nil {
			return r, err
		}
		if err := notify.MarkAppRead(tx, a.ID); err != nil {
			return r, err
		}
	case storage.ReviewSnoozed:
		a.ChangesSnoozedUntil = now.Add(time.Duration(days) * 24 * time.Hour)
		r.SnoozeUntil = storage.NullTime(a.ChangesSnoozedUntil)
	case storage.ReviewUnsnoozed:
		a.ChangesSnoozedUntil = 0
	}
	if err := tx.Apps.Put(a); err != nil {
		return r, err
	}
	return r, tx.Reviews.Put(r)
}

// Batch is reviews that were made together.
type Batch struct {
	Apps int          // that had changes to review
	At   storage.Time // names the batch to UndoBatch
}

// AcknowledgeAll marks the changes of apps as reviewed, in one transaction. Apps without changes to
// review, and IDs that are not tracked, are left out.
func (s *Service) AcknowledgeAll(ctx context.Context, apps []storage.AppID) (Batch, error) {
	now := storage.TimeOf(s.now())
	n, err := storage.Update(ctx, s.store, func(tx *storage.Tx) (n int, err error) {
		for _, id := range apps {
			a, tracked, err := storage.Find(tx.Apps, id)
			if err != nil {
				return 0, err
			}
			if !tracked || a.ChangeCount == 0 {
				continue
			}
			if _, err := s.acknowledge(tx, now, a, storage.ReviewReviewed, 0); err != nil {
				return 0, err
			}
			n++
		}
		return n, nil
	})
	return Batch{n, now}, err
}

// UndoBatch undoes the reviews of a batch, and returns how many. The error is [ErrGone] when there are
// none.
func (s *Service) UndoBatch(ctx context.Context, at storage.Time) (int, error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (int, error) {
		reviews, err := storage.Collect(tx.Reviews.List(storage.ReviewQuery{From: at, To: at}))
		if err != nil {
			return 0, err
		}
		if len(reviews) == 0 || at <= 0 {
			return 0, ErrGone
		}
		for _, r := range reviews {
			if err := undo(tx, r.App, r.ID, storage.MaxTime); err != nil {
				return 0, err
			}
		}
		return len(reviews), nil
	})
}

// seenUntil returns the time up to which an acknowledgement at now covers an app's
// snapshots. The newest snapshot may be later than now, if the clock was set back or did
// not advance.
func seenUntil(tx *storage.Tx, app storage.AppID, now storage.Time) (storage.Time, error) {
	newest, _, err := storage.FindFirst(tx.Snapshots.List(storage.SnapshotQuery{App: app, Limit: 1}))
	return max(now, newest.ID.At), err
}

// Undo undoes an action: the app is in the state in which its other actions leave it, in whatever
// order they are undone. A snooze that this brings back ends at the latest time given. Changes since
// then stay pending, and notifications stay read. The error is [ErrGone] when there is no such action.
func (s *Service) Undo(ctx context.Context, app storage.AppID, action string, latest storage.Time) error {
	return s.store.Update(ctx, func(tx *storage.Tx) error { return undo(tx, app, action, latest) })
}

func undo(tx *storage.Tx, app storage.AppID, action string, latest storage.Time) error {
	r, found, err := storage.Find(tx.Reviews, action)
	if err == nil && (!found || r.App != app) {
		err = ErrGone
	}
	if err != nil {
		return err
	}
	later, err := storage.Collect(tx.Reviews.List(storage.ReviewQuery{App: app, From: r.ActedAt})) // newest first
	if err != nil {
		return err
	}
	if _, err := tx.Reviews.Delete(action); err != nil {
		return err
	}
	r.PreState.ChangesSnoozedUntil = min(r.PreState.ChangesSnoozedUntil, latest)
	undoing := undoingOf(r)
	for i := slices.IndexFunc(later, func(l storage.Review) bool { return l.ID == action }) - 1; i >= 0; i-- {
		next := later[i]
		next.PreState = undoing.restore(next.PreState)
		if err := tx.Reviews.Put(next); err != nil {
			return err
		}
		undoing.pass(next.Action)
	}
	a, err := tx.Apps.Get(app)
	if err != nil {
		return err
	}
	state := undoing.restore(stateOf(a))
	a.ChangeCount, a.ChangesAcknowledgedAt, a.ChangesSnoozedUntil = state.ChangeCount, state.ChangesAcknowledgedAt, state.ChangesSnoozedUntil
	if a.Pending, err = pendingKinds(tx, a); err != nil {
		return err
	}
	return tx.Apps.Put(a)
}

func stateOf(a storage.App) storage.ReviewState {
	return storage.ReviewState{ChangeCount: a.ChangeCount, ChangesAcknowledgedAt: a.ChangesAcknowledgedAt, ChangesSnoozedUntil: a.ChangesSnoozedUntil}
}

// undoing is what an action that is undone did to the states after it.
type undoing struct {
	before       storage.ReviewState
	acknowledged bool // it acknowledged the changes, and no action since then has done so
	snoozed      bool // it decided until when they are snoozed, as every action does, and none has since then
}

func undoingOf(r storage.Review) undoing { return undoing{r.PreState, acknowledges(r.Action), true} }

func acknowledges(action storage.ReviewAction) bool {
	return action == storage.ReviewReviewed || action == storage.ReviewDismissed
}

// restore returns a later state without the action.
func (u undoing) restore(later storage.ReviewState) storage.ReviewState {
	if u.acknowledged {
		later.ChangeCount += u.before.ChangeCount // beside the changes since the action
		later.ChangesAcknowledgedAt = u.before.ChangesAcknowledgedAt
	}
	if u.snoozed {
		later.ChangesSnoozedUntil = u.before.ChangesSnoozedUntil
	}
	return later
}

// pass goes on to the state that a later action left.
func (u *undoing) pass(action storage.ReviewAction) {
	u.acknowledged = u.acknowledged && !acknowledges(action)
	u.snoozed = false
}

func unacknowledged(a storage.App) storage.ChangeQuery {
	return storage.ChangeQuery{App: a.ID, From: a.ChangesAcknowledgedAt + 1, Changed: true}
}

// Waiting returns how many changes of each of some apps are not acknowledged, which is what
// an action covers. [storage.App.ChangeCount] counts the refreshes that found them.
func (s *Service) Waiting(ctx context.Context, apps ...storage.App) (map[storage.AppID]int, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (map[storage.AppID]int, error) {
		waiting := make(map[storage.AppID]int)
		for _, a := range apps {
			if a.ChangeCount == 0 {
				continue
			}
			n, err := tx.Changes.Count(unacknowledged(a))
			if err != nil {
				return waiting, fmt.Errorf("count the changes of app %d: %w", a.ID, err)
			}
			waiting[a.ID] = n
		}
		return waiting, nil
	})
}

// pending returns the number of an app's unacknowledged changes, and their snapshots,
// newest first.
func pending(tx *storage.Tx, a storage.App) (int, []storage.SnapshotID, error) {
	entries, snapshots := 0, []storage.SnapshotID{}
	for c, err := range tx.Changes.List(unacknowledged(a)) {
		if err != nil {
			return 0, nil, err
		}
		entries++
		if n := len(snapshots); n == 0 || snapshots[n-1] != c.ID.Snapshot {
			snapshots = append(snapshots, c.ID.Snapshot)
		}
	}
	return entries, snapshots, nil
}

func pendingKinds(tx *storage.Tx, a storage.App) (storage.PendingKinds, error) {
	var kinds storage.PendingKinds
	for c, err := range tx.Changes.List(unacknowledged(a)) {
		if err != nil {
			return 0, err
		}
		kinds |= changelog.Pending([]storage.Entry{c.Entry})
	}
	return kinds, nil
}
