package wayback_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// page returns the page of the app, packed or not.
func page(t *testing.T, packed bool) []byte {
	t.Helper()
	plain := fakearchive.New().AddApp(0, "us", fox("")).Page
	if !packed {
		return plain
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReplay(t *testing.T) {
	t.Parallel()
	const stamp, moved = "20210304050607", "https://apps.apple.com/us/app/swift-fox/id4711"
	when := at(t, stamp)
	capture := func(url string, shift storage.Time, c fakearchive.Capture) fakearchive.Capture {
		c.URL, c.At = url, when+shift
		return c
	}
	const day = storage.Time(24 * 60 * 60 * 1000)
	good := fakearchive.Capture{Page: page(t, false)}
	tests := []struct {
		name     string
		captures []fakearchive.Capture
		want     error  // or nil, and then:
		url      string // after …/web/
	}{
		{"exact", []fakearchive.Capture{capture(address, 0, good)}, nil, stamp + "/" + address},
		{"packed without a header", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Page: page(t, true)})}, nil, stamp + "/" + address},
		{"revisit", []fakearchive.Capture{capture(address, -day, good), capture(address, 0, fakearchive.Capture{Revisit: true})}, nil, stamp + "/" + address},
		{"nearest", []fakearchive.Capture{capture(address, 45*day, good), capture(address, -46*day, good)}, nil, "20210418050607/" + address},
		{"too far", []fakearchive.Capture{capture(address, -45*day-1000, good)}, archive.ErrNoMemento, ""},
		{"none", nil, archive.ErrNoMemento, ""},
		{"archived redirect", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 301, Location: moved}), capture(moved, day, good)},
			nil, "20210305050607/" + moved},
		{"redirect to a query", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 307, Location: address + "?l=en#x"}), capture(address+"?l=en", 0, good)},
			nil, stamp + "/" + address + "?l=en"},
		{"redirect to the old host", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 302, Location: "http://itunes.apple.com/us/app/id4711?mt=8"}),
			capture("http://itunes.apple.com/us/app/id4711?mt=8", 0, good)}, nil, stamp + "/http://itunes.apple.com/us/app/id4711?mt=8"},
		{"redirect in a circle", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 301, Location: address})}, archive.ErrNoMemento, ""},
		{"redirect to the store's home", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 302, Location: "https://apps.apple.com/us/iphone/today"}),
			capture("https://apps.apple.com/us/iphone/today", 0, good)}, archive.ErrNoMemento, ""},
		{"redirect to another app", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 302, Location: address + "2"}), capture(address+"2", 0, good)}, archive.ErrNoMemento, ""},
		{"redirect without an address", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 301})}, archive.ErrNoMemento, ""},
		{"archived 404", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 404, Page: good.Page})}, archive.ErrNoMemento, ""},
		{"archived 403", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 403})}, archive.ErrNoMemento, ""},
		{"archived 429", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 429})}, archive.ErrNoMemento, ""},
		{"archived 503", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Status: 503})}, archive.ErrNoMemento, ""},
		{"empty page", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{})}, fleet.ErrLayout, ""},
		{"no page", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Page: []byte("\x00\xff<<<")})}, fleet.ErrLayout, ""},
		{"compressed and truncated", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Page: page(t, true)[:200]})}, fleet.ErrLayout, ""},
		{"packed and broken", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Page: []byte("\x1f\x8b\x08" + strings.Repeat("\xff", 99))})}, fleet.ErrLayout, ""},
		{"huge", []fakearchive.Capture{capture(address, 0, fakearchive.Capture{Page: make([]byte, 4<<20+1)})}, fleet.ErrTooLarge, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fake := fakearchive.New(tt.captures...)
			m, err := newArchive(t, fake).Replay(t.Context(), target(), archive.Capture{At: when, URL: address})
			if n := fake.Requests(fakearchive.Replay, 0); n > 6 {
				t.Errorf("%d requests", n)
			}
			if tt.want != nil {
				cause(t, tt.name, err, tt.want)
				return
			}
			if err != nil || m.URL != "https://web.archive.org/web/"+tt.url || m.At != at(t, tt.url[:14]) {
				t.Fatalf("%s at %v, %v, want %s", m.URL, m.At.Std(), err, tt.url)
			}
			if l := m.Listing; l.ID != 4711 || *l.Name != "Quick Fox" || len(l.Label.Types) != 1 || l.Country != "us" {
				t.Errorf("the listing is %+v", l)
			}
		})
	}
}

// TestReplay_formats reads pages of every year.
func TestReplay_formats(t *testing.T) {
	t.Parallel()
	for _, format := range []fakestore.Format{fakestore.Island, fakestore.IslandArray, fakestore.MediaAPI, fakestore.Ember, fakestore.Cards} {
		fake := fakearchive.New()
		c := fake.AddApp(at(t, "20210304050607"), "de", fox(format))
		m, err := newArchive(t, fake).Replay(t.Context(), target(), archive.Capture{At: c.At, URL: c.URL})
		if err != nil || m.Listing.Label == nil || m.Listing.Label.Types[0].Identifier != storage.DataNotCollected || m.Listing.Country != "de" {
			t.Errorf("%q: %+v, %v", format, m, err)
		}
	}
}

