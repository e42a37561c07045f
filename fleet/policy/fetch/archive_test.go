package fetch_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
)

func answering(status int) http.RoundTripper {
	return transport(func(r *http.Request) (*http.Response, error) {
		if status == 0 {
			return nil, errors.New("no route to host")
		}
		resp := plain(r, "We care.")
		resp.StatusCode = status
		return resp, nil
	})
}

// A page that a site refuses, or does not answer for, is requested from the
// archive; what is gone, or is no page, is not.
func TestClientAsksArchive(t *testing.T) {
	t.Parallel()
	const address = "https://a.example/privacy"
	bar := "<div id=wm-ipp-base>The archive has 12 captures</div>"
	for name, tt := range map[string]struct {
		status      int
		contentType string
		page        string
		err         error
		want        error
		asked       int
	}{
		"turned away":        {403, "text/html; charset=utf-8", bar + inHTML("old"), nil, nil, 2},
		"too many":           {429, "text/html", inHTML("old"), nil, nil, 2},
		"out of order":       {503, "text/plain", policytest.Text("old"), nil, nil, 2},
		"no answer":          {0, "application/pdf", string(pdfOf(stream("", "BT /F1 9 Tf (old) Tj ET"))), nil, nil, 2},
		"hidden":             {403, "text/html", "<noscript>" + inHTML("old") + "</noscript>", nil, nil, 2},
		"gone":               {404, "text/html", inHTML("old"), nil, fetch.ErrRefused, 0},
		"broken":             {500, "text/html", inHTML("old"), nil, fetch.ErrRefused, 0},
		"there":              {200, "text/html", inHTML("old"), nil, nil, 0},
		"a picture":          {403, "image/png", "x", nil, fetch.ErrRefused, 2},
		"too large":          {403, "text/html", strings.Repeat("x", 9<<20), nil, fetch.ErrRefused, 2},
		"no archive to ask":  {403, "text/html", "", fetch.ErrArchiveBusy, fetch.ErrRefused, 1},
		"it leads elsewhere": {403, "text/html", "<meta http-equiv=refresh content='0;url=http://10.0.0.1/'><iframe src=/privacy>", nil, nil, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			archive := policytest.NewArchive(address, 1, tt.contentType, tt.page)
			archive.Err = tt.err
			fetcher := newClient(t, fetch.Config{Archive: archive, HTTPClient: &http.Client{Transport: answering(tt.status)}})
			doc, err := fetcher.Fetch(t.Context(), address)
			if !errors.Is(err, tt.want) || len(archive.Requests()) != tt.asked {
				t.Fatalf("%v, asked %v, want %v after %d", err, archive.Requests(), tt.want, tt.asked)
			}
			var failed *fetch.Error
			switch fromArchive := tt.asked > 0; {
			case errors.As(err, &failed):
				if failed.Status != tt.status || (failed.Origin == storage.PolicyWayback) != fromArchive {
					t.Errorf("status %d of %q", failed.Status, failed.Origin)
				}
			case !fromArchive:
				if doc.Origin != storage.PolicyDirect || doc.ArchiveURL != "" || doc.CapturedAt != 0 || doc.SiteError != nil {
					t.Errorf("document %+v", doc)
				}
			case doc.CapturedAt != 1 || doc.SiteError == nil || doc.SiteError.Status != tt.status:
				t.Errorf("captured at %d, the site failed with %v", doc.CapturedAt, doc.SiteError)
			case doc.Origin != storage.PolicyWayback || doc.ArchiveURL != "https://archive.example/then/"+address || doc.FinalURL != doc.ArchiveURL ||
				strings.Contains(doc.Text, "captures") || !strings.Contains(doc.Text, "old") && !strings.Contains(tt.page, "meta"):
				t.Errorf("document %+v", doc)
			}
		})
	}
}

// What may not be asked is not given away to the archive either.
func TestClientHidesForbiddenURLsFromArchive(t *testing.T) {
	t.Parallel()
	archive := &policytest.Archive{}
	fetcher := newClient(t, fetch.Config{Archive: archive})
	for _, address := range []string{"http://192.168.1.1/privacy", "https://user@a.example/", "file:///etc/passwd"} {
		if _, err := fetcher.Fetch(t.Context(), address); !errors.Is(err, fetch.ErrAddress) || len(archive.Requests()) > 0 {
			t.Errorf("%s: %v, asked %v", address, err, archive.Requests())
		}
	}
}

// slowArchive answers after the caller's timeout.
type slowArchive struct{ policytest.Archive }

func (*slowArchive) NewestPage(ctx context.Context, _ string) (fetch.Capture, error) {
	<-ctx.Done()
	return fetch.Capture{}, ctx.Err()
}

// The archive has 15 seconds, and the caller's time is the caller's.
func TestClientWaitsForArchive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fetcher := newClient(t, fetch.Config{Archive: &slowArchive{}, HTTPClient: &http.Client{Transport: answering(403)}})
		began := time.Now()
		_, err := fetcher.Fetch(t.Context(), "https://a.example/")
		if took := time.Since(began); !errors.Is(err, fetch.ErrRefused) || took != 15*time.Second {
			t.Errorf("%v after %v", err, took)
		}
		ctx, enough := context.WithTimeout(t.Context(), time.Second)
		defer enough()
		if _, err := fetcher.Fetch(ctx, "https://a.example/"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the caller's own deadline: %v", err)
		}
	})
}
