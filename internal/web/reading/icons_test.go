package reading_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const png = "\x89PNG\r\n\x1a\n rest of an image"

// images answers every request with one body, and counts them.
type images struct {
	body  string
	asked int
}

func (i *images) RoundTrip(*http.Request) (*http.Response, error) {
	i.asked++
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(i.body)), Header: http.Header{}}, nil
}

func TestIconsAreFetchedOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body  string
		found bool
	}{
		"image":     {png, true},
		"a page":    {"<html><script>alert(1)</script>", false},
		"a drawing": {"<svg xmlns='http://www.w3.org/2000/svg'/>", false},
		"too large": {png + strings.Repeat("x", 1<<20), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from := &images{body: test.body}
			s := newSite(t, func(c *ui.Services) { c.Icons, c.Dir = &http.Client{Transport: from}, t.TempDir() })
			s.fill(7)
			s.edit(7, func(app *storage.App) { app.IconURL = "https://images.example/7.png" })
			for range 3 {
				v := visit{Request: httptest.NewRequest(http.MethodGet, "/icons/7", nil), params: map[string]string{"id": "7"}}
				reply, err := s.screens["GET /icons/{id}"].Serve(t.Context(), v)
				if err != nil {
					t.Fatal(err)
				}
				if test.found && (reply.ContentType != "image/png" || string(reply.Body) != png) {
					t.Errorf("the icon is %q of type %s", reply.Body, reply.ContentType)
				}
				if drawn := string(reply.Body); !test.found && (reply.ContentType != "image/svg+xml" || !strings.Contains(drawn, ">S</text>") || strings.Contains(drawn, "alert")) {
					t.Errorf("without an icon the answer is %q of type %s", drawn, reply.ContentType)
				}
			}
			if from.asked != 1 {
				t.Errorf("the icon was fetched %d times", from.asked)
			}
		})
	}
}

// Whether an app is tracked does not show in how its icon is answered.
func TestIconsDoNotTellWhatIsTracked(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	for _, id := range []string{"7", "8", "0", "x", "-1", "99999999999999999999"} {
		v := visit{Request: httptest.NewRequest(http.MethodGet, "/icons/"+id, nil), params: map[string]string{"id": id}}
		reply, err := s.screens["GET /icons/{id}"].Serve(t.Context(), v)
		if err != nil || reply.Status != 0 || reply.ContentType != "image/svg+xml" || len(reply.Body) == 0 {
			t.Errorf("%s: status %d, type %q, %v", id, reply.Status, reply.ContentType, err)
		}
	}
}

// Nor does it show a page of another port or of a sibling host in what the answer is, how long it is or how long it is kept.
func TestIconsAreAlikeForOtherPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	ask := func(id, site string) ui.Reply {
		v := visit{Request: httptest.NewRequest(http.MethodGet, "/icons/"+id, nil), params: map[string]string{"id": id}}
		v.Header.Set("Sec-Fetch-Site", site)
		reply, err := s.screens["GET /icons/{id}"].Serve(t.Context(), v)
		if err != nil || reply.Vary != "Sec-Fetch-Site" {
			t.Errorf("%s for %s: it depends on %q, %v", id, site, reply.Vary, err)
		}
		return reply
	}
	for _, site := range []string{"same-site", "cross-site"} {
		if diff := cmp.Diff(ask("8", site), ask("7", site)); diff != "" {
			t.Errorf("a tracked app for a page of the %s (-others +it)\n%s", site, diff)
		}
	}
	for _, site := range []string{"same-origin", "none"} {
		if drawn := string(ask("7", site).Body); !strings.Contains(drawn, ">S</text>") {
			t.Errorf("the page itself (%s) gets %s", site, drawn)
		}
	}
}
