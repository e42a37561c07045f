package appstore_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// tunnel is a proxy that connects every CONNECT to one address, unless it refuses.
func tunnel(t *testing.T, to string, refuse int, asked chan<- string) *url.URL {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.Host
		if refuse != 0 {
			w.WriteHeader(refuse)
			return
		}
		up, err := net.Dial("tcp", to) //nolint:noctx // ends with the test
		if err != nil {
			t.Error(err)
			return
		}
		defer up.Close()
		w.WriteHeader(http.StatusOK)
		down, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer down.Close()
		go func() { _, _ = io.Copy(up, down) }()
		_, _ = io.Copy(down, up)
	}))
	t.Cleanup(srv.CloseClientConnections)
	u, err := url.Parse("http://me:secret@" + srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Requests reach the App Store through the proxy alone. The destination's certificate is
// not Apple's, so it is refused after the tunnel was made.
func TestProxy(t *testing.T) {
	t.Parallel()
	store := httptest.NewUnstartedServer(http.NotFoundHandler())
	store.StartTLS()
	t.Cleanup(store.Close)
	for _, tt := range []struct {
		name   string
		refuse int
		want   storage.FailureCode
	}{
		{"connected", 0, storage.FailureTLS},
		{"refused", http.StatusProxyAuthRequired, storage.FailureProxy},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked := make(chan string, 10)
			proxy := tunnel(t, store.Listener.Addr().String(), tt.refuse, asked)
			s, err := appstore.New(appstore.Config{PerMinute: 6000, Proxy: http.ProxyURL(proxy)})
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Scrape(t.Context(), fleet.Target{ID: 570060128, Country: "us"})
			if why := netguard.Explain(err); !errors.Is(err, fleet.ErrUnavailable) || why.Code != tt.want {
				t.Errorf("error is %v with the code %s, want %s", err, why.Code, tt.want)
			}
			if got := <-asked; got != "CONNECT apps.apple.com:443" {
				t.Errorf("the proxy was asked %s", got)
			}
		})
	}
}
