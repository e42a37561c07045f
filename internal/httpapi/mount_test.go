package httpapi_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func TestTwoMountedUnderPrefixesInOneProcess(t *testing.T) {
	t.Parallel()
	one := newStubbed(t, withToken)
	two := newStubbed(t, func(c *httpapi.Config) { c.AdminToken = "another" })
	mux := http.NewServeMux()
	mux.Handle("/one/", http.StripPrefix("/one", one))
	mux.Handle("/deep/er/two/", http.StripPrefix("/deep/er/two", two))
	mux.HandleFunc("/api/apps", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "another handler") })
	server := httptest.NewServer(mux)
	defer server.Close()

	for path, want := range map[string]int{
		"/one/api/devices/x":          200,
		"/deep/er/two/api/devices/x":  200,
		"/one/api/devices/a%20b":      200,
		"/one/api/devices/a%2Fb":      404,
		"/one/api/apps/":              404,
		"/one/":                       404,
		"/one/api/nowhere":            404,
		"/api/apps":                   200,
		"/one/api/backup/export":      401,
		"/deep/er/two/api/export/":    404,
		"/one/api/auth/admin-token/x": 404,
	} {
		res, err := noRedirects(server).Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, res.StatusCode, want)
		}
	}
	for prefix, right := range map[string]string{"/one": token, "/deep/er/two": "another"} {
		for _, sent := range []string{token, "another"} {
			r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+prefix+"/api/reset", strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Origin", server.URL)
			r.Header.Set("X-Auditor-Admin-Token", sent)
			res, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			want := map[bool]int{true: 200, false: 401}[sent == right]
			if res.StatusCode != want {
				t.Errorf("%s with the token %q: status %d, want %d", prefix, sent, res.StatusCode, want)
			}
		}
	}
}

func noRedirects(s *httptest.Server) *http.Client {
	c := *s.Client()
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

// Not parallel: it counts goroutines.
func TestNewStartsNothing(t *testing.T) {
	cfg, _ := config(t)
	before := runtime.NumGoroutine()
	for range 10 {
		if _, err := httpapi.New(cfg); err != nil {
			t.Fatal(err)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
}
