package wayback_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/fakearchive"
)

func TestSave(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		target fleet.Target
		want   string
	}{
		{"its address", target(), address},
		{"with a query", fleet.Target{ID: 4711, URL: address + "?mt=8#reviews", Country: "us"}, address + "?mt=8"},
		{"without an address", fleet.Target{ID: 4711, Country: "de"}, "https://apps.apple.com/de/app/id4711"},
		{"another app's", fleet.Target{ID: 4711, URL: "https://apps.apple.com/us/app/x/id1"}, "https://apps.apple.com/us/app/id4711"},
		{"another site's", fleet.Target{ID: 4711, URL: "https://example.com/us/app/x/id4711"}, "https://apps.apple.com/us/app/id4711"},
	}
	for _, tt := range tests {
		fake := fakearchive.New()
		got, err := newArchive(t, fake).Save(t.Context(), tt.target)
		if err != nil || !strings.HasPrefix(got, "https://web.archive.org/web/2") || !strings.HasSuffix(got, "/"+tt.want) {
			t.Errorf("%s: %s, %v", tt.name, got, err)
		}
		if saved := fake.Saved(); len(saved) != 1 || saved[0] != tt.want || fake.Requests(fakearchive.Replay, 0) != 0 {
			t.Errorf("%s: saved %q, want %q and no redirect followed", tt.name, saved, tt.want)
		}
	}
}

func TestSave_answers(t *testing.T) {
	t.Parallel()
	const done = "/web/20261121000000/" + address
	tests := []struct {
		name, header, link string
		status             int
		want               error
	}{
		{"location", "Location", "https://web.archive.org" + done, 302, nil},
		{"relative", "Location", done, 302, nil},
		{"content location", "Content-Location", done, 200, nil},
		{"with flags", "Location", "/web/20261121000000id_/" + address, 301, nil},
		{"elsewhere", "Location", "https://evil.test" + done, 302, archive.ErrNoMemento},
		{"to log in", "Location", "https://web.archive.org/account/login", 302, archive.ErrNoMemento},
		{"no word of it", "X-Nothing", "", 200, archive.ErrNoMemento},
		{"refused", "X-Nothing", "", 403, archive.ErrNoMemento},
		{"refused with a link", "Location", done, 404, archive.ErrNoMemento},
		{"throttled", "Location", done, 429, archive.ErrThrottled},
		{"fault", "X-Nothing", "", 503, archive.ErrUnavailable},
		{"the site refuses", "X-Nothing", "", 523, archive.ErrUnavailable},
	}
	for _, tt := range tests {
		asked := 0
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.Header().Set(tt.header, tt.link)
			w.WriteHeader(tt.status)
		})
		got, err := newArchive(t, h).Save(t.Context(), target())
		switch {
		case asked != 1:
			t.Errorf("%s: asked %d times", tt.name, asked)
		case tt.want == nil && (err != nil || got != "https://web.archive.org"+done):
			t.Errorf("%s: %s, %v", tt.name, got, err)
		case tt.want != nil:
			if e := cause(t, tt.name, err, tt.want); e.Status != tt.status || got != "" {
				t.Errorf("%s: %q and status %d, want nothing and %d", tt.name, got, e.Status, tt.status)
			}
		}
	}
}
