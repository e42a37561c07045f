package later_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/httpapi/internal/later"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// processes returns the results of two processes with one database.
func processes(t *testing.T) (one, another *later.Results) {
	store := storagetest.Strict(t, memory.New())
	return later.New(store, time.Now, rand.Reader), later.New(store, time.Now, rand.Reader)
}

func begin(t *testing.T, r *later.Results) *later.Pending {
	t.Helper()
	p, err := r.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func end(t *testing.T, p *later.Pending) {
	t.Helper()
	if err := p.End(t.Context(), http.StatusOK, []byte("{}")); err != nil {
		t.Fatal(err)
	}
}

func known(t *testing.T, r *later.Results, p *later.Pending) bool {
	t.Helper()
	_, err := r.Get(t.Context(), p.ID())
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func checkResult(t *testing.T, r *later.Results, want later.Result) {
	t.Helper()
	got, err := r.Get(t.Context(), want.ID)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, result (-want +got):\n%s", err, diff)
	}
}

// TestResults asks another process for the result of work that takes hours, even after the
// end of the context.
func TestResults(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, other := processes(t)
		p := begin(t, r)
		want := later.Result{ID: p.ID(), Status: later.Running, StartedAt: storage.TimeOf(time.Now())}
		checkResult(t, other, want)
		ctx, cancel := context.WithCancel(t.Context())
		err := p.Do(ctx, func() (int, []byte) {
			for range 10 {
				time.Sleep(later.Retention / 4)
				checkResult(t, other, want)
			}
			cancel()
			return http.StatusConflict, []byte(`{"error":"x"}`)
		})
		if err != nil {
			t.Error(err)
		}
		want.Status, want.HTTPStatus, want.Answer = later.Failed, http.StatusConflict, []byte(`{"error":"x"}`)
		want.EndedAt = storage.NullTime(storage.TimeOf(time.Now()))
		time.Sleep(later.Retention)
		checkResult(t, other, want)
		time.Sleep(time.Minute)
		if known(t, other, p) {
			t.Error("the result is there after the retention")
		}
	})
}

// TestResultOfADeadProcess holds that work ends for its client when the process does not.
func TestResultOfADeadProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, other := processes(t)
		p := begin(t, r) // and then it is killed
		begun := storage.TimeOf(time.Now())
		time.Sleep(later.Silence)
		checkResult(t, other, later.Result{ID: p.ID(), Status: later.Running, StartedAt: begun})
		time.Sleep(time.Second)
		checkResult(t, other, later.Result{
			ID: p.ID(), Status: later.Failed, StartedAt: begun, EndedAt: storage.NullTime(begun), HTTPStatus: http.StatusServiceUnavailable,
			Answer: []byte(`{"error":"The service ended before the work did. Send the request again"}`),
		})
		for range 63 {
			begin(t, other)
		}
		begin(t, other) // the dead one is none of 64
		time.Sleep(2 * later.Retention)
		begin(t, other)
		end(t, p) // it was stopped and not killed
		if !known(t, other, p) {
			t.Error("the result of a process that was stopped is lost")
		}
	})
}

// TestResultsAreBounded holds that the oldest results make room, unless their work has not
// ended, and that a request too many is refused.
func TestResultsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, other := processes(t)
		var all []*later.Pending
		for range 63 {
			all = append(all, begin(t, r))
			time.Sleep(time.Millisecond)
		}
		end(t, all[5])
		all = append(all, begin(t, other), begin(t, other))
		_, err := r.Begin(t.Context())
		if refused, ok := errors.AsType[*op.Error](err); !ok || refused.Status != http.StatusServiceUnavailable || refused.RetryAfter == 0 {
			t.Errorf("with 64 requests in progress: %v", err)
		}
		end(t, all[6])
		for range 256 - len(all) {
			time.Sleep(time.Millisecond)
			end(t, begin(t, other))
		}
		oldest := func() []bool { return []bool{known(t, r, all[0]), known(t, r, all[1]), known(t, r, all[5])} }
		time.Sleep(time.Millisecond)
		end(t, begin(t, r)) // one too many, but the oldest has not ended
		if diff := cmp.Diff([]bool{true, true, true}, oldest()); diff != "" {
			t.Errorf("results that are there (-want +got):\n%s", diff)
		}
		end(t, all[0])
		time.Sleep(time.Millisecond)
		end(t, begin(t, r))
		if diff := cmp.Diff([]bool{false, true, true}, oldest()); diff != "" {
			t.Errorf("results that are there with two too many (-want +got):\n%s", diff)
		}
	})
}