// TestReplay_links: whatever a link says, it is followed on the archive or not at all.
func TestReplay_links(t *testing.T) {
	t.Parallel()
	const rest = "/web/20210304050607id_/" + address
	tests := []struct {
		link string
		ok   bool
	}{
		{"https://web.archive.org" + rest, true},
		{"http://web.archive.org" + rest, true},
		{"//web.archive.org" + rest, true},
		{rest, true},
		{"/web/20210304050607/" + address, true},
		{"/web/20210304050607if_/" + address, true},
		{"http://mirror.test/sub" + rest, true},
		{"/sub" + rest, true},
		{"https://evil.test" + rest, false},
		{"https://web.archive.org.evil.test" + rest, false},
		{"https://web.archive.org@evil.test" + rest, false},
		{"http://mirror.test/sub.evil.test" + rest, false},
		{"http://mirror.test:99/sub" + rest, false},
		{"//evil.test" + rest, false},
		{"file://" + rest, false},
		{address, false},
		{"/save/" + address, false},
		{"/web/2021-03-04/" + address, false},
		{"/web/123id_/" + address, false},
		{"/web/20210304050607id_/file:///etc/passwd", false},
		{"/web/20210304050607id_/https://me@apps.apple.com/us/app/quick-fox/id4711", false},
		{"/web/20210304050607id_/../../save/" + address, false},
		{"", false},
	}
	for _, tt := range tests {
		first := true
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(r.URL.String(), "http://mirror.test/sub/web/2021") {
				t.Errorf("%q: asked %s", tt.link, r.URL)
			}
			if first {
				first = false
				w.Header().Set("Location", tt.link)
				w.WriteHeader(http.StatusFound)
				return
			}
			w.Header().Set("Memento-Datetime", "Thu, 04 Mar 2021 05:06:07 GMT")
			_, _ = w.Write(page(t, false))
		})
		a := configured(t, h, wayback.Config{PerMinute: 1e6, BaseURL: "http://mirror.test/sub/"})
		m, err := a.Replay(t.Context(), target(), archive.Capture{At: at(t, "20210304050608"), URL: address})
		if tt.ok && (err != nil || m.URL != "http://mirror.test/sub/web/20210304050607/"+address) {
			t.Errorf("%q: %s, %v", tt.link, m.URL, err)
		}
		if !tt.ok {
			cause(t, tt.link, err, archive.ErrNoMemento)
		}
	}
}

// TestReplay_headers: what the archive's own answers mean.
func TestReplay_headers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		status   int
		body     string // empty: a page
		datetime string
		own      int // status in the error
	}{
		{"a page without a moment", 200, "", "", 200},
		{"blocked", 403, "<p>This URL has been excluded from the Wayback Machine.</p>", "", 403},
		{"not archived", 404, "", "", 404},
		{"bad request", 400, "", "", 400},
		{"no moment", 200, "", "yesterday", 0},
		{"a moment far away", 200, "", "Thu, 04 Mar 1999 05:06:07 GMT", 0},
	}
	for _, tt := range tests {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if tt.datetime != "" {
				w.Header().Set("Memento-Datetime", tt.datetime)
			}
			w.WriteHeader(tt.status)
			if tt.body == "" {
				tt.body = string(page(t, false))
			}
			_, _ = w.Write([]byte(tt.body))
		})
		_, err := newArchive(t, h).Replay(t.Context(), target(), archive.Capture{At: at(t, "20210304050607"), URL: address})
		if e := cause(t, tt.name, err, archive.ErrNoMemento); e.Status != tt.own {
			t.Errorf("%s: status %d, want %d", tt.name, e.Status, tt.own)
		}
	}
}

// TestReplay_unasked: what is no page of the app is not asked for.
func TestReplay_unasked(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "https://example.com/us/app/quick-fox/id4711", address + "2", "/etc/passwd"} {
		fake := fakearchive.New()
		_, err := newArchive(t, fake).Replay(t.Context(), target(), archive.Capture{At: at(t, "20210304050607"), URL: url})
		if cause(t, url, err, archive.ErrNoMemento); fake.Requests(fakearchive.Replay, 0) != 0 {
			t.Errorf("%q was asked for", url)
		}
	}
}

// TestReplay_parser: whatever becomes of a page, the parser's error stays in sight
// and its panic ends nothing.
func TestReplay_parser(t *testing.T) {
	t.Parallel()
	errOdd := errors.New("odd")
	tests := []struct {
		name  string
		parse func([]byte, storage.AppID) (fleet.Listing, error)
		says  string
	}{
		{"error", func([]byte, storage.AppID) (fleet.Listing, error) { return fleet.Listing{}, errOdd }, "odd"},
		{"panic", func([]byte, storage.AppID) (fleet.Listing, error) { panic("at the page") }, "panicked: at the page"},
		{"nil panic", func([]byte, storage.AppID) (fleet.Listing, error) { panic(fmt.Errorf("wrapped: %w", errOdd)) }, "panicked: wrapped"},
	}
	for _, tt := range tests {
		fake := fakearchive.New()
		c := fake.AddApp(at(t, "20210304050607"), "us", fox(""))
		_, err := configured(t, fake, wayback.Config{PerMinute: 1e6, Parse: tt.parse}).Replay(t.Context(), target(), archive.Capture{At: c.At, URL: c.URL})
		cause(t, tt.name, err, fleet.ErrLayout)
		if err == nil || !strings.Contains(err.Error(), tt.says) || tt.name == "error" && !errors.Is(err, errOdd) {
			t.Errorf("%s: %v, want it to say %q", tt.name, err, tt.says)
		}
	}
}
