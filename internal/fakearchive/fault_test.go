package fakearchive_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/fakearchive"
)

func TestFault_statuses(t *testing.T) {
	t.Parallel()
	paths := map[fakearchive.Service]string{
		fakearchive.Index:  "/cdx/search/cdx?url=apps.apple.com/us/app/one/id1",
		fakearchive.Replay: "/web/20210304120000id_/" + address,
		fakearchive.Save:   "/save/" + address,
	}
	tests := []struct {
		fault  fakearchive.Fault
		status int
	}{
		{fakearchive.Fault{Kind: fakearchive.Throttled, RetryAfter: "7"}, 429},
		{fakearchive.Fault{Kind: fakearchive.Broken}, 503},
		{fakearchive.Fault{Kind: fakearchive.Broken, Status: 520}, 520},
		{fakearchive.Fault{Kind: fakearchive.Blocked}, 403},
		{fakearchive.Fault{Kind: fakearchive.Garbage}, 200},
		{fakearchive.Fault{Kind: fakearchive.Huge}, 200},
	}
	for service, path := range paths {
		for _, tt := range tests {
			a := fakearchive.New(fakearchive.Capture{URL: address, At: day(2021, 3, 4), Page: []byte("page")})
			healthy := get(a, path)
			tt.fault.Times = 2
			a.FailApp(service, 1, tt.fault)
			a.FailApp(service, 2, fakearchive.Fault{Kind: fakearchive.Broken, Status: 599})
			for range 2 {
				w := get(a, path)
				if w.Code != tt.status || w.Body.String() == healthy.Body.String() || w.Header().Get("Memento-Datetime") != "" {
					t.Errorf("%s, %s: %d, want %d; %.60q", service, tt.fault.Kind, w.Code, tt.status, w.Body)
				}
				if got := w.Header().Get("Retry-After"); got != tt.fault.RetryAfter {
					t.Errorf("%s, %s: Retry-After %q, want %q", service, tt.fault.Kind, got, tt.fault.RetryAfter)
				}
				if huge := w.Body.Len() > 4<<20; huge != (tt.fault.Kind == fakearchive.Huge) {
					t.Errorf("%s, %s: %d bytes", service, tt.fault.Kind, w.Body.Len())
				}
			}
			if w := get(a, path); w.Code != healthy.Code {
				t.Errorf("%s, %s: still %d the third time", service, tt.fault.Kind, w.Code)
			}
		}
	}
}

// TestFault_precedence: an app's own fault comes before that of the service, and
// the fault of one service is none of the others'.
func TestFault_precedence(t *testing.T) {
	t.Parallel()
	a := fakearchive.New(fakearchive.Capture{URL: address, At: day(2021, 3, 4)})
	a.Fail(fakearchive.Replay, fakearchive.Fault{Kind: fakearchive.Broken})
	a.FailApp(fakearchive.Replay, 1, fakearchive.Fault{Kind: fakearchive.Throttled, Times: 1})
	for i, want := range []int{429, 503, 503} {
		if w := get(a, "/web/2021id_/"+address); w.Code != want {
			t.Errorf("request %d: %d, want %d", i, w.Code, want)
		}
	}
	if w := get(a, "/cdx/search/cdx?url=x.com"); w.Code != 200 {
		t.Errorf("the index answers %d", w.Code)
	}
	a.Fail(fakearchive.Replay, fakearchive.Fault{})
	if w := get(a, "/web/2021id_/"+address); w.Code != 302 {
		t.Errorf("after the fault, %d", w.Code)
	}
}

func TestFault_blockedIndex(t *testing.T) {
	t.Parallel()
	a := fakearchive.New()
	a.Fail(fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Blocked})
	if w := get(a, "/cdx/search/cdx?url=x.com"); w.Code != 403 || !strings.HasSuffix(w.Body.String(), "Blocked Site Error\n") {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}

// TestFault_connection needs a connection to be harmed.
func TestFault_connection(t *testing.T) {
	t.Parallel()
	a := fakearchive.New()
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	tests := []struct {
		kind fakearchive.Kind
		want error
	}{
		{fakearchive.Truncated, io.ErrUnexpectedEOF},
		{fakearchive.Reset, syscall.ECONNRESET},
		{fakearchive.Hanging, context.DeadlineExceeded},
	}
	for _, tt := range tests {
		a.Fail(fakearchive.Index, fakearchive.Fault{Kind: tt.kind})
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 100 * time.Millisecond}
		resp, err := client.Get(server.URL + "/cdx/search/cdx?url=x.com")
		if err == nil {
			_, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.kind, err, tt.want)
		}
	}
}

func TestFault_slow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := fakearchive.New()
		a.Fail(fakearchive.Index, fakearchive.Fault{Kind: fakearchive.Slow, Delay: time.Minute})
		start := time.Now()
		if w := get(a, "/cdx/search/cdx?url=x.com"); w.Code != 200 || time.Since(start) != time.Minute {
			t.Errorf("%d after %v, want 200 after a minute", w.Code, time.Since(start))
		}
	})
}

// TestFault_resetWithoutConnection: where there is no connection to reset, the
// handler is given up, as a server expects.
func TestFault_resetWithoutConnection(t *testing.T) {
	t.Parallel()
	a := fakearchive.New()
	a.Fail(fakearchive.Save, fakearchive.Fault{Kind: fakearchive.Reset})
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("panic with %v, want %v", got, http.ErrAbortHandler)
		}
	}()
	get(a, "/save/"+address)
}
