package httpapi_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// filler is a body that is made while it is read: the beginning of a form, and then what takes
// the most room when it is shown.
type filler struct{ size, read int64 }

func (f *filler) Read(p []byte) (n int, err error) {
	const begin = "body="
	for n < len(p) && f.read < f.size {
		p[n] = '<'
		if f.read < int64(len(begin)) {
			p[n] = begin[f.read]
		}
		n++
		f.read++
	}
	if f.read == f.size {
		err = io.EOF
	}
	return n, err
}

func (f *filler) Close() error { return nil }

// sends sends a filler as a form, of a declared length or chunked.
func (f *filler) sends(declared bool) option {
	return func(r *http.Request) {
		r.Body, r.ContentLength = f, -1
		if declared {
			r.ContentLength = f.size
		}
		header("Content-Type", "application/x-www-form-urlencoded")(r)
		sameOrigin(r)
	}
}

var pathParam = regexp.MustCompile(`\{[^}]*\}`)

// requests returns the method and a path of every route of the page and the API, in order.
// Those of the page are true.
func (a *api) requests() (order []string, screens map[string]bool) {
	screens = make(map[string]bool)
	for name, screen := range a.Routes() {
		screens[pathParam.ReplaceAllString(name, "1")] = screen
	}
	return slices.Sorted(maps.Keys(screens)), screens
}

// strangers are clients that may change nothing, by what they are. The first part of each
// changes the configuration, the second one gives the options of its requests.
func strangers() map[string]func(*testing.T) (*api, []option) {
	serve := func(t *testing.T, change func(*httpapi.Config)) *api {
		return startPage(t, func(cfg *httpapi.Config) {
			withPageAndToken(cfg)
			cfg.NewLimiter, cfg.DataDir = unlimited, t.TempDir()
			change(cfg)
		})
	}
	return map[string]func(*testing.T) (*api, []option){
		"no access": func(t *testing.T) (*api, []option) {
			return serve(t, func(cfg *httpapi.Config) { cfg.RequireTokenToRead = true }), nil
		},
		"read access": func(t *testing.T) (*api, []option) {
			a := serve(t, func(cfg *httpapi.Config) { cfg.RequireTokenToRead = true })
			return a, []option{bearer(a.readToken(0).Secret)}
		},
		"a loopback service with a token": func(t *testing.T) (*api, []option) {
			return serve(t, func(*httpapi.Config) {}), nil
		},
		"a user who may read": func(t *testing.T) (*api, []option) {
			return serve(t, signsIn), []option{peer(proxyAddr), as("grace")}
		},
	}
}

// Nothing of a request that is refused for want of access is read, but for the text of a short
// form, and no request of a stranger takes much memory. Not parallel: it measures the memory of
// the process.
func TestBodiesOfStrangers(t *testing.T) {
	const most = 8 << 20
	sizes := []int64{1, httpapi.MaxUnreadForm, 100 << 20}
	for name, prepare := range strangers() {
		t.Run(name, func(t *testing.T) {
			a, options := prepare(t)
			order, screens := a.requests()
			a.do("GET", "/api/openapi.json", options...) // the document is made once
			refused := 0
			for _, route := range order {
				method, path, _ := strings.Cut(route, " ")
				for _, size := range sizes {
					for _, declared := range []bool{true, false} {
						if testing.Short() && size > httpapi.MaxUnreadForm && strings.Contains(name, "loopback") {
							continue // what is allowed there is written to the disk
						}
						sent := &filler{size: size}
						var before, after runtime.MemStats
						runtime.ReadMemStats(&before)
						got := a.do(method, path, append(slices.Clone(options), sent.sends(declared))...)
						runtime.ReadMemStats(&after)
						what := fmt.Sprintf("%s with %d bytes, declared=%v: status %d", route, size, declared, got.Code)
						if taken := after.TotalAlloc - before.TotalAlloc; taken > most {
							t.Errorf("%s: %d bytes were allocated", what, taken)
						}
						if got.Code >= 500 && got.Code != http.StatusNotImplemented && got.Code != http.StatusBadGateway && got.Code != http.StatusServiceUnavailable {
							t.Errorf("%s: %.300s", what, got.Body)
						}
						if got.Code != http.StatusUnauthorized && !strings.Contains(got.Body.String(), "This user may not do this") || strings.HasSuffix(path, "/login") || path == "/sign-in" {
							continue
						}
						refused++
						allowed := int64(0)
						if screens[route] && method == http.MethodPost && (!declared || size <= httpapi.MaxUnreadForm) {
							allowed = httpapi.MaxUnreadForm + 1
						}
						if sent.read > allowed {
							t.Errorf("%s: %d bytes were read", what, sent.read)
						}
						if size > httpapi.MaxUnreadForm && got.Body.Len() > 32<<10 {
							t.Errorf("%s: the answer has %d bytes", what, got.Body.Len())
						}
					}
				}
			}
			if refused < 100 {
				t.Errorf("%d requests were refused, which are few", refused)
			}
		})
	}
}

