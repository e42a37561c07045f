package httpapi_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

const largeFleet = 60

// newLarge is an API over a fleet that is too large for one piece.
func newLarge(t *testing.T, change func(*httpapi.Config)) *api {
	t.Helper()
	a := newAPI(t, func(cfg *httpapi.Config) {
		// Not within Strict: it runs every View twice, and a streamed answer
		// cannot be repeated.
		cfg.Store = memory.New()
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: newPages()})
		httpapi.SetLargeFrom(cfg, largeFleet/2)
		change(cfg)
	})
	label := storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataLinkedToYou, Title: "Linked", Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}}}}}
	digest, err := changelog.Digest(label)
	if err != nil {
		t.Fatal(err)
	}
	a.update(func(tx *storage.Tx) error {
		if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}); err != nil {
			return err
		}
		for i := range storage.AppID(largeFleet) {
			app := storage.App{ID: i + 1, Name: fmt.Sprintf("App <%05d>", i+1), URL: address(i + 1), LabelDigest: digest}
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
		}
		return nil
	})
	return a
}

func rename(name string) func(*storage.Tx) error {
	return func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(1)
		if err != nil {
			return err
		}
		app.Name = name
		return tx.Apps.Put(app)
	}
}

// Lists of a large fleet are the same bytes as those of a small one would be,
// whether they go through a temporary file or are sent as they are made.
func TestLargeListsAreWholeAndNeverStale(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*httpapi.Config){
		"in a file":       func(cfg *httpapi.Config) { cfg.DataDir = t.TempDir() },
		"not kept":        func(cfg *httpapi.Config) { cfg.CacheBytes = -1 },
		"nowhere to keep": func(cfg *httpapi.Config) { cfg.DataDir = "/nowhere/at/all" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newLarge(t, change)
			for _, wanted := range []string{"AAA first", "AAA second"} {
				a.update(rename(wanted))
				for range 2 { // made, then from the cache
					var apps []storage.App
					a.do("GET", "/api/apps").status(200).json(&apps)
					if len(apps) != largeFleet || apps[0].Name != wanted {
						t.Fatalf("%d apps, the first is %q; want %d and %q", len(apps), apps[0].Name, largeFleet, wanted)
					}
					small, err := json.Marshal(apps[7].Shown())
					if err != nil {
						t.Fatal(err)
					}
					if text := bytes.ReplaceAll(small, []byte(`\u003c`), []byte("<")); !bytes.Contains(a.do("GET", "/api/apps").Body.Bytes(), bytes.ReplaceAll(text, []byte(`\u003e`), []byte(">"))) {
						t.Errorf("the list does not hold %s", text)
					}
					var groups []struct {
						Identifier string
						Categories []struct {
							Identifier string
							RiskWeight int
							Apps       []struct{ Name string }
						}
					}
					a.do("GET", "/api/apps?view=grouped").status(200).json(&groups)
					if len(groups) != 1 || groups[0].Categories[0].RiskWeight != 5 || len(groups[0].Categories[0].Apps) != largeFleet || groups[0].Categories[0].Apps[0].Name != wanted {
						t.Errorf("the grouped view is not whole")
					}
				}
			}
		})
	}
}

func TestLargeListHasATag(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newLarge(t, func(cfg *httpapi.Config) { cfg.DataDir = dir })
	first := a.do("GET", "/api/apps").status(200)
	tag := first.Header().Get("ETag")
	if tag == "" || first.Header().Get("Content-Length") != fmt.Sprint(first.Body.Len()) {
		t.Errorf("header is %v for %d bytes", first.Header(), first.Body.Len())
	}
	a.do("GET", "/api/apps", header("If-None-Match", tag)).status(304)
	if head := a.do("HEAD", "/api/apps").status(200); head.Body.Len() != 0 || head.Header().Get("ETag") != tag {
		t.Errorf("HEAD has %d bytes and the tag %q", head.Body.Len(), head.Header().Get("ETag"))
	}
	a.update(rename("another"))
	if again := a.do("GET", "/api/apps", header("If-None-Match", tag)).status(200); again.Header().Get("ETag") == tag {
		t.Error("another list has the same tag")
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("the folder holds %v, %v: a file would outlive the process", left, err)
	}
}

// Readers and a writer at once: files are dropped while they are being sent.
func TestLargeListsBesideAWriter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newLarge(t, func(cfg *httpapi.Config) { cfg.DataDir = dir })
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for range 3 {
				ans := a.do("GET", "/api/apps")
				if ans.Code != 200 || !json.Valid(ans.Body.Bytes()) {
					t.Errorf("status %d, %d bytes", ans.Code, ans.Body.Len())
				}
			}
		})
	}
	for i := range 6 {
		a.update(rename(fmt.Sprint("name ", i)))
	}
	readers.Wait()
}
