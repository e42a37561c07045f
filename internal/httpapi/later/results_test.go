package later_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi/later"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// processes returns the results of two processes with one database.
func processes(t *testing.T) (one, another *later.Results) {
	store := storagetest.Strict(t, memory.New())
	env := storage.Env{Store: store, Now: time.Now, Random: rand.Reader}
	return later.New(env), later.New(env)
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

// TestResultOfADeadProcess asks for work whose process was killed, or only stopped.
func TestResultOfADeadProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, other := processes(t)
		p := begin(t, r) // and then it is killed
		begun := storage.TimeOf(time.Now())
		time.Sleep(later.HeartbeatTimeout)
		checkResult(t, other, later.Result{ID: p.ID(), Status: later.Running, StartedAt: begun})
		time.Sleep(time.Second)
		checkResult(t, other, later.Result{
			ID: p.ID(), Status: later.Failed, StartedAt: begun, EndedAt: storage.NullTime(begun), HTTPStatus: http.StatusServiceUnavailable,
			Answer: []byte(`{"error":"The process that did the work has ended. Look at what it has done before you send the request again"}`),
		})
		time.Sleep(2 * later.Retention)
		begin(t, other)
		end(t, p) // it was stopped and not killed
		if !known(t, other, p) {
			t.Error("the result of a process that was stopped is lost")
		}
	})
}

// TestResultsAreBounded begins too many requests, which are refused, and makes too many
// results, of which the oldest that have ended make room.
func TestResultsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, other := processes(t)
		var all []*later.Pending
		for range 64 {
			all = append(all, begin(t, r))
			time.Sleep(time.Millisecond)
		}
		_, err := r.Begin(t.Context())
		if refused, ok := errors.AsType[*op.Error](err); !ok || refused.Status != http.StatusServiceUnavailable || refused.RetryAfter == 0 {
			t.Errorf("with 64 requests in progress: %v", err)
		}
		end(t, all[5])
		for range 1000 - len(all) {
			end(t, begin(t, other))
			time.Sleep(time.Millisecond)
		}
		check := func(when string, want ...bool) {
			t.Helper()
			if diff := cmp.Diff(want, []bool{known(t, r, all[0]), known(t, r, all[1]), known(t, r, all[5])}); diff != "" {
				t.Errorf("%s, results that are there (-want +got):\n%s", when, diff)
			}
		}
		end(t, begin(t, r))
		check("when the oldest has not ended", true, true, true)
		end(t, all[0])
		end(t, begin(t, r))
		check("when it has", false, true, true)
	})
}

// busy is a store whose updates fail, or hang, for some time.
type busy struct {
	storage.Store
	until time.Time
	hangs bool
}

func (b *busy) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	switch wait := time.Until(b.until); {
	case wait > 0 && b.hangs:
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	case wait > 0:
		return storage.ErrUnavailable
	}
	return b.Store.Update(ctx, fn)
}

// TestBusyDatabase ends work while the database takes nothing for minutes, as during a restore.
// The work is running until its answer is stored. New work is refused.
func TestBusyDatabase(t *testing.T) {
	t.Parallel()
	for _, hangs := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			store := &busy{Store: memory.New(), hangs: hangs}
			r := later.New(storage.Env{Store: store, Now: time.Now, Random: rand.Reader})
			p := begin(t, r)
			began := storage.TimeOf(time.Now())
			store.until = time.Now().Add(9 * time.Minute)
			if _, err := r.Begin(t.Context()); err == nil {
				t.Error("new work has begun")
			}
			var ended sync.WaitGroup
			ended.Go(func() {
				if err := p.Do(t.Context(), func() (int, []byte) { time.Sleep(5 * time.Minute); return http.StatusOK, []byte("{}") }); err != nil {
					t.Error(err)
				}
			})
			time.Sleep(8 * time.Minute)
			checkResult(t, r, later.Result{ID: p.ID(), Status: later.Running, StartedAt: began})
			ended.Wait()
			if got, err := r.Get(t.Context(), p.ID()); err != nil || got.Status != later.Done || time.Since(store.until) > time.Minute {
				t.Errorf("the result is %+v, %v, %v after the database works", got, err, time.Since(store.until))
			}
		})
	}
}
