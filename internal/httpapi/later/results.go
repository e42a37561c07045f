package later

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

const (
	// maxRunning is how many requests without a waiting client a process works on at once.
	maxRunning = 64
	// maxResults is how many results there are, of which the newest stay.
	maxResults = 1000
	// Retention is how long a result is available after the work has ended.
	Retention = time.Hour

	// HeartbeatInterval is how often a process says that it works on a request.
	HeartbeatInterval = 20 * time.Second
	// HeartbeatTimeout is how long after its last heartbeat a process is taken for dead. A
	// heartbeat waits for the writes of others, of which a restore takes minutes.
	HeartbeatTimeout = 10 * time.Minute

	// beginTimeout is how long the start of a request may wait for the writes of others.
	beginTimeout = 10 * time.Second
	// endTimeout is how long each attempt to store an answer may take, and endPause the time
	// between two of them.
	endTimeout  = 30 * time.Second
	endPause    = 5 * time.Second
	endAttempts = 120
)

// errBusy is the answer to a request that cannot begin.
var errBusy = &op.Error{Status: http.StatusServiceUnavailable, Message: "The service is busy. Try again later", RetryAfter: time.Minute}

// The states of a result.
const (
	Running = "running"
	Done    = "done"
	Failed  = "failed"
)

// Result is the state of a request that did not wait, and then its answer.
type Result struct {
	ID        string           `json:"id"`        // the ID
	Status    status           `json:"status"`    // the status
	StartedAt storage.Time     `json:"startedAt"` // when it began
	EndedAt   storage.NullTime `json:"endedAt"`   // when it ended; null: it has not
	// The status of the response; 0: the request is still running.
	HTTPStatus int `json:"httpStatus"`
	// The body of the response: that of the operation, or an error if httpStatus is 400 or more. Null:
	// the request is still running.
	Answer json.RawMessage `json:"answer"`
}

type status string

func (status) Schema() *openapi.Schema { return openapi.OneOf(Running, Done, Failed) }

// Results are the results of the last hour. They are safe for concurrent use.
type Results struct {
	storage.Env

	mu  sync.Mutex
	own map[string]struct{} // the IDs of the requests that this process works on
}

// New returns the results in a store.
func New(env storage.Env) *Results {
	return &Results{Env: env, own: make(map[string]struct{})}
}

// Pending is a result whose work has not ended.
type Pending struct {
	results *Results
	record  storage.Result
}

// Begin adds a result that is running. With too many requests in progress, or if the database
// is busy, it returns an error for the client. Each Begin is followed by Do or End.
func (r *Results) Begin(ctx context.Context) (*Pending, error) {
	now := storage.TimeOf(r.Now())
	id, err := storage.NewID(now, r.Random)
	if err != nil {
		return nil, fmt.Errorf("begin a request: %w", err)
	}
	if !r.enter(id) {
		return nil, errBusy
	}
	p := &Pending{r, storage.Result{ID: id, StartedAt: now, HeartbeatAt: now}}
	limited, cancel := context.WithTimeout(ctx, beginTimeout)
	defer cancel()
	err = r.Store.Update(limited, func(tx *storage.Tx) error {
		if err := makeRoom(tx, now); err != nil {
			return err
		}
		return tx.Results.Put(p.record)
	})
	if err == nil {
		return p, nil
	}
	r.leave(id)
	if limited.Err() != nil && ctx.Err() == nil {
		return nil, errBusy
	}
	return nil, fmt.Errorf("begin a request: %w", err)
}

// enter takes one of the places of this process, and reports whether there was one.
func (r *Results) enter(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.own) >= maxRunning {
		return false
	}
	r.own[id] = struct{}{}
	return true
}

func (r *Results) leave(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.own, id)
}

// makeRoom removes the results that ended long ago, or whose process did, and, if there are too
// many, the oldest that have ended.
func makeRoom(tx *storage.Tx, now storage.Time) error {
	var gone []string
	for _, q := range []storage.ResultQuery{{Running: true}, {EndedBy: now.Add(-Retention)}, {Offset: maxResults - 1}} {
		for one, err := range tx.Results.List(q) {
			if err != nil {
				return err
			}
			if one.EndedAt != 0 || one.HeartbeatAt < now.Add(-HeartbeatTimeout-Retention) {
				gone = append(gone, one.ID)
			}
		}
	}
	_, err := tx.Results.Delete(gone...)
	return err
}

