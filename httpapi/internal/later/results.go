package later

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

const (
	// maxRunning is how many requests without a waiting client are in progress at once.
	maxRunning = 64
	// maxResults is how many results there are, of which the newest stay.
	maxResults = 256
	// Retention is how long a result is available after the work has ended.
	Retention = time.Hour

	// Beat is how often the process that does the work says so.
	Beat = 20 * time.Second
	// Silence is after how long without a beat the process is taken for dead. It is longer
	// than an Update may wait for another.
	Silence = 2 * time.Minute

	// endTimeout is how long the end of the work may wait for the database.
	endTimeout = 30 * time.Second
)

// The states of a result.
const (
	Running = "running"
	Done    = "done"
	Failed  = "failed"
)

// Result is the state of a request that did not wait, and then its answer.
type Result struct {
	ID        string           `json:"id"`
	Status    status           `json:"status"`
	StartedAt storage.Time     `json:"startedAt"`
	EndedAt   storage.NullTime `json:"endedAt"`
	// HTTPStatus is the status that the request would have been answered with; zero while
	// it is running.
	HTTPStatus int `json:"httpStatus"`
	// Answer is the body that the request would have been answered with: that of the
	// operation or, with a status from 400, a refusal. Null while it is running.
	Answer json.RawMessage `json:"answer"`
}

type status string

func (status) Schema() *openapi.Schema { return openapi.OneOf(Running, Done, Failed) }

// Results are the results of the last hour. They are safe for concurrent use.
type Results struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
}

// New returns the results in a store.
func New(store storage.Store, now func() time.Time, random io.Reader) *Results {
	return &Results{store: store, now: now, random: random}
}

// Pending is a result whose work has not ended.
type Pending struct {
	results *Results
	record  storage.Result
}

// Begin adds a result that is running. With too many requests in progress it returns an error
// for the client.
func (r *Results) Begin(ctx context.Context) (*Pending, error) {
	now := storage.TimeOf(r.now())
	id, err := storage.NewID(now, r.random)
	if err != nil {
		return nil, fmt.Errorf("begin a request: %w", err)
	}
	p := &Pending{r, storage.Result{ID: id, StartedAt: now, AliveAt: now}}
	err = r.store.Update(ctx, func(tx *storage.Tx) error {
		if err := r.makeRoom(tx, now); err != nil {
			return err
		}
		return tx.Results.Put(p.record)
	})
	if err != nil {
		return nil, fmt.Errorf("begin a request: %w", err)
	}
	return p, nil
}

// makeRoom removes the results that ended long ago and, if there are too many, the oldest.
func (r *Results) makeRoom(tx *storage.Tx, now storage.Time) error {
	var gone []string
	running := 0
	for _, q := range []storage.ResultQuery{{Running: true}, {EndedBy: now.Add(-Retention)}, {Offset: maxResults - 1}} {
		for one, err := range tx.Results.List(q) {
			if err != nil {
				return err
			}
			switch {
			case one.EndedAt != 0, one.AliveAt < now.Add(-Silence-Retention):
				gone = append(gone, one.ID)
			case q.Running && one.AliveAt >= now.Add(-Silence):
				running++
			}
		}
	}
	if running >= maxRunning {
		return &op.Error{Status: http.StatusServiceUnavailable, Message: "Too many requests are in progress. Try again later", RetryAfter: time.Minute}
	}
	_, err := tx.Results.Delete(gone...)
	return err
}

// ID returns the ID of the result.
func (p *Pending) ID() string { return p.record.ID }

// Do does the work, whose status and answer become the result. Until then it says at each
// [Beat] that the work goes on. An error is one of storing the result: clients see the work
// fail after [Silence].
func (p *Pending) Do(ctx context.Context, work func() (httpStatus int, answer []byte)) error {
	ended := make(chan struct{})
	var beats sync.WaitGroup
	beats.Go(func() { p.beat(ctx, ended) })
	httpStatus, answer := work()
	close(ended)
	beats.Wait()
	return p.End(ctx, httpStatus, answer)
}

// beat says that the work goes on until it has ended. A beat that cannot be stored is not
// missed: the next one or the end replaces it.
func (p *Pending) beat(ctx context.Context, ended <-chan struct{}) {
	ticker := time.NewTicker(Beat)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ticker.C:
			p.record.AliveAt = storage.TimeOf(p.results.now())
			_ = p.put(ctx)
		}
	}
}

// End sets the answer, even if the context has ended.
func (p *Pending) End(ctx context.Context, httpStatus int, answer []byte) error {
	now := storage.TimeOf(p.results.now())
	p.record.AliveAt, p.record.EndedAt = now, storage.NullTime(now)
	p.record.HTTPStatus, p.record.Answer = httpStatus, answer
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	if err := p.put(ctx); err != nil {
		return fmt.Errorf("store the result of a request: %w", err)
	}
	return nil
}

func (p *Pending) put(ctx context.Context) error {
	return p.results.store.Update(ctx, func(tx *storage.Tx) error { return tx.Results.Put(p.record) })
}

// Get returns a result. One that is unknown, or older than [Retention], is
// [storage.ErrNotFound].
func (r *Results) Get(ctx context.Context, id string) (Result, error) {
	var one storage.Result
	err := r.store.View(ctx, func(tx *storage.Tx) (err error) {
		one, err = tx.Results.Get(id)
		return err
	})
	if err != nil {
		return Result{}, fmt.Errorf("result %s: %w", id, err)
	}
	now := storage.TimeOf(r.now())
	if one.EndedAt == 0 && one.AliveAt < now.Add(-Silence) {
		one.EndedAt, one.HTTPStatus = storage.NullTime(one.AliveAt), http.StatusServiceUnavailable
		one.Answer = json.RawMessage(`{"error":"The service ended before the work did. Send the request again"}`)
	}
	if one.EndedAt != 0 && storage.Time(one.EndedAt) < now.Add(-Retention) {
		return Result{}, fmt.Errorf("result %s: %w", id, storage.ErrNotFound)
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
	ID string `path:"id" doc:"The ID from the response to the request. A result is available for an hour after the work has ended."`
}
