package httpapi_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

func openZip(t *testing.T, a *answer) *zip.Reader {
	t.Helper()
	body := a.Body.Bytes()
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	must(t, err)
	return z
}

func TestDataset(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { paneltest.Furnish(t, cfg.Store) })
	var key dataset.SigningKey
	a.do("GET", "/api/signing-key").status(http.StatusOK).json(&key)
	public, err := checksums.ParsePublicKey(key.PublicKey)
	must(t, err)

	all := a.do("GET", "/api/dataset?licence=CC-BY-4.0").status(http.StatusOK).header("Content-Type", "application/zip")
	if _, err := checksums.Verify(t.Context(), openZip(t, all), &public); err != nil {
		t.Error(err)
	}
	evidence := a.do("GET", "/api/changes/"+storage.ChangeID{Snapshot: storage.SnapshotID{App: 4, At: paneltest.Start + 200*paneltest.Day}}.String()+"/evidence")
	if _, err := checksums.Verify(t.Context(), openZip(t, evidence.status(http.StatusOK)), &public); err != nil {
		t.Error(err)
	}
	for _, unknown := range []string{"1", "0000000000000001-0000000000001:0"} {
		a.do("GET", "/api/changes/"+unknown+"/evidence").status(http.StatusNotFound)
	}
	a.do("GET", "/api/dataset?asOf=2024-01-01&since=2025-01-01").status(http.StatusBadRequest)
	a.do("GET", "/api/dataset?licence=%3Cb%3E").status(http.StatusBadRequest)
	a.do("GET", "/api/dataset?tag=a,b").status(http.StatusBadRequest)
	tagged := paneltest.TableOf(t, a.do("GET", "/api/dataset?tag=games").status(http.StatusOK).Body.Bytes(), "apps")
	if len(tagged) != 2 || tagged[1][0] != "3" {
		t.Errorf("with a tag: %q", tagged)
	}
	groups := make(map[string]bool)
	var byTag dataset.Panel
	a.do("GET", "/api/stats/panel?from=2023-11-01&to=2023-12-31&by=tag").status(http.StatusOK).json(&byTag)
	for _, row := range byTag.Rows {
		groups[row.Group] = true
	}
	if diff := cmp.Diff(map[string]bool{"": true, "games": true, "children": true}, groups); diff != "" {
		t.Errorf("by tag (-want +got):\n%s", diff)
	}
	a.do("GET", "/api/stats/panel?by=name").status(http.StatusBadRequest)
	a.do("GET", "/api/stats/panel?from=1971-01-01&interval=week").status(http.StatusBadRequest)

	var list struct {
		Developers []dataset.Developer
		Total      int
	}
	a.do("GET", "/api/developers?sort=name&limit=1&offset=1").status(http.StatusOK).json(&list)
	if list.Total < 2 || len(list.Developers) != 1 || list.Developers[0].Apps == 0 {
		t.Errorf("got %+v", list)
	}
	a.do("GET", "/api/developers?sort=country").status(http.StatusBadRequest)

	var panel dataset.Panel
	a.do("GET", "/api/stats/panel?from=2023-11-01&to=2023-12-31").status(http.StatusOK).json(&panel)
	sources := make(map[string]int)
	for _, row := range panel.Rows {
		sources[row.Source]++
		if row.Observed == 0 || len(row.Items) == 0 {
			t.Errorf("got %+v", row)
		}
	}
	if diff := cmp.Diff(map[string]int{"appstore": 2, storage.SourcePlay: 2}, sources); diff != "" {
		t.Errorf("months of each store (-want +got):\n%s", diff)
	}
}

// TestStorefrontsOnTheWire reads the storefronts that the record has, and refuses what is none.
func TestStorefrontsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { paneltest.Furnish(t, cfg.Store) })
	var found tracked.Storefronts
	a.do("GET", "/api/apps/3/storefronts").status(http.StatusOK).json(&found)
	if len(found.Storefronts) != 2 || found.Base != "de" || found.Storefronts[0].Country != "de" || len(found.Storefronts[0].PrivacyTypes) == 0 ||
		len(found.Storefronts[1].Differences) != 1 {
		t.Errorf("got %+v", found)
	}
	a.do("GET", "/api/apps/77/storefronts").status(http.StatusNotFound)
	for _, wrong := range []string{"us,us", "usa", "u"} {
		a.do("GET", "/api/apps/3/storefronts?countries="+wrong).status(http.StatusBadRequest)
	}
}