// ID returns the ID of the result.
func (p *Pending) ID() string { return p.record.ID }

// Do does the work, whose status and answer become the result, with heartbeats until then. An
// error is one of storing the result: clients see that the work failed after
// [HeartbeatTimeout].
func (p *Pending) Do(ctx context.Context, work func() (httpStatus int, answer []byte)) error {
	ended := make(chan struct{})
	var heart sync.WaitGroup
	heart.Go(func() { p.beat(ctx, ended) })
	httpStatus, answer := work()
	close(ended)
	heart.Wait()
	return p.End(ctx, httpStatus, answer)
}

// beat stores heartbeats until the work has ended. One that fails is not missed: the next one
// or the end replaces it.
func (p *Pending) beat(ctx context.Context, ended <-chan struct{}) {
	ticker := time.NewTicker(HeartbeatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ticker.C:
			p.record.HeartbeatAt = storage.TimeOf(p.results.Now())
			_ = p.put(ctx)
		}
	}
}

// End sets the answer. While the database does not take it, it is offered again, once more
// after the context has ended.
func (p *Pending) End(ctx context.Context, httpStatus int, answer []byte) error {
	defer p.results.leave(p.record.ID)
	now := storage.TimeOf(p.results.Now())
	p.record.HeartbeatAt, p.record.EndedAt = now, storage.NullTime(now)
	p.record.HTTPStatus, p.record.Answer = httpStatus, answer
	for attempt := 1; ; attempt++ {
		last := ctx.Err() != nil || attempt == endAttempts
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
		err := p.put(limited)
		again := errors.Is(err, storage.ErrUnavailable) || limited.Err() != nil
		cancel()
		switch {
		case err == nil:
			return nil
		case last || !again:
			return fmt.Errorf("store the result of a request: %w", err)
		}
		select {
		case <-time.After(endPause):
		case <-ctx.Done():
		}
	}
}

func (p *Pending) put(ctx context.Context) error {
	return p.results.Store.Update(ctx, func(tx *storage.Tx) error { return tx.Results.Put(p.record) })
}

// dead reports whether no process works on a request any more.
func (r *Results) dead(one storage.Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, own := r.own[one.ID]
	return !own && one.EndedAt == 0 && one.HeartbeatAt < storage.TimeOf(r.Now()).Add(-HeartbeatTimeout)
}

// Get returns a result. One that is unknown, or older than [Retention], is
// [storage.ErrNotFound].
func (r *Results) Get(ctx context.Context, id string) (Result, error) {
	one, err := storage.View(ctx, r.Store, func(tx *storage.Tx) (storage.Result, error) { return tx.Results.Get(id) })
	if err != nil {
		return Result{}, fmt.Errorf("result %s: %w", id, err)
	}
	if r.dead(one) {
		one.EndedAt, one.HTTPStatus = storage.NullTime(one.HeartbeatAt), http.StatusServiceUnavailable
		one.Answer = json.RawMessage(`{"error":"The process that did the work has ended. Look at what it has done before you send the request again"}`)
	}
	if one.EndedAt != 0 && storage.Time(one.EndedAt) < storage.TimeOf(r.Now()).Add(-Retention) {
		return Result{}, storage.Missing(one, id)
	}
	return Result{ID: one.ID, Status: statusOf(one), StartedAt: one.StartedAt, EndedAt: one.EndedAt, HTTPStatus: one.HTTPStatus, Answer: one.Answer}, nil
}

func statusOf(one storage.Result) status {
	switch {
	case one.EndedAt == 0:
		return Running
	case one.HTTPStatus >= http.StatusBadRequest:
		return Failed
	}
	return Done
}

// Operation returns the operation that answers results.
func (r *Results) Operation() op.Operation {
	return op.New(op.Spec{
		Route: op.ResultRoute, ID: "result", Group: "runs", Summary: "Get the result of a request that did not wait", Private: true,
		Refuses: []int{http.StatusNotFound},
	}, func(ctx context.Context, in resultRequest) (Result, error) { return r.Get(ctx, in.ID) })
}

type resultRequest struct {
	ID string `path:"id" doc:"The ID from the response to the request. A result is available for an hour after the work has ended, if it is one of the newest 1,000."`
}
