package later

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

const (
	// maxResults is how many results there are at once.
	maxResults = 64
	// maxBytes is how long all answers together may be. The oldest make room, but the
	// newest is there even if it alone is longer.
	maxBytes = 16 << 20
	// Retention is how long a result is available after the work has ended.
	Retention = time.Hour
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
	now    func() time.Time
	random io.Reader

	mu  sync.Mutex
	all []Result // in the order of their starts
}

// New returns an empty list of results.
func New(now func() time.Time, random io.Reader) *Results { return &Results{now: now, random: random} }

// Begin adds a result that is running and returns its ID. With too many requests in
// progress it returns an error for the client.
func (r *Results) Begin() (string, error) {
	now := storage.TimeOf(r.now())
	id, err := storage.NewID(now, r.random)
	if err != nil {
		return "", fmt.Errorf("begin a request: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	if len(r.all) >= maxResults {
		ended := slices.IndexFunc(r.all, func(one Result) bool { return one.Status != Running })
		if ended < 0 {
			return "", &op.Error{Status: http.StatusServiceUnavailable, Message: "Too many requests are in progress. Try again later", RetryAfter: time.Minute}
		}
		r.all = slices.Delete(r.all, ended, ended+1)
	}
	r.all = append(r.all, Result{ID: id, Status: Running, StartedAt: now})
	return id, nil
}

// End sets the answer of a request.
func (r *Results) End(id string, httpStatus int, answer []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.all, func(one Result) bool { return one.ID == id })
	if i < 0 {
		return
	}
	one := &r.all[i]
	one.Status, one.HTTPStatus, one.Answer = Done, httpStatus, answer
	if httpStatus >= http.StatusBadRequest {
		one.Status = Failed
	}
	one.EndedAt = storage.NullTime(storage.TimeOf(r.now()))
	r.shrink(id)
}

// shrink removes the oldest answers but one while all are too long. The mutex is held.
func (r *Results) shrink(but string) {
	size := 0
	for _, one := range r.all {
		size += len(one.Answer)
	}
	r.all = slices.DeleteFunc(r.all, func(one Result) bool {
		old := size > maxBytes && one.Status != Running && one.ID != but
		if old {
			size -= len(one.Answer)
		}
		return old
	})
}

// Get returns a result. One that is unknown, or older than [Retention], is
// [storage.ErrNotFound].
func (r *Results) Get(id string) (Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(storage.TimeOf(r.now()))
	for _, one := range r.all {
		if one.ID == id {
			return one, nil
		}
	}
	return Result{}, fmt.Errorf("result %s: %w", id, storage.ErrNotFound)
}

// expire removes the results that ended long ago. The mutex is held.
func (r *Results) expire(now storage.Time) {
	r.all = slices.DeleteFunc(r.all, func(one Result) bool {
		return one.Status != Running && storage.Time(one.EndedAt)+storage.Time(Retention.Milliseconds()) < now
	})
}

// Operation returns the operation that answers results.
func (r *Results) Operation() op.Operation {
	return op.New(op.Spec{
		Route: op.ResultRoute, ID: "result", Group: "runs", Summary: "Get the result of a request that did not wait", Private: true,
		Refuses: []int{http.StatusNotFound},
	}, func(_ context.Context, in resultRequest) (Result, error) { return r.Get(in.ID) })
}

type resultRequest struct {
	ID string `path:"id" doc:"The ID from the response to the request. A result is available for an hour, from the process that did the work."`
}
