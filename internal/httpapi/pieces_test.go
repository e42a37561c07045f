package httpapi_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

// piecewise is a client that records the first and the largest piece of an answer that it is sent at once.
type piecewise struct {
	*httptest.ResponseRecorder
	pause          time.Duration // before it takes a piece
	first, largest int
}

func (w *piecewise) Write(p []byte) (int, error) {
	time.Sleep(w.pause)
	w.first, w.largest = cmp.Or(w.first, len(p)), max(w.largest, len(p))
	return w.ResponseRecorder.Write(p)
}

// inPieces reports whether the client was sent little at first, and then pieces that are neither so large that it holds much
// memory should it stop, nor so small that an answer takes many calls.
func (w *piecewise) inPieces() bool {
	return w.first <= httpapi.StallQuota && w.largest > 128<<10 && w.largest <= 256<<10
}

// A client that takes its time gets short pieces of a large answer.
func TestSlowClientGetsShortPieces(t *testing.T) {
	t.Parallel()
	a := newKept(t, func(context.Context, string, string) (any, error) { return strings.Repeat("0123456789", 60_000), nil }, func(c *httpapi.Config) {
		c.DataDir, c.StallTimeout = t.TempDir(), 640*time.Millisecond
	})
	to := &piecewise{ResponseRecorder: httptest.NewRecorder(), pause: 15 * time.Millisecond}
	a.ServeHTTP(to, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/api/kept/a?name=x", nil))
	if to.Code != http.StatusOK || to.Body.Len() < 600_000 || to.largest > httpapi.StallQuota {
		t.Errorf("status %d, %d bytes, %d at once", to.Code, to.Body.Len(), to.largest)
	}
}

// A large answer is sent from a file, whether it is cached or not: a client that receives slowly holds a piece of it.
func TestLargeAnswersAreSentInPieces(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("0123456789", 200_000)
	for name, budget := range map[string]int64{"cached": 64 << 20, "too large for the cache": 1 << 20, "no cache": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newKept(t, func(context.Context, string, string) (any, error) { return text, nil }, func(c *httpapi.Config) {
				c.CacheBytes, c.DataDir = budget, t.TempDir()
			})
			for range 2 {
				to := &piecewise{ResponseRecorder: httptest.NewRecorder()}
				a.ServeHTTP(to, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/api/kept/a?name=x", nil))
				if got := to.Body.String(); to.Code != http.StatusOK || strings.TrimSpace(got) != `"`+text+`"` || to.Header().Get("Content-Length") != fmt.Sprint(len(got)) {
					t.Errorf("status %d, %d bytes", to.Code, len(got))
				}
				if !to.inPieces() || to.Header().Get("Etag") == "" {
					t.Errorf("%d and up to %d bytes were sent at once, with the entity tag %q", to.first, to.largest, to.Header().Get("Etag"))
				}
			}
			if _, size := httpapi.CacheSize(a.API); size > 10_000 {
				t.Errorf("the cache holds %d bytes in memory", size)
			}
		})
	}
}

func TestLargeAnswersThatAreNotCachedAreSentInPieces(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, func(cfg *httpapi.Config) { cfg.DataDir = t.TempDir() })
	a.update(func(tx *storage.Tx) error {
		now := storage.TimeOf(a.clock.Now())
		for id := range 400 {
			if err := tx.Audits.Put(storage.Audit{ID: fmt.Sprint(id), CreatedAt: now, Action: "x", Detail: strings.Repeat("x", 3000)}); err != nil {
				return err
			}
		}
		return nil
	})
	to := &piecewise{ResponseRecorder: httptest.NewRecorder()}
	a.ServeHTTP(to, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/api/audit?limit=500", nil))
	if got := to.Body.Len(); to.Code != http.StatusOK || got < 1_200_000 || to.Header().Get("Content-Length") != fmt.Sprint(got) || !to.inPieces() {
		t.Errorf("status %d, %d bytes, %d and up to %d at once: %.200s", to.Code, got, to.first, to.largest, to.Body)
	}
}
