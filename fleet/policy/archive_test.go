package policy_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// vault is an Archive of captures, each of which has a page.
type vault struct {
	mu       sync.Mutex
	captures map[string]policy.Capture // newest, by address
	pages    map[string]policy.ArchivedPage
	err      error // of every question
	saveErr  error
	ends     bool // the process, with every question
	asked    []string
}

func (v *vault) ask(what string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.asked = append(v.asked, what)
	if v.ends {
		panic("the process ends")
	}
	return v.err
}

func (v *vault) questions() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return append([]string{}, v.asked...)
}

func (v *vault) NewestPage(_ context.Context, address string) (policy.Capture, error) {
	err := v.ask("newest " + address)
	capture, ok := v.captures[address]
	if err == nil && !ok {
		err = errors.New("no capture")
	}
	return capture, err
}

func (v *vault) ReadPage(_ context.Context, c policy.Capture) (policy.ArchivedPage, error) {
	if err := v.ask("read " + c.URL); err != nil {
		return policy.ArchivedPage{}, err
	}
	return v.pages[c.View], nil
}

func (v *vault) SavePage(_ context.Context, address string) (string, error) {
	if err := v.ask("save " + address); err != nil {
		return "", err
	}
	if v.saveErr != nil {
		return "", v.saveErr
	}
	return "https://archive.example/now/" + address, nil
}

// archiveOf returns an archive with one page of one address.
func archiveOf(address string, at storage.Time, contentType, body string) *vault {
	view := "https://archive.example/then/" + address
	return &vault{
		captures: map[string]policy.Capture{address: {URL: address, At: at, View: view}},
		pages:    map[string]policy.ArchivedPage{view: {ContentType: contentType, Body: []byte(body), View: view}},
	}
}

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

// What a site does not show to anybody, or has no answer to, is looked for in the
// archive; what is gone, or is no page, is not.
func TestWebAsksTheArchive(t *testing.T) {
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
		"out of order":       {503, "text/plain", policyText("old"), nil, nil, 2},
		"nobody there":       {0, "application/pdf", string(pdfOf(stream("", "BT /F1 9 Tf (old) Tj ET"))), nil, nil, 2},
		"hidden":             {403, "text/html", "<noscript>" + inHTML("old") + "</noscript>", nil, nil, 2},
		"gone":               {404, "text/html", inHTML("old"), nil, policy.ErrRefused, 0},
		"broken":             {500, "text/html", inHTML("old"), nil, policy.ErrRefused, 0},
		"there":              {200, "text/html", inHTML("old"), nil, nil, 0},
		"a picture":          {403, "image/png", "x", nil, policy.ErrRefused, 2},
		"too large":          {403, "text/html", strings.Repeat("x", 9<<20), nil, policy.ErrRefused, 2},
		"no archive to ask":  {403, "text/html", "", policy.ErrArchiveBusy, policy.ErrRefused, 1},
		"it leads elsewhere": {403, "text/html", "<meta http-equiv=refresh content='0;url=http://10.0.0.1/'><iframe src=/privacy>", nil, nil, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			archive := archiveOf(address, 1, tt.contentType, tt.page)
			archive.err = tt.err
			fetcher := web(t, policy.WithInterval(0), policy.WithArchive(archive), policy.WithHTTPClient(&http.Client{Transport: answering(tt.status)}))
			doc, err := fetcher.Fetch(t.Context(), address)
			if !errors.Is(err, tt.want) || len(archive.asked) != tt.asked {
				t.Fatalf("%v, asked %v, want %v after %d", err, archive.asked, tt.want, tt.asked)
			}
			var failed *policy.FetchError
			switch fromArchive := tt.asked > 0; {
			case errors.As(err, &failed):
				if failed.Status != tt.status || (failed.Origin == storage.PolicyWayback) != fromArchive {
					t.Errorf("status %d of %q", failed.Status, failed.Origin)
				}
			case !fromArchive:
				if doc.Origin != storage.PolicyDirect || doc.ArchiveURL != "" {
					t.Errorf("document %+v", doc)
				}
			case doc.Origin != storage.PolicyWayback || doc.ArchiveURL != "https://archive.example/then/"+address || doc.FinalURL != doc.ArchiveURL ||
				strings.Contains(doc.Text, "captures") || !strings.Contains(doc.Text, "old") && !strings.Contains(tt.page, "meta"):
				t.Errorf("document %+v", doc)
			}
		})
	}
}

// What may not be asked is not given away to the archive either.
func TestWebTellsTheArchiveNothing(t *testing.T) {
	t.Parallel()
	archive := &vault{}
	fetcher := web(t, policy.WithInterval(0), policy.WithArchive(archive))
	for _, address := range []string{"http://192.168.1.1/privacy", "https://user@a.example/", "file:///etc/passwd"} {
		if _, err := fetcher.Fetch(t.Context(), address); !errors.Is(err, policy.ErrAddress) || len(archive.asked) > 0 {
			t.Errorf("%s: %v, asked %v", address, err, archive.asked)
		}
	}
}

// slowVault answers when nobody waits any more.
type slowVault struct{ vault }

func (v *slowVault) NewestPage(ctx context.Context, _ string) (policy.Capture, error) {
	<-ctx.Done()
	return policy.Capture{}, ctx.Err()
}

// The archive has 15 seconds, and the caller's time is the caller's.
func TestWebWaitsForTheArchive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fetcher := web(t, policy.WithInterval(0), policy.WithArchive(&slowVault{}), policy.WithHTTPClient(&http.Client{Transport: answering(403)}))
		began := time.Now()
		_, err := fetcher.Fetch(t.Context(), "https://a.example/")
		if took := time.Since(began); !errors.Is(err, policy.ErrRefused) || took != 15*time.Second {
			t.Errorf("%v after %v", err, took)
		}
		ctx, enough := context.WithTimeout(t.Context(), time.Second)
		defer enough()
		if _, err := fetcher.Fetch(ctx, "https://a.example/"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the caller's own deadline: %v", err)
		}
	})
}

func TestNewWebWithNothing(t *testing.T) {
	t.Parallel()
	if _, err := policy.NewWeb(policy.WithArchive(nil), policy.WithResolver(nil)); err == nil ||
		!strings.Contains(err.Error(), "archive") || !strings.Contains(err.Error(), "resolver") {
		t.Errorf("error %v, want it to name both", err)
	}
}
