package later_test

import (
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
)

func TestResults(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := later.New(time.Now, rand.Reader)
		id, err := r.Begin()
		if err != nil {
			t.Fatal(err)
		}
		begun := storage.TimeOf(time.Now())
		want := later.Result{ID: id, Status: later.Running, StartedAt: begun}
		check := func() {
			t.Helper()
			got, err := r.Get(id)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v, result (-want +got):\n%s", err, diff)
			}
		}
		time.Sleep(2 * later.Retention) // work may take longer than its result is available
		check()
		r.End(id, http.StatusConflict, []byte(`{"error":"x"}`))
		want.Status, want.HTTPStatus, want.Answer = later.Failed, http.StatusConflict, []byte(`{"error":"x"}`)
		want.EndedAt = storage.NullTime(storage.TimeOf(time.Now()))
		time.Sleep(later.Retention)
		check()
		time.Sleep(time.Minute)
		if _, err := r.Get(id); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("after the retention: %v", err)
		}
	})
}

// The oldest result that has ended makes room; without one the request is refused.
func TestResultsAreBounded(t *testing.T) {
	t.Parallel()
	r := later.New(time.Now, rand.Reader)
	var ids []string
	for range 64 {
		id, err := r.Begin()
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	_, err := r.Begin()
	if refused, ok := errors.AsType[*op.Error](err); !ok || refused.Status != http.StatusServiceUnavailable || refused.RetryAfter == 0 {
		t.Errorf("with 64 requests in progress: %v", err)
	}
	r.End(ids[5], http.StatusOK, []byte("{}"))
	if _, err := r.Begin(); err != nil {
		t.Errorf("with 63 requests in progress: %v", err)
	}
	if _, err := r.Get(ids[5]); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the result that made room: %v", err)
	}
	if _, err := r.Get(ids[6]); err != nil {
		t.Errorf("a result that has not ended: %v", err)
	}
}

// The oldest answers make room for a long one.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	r := later.New(time.Now, rand.Reader)
	var ids []string
	for range 5 {
		id, err := r.Begin()
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for _, id := range ids[1:4] { // the first has not ended
		r.End(id, http.StatusOK, make([]byte, 7<<20))
	}
	there := func() (all []bool) {
		for _, id := range ids {
			_, err := r.Get(id)
			all = append(all, err == nil)
		}
		return all
	}
	if diff := cmp.Diff([]bool{true, false, true, true, true}, there()); diff != "" {
		t.Errorf("after 21 MiB (-want +got):\n%s", diff)
	}
	r.End(ids[4], http.StatusOK, make([]byte, 20<<20))
	if diff := cmp.Diff([]bool{true, false, false, false, true}, there()); diff != "" {
		t.Errorf("after an answer that is too long alone (-want +got):\n%s", diff)
	}
}
