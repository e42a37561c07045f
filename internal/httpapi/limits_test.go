package httpapi_test

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/memorystore"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// limitOf returns a row's limit and window.
func limitOf(t *testing.T, row httpapi.Row) (calls int, window time.Duration) {
	t.Helper()
	calls, err := strconv.Atoi(row.Limit)
	if err != nil {
		t.Fatal(err)
	}
	if window, err = time.ParseDuration(row.Window); err != nil {
		t.Fatal(err)
	}
	return calls, window
}

func TestEveryLimitLetsItsCallsThroughAndNoMore(t *testing.T) {
	t.Parallel()
	for _, row := range httpapi.Rows() {
		if row.Limit == "" || row.Group == "auth" {
			continue
		}
		t.Run(row.Method+row.Path, func(t *testing.T) {
			t.Parallel()
			calls, window := limitOf(t, row)
			a := newStubbed(t, withToken)
			for range calls {
				a.do(row.Method, row.Path, withHeader).status(http.StatusOK)
			}
			a.clock.Advance(window - 1500*time.Millisecond)
			got := a.do(row.Method, row.Path, withHeader).error(http.StatusTooManyRequests, "Too many requests")
			want := map[string]string{"yes": "2", "no": ""}[row.RetryAfter]
			got.header("Retry-After", want)
			a.clock.Advance(1500 * time.Millisecond)
			a.do(row.Method, row.Path, withHeader).status(http.StatusOK)
		})
	}
}

func TestRetryAfterIsAtLeastASecond(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for range 30 {
		a.do("POST", "/api/scrape", sameOrigin).status(http.StatusOK)
	}
	a.clock.Advance(time.Minute - time.Millisecond)
	got := a.do("POST", "/api/scrape", sameOrigin).status(http.StatusTooManyRequests)
	got.header("Retry-After", "1")
}

func TestUnlimitedRoutesAreUnlimited(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for range 300 {
		a.do("GET", "/api/apps").status(http.StatusOK)
		a.do("POST", "/api/auth/admin-token/logout", sameOrigin).status(http.StatusOK)
	}
}

func TestRoutesOfOneBucketShareItsLimit(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for range 15 {
		a.do("GET", "/api/preview").status(http.StatusOK)
		a.do("GET", "/api/compare").status(http.StatusOK)
	}
	a.do("GET", "/api/compare").status(http.StatusTooManyRequests)
	for range 30 {
		a.do("POST", "/api/manual-apps", sameOrigin).status(http.StatusOK)
	}
	a.do("DELETE", "/api/manual-apps/1", sameOrigin).status(http.StatusTooManyRequests)
	a.do("POST", "/api/manual-apps/2/restore", sameOrigin).status(http.StatusTooManyRequests)
	a.do("POST", "/api/manual-apps/bulk", sameOrigin).status(http.StatusOK)
}

func TestBucketOfAnAppIsItsOwn(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for range 3 {
		a.do("POST", "/api/apps/1/import-history", sameOrigin).status(http.StatusOK)
	}
	a.do("POST", "/api/apps/1/import-history", sameOrigin).status(http.StatusTooManyRequests)
	a.do("POST", "/api/apps/2/import-history", sameOrigin).status(http.StatusOK)
	for _, same := range []string{"01", "0001", "00000000000000000001"} {
		a.do("POST", "/api/apps/"+same+"/import-history", sameOrigin).status(http.StatusTooManyRequests)
	}
	a.do("POST", "/api/apps/0/import-history", sameOrigin).status(http.StatusOK)
}

func TestHeadCountsAsItsGet(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for range 15 {
		a.do("GET", "/api/preview").status(http.StatusOK)
		a.do("HEAD", "/api/preview").status(http.StatusOK)
	}
	a.do("GET", "/api/preview").status(http.StatusTooManyRequests)
	a.do("HEAD", "/api/preview").status(http.StatusTooManyRequests)
	a.do("OPTIONS", "/api/preview").status(http.StatusNoContent)
}

func TestLimitComesBeforeTheTokenAndTheBody(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, withToken)
	for range 30 {
		a.do("POST", "/api/reset", sameOrigin).status(http.StatusUnauthorized)
	}
	a.do("POST", "/api/reset", sameOrigin).status(http.StatusTooManyRequests)
	a.do("POST", "/api/reset", withHeader).status(http.StatusTooManyRequests)
	for range 30 {
		a.do("POST", "/api/settings", withHeader, body("{")).status(http.StatusBadRequest)
	}
	a.do("POST", "/api/settings", withHeader, body("{")).status(http.StatusTooManyRequests)
	a.do("POST", "/api/reset", foreign).status(http.StatusForbidden) // the origin comes first
}

