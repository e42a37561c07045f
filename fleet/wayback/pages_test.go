package wayback_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/storage"
)

// policyURL is that of the policy in these tests.
const policyURL = "https://acme.example/privacy?lang=en"

func capture(t *testing.T, when string, c fakearchive.Capture) fakearchive.Capture {
	t.Helper()
	c.At = at(t, when)
	if c.URL == "" {
		c.URL = policyURL
	}
	return c
}

func TestNewestPage(t *testing.T) {
	t.Parallel()
	const old, middle, late = "20200101000000", "20220101000000", "20240101000000"
	for name, tt := range map[string]struct {
		captures []fakearchive.Capture
		want     string // the moment; empty: there is none
	}{
		"none":               {nil, ""},
		"of another page":    {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{URL: "https://acme.example/terms"})}, ""},
		"the newest":         {[]fakearchive.Capture{capture(t, late, fakearchive.Capture{}), capture(t, old, fakearchive.Capture{})}, late},
		"an error since":     {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{}), capture(t, late, fakearchive.Capture{Status: 403})}, old},
		"a redirect since":   {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{}), capture(t, late, fakearchive.Capture{Status: 301, Location: "https://acme.example/"})}, old},
		"redirects only":     {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{Status: 301}), capture(t, middle, fakearchive.Capture{Status: 302})}, middle},
		"errors only":        {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{Status: 404})}, ""},
		"the same as ever":   {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{}), capture(t, late, fakearchive.Capture{Revisit: true})}, late},
		"a PDF":              {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{Type: "application/pdf"})}, old},
		"under http and www": {[]fakearchive.Capture{capture(t, old, fakearchive.Capture{URL: "http://www.acme.example/privacy?lang=en"})}, old},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := newArchive(t, fakearchive.New(tt.captures...)).NewestPage(t.Context(), policyURL+"#cookies")
			if tt.want == "" {
				cause(t, name, err, archive.ErrNoMemento)
				return
			}
			if err != nil || got.At != at(t, tt.want) || !strings.HasSuffix(got.View, "/web/"+tt.want+"/"+got.URL) {
				t.Errorf("%+v, %v, want that of %s", got, err, tt.want)
			}
		})
	}
}

func TestReadPage(t *testing.T) {
	t.Parallel()
	fake := fakearchive.New(
		capture(t, "20200101000000", fakearchive.Capture{Page: []byte("<p>old"), Type: "text/html; charset=utf-8"}),
		capture(t, "20210101000000", fakearchive.Capture{Status: 301, Location: "https://acme.example/legal"}),
		capture(t, "20210101000000", fakearchive.Capture{URL: "https://acme.example/legal", Page: []byte("moved")}),
		capture(t, "20220101000000", fakearchive.Capture{Status: 404, Page: []byte("gone")}),
		capture(t, "20230101000000", fakearchive.Capture{Status: 302, Location: policyURL}),
		capture(t, "20240101000000", fakearchive.Capture{Page: make([]byte, 8<<20+1)}),
	)
	pages := newArchive(t, fake)
	for when, tt := range map[string]struct {
		want fetch.ArchivedPage
		err  error
	}{
		"20200101000000": {fetch.ArchivedPage{ContentType: "text/html; charset=utf-8", Body: []byte("<p>old"), View: "20200101000000/" + policyURL}, nil},
		"20200102000000": {fetch.ArchivedPage{ContentType: "text/html; charset=utf-8", Body: []byte("<p>old"), View: "20200101000000/" + policyURL}, nil},
		"20210101000000": {fetch.ArchivedPage{ContentType: "text/html", Body: []byte("moved"), View: "20210101000000/https://acme.example/legal"}, nil},
		"20220101000000": {fetch.ArchivedPage{}, archive.ErrNoMemento},
		"20230101000000": {fetch.ArchivedPage{}, archive.ErrNoMemento}, // to itself, for ever
		"20240101000000": {fetch.ArchivedPage{}, fleet.ErrTooLarge},
	} {
		got, err := pages.ReadPage(t.Context(), fetch.Capture{URL: policyURL, At: at(t, when)})
		if tt.err != nil {
			cause(t, when, err, tt.err)
			continue
		}
		_, got.View, _ = strings.Cut(got.View, "/web/")
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v, page (-want +got):\n%s", when, err, diff)
		}
	}
}

