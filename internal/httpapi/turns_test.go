package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func TestHeavyOperations(t *testing.T) {
	t.Parallel()
	want := []string{
		"GET /api/apps/export", "GET /api/backup/export", "GET /api/export", "GET /api/export/audit-bundle", "GET /api/stats/panel",
		"POST /api/export/audit-bundle",
	}
	if diff := cmp.Diff(want, httpapi.Heavy(newAPI(t, nil).API)); diff != "" {
		t.Errorf("heavy operations (-want +got):\n%s", diff)
	}
}

// newHeavy returns an API whose heavy answers call make.
func newHeavy(t *testing.T, make func(context.Context) error) *api {
	t.Helper()
	return start(t, func(cfg httpapi.Config) (*httpapi.API, error) { return httpapi.NewHeavy(cfg, make) },
		func(cfg *httpapi.Config) { cfg.AdminToken, cfg.StallTimeout = token, time.Minute })
}

// Of many requests for heavy answers two are served at a time. The others wait for ten seconds, and those
// with the token for each other only.
func TestFewHeavyAnswersAreMadeAtOnce(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/api/heavy/table", "/api/heavy/count"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var running, most atomic.Int64
				a := newHeavy(t, func(context.Context) error {
					most.Store(max(most.Load(), running.Add(1)))
					defer running.Add(-1)
					time.Sleep(4 * time.Second)
					return nil
				})
				var mu sync.Mutex
				got := make(map[string]int) // how many had an outcome
				var all sync.WaitGroup
				ask := func(n int, options ...option) {
					all.Go(func() {
						began := time.Now()
						answer := a.do("GET", fmt.Sprint(path, "?name=", n), options...)
						mu.Lock()
						defer mu.Unlock()
						got[fmt.Sprint(answer.Code, " ", answer.Header().Get("Retry-After"), " after ", time.Since(began))]++
					})
				}
				for n := range 10 {
					ask(n)
				}
				synctest.Wait()
				ask(10, withHeader)
				all.Wait()
				want := map[string]int{"200  after 4s": 3, "200  after 8s": 2, "200  after 12s": 2, "503 10 after 10s": 4}
				if diff := cmp.Diff(want, got); diff != "" || most.Load() != 3 {
					t.Errorf("at most %d at once; outcomes (-want +got):\n%s", most.Load(), diff)
				}
				a.do("GET", path+"?name=0").status(http.StatusOK) // a turn ends also after a refusal
			})
		})
	}
}

// A cached answer is sent at once, and a client that receives slowly keeps no other waiting.
func TestSendingAHeavyAnswerTakesNoTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		makes := func(context.Context) error {
			time.Sleep(time.Second)
			return nil
		}
		a := newHeavy(t, makes)
		a.do("GET", "/api/heavy/count").status(http.StatusOK)
		var slow sync.WaitGroup
		received := make(chan struct{})
		for range 2 {
			slow.Go(func() {
				r := httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/api/heavy/table", nil)
				a.ServeHTTP(&slowWriter{httptest.NewRecorder(), received}, r)
			})
		}
		time.Sleep(time.Second / 2) // both are being made
		began := time.Now()
		a.do("GET", "/api/heavy/count").status(http.StatusOK)
		if took := time.Since(began); took != 0 {
			t.Errorf("the cached answer took %v", took)
		}
		a.do("GET", "/api/heavy/table").status(http.StatusOK)
		if took := time.Since(began); took != 3*time.Second/2 { // half a second for one of the others, and one for itself
			t.Errorf("beside two slow clients it took %v", took)
		}
		close(received)
		slow.Wait()
	})
}

// slowWriter is a client that receives nothing until the channel is closed.
type slowWriter struct {
	http.ResponseWriter
	received chan struct{}
}

func (w *slowWriter) Write(p []byte) (int, error) {
	<-w.received
	return w.ResponseWriter.Write(p)
}
