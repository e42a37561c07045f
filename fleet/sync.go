package fleet

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// The sentinels of a run over the whole fleet.
var (
	// ErrBusy says that such a run is under way.
	ErrBusy = errors.New("another run is under way")
	// ErrStopping says that the service is about to end and begins nothing new.
	ErrStopping = errors.New("shutting down")
)

// RunSummary counts the apps of a run.
type RunSummary struct {
	Total     int `json:"total"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"`
	Skipped   int `json:"skipped"`
}

// RunStatus is how far a run is. The strings are nil when none is under way.
type RunStatus struct {
	Running        bool             `json:"running"`
	Initiator      *string          `json:"initiator"`
	CurrentAppName *string          `json:"currentAppName"`
	RunID          *string          `json:"runId"`
	Summary        RunSummary       `json:"summary"`
	Status         string           `json:"status"`
	StartedAt      storage.NullTime `json:"startedAt"`
	UpdatedAt      storage.NullTime `json:"updatedAt"`
	Totals         *RunTotals       `json:"totals"`
}

// RunTotals counts what a run over the fleet found.
type RunTotals struct {
	Attempted   int `json:"attempted"`
	Succeeded   int `json:"succeeded"`
	Changes     int `json:"changes"` // apps with changes
	Failed      int `json:"failed"`
	RateLimited int `json:"rateLimited"`
	Skipped     int `json:"skipped"`
}

// Idle is the status of a runner that does nothing.
func Idle() RunStatus { return RunStatus{Status: "idle"} }

// Run is a run over the fleet that was started.
type Run struct {
	ID    string
	ended chan struct{}
	sync  *syncRun
}

// Synced is what a run over the fleet came to.
type Synced struct {
	Synced  int // apps that were read
	Changes int // of these, those with changes
}

// Wait returns when the run has ended, or with the context's error before that;
// the run goes on then.
func (r *Run) Wait(ctx context.Context) (Synced, error) {
	select {
	case <-r.ended:
		r.sync.mu.Lock()
		defer r.sync.mu.Unlock()
		return Synced{Synced: r.sync.totals.Succeeded, Changes: r.sync.totals.Changes}, r.sync.err
	case <-ctx.Done():
		return Synced{}, ctx.Err()
	}
}

// syncState is the run under way, if any.
type syncState struct {
	mu  sync.Mutex
	now *syncRun
}

type syncRun struct {
	id, initiator string
	trigger       storage.Trigger
	started       storage.Time

	mu      sync.Mutex
	current string
	summary RunSummary
	totals  RunTotals
	updated storage.Time
	err     error // why it failed, once it has ended
}

// Sync begins to refresh every app, in the order of the list, one after the
// other. The run belongs to the library: it goes on when whoever asked is gone.
// The error is [ErrBusy], [ErrStopping] or the store's.
func (l *Library) Sync(ctx context.Context, initiator string, trigger storage.Trigger) (*Run, error) {
	r, err := l.reserve(initiator, trigger)
	if err != nil {
		return nil, err
	}
	queue, err := l.ids(ctx)
	if err != nil {
		l.release()
		return nil, err
	}
	r.queued(len(queue))
	run := &Run{ID: r.id, ended: make(chan struct{}), sync: r}
	began := l.work.Go(func(ctx context.Context, stop <-chan struct{}) {
		defer close(run.ended)
		defer l.release()
		r.end(l.syncAll(ctx, stop, r, queue))
	})
	if !began {
		l.release()
		return nil, ErrStopping
	}
	return run, nil
}

// reserve makes a run the one under way.
func (l *Library) reserve(initiator string, trigger storage.Trigger) (*syncRun, error) {
	l.sync.mu.Lock()
	defer l.sync.mu.Unlock()
	if l.sync.now != nil {
		return nil, ErrBusy
	}
	now := l.stamp()
	id, err := storage.NewID(now, l.random)
	if err != nil {
		return nil, err
	}
	l.sync.now = &syncRun{id: id, initiator: initiator, trigger: trigger, started: now, updated: now}
	return l.sync.now, nil
}

func (l *Library) release() {
	l.sync.mu.Lock()
	defer l.sync.mu.Unlock()
	l.sync.now = nil
}

func (l *Library) ids(ctx context.Context) ([]storage.AppID, error) {
	var queue []storage.AppID
	err := l.store.View(ctx, func(tx storage.Tx) error {
		queue = nil
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			queue = append(queue, app.ID)
		}
		return nil
	})
	return queue, err
}

