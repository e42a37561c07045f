package httpapi_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// fleetAPI is an API over pages, and an archive of them, that the test sets.
type fleetAPI struct {
	*api
	pages   *pages
	archive *annals
}

func newFleetAPI(t testing.TB, change func(*httpapi.Config)) *fleetAPI {
	t.Helper()
	p, old := newPages(), newArchive()
	a := newAPI(t, func(cfg *httpapi.Config) {
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: p})
		cfg.History = history.New(history.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Archive: old})
		cfg.Imports = imports.New(imports.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Fleet: cfg.Fleet})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History, cfg.Imports.Job())
		if change != nil {
			change(cfg)
		}
	})
	return &fleetAPI{a, p, old}
}

func address(id storage.AppID) string { return fmt.Sprintf("https://store.example/id%d", id) }

// post sends JSON from the same origin.
func (a *api) post(target, text string, more ...option) *answer {
	a.t.Helper()
	return a.do("POST", target, append([]option{sameOrigin, body(text)}, more...)...)
}

// within lets a request end with a context.
func within(ctx context.Context) option {
	return func(r *http.Request) { *r = *r.WithContext(ctx) }
}

// track scrapes an app whose page shows these categories, and lets an hour pass.
func (a *fleetAPI) track(id storage.AppID, name string, categories ...string) {
	a.t.Helper()
	a.pages.show(id, name, categories...)
	a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],"resync":true}`, address(id))).status(200)
	a.clock.Advance(time.Hour)
}

// into decodes an answer with status 200.
func into[T any](ans *answer) (v T) {
	ans.t.Helper()
	ans.status(200).json(&v)
	return v
}

// members decodes an object so that a test sees exactly what is on the wire.
func members(ans *answer) map[string]any { return into[map[string]any](ans) }

// keys returns an object's member names in the order of the wire.
func keys(t testing.TB, object string) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(object))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		var skip json.RawMessage
		must(t, dec.Decode(&skip))
	}
	return names
}
