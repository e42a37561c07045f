package appstore_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
)

// wire is a client's transport that calls a handler, whatever the host, and
// nothing else: no socket, so that time can be made up around it.
type wire struct{ handler http.Handler }

func (w wire) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.handler.ServeHTTP(answer, r)
	}()
	select {
	case <-done:
		return answer.Result(), nil
	case <-r.Context().Done():
		<-done // handlers of tests end with the request
		return nil, r.Context().Err()
	}
}

// newScraper returns a scraper that asks a handler, as fast as it can.
func newScraper(t *testing.T, h http.Handler) *appstore.Scraper {
	t.Helper()
	return configured(t, h, appstore.Config{PerMinute: 1e6})
}

// configured returns a scraper that asks a handler.
func configured(t *testing.T, h http.Handler, c appstore.Config) *appstore.Scraper {
	t.Helper()
	c.HTTPClient = &http.Client{Transport: wire{h}}
	s, err := appstore.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func resolve(t *testing.T, s *appstore.Scraper, url string) fleet.Target {
	t.Helper()
	target, err := s.Resolve(url)
	if err != nil {
		t.Fatal(err)
	}
	return target
}