// syncAll works through the queue, and tells the activity log how it went,
// however it went. Its error is a fault of ours, which it has logged.
func (l *Library) syncAll(ctx context.Context, stop <-chan struct{}, r *syncRun, queue []storage.AppID) error {
	done, err := 0, error(nil)
	for ; done < len(queue) && err == nil && !ended(ctx, stop); done++ {
		err = l.syncApp(ctx, r, queue[done])
	}
	if err != nil {
		done-- // that one was not brought to an end
	}
	left := len(queue) - done
	end := syncEnd{status: activity.OK}
	switch {
	case errors.Is(err, ErrThrottled):
		end = syncEnd{status: activity.Partial, kind: "partial: rateLimited"}
		r.count(l.stamp(), func(_ *RunSummary, t *RunTotals) { t.RateLimited = left })
		err = nil
	case ctx.Err() != nil || err == nil && left > 0: // told to stop
		end = syncEnd{status: activity.Cancelled, left: left}
		err = nil
	case err != nil:
		end = syncEnd{status: activity.Failed, left: left}
		l.log.ErrorContext(ctx, "a sync failed", "run_id", r.id, "error", err)
	}
	if told := l.recordSync(context.WithoutCancel(ctx), r, end); told != nil {
		l.log.ErrorContext(ctx, "a sync could not be recorded", "run_id", r.id, "error", told)
		return errors.Join(err, told)
	}
	return err
}

// syncApp refreshes one app of a run. Only a throttled store, the end of the
// context and a fault of ours are errors: any other failure is the app's own.
func (l *Library) syncApp(ctx context.Context, r *syncRun, id storage.AppID) error {
	var app storage.App
	err := l.store.View(ctx, func(tx storage.Tx) (err error) {
		app, err = tx.Apps().Get(id)
		return err
	})
	if err != nil {
		return r.skipRemoved(l.stamp(), err)
	}
	started := l.stamp()
	r.at(app.Name, started)
	target := Target{ID: app.ID, URL: app.URL, Country: app.Country}
	found, err := l.refresh(ctx, target, r.trigger, true)
	var failed *ScrapeError
	switch {
	case err == nil:
		r.count(l.stamp(), func(s *RunSummary, t *RunTotals) {
			s.Completed++
			t.Attempted++
			t.Succeeded++
			if len(found.Changes) > 0 {
				t.Changes++
			}
		})
		return nil
	case ctx.Err() != nil, errors.Is(err, ErrThrottled):
		return err
	case !errors.As(err, &failed):
		return r.skipRemoved(l.stamp(), err)
	}
	r.count(l.stamp(), func(s *RunSummary, t *RunTotals) { s.Failed++; t.Attempted++; t.Failed++ })
	if r.status().Summary.Failed > maxFailuresTold {
		return nil // the run's own line counts them
	}
	return l.recordFailure(ctx, target, started, err)
}

// maxFailuresTold is how many failures of one run have a line of their own: a
// store that cannot be reached must not push all else out of the log.
const maxFailuresTold = 20

// skipRemoved counts an app that was removed since the run began, and returns
// any other error.
func (r *syncRun) skipRemoved(now storage.Time, err error) error {
	if !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	r.count(now, func(s *RunSummary, t *RunTotals) { s.Skipped++; t.Skipped++ })
	return nil
}

// syncEnd is how a run ended.
type syncEnd struct {
	status, kind string
	left         int // apps that were not tried
}

func (l *Library) recordSync(ctx context.Context, r *syncRun, end syncEnd) error {
	now := r.status()
	sentence := now.Totals.sentence()
	if end.left > 0 {
		sentence += fmt.Sprintf(", %d not tried", end.left)
	}
	line := storage.Activity{
		Type: "manual_sync", Kind: end.kind, Status: end.status, StartedAt: r.started, EndedAt: storage.NullTime(l.stamp()),
		Summary: storage.Text(sentence),
		Detail:  detail(map[string]any{"mode": "bulk", "runId": r.id, "appCount": now.Summary.Total, "totals": now.Totals, "notTried": end.left}),
	}
	if r.trigger == storage.TriggerScheduled {
		line.Type = "scheduled_sync"
	}
	if line.Status == activity.OK && now.Totals.Failed > 0 {
		line.Status = activity.Partial
	}
	return l.store.Update(ctx, func(tx storage.Tx) error { return activity.Record(tx, l.random, line) })
}

func (t RunTotals) sentence() string {
	s := fmt.Sprintf("%d/%d synced, %d changes", t.Succeeded, t.Attempted, t.Changes)
	for _, part := range []struct {
		n    int
		what string
	}{{t.Failed, "errors"}, {t.RateLimited, "rate-limited"}, {t.Skipped, "skipped"}} {
		if part.n > 0 {
			s += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return s
}

// SyncStatus returns how far the run over the fleet is, [Idle] when none is
// under way.
func (l *Library) SyncStatus() RunStatus {
	l.sync.mu.Lock()
	r := l.sync.now
	l.sync.mu.Unlock()
	if r == nil {
		return Idle()
	}
	return r.status()
}

func (r *syncRun) status() RunStatus {
	r.mu.Lock()
	defer r.mu.Unlock()
	totals, current := r.totals, r.current
	return RunStatus{
		Running: true, Initiator: &r.initiator, CurrentAppName: &current, RunID: &r.id, Summary: r.summary,
		Status: "running", StartedAt: storage.NullTime(r.started), UpdatedAt: storage.NullTime(r.updated), Totals: &totals,
	}
}

func (r *syncRun) at(app string, now storage.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.current, r.updated = app, now
}

func (r *syncRun) count(now storage.Time, add func(*RunSummary, *RunTotals)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	add(&r.summary, &r.totals)
	r.updated = now
}

func (r *syncRun) queued(apps int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.summary.Total = apps
}

func (r *syncRun) end(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}