// slow is a client that takes nothing until it is released.
type slow struct {
	*httptest.ResponseRecorder
	began, release chan struct{}
}

func (s slow) Write(b []byte) (int, error) {
	select {
	case s.began <- struct{}{}:
	case <-s.release:
	}
	<-s.release
	return s.ResponseRecorder.Write(b)
}

func TestTwoDatasetsAtOnce(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { paneltest.Furnish(t, cfg.Store) })
	began, release, done := make(chan struct{}), make(chan struct{}), make(chan int)
	for range 2 {
		go func() {
			w := slow{httptest.NewRecorder(), began, release}
			ctx := t.Context()
			a.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "http://localhost/api/dataset", nil))
			done <- w.Code
		}()
		<-began
	}
	a.do("GET", "/api/dataset").status(http.StatusServiceUnavailable).header("Retry-After", "60")
	close(release)
	for range 2 {
		if code := <-done; code != http.StatusOK {
			t.Errorf("status %d", code)
		}
	}
}

// TestDatasetLater does not wait for data sets and fetches them later. Of three, the oldest is gone.
func TestDatasetLater(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) { paneltest.Furnish(t, cfg.Store) })
	want := a.do("GET", "/api/dataset?tag=games").status(http.StatusOK).Body.Bytes()
	var paths []string
	for range 3 {
		begun := a.do("GET", "/api/dataset?tag=games&wait=0").status(http.StatusAccepted)
		var result struct {
			Status string
			Answer struct {
				Path, SHA256 string
				Bytes        int
			}
		}
		until(t, func() bool {
			a.do("GET", begun.Header().Get("Location")).json(&result)
			return result.Status != "running"
		})
		answer := result.Answer
		if sum := fmt.Sprintf("%x", sha256.Sum256(want)); result.Status != "done" || answer.SHA256 != sum || answer.Bytes != len(want) {
			t.Fatalf("the result is %+v, want %d bytes with the SHA-256 %s", result, len(want), sum)
		}
		paths = append(paths, answer.Path)
	}
	for _, path := range append(paths[1:], paths[1:]...) {
		got := a.do("GET", path).status(http.StatusOK).header("Content-Type", "application/zip")
		if !bytes.Equal(got.Body.Bytes(), want) {
			t.Errorf("%s differs from the data set that was waited for", path)
		}
	}
	a.do("GET", paths[0]).error(http.StatusNotFound, "This process has no such data set")
	a.do("GET", "/api/dataset?licence=%3Cb%3E&wait=0").status(http.StatusBadRequest)
	must(t, a.Close(t.Context()))
	a.do("GET", paths[2]).error(http.StatusNotFound, "This process has no such data set") // Close removed it
}

// TestDevelopersOnThePage lists the developers in an order, and those whose names contain a text.
func TestDevelopersOnThePage(t *testing.T) {
	t.Parallel()
	a := newForms(t, func(cfg *httpapi.Config) { paneltest.Furnish(t, cfg.Store) })
	text := a.do("GET", "/developers?sort=changes").status(http.StatusOK).Body.String()
	shows(t, text, `href="/developer?name=Z&amp;source=appstore"`, `<option value="changes" selected>`, "the App Store")
	shows(t, a.do("GET", "/developers?q=no-such-developer").status(http.StatusOK).Body.String(), "No developer has such a name.")

	one := a.do("GET", "/developer?name=Z&source=appstore").status(http.StatusOK).Body.String()
	shows(t, one, "<h1>Z</h1>", `href="/apps/3"`, "1 app ", "All developers")
	a.do("GET", "/developer?name=Z&source=play").status(http.StatusNotFound)
}