// Redirects that leave the archive are not followed.
func TestReadPage_leadsOut(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"http://169.254.169.254/latest/", "https://acme.example/privacy", "/login", "https://web.archive.org/web/2020id_/file:///etc/passwd"} {
		asked := 0
		pages := newArchive(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}))
		_, err := pages.ReadPage(t.Context(), fetch.Capture{URL: policyURL, At: 1})
		cause(t, to, err, archive.ErrNoMemento)
		if asked != 1 {
			t.Errorf("%s: %d requests", to, asked)
		}
	}
}

func TestSavePage(t *testing.T) {
	t.Parallel()
	fake := fakearchive.New()
	pages := newArchive(t, fake)
	view, err := pages.SavePage(t.Context(), policyURL+"#top")
	if err != nil || !strings.HasSuffix(view, "/"+policyURL) {
		t.Errorf("%q, %v", view, err)
	}
	if diff := cmp.Diff([]string{policyURL}, fake.Saved()); diff != "" {
		t.Errorf("saved (-want +got):\n%s", diff)
	}
}

// The public archive is not told of what is not public, and has none of it.
func TestPagesThatAreNotPublic(t *testing.T) {
	t.Parallel()
	asked := 0
	count := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked++ })
	public, own := newArchive(t, count), configured(t, count, wayback.Config{PerMinute: 1e6, BaseURL: "https://archive.lan"})
	for _, address := range []string{
		"http://127.0.0.1/p", "http://192.168.1.1/p", "http://[fd00::1]/p", "http://localhost/p", "http://intranet/p", "http://nas.local/p", "https://wiki.corp./p",
		"ftp://acme.example/", "https://user@acme.example/",
	} {
		_, err := public.NewestPage(t.Context(), address)
		cause(t, address, err, archive.ErrNoMemento)
		_, err = public.SavePage(t.Context(), address)
		cause(t, address, err, archive.ErrNoMemento)
	}
	if asked != 0 {
		t.Errorf("%d requests", asked)
	}
	if _, err := own.NewestPage(t.Context(), "http://nas.local/p"); !errors.Is(err, archive.ErrNoMemento) || asked != 1 {
		t.Errorf("one's own archive: %v after %d requests", err, asked)
	}
}

// An archive that throttles or cannot be reached gets no more requests; one that fails
// for a single page does.
func TestPagesOfABusyArchive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		fault fakearchive.Fault
		busy  bool
	}{
		{fakearchive.Fault{Kind: fakearchive.Throttled}, true},
		{fakearchive.Fault{Kind: fakearchive.Broken}, false},
		{fakearchive.Fault{Kind: fakearchive.Broken, Status: 404}, false},
		{fakearchive.Fault{Kind: fakearchive.Blocked}, false},
	} {
		fake := fakearchive.New()
		pages := newArchive(t, fake)
		questions := map[fakearchive.Service]func() error{
			fakearchive.Save: func() error { _, err := pages.SavePage(t.Context(), policyURL); return err },
		}
		if tt.fault.Kind != fakearchive.Broken { // those are asked again after a pause
			questions[fakearchive.Index] = func() error { _, err := pages.NewestPage(t.Context(), policyURL); return err }
			questions[fakearchive.Replay] = func() error {
				_, err := pages.ReadPage(t.Context(), fetch.Capture{URL: policyURL, At: storage.Time(1)})
				return err
			}
		}
		for service, ask := range questions {
			fake.Fail(service, tt.fault)
			if err := ask(); err == nil || errors.Is(err, fetch.ErrArchiveBusy) != tt.busy {
				t.Errorf("%s, %+v: %v, want busy: %t", service, tt.fault, err, tt.busy)
			}
		}
	}
	gone := newArchive(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	if _, err := gone.SavePage(t.Context(), policyURL); !errors.Is(err, fetch.ErrArchiveBusy) {
		t.Errorf("nothing there: %v", err)
	}
}
