package fleet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

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

	mu        sync.Mutex
	current   string
	summary   RunSummary
	totals    RunTotals
	started   storage.Time
	updated   storage.Time
	throttled error // why the run was cut short
	err       error // why it failed
}

// Sync begins to refresh every app, in the order of the list, one after the
// other. The run belongs to the library: it goes on when whoever asked is gone.
// The error is [ErrBusy], [ErrStopping] or the store's.
func (l *Library) Sync(ctx context.Context, initiator string, trigger storage.Trigger) (*Run, error) {
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
	queue, err := l.ids(ctx)
	if err != nil {
		return nil, err
	}
	r := &syncRun{id: id, initiator: initiator, trigger: trigger, started: now, updated: now, summary: RunSummary{Total: len(queue)}}
	ended := make(chan struct{})
	began := l.work.Go(func(ctx context.Context, stop <-chan struct{}) {
		defer close(ended)
		defer l.release()
		r.end(l.syncAll(ctx, stop, r, queue))
	})
	if !began {
		return nil, ErrStopping
	}
	l.sync.now = r
	return &Run{ID: id, ended: ended, sync: r}, nil
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

func (l *Library) syncAll(ctx context.Context, stop <-chan struct{}, r *syncRun, queue []storage.AppID) error {
	for i, id := range queue {
		select {
		case <-stop:
			return l.recordSync(ctx, r)
		default:
		}
		err := l.syncApp(ctx, r, id)
		if errors.Is(err, ErrThrottled) {
			r.cut(err, len(queue)-i)
			break
		}
		if err != nil {
			return err
		}
	}
	return l.recordSync(ctx, r)
}

// syncApp refreshes one app of a run. Only a throttled store, or the end of the
// context, is an error: any other failure is the app's own.
func (l *Library) syncApp(ctx context.Context, r *syncRun, id storage.AppID) error {
	var app storage.App
	err := l.store.View(ctx, func(tx storage.Tx) (err error) {
		app, err = tx.Apps().Get(id)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) { // removed meanwhile
		r.count(l.stamp(), func(s *RunSummary, t *RunTotals) { s.Skipped++; t.Skipped++ })
		return nil
	}
	if err != nil {
		return err
	}
	r.at(app.Name, l.stamp())
	found, err := l.refresh(ctx, Target{ID: app.ID, URL: app.URL, Country: app.Country}, r.trigger, false)
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
	}
	r.count(l.stamp(), func(s *RunSummary, t *RunTotals) { s.Failed++; t.Attempted++; t.Failed++ })
	return l.recordFailure(ctx, Target{ID: app.ID, URL: app.URL}, true, err)
}

func (l *Library) recordSync(ctx context.Context, r *syncRun) error {
	r.mu.Lock()
	totals, throttled := r.totals, r.throttled
	r.mu.Unlock()
	line := storage.Activity{
		Type: "manual_sync", Status: activity.OK, StartedAt: r.started, EndedAt: storage.NullTime(l.stamp()),
		Summary: storage.Text(totals.sentence()),
		Detail:  detail(map[string]any{"mode": "bulk", "runId": r.id, "appCount": r.summary.Total, "totals": totals}),
	}
	if r.trigger == storage.TriggerScheduled {
		line.Type = "scheduled_sync"
	}
	if totals.Failed > 0 {
		line.Status = activity.Partial
	}
	if throttled != nil {
		line.Kind, line.Status = "partial: rateLimited", activity.Partial
	}
	return l.store.Update(context.WithoutCancel(ctx), func(tx storage.Tx) error { return activity.Record(tx, l.random, line) })
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

func (r *syncRun) cut(why error, left int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.throttled = why
	r.totals.RateLimited = left
}

func (r *syncRun) end(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

// StopPatience is how long a run may take to reach its next boundary when the
// service ends.
const StopPatience = 10 * time.Second
