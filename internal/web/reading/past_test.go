package reading_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// slowArchive has no capture of any app. It answers when it is released.
type slowArchive struct{ asked, release chan struct{} }

func (a slowArchive) Captures(ctx context.Context, _ fleet.Target, _, _ storage.Time) ([]archive.Capture, error) {
	close(a.asked)
	select {
	case <-a.release:
		return nil, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (slowArchive) Replay(context.Context, fleet.Target, archive.Capture) (archive.Memento, error) {
	return archive.Memento{}, archive.ErrNoMemento
}

func (slowArchive) Save(context.Context, fleet.Target) (string, error) {
	return "https://archive.example/save", nil
}

// An import shows its progress on the screen of the app, also when it is loaded again,
// and does not end with the request that began it.
func TestImportOfThePastShowsItsProgress(t *testing.T) {
	t.Parallel()
	archive := slowArchive{make(chan struct{}), make(chan struct{})}
	s := newSite(t, func(c *ui.Services) {
		c.History = history.New(history.Config{Env: storage.Env{Store: c.Store, Now: c.Now, Random: rand.Reader}, Archive: archive})
	})
	s.fill(7)
	s.edit(7, func(app *storage.App) { app.URL = "https://store.example/id7" })
	seven := map[string]string{"id": "7"}
	idle := s.get("GET /apps/{id}", "/apps/7", seven)
	if !strings.Contains(idle, "Read its past from the web archive") || strings.Contains(idle, "<progress") {
		t.Fatalf("before the import the screen is\n%s", idle)
	}
	ctx, leave := context.WithCancel(t.Context())
	ended := make(chan ui.Reply)
	go func() {
		r := visit{httptest.NewRequest(http.MethodPost, "/apps/7/history", nil), seven, url.Values{}}
		reply, err := s.screens["POST /apps/{id}/history"].Serve(ctx, r)
		if err != nil {
			t.Error(err)
		}
		ended <- reply
	}()
	<-archive.asked
	leave()
	for range 2 {
		if text := s.get("GET /apps/{id}", "/apps/7", seven); !strings.Contains(text, "<progress") || !strings.Contains(text, "every 2s") || !strings.Contains(text, "0 pages read") {
			t.Errorf("during the import the screen is\n%s", text)
		}
	}
	close(archive.release)
	if reply := <-ended; reply.Location != "/privacy/apps/7" {
		t.Errorf("the import leads to %q", reply.Location)
	}
	polled := httptest.NewRequest(http.MethodGet, "/apps/7", nil)
	polled.Header.Set("HX-Request", "true")
	text := string(s.serve("GET /apps/{id}", visit{Request: polled, params: seven}).Body)
	if strings.Contains(text, "<progress") || strings.Contains(text, "every 2s") || !strings.Contains(text, "Nothing is being read any more") {
		t.Errorf("after the import the screen is\n%s", text)
	}
}

// datedArchive has captures of every app.
type datedArchive struct{ at []storage.Time }

func (a datedArchive) Captures(_ context.Context, target fleet.Target, _, _ storage.Time) (all []archive.Capture, err error) {
	for _, at := range a.at {
		all = append(all, archive.Capture{At: at, URL: target.URL})
	}
	return all, nil
}

func (datedArchive) Replay(context.Context, fleet.Target, archive.Capture) (archive.Memento, error) {
	return archive.Memento{}, archive.ErrNoMemento
}

func (datedArchive) Save(context.Context, fleet.Target) (string, error) {
	return "", archive.ErrUnavailable
}

// The form on the screen of an app shows how much there is to read, and stores addresses.
func TestPlanOfThePast(t *testing.T) {
	t.Parallel()
	archive := datedArchive{[]storage.Time{1612353600000, 1627819200000}}
	s := newSite(t, func(c *ui.Services) {
		c.History = history.New(history.Config{Env: storage.Env{Store: c.Store, Now: c.Now, Random: rand.Reader}, Archive: archive})
	})
	s.fill(7)
	const page, other = "https://apps.apple.com/us/app/seven/id7", "https://apps.apple.com/us/app/six/id7"
	s.edit(7, func(app *storage.App) { app.URL = page })
	seven := map[string]string{"id": "7"}
	post := func(form url.Values) string {
		t.Helper()
		reply, err := s.screens["POST /apps/{id}/history"].Serve(t.Context(), visit{httptest.NewRequest(http.MethodPost, "/apps/7/history", nil), seven, form})
		if err != nil {
			t.Fatal(err)
		}
		return flashOf(t, reply).Text
	}
	said := post(url.Values{"plan": {"1"}, "otherUrls": {other + "\r\n\r\n" + page}})
	if want := "The web archive has 2 pages from 3 February 2021 to 1 August 2021. 2 are read"; !strings.HasPrefix(said, want) {
		t.Errorf("the plan is %q, want %q", said, want)
	}
	if screen := s.get("GET /apps/{id}", "/apps/7", seven); !strings.Contains(screen, other+"\n</textarea>") {
		t.Errorf("the form does not have the address:\n%s", screen)
	}
	if said := post(url.Values{"plan": {"1"}, "otherUrls": {"https://example.org/"}}); !strings.Contains(said, "is not the address of app 7") {
		t.Errorf("another address: %q", said)
	}
	post(url.Values{"plan": {"1"}, "otherUrls": {""}})
	if screen := s.get("GET /apps/{id}", "/apps/7", seven); strings.Contains(screen, other) {
		t.Error("the address is still there")
	}
}