// What a person typed survives signing in, on every form of the page.
func TestShortFormsSurviveSigningIn(t *testing.T) {
	t.Parallel()
	a, _ := strangers()["no access"](t)
	order, screens := a.requests()
	forms := 0
	for _, route := range order {
		method, path, _ := strings.Cut(route, " ")
		if !screens[route] || method != http.MethodPost || path == "/sign-in" || path == "/sign-out" || path == "/pair" || path == "/language" {
			continue
		}
		forms++
		for _, size := range []int64{6, httpapi.MaxUnreadForm, httpapi.MaxUnreadForm + 1} {
			for _, declared := range []bool{true, false} {
				sent := &filler{size: size}
				text := a.do(method, path, sent.sends(declared)).status(http.StatusUnauthorized).Body.String()
				kept := strings.Contains(text, `readonly>`+strings.Repeat("&lt;", int(size)-len("body="))+"</textarea>")
				if fits := size <= httpapi.MaxUnreadForm; kept != fits || !fits && strings.Contains(text, "&lt;&lt;") {
					t.Errorf("%s with %d bytes, declared=%v: the text is kept: %v", route, size, declared, kept)
				}
			}
		}
	}
	if forms < 40 {
		t.Errorf("%d forms, which are few", forms)
	}
}

// A backup on the page is as large as one for the API, and counts as one.
func TestBackupOnThePageIsALargeBody(t *testing.T) {
	t.Parallel()
	const limit = 300 << 10
	a := startPage(t, func(cfg *httpapi.Config) {
		withPageAndToken(cfg)
		cfg.MaxRestoreBytes, cfg.NewLimiter = limit, unlimited
	})
	session := cookie(a.login())
	for path, most := range map[string]int64{"/settings/backup/look": limit, "/settings/backup/restore": httpapi.MaxUnreadForm} {
		for _, declared := range []bool{true, false} {
			fits, over := &filler{size: most}, &filler{size: most + 1}
			if got := a.do("POST", path, session, fits.sends(declared)); got.Code == http.StatusRequestEntityTooLarge || fits.read != most {
				t.Errorf("%s: status %d after %d of %d bytes", path, got.Code, fits.read, most)
			}
			a.do("POST", path, session, over.sends(declared)).status(http.StatusRequestEntityTooLarge)
		}
	}
}

// BenchmarkRefusedForms measures sixteen forms of 100 MiB at once, of clients that may not
// send any.
func BenchmarkRefusedForms(b *testing.B) {
	a := start(b, httpapi.New, func(cfg *httpapi.Config) { withPageAndToken(cfg); cfg.NewLimiter = unlimited })
	for _, path := range []string{"/settings/backup/restore", "/api/backup/restore"} {
		b.Run(strings.ReplaceAll(path[1:], "/", "-"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var all sync.WaitGroup
				for range 16 {
					all.Go(func() {
						r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, path, http.NoBody)
						r.Host = host
						(&filler{size: 100 << 20}).sends(false)(r)
						w := httptest.NewRecorder()
						a.ServeHTTP(w, r)
						if w.Code != http.StatusUnauthorized {
							b.Errorf("status %d", w.Code)
						}
					})
				}
				all.Wait()
			}
		})
	}
}
