package wayback_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// newArchive returns an archive that asks a handler, as fast as it can.
func newArchive(t testing.TB, h http.Handler) *wayback.Archive {
	t.Helper()
	a := configured(t, h, wayback.Config{PerMinute: 1e6})
	wayback.HurryIndex(a)
	return a
}

// configured returns an archive that asks a handler and, unless the configuration says
// otherwise, reads pages as the App Store's.
func configured(t testing.TB, h http.Handler, c wayback.Config) *wayback.Archive {
	t.Helper()
	if c.HTTPClient = fakestore.Client(h); c.Parse == nil {
		c.Parse = appstore.Parse
	}
	return open(t, c)
}

func open(t testing.TB, c wayback.Config) *wayback.Archive {
	t.Helper()
	a, err := wayback.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// address is that of the page of the app in most tests.
const address = "https://apps.apple.com/us/app/quick-fox/id4711"

func target() fleet.Target { return fleet.Target{ID: 4711, URL: address, Country: "us"} }

// fox is the app in most tests.
func fox(format fakestore.Format) fakestore.App {
	return fakestore.App{ID: 4711, Slug: "quick-fox", Name: "Quick Fox", Format: format, Label: &storage.Label{
		Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected"}},
	}}
}

// at returns a moment written like the archive's.
func at(t testing.TB, text string) storage.Time {
	t.Helper()
	when, err := time.Parse("20060102150405", text)
	if err != nil {
		t.Fatal(err)
	}
	return storage.TimeOf(when)
}

// ever is the span of time that takes everything in.
func ever(t testing.TB) (from, to storage.Time) { return 0, at(t, "20991231235959") }

// cause checks that an error is of the archive and has one cause, and returns it.
func cause(t *testing.T, what string, err, want error) *archive.Error {
	t.Helper()
	var e *archive.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: %v, want an Error", what, err)
		return &archive.Error{Cause: want}
	}
	if e.Cause != want {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
	return e
}

// moments lists captures for comparison.
func moments(captures []archive.Capture) []string {
	var all []string
	for _, c := range captures {
		all = append(all, fmt.Sprint(c.At.Std().Format("20060102150405"), " ", c.URL))
	}
	return all
}

// services are those of the archive, each with a way to ask it about the app.
func services(t testing.TB) map[fakearchive.Service]func(*testing.T, *wayback.Archive) error {
	from, to := ever(t)
	return map[fakearchive.Service]func(*testing.T, *wayback.Archive) error{
		fakearchive.Index: func(t *testing.T, a *wayback.Archive) error {
			_, err := a.Captures(t.Context(), target(), from, to)
			return err
		},
		fakearchive.Replay: func(t *testing.T, a *wayback.Archive) error {
			_, err := a.Replay(t.Context(), target(), archive.Capture{At: at(t, "20210304050607"), URL: address})
			return err
		},
		fakearchive.Save: func(t *testing.T, a *wayback.Archive) error {
			_, err := a.Save(t.Context(), target())
			return err
		},
	}
}
