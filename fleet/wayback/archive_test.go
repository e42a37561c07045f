package wayback_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
)

func TestNew(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		c    wayback.Config
		want []string // in the error; nil: there is none
	}{
		{"the parser alone", wayback.Config{Parse: appstore.Parse}, nil},
		{"no parser", wayback.Config{}, []string{"Parse is required"}},
		{"a query", wayback.Config{BaseURL: "http://127.0.0.1/?a=b", Parse: appstore.Parse}, []string{"URL of the web archive"}},
		{"all wrong", wayback.Config{BaseURL: "ftp://example.com", PerMinute: -1}, []string{"URL of the web archive", "no parser", "pace is -1"}},
	}
	for _, tt := range tests {
		a, err := wayback.New(tt.c)
		if (err == nil) != (tt.want == nil) || (a == nil) != (err != nil) {
			t.Errorf("%s: New = %v, %v", tt.name, a, err)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: New: %v, want it to say %q as well", tt.name, err, want)
			}
		}
	}
}

// TestNew_baseURL: everything is asked below the base, and what the archive's own
// links call web.archive.org is looked for there.
func TestNew_baseURL(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"http://mirror.test", "http://mirror.test/", "http://mirror.test:8080/archive", "http://mirror.test/archive/"} {
		fake := fakearchive.New()
		fake.AddApp(at(t, "20210101000000"), "us", fox(""))
		prefix := strings.TrimSuffix(base, "/")
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.String(), prefix+"/") {
				t.Errorf("%s was asked", r.URL)
			}
			if strings.HasSuffix(prefix, "/archive") {
				http.StripPrefix("/archive", fake).ServeHTTP(w, r)
				return
			}
			fake.ServeHTTP(w, r)
		})
		a := configured(t, h, wayback.Config{PerMinute: 1e6, BaseURL: base})
		from, to := ever(t)
		captures, err := a.Captures(t.Context(), target(), from, to)
		if err != nil || len(captures) != 1 {
			t.Fatalf("%s: %v, %v", base, captures, err)
		}
		captures[0].At += 1000 // so that there is a redirect
		m, err := a.Replay(t.Context(), target(), captures[0])
		if want := prefix + "/web/20210101000000/" + address; err != nil || m.URL != want {
			t.Errorf("%s: replayed %s, %v, want %s", base, m.URL, err, want)
		}
		saved, err := a.Save(t.Context(), target())
		if err != nil || !strings.HasPrefix(saved, prefix+"/web/2") || !strings.HasSuffix(saved, "/"+address) {
			t.Errorf("%s: saved to %s, %v", base, saved, err)
		}
	}
}

// TestNew_userAgent: the archive is told who asks.
func TestNew_userAgent(t *testing.T) {
	t.Parallel()
	for service, ask := range services(t) {
		fake := fakearchive.New()
		_ = ask(t, newArchive(t, fake)) // a replay finds nothing
		got := fake.Last(service).Header.Get("User-Agent")
		if !strings.Contains(got, "https://github.com/privacylabels/auditor") {
			t.Errorf("%s: the user agent is %q", service, got)
		}
	}
}
