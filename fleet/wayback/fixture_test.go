package wayback_test

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
)

// fixture returns a recorded answer of the real archive, in which an address is
// that of the app.
func fixture(t *testing.T, name string, addresses ...string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "fixtures", "cdx", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no recorded answer %s", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for i, other := range addresses {
		if i%2 == 0 {
			pairs = append(pairs, other, addresses[i+1])
		}
	}
	return strings.NewReplacer(pairs...).Replace(string(raw))
}

// exchange is a recorded exchange: the line of the request, that of the status,
// the header, an empty line, the body.
type exchange struct {
	status int
	header http.Header
	body   string
}

func recorded(t *testing.T, text string) exchange {
	t.Helper()
	head, body, _ := strings.Cut(text, "\n\n")
	lines := bufio.NewScanner(strings.NewReader(head))
	lines.Scan() // the request
	lines.Scan()
	e := exchange{header: make(http.Header), body: body}
	var err error
	if e.status, err = strconv.Atoi(strings.Fields(lines.Text())[1]); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		if name != "content-encoding" && name != "transfer-encoding" && name != "content-length" { // the body is whole
			e.header.Set(name, value)
		}
	}
	return e
}

func (e exchange) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	for name := range e.header {
		w.Header().Set(name, e.header.Get(name))
	}
	w.WriteHeader(e.status)
	fmt.Fprint(w, e.body)
}

func TestFixture_rows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, address string
		want          []string
	}{
		{"edgi_bad_timestamp_cdx.txt", "http://www.usatoday.com:80/2000/century/tech/004.htm", []string{"20000125210430", "20000311052312"}},
		{"edgi_malformed_cdx.txt", "https://www.epa.gov/ ", []string{"20200418003811", "20200418005903"}},
		{"edgi_zero_length_cdx.txt", "http://www.cnn.com/ ", []string{"20100215131836", "20100217231950", "20100218000634", "20100218025451"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			body := fixture(t, tt.name, strings.TrimSpace(tt.address)+" ", address+" ")
			from, to := ever(t)
			rows, next, err := wayback.ParseIndex([]byte(body), 4711, from, to)
			var got []string
			for _, r := range rows {
				got = append(got, r.At.Std().Format("20060102150405"))
			}
			if diff := cmp.Diff(tt.want, got); err != nil || next != "" || diff != "" {
				t.Errorf("next %q, %v (-want +got):\n%s", next, err, diff)
			}
		})
	}
}

// TestFixture_search: three rows of one moment are one capture.
func TestFixture_search(t *testing.T) {
	t.Parallel()
	e := recorded(t, fixture(t, "edgi_test_search.01.http.txt", "http://www.nasa.gov:80/", address))
	from, to := ever(t)
	got, err := newArchive(t, e).Captures(t.Context(), target(), from, to)
	if diff := cmp.Diff([]string{"19961231235847 " + address}, moments(got)); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestFixture_pages goes from the first page of a search to its last, with a
// resume key that ends within a timestamp.
func TestFixture_pages(t *testing.T) {
	t.Parallel()
	first := recorded(t, fixture(t, "edgi_test_search_multipage.01.http.txt", "http://www.cnn.com:80/", address))
	last := recorded(t, fixture(t, "edgi_test_search_multipage.15.http.txt"))
	var keys []string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch key := r.URL.Query().Get("resumeKey"); {
		case r.URL.Query().Get("url") != "apps.apple.com/us/app/quick-fox/id4711":
			last.ServeHTTP(w, r)
		case key == "":
			first.ServeHTTP(w, r)
		default:
			keys = append(keys, key)
			last.ServeHTTP(w, r)
		}
	})
	from, to := ever(t)
	got, err := newArchive(t, h).Captures(t.Context(), target(), from, to)
	if err != nil || len(got) != 7 || got[0].At != at(t, "20010410213930") || got[6].At != at(t, "20010414005939") {
		t.Errorf("%v, %v", moments(got), err)
	}
	if diff := cmp.Diff([]string{"com%2Ccnn%29%2F+2001041400593%3A"}, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

func TestFixture_blocked(t *testing.T) {
	t.Parallel()
	from, to := ever(t)
	got, err := newArchive(t, recorded(t, fixture(t, "edgi_test_search_raises_for_blocked_urls.01.http.txt"))).Captures(t.Context(), target(), from, to)
	if got != nil || err != nil {
		t.Errorf("%v, %v, want nothing", got, err)
	}
}

// TestFixture_redirects: the nearest capture, then an archived redirect, then a page.
func TestFixture_redirects(t *testing.T) {
	t.Parallel()
	const moved = "https://apps.apple.com/us/app/swift-fox/id4711"
	replace := []string{
		"https://www.epa.gov/sites/production/files/signpost/cc.html", moved,
		"https://www.epa.gov/climatechange", address,
	}
	nearest := recorded(t, fixture(t, "edgi_test_get_memento_follows_historical_redirects.01.http.txt", replace...))
	archived := recorded(t, fixture(t, "edgi_test_get_memento_follows_historical_redirects.02.http.txt", replace...))
	fake := fakearchive.New()
	fake.Add(fakearchive.Capture{URL: moved, At: at(t, "20200201023757"), Page: fake.AddApp(0, "us", fox("")).Page})
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/web/20200201020357id_/http"):
			nearest.ServeHTTP(w, r)
		case strings.HasSuffix(r.URL.Path, "/quick-fox/id4711"):
			archived.ServeHTTP(w, r)
		default:
			fake.ServeHTTP(w, r)
		}
	})
	m, err := newArchive(t, h).Replay(t.Context(), target(), archive.Capture{At: at(t, "20200201020357"), URL: address})
	if err != nil || m.At != at(t, "20200201023757") || m.URL != "https://web.archive.org/web/20200201023757/"+moved || *m.Listing.Name != "Quick Fox" {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestFixture_noMemento(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{
		"edgi_test_get_memento_raises_no_memento_error.01.http.txt":                404,
		"edgi_test_get_memento_works_on_archived_rate_limit_responses.01.http.txt": 0, // 429, but the store's
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newArchive(t, recorded(t, fixture(t, name)))
			_, err := a.Replay(t.Context(), target(), archive.Capture{At: at(t, "20150129034904"), URL: address})
			if e := cause(t, name, err, archive.ErrNoMemento); e.Status != status {
				t.Errorf("status %d, want %d", e.Status, status)
			}
		})
	}
}
