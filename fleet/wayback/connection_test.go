package wayback_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"syscall"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/netguard"
)

// TestConnection_passes: over real connections, what breaks off is tried again.
func TestConnection_passes(t *testing.T) {
	t.Parallel()
	for _, kind := range []fakearchive.Kind{fakearchive.Reset, fakearchive.Truncated} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			fake := fakearchive.New()
			fake.AddApp(at(t, "20210304050607"), "us", fox(""))
			server := httptest.NewServer(fake)
			t.Cleanup(server.Close)
			a := open(t, wayback.Config{BaseURL: server.URL, Parse: appstore.Parse, PerMinute: 1e6})
			fake.Fail(fakearchive.Index, fakearchive.Fault{Kind: kind, Times: 1})
			from, to := ever(t)
			captures, err := a.Captures(t.Context(), target(), from, to)
			// The client itself asks again over another connection when one that was
			// used before is reset.
			if n := fake.Requests(fakearchive.Index, 0); err != nil || len(captures) != 1 || n != 4 {
				t.Errorf("%v, %v after %d requests, want one capture after 4", moments(captures), err, n)
			}
		})
	}
}

// TestConnection_refused: a client that is refused stops at once.
func TestConnection_refused(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for service, ask := range services(t) {
		start := time.Now()
		a := open(t, wayback.Config{BaseURL: base, Parse: appstore.Parse})
		err = ask(t, a)
		e := cause(t, string(service), err, archive.ErrThrottled)
		if !errors.Is(err, syscall.ECONNREFUSED) || e.RetryAfter.Round(time.Second) != 5*time.Minute || time.Since(start) > 2*time.Second {
			t.Errorf("%s: %v after %v, want it to be refused at once, and a wait", service, err, time.Since(start))
		}
	}
}

// TestConnection_proxyRefused: a proxy that is not there is no refusal of the archive, so
// nothing waits for it.
func TestConnection_proxyRefused(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	proxy := &url.URL{Scheme: "http", Host: listener.Addr().String()}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	a := open(t, wayback.Config{Parse: appstore.Parse, Proxy: http.ProxyURL(proxy)})
	_, err = a.Save(t.Context(), target())
	cause(t, "save", err, archive.ErrUnavailable)
}

// TestConnection_guard: the client of its own goes where it was told to, and to no
// other private place.
func TestConnection_guard(t *testing.T) {
	t.Parallel()
	a := open(t, wayback.Config{BaseURL: "http://169.254.169.254", Parse: appstore.Parse, PerMinute: 1e6})
	_, err := a.Save(t.Context(), target())
	if cause(t, "metadata", err, archive.ErrUnavailable); !errors.Is(err, netguard.ErrForbidden) {
		t.Errorf("%v, want %v", err, netguard.ErrForbidden)
	}
	for service, ask := range services(t) {
		if service == fakearchive.Save {
			continue
		}
		start := time.Now()
		if err := ask(t, a); !errors.Is(err, netguard.ErrForbidden) || time.Since(start) > 900*time.Millisecond {
			t.Errorf("%s: %v after %v, want %v at once", service, err, time.Since(start), netguard.ErrForbidden)
		}
	}
}

// TestConnection_clientIsCopied: whose client it is keeps its rules on redirects.
func TestConnection_clientIsCopied(t *testing.T) {
	t.Parallel()
	client := fakestore.Client(fakearchive.New())
	if _, err := wayback.New(wayback.Config{HTTPClient: client, Parse: appstore.Parse}); err != nil || client.CheckRedirect != nil {
		t.Errorf("New changed the client: %v", err)
	}
}
