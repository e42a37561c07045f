package httpapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// sharedLimiter is a limiter that replicas share, on the clock of a test.
type sharedLimiter struct {
	limiter.Store // has the methods that are not called
	calls         uint64
	window        time.Duration
	now           func() time.Time
	windows       map[string]*sharedWindow
}

type sharedWindow struct {
	end   time.Time
	taken uint64
}

func (s *sharedLimiter) at(key string) *sharedWindow {
	w := s.windows[key]
	if w == nil || !s.now().Before(w.end) {
		w = &sharedWindow{end: s.now().Add(s.window)}
		s.windows[key] = w
	}
	return w
}

func (s *sharedLimiter) Get(_ context.Context, key string) (calls, left uint64, err error) {
	return s.calls, s.calls - s.at(key).taken, nil
}

func (s *sharedLimiter) Take(_ context.Context, key string) (calls, left, reset uint64, ok bool, err error) {
	w := s.at(key)
	if ok = w.taken < s.calls; ok {
		w.taken++
	}
	return s.calls, s.calls - w.taken, uint64(w.end.UnixNano()), ok, nil
}

// TestReplicasLockAnAddressTogether sends wrong tokens to two replicas by turns.
func TestReplicasLockAnAddressTogether(t *testing.T) {
	t.Parallel()
	clock := newClock()
	limits := make(map[string]limiter.Store)
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	replica := func(c *httpapi.Config) {
		c.AdminToken, c.Now, c.Logger = token, clock.Now, logger
		c.NewLimiter = func(bucket string, calls uint64, window time.Duration) (limiter.Store, error) {
			other, err := unlimited(bucket, calls, window)
			if err != nil || !strings.HasPrefix(bucket, "wrong tokens") {
				return other, err
			}
			if limits[bucket] == nil {
				limits[bucket] = &sharedLimiter{other, calls, window, clock.Now, make(map[string]*sharedWindow)}
			}
			return limits[bucket], nil
		}
	}
	replicas := []*api{newStubbed(t, replica), newStubbed(t, replica)}
	reset := func(i, want int, options ...option) string {
		t.Helper()
		return replicas[i%2].do("POST", "/api/reset", append(options, sameOrigin)...).status(want).Header().Get("Retry-After")
	}
	for i := range 10 {
		reset(i, http.StatusUnauthorized, wrongToken)
		reset(i, http.StatusOK, withHeader, peer("192.0.2.10:1"))
	}
	clock.Advance(5 * time.Minute)
	for i, credential := range []option{wrongToken, withHeader, wrongToken, withHeader, bearer(token)} {
		if wait := reset(i, http.StatusTooManyRequests, credential); wait != "600" {
			t.Errorf("replica %d: Retry-After %q, want 600", i%2, wait)
		}
	}
	for i := range replicas {
		replicas[i].do("POST", loginPath, sameOrigin, loginWith(token)).status(http.StatusTooManyRequests)
		reset(i, http.StatusOK, withHeader, peer("192.0.2.10:1"))
	}
	clock.Advance(10 * time.Minute)
	for i := range replicas {
		reset(i, http.StatusOK, withHeader)
	}
	for i := range 100 { // ten of each address
		replicas[i%2].do("GET", "/api/health", wrongToken, peer(fmt.Sprintf("198.51.100.%d:1", i%10))).status(http.StatusOK)
	}
	if n := strings.Count(log.String(), "msg=\"many wrong tokens"); n != 1 {
		t.Errorf("%d warnings of 100 wrong tokens, want 1", n)
	}
}