func TestEverybodyIsOneClientWithoutATrustedProxy(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, nil)
	for i := range 30 {
		a.do("POST", "/api/scrape", sameOrigin, peer(fmt.Sprintf("192.0.2.%d:1", i)),
			header("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))).status(http.StatusOK)
	}
	a.do("POST", "/api/scrape", sameOrigin, peer("203.0.113.1:1")).status(http.StatusTooManyRequests)
}

func TestClientsBehindATrustedProxy(t *testing.T) {
	t.Parallel()
	const proxy = "192.0.2.1:443"
	for _, tt := range []struct {
		name, first, second string
		same                bool
	}{
		{"two addresses", "198.51.100.1", "198.51.100.2", false},
		{"one address", "198.51.100.1", "198.51.100.1", true},
		{"what a client wrote on the left", "1.1.1.1, 198.51.100.1", "2.2.2.2,198.51.100.1", true},
		{"no address on the right", "198.51.100.1, unknown", "198.51.100.2, unknown", false},
		{"no address at all", "unknown", "x, y", true},
		{"with a port", "198.51.100.1:1234", "198.51.100.1:9", true},
		{"one subnet", "2001:db8::1", "2001:db8:0:0:ffff::2", true},
		{"two subnets", "2001:db8:0:1::1", "2001:db8:0:2::1", false},
		{"v6 with a port", "[2001:db8::1]:1234", "2001:db8::9", true},
		{"v6 in brackets", "[2001:db8::1]", "2001:db8::9", true},
		{"a zone", "fe80::1%eth0", "fe80::1%eth1", true},
		{"v4 as v6", "::ffff:198.51.100.1", "198.51.100.1", true},
		{"two v4 as v6", "::ffff:198.51.100.1", "::ffff:198.51.100.2", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, func(c *httpapi.Config) { c.TrustProxy = true })
			for range 30 {
				a.do("POST", "/api/scrape", sameOrigin, peer(proxy), header("X-Forwarded-For", tt.first)).status(http.StatusOK)
			}
			want := map[bool]int{true: http.StatusTooManyRequests, false: http.StatusOK}[tt.same]
			a.do("POST", "/api/scrape", sameOrigin, peer(proxy), header("X-Forwarded-For", tt.second)).status(want)
		})
	}
}

func TestLastForwardedHeaderCounts(t *testing.T) {
	t.Parallel()
	a := newStubbed(t, func(c *httpapi.Config) { c.TrustProxy = true })
	forged := func(i int) option {
		return func(r *http.Request) {
			r.Header["X-Forwarded-For"] = []string{fmt.Sprintf("10.0.0.%d", i), "198.51.100.1"}
		}
	}
	for i := range 30 {
		a.do("POST", "/api/scrape", sameOrigin, forged(i)).status(http.StatusOK)
	}
	a.do("POST", "/api/scrape", sameOrigin, forged(200)).status(http.StatusTooManyRequests)
}

func TestLimiterOfOnesOwn(t *testing.T) {
	t.Parallel()
	made := map[string]int{}
	a := newStubbed(t, func(c *httpapi.Config) {
		c.NewLimiter = func(bucket string, calls uint64, window time.Duration) (limiter.Store, error) {
			made[bucket]++
			return memorystore.New(&memorystore.Config{Tokens: 1, Interval: window})
		}
	})
	a.do("POST", "/api/scrape", sameOrigin).status(http.StatusOK)
	a.do("POST", "/api/scrape", sameOrigin).status(http.StatusTooManyRequests)
	for bucket, n := range made {
		if n != 1 {
			t.Errorf("%s was made %d times", bucket, n)
		}
	}

	cfg, _ := config(t)
	broken := errors.New("no connection")
	cfg.NewLimiter = func(string, uint64, time.Duration) (limiter.Store, error) { return nil, broken }
	if _, err := httpapi.NewStubbed(cfg); !errors.Is(err, broken) {
		t.Errorf("New: %v, want %v", err, broken)
	}
}

// A request after the end of the service is told so, also where calls are counted.
func TestRequestAfterClose(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	a.Close(t.Context())
	a.post("/api/devices", `{"name":"Phone"}`).error(http.StatusServiceUnavailable, "Shutting down")
	var ready map[string]any
	a.do("GET", "/api/ready").status(http.StatusServiceUnavailable).json(&ready)
	if checks := fmt.Sprint(ready["checks"]); ready["status"] != "not_ready" || !strings.Contains(checks, "The service is shutting down.") {
		t.Errorf("after the end: %v", ready)
	}
}
