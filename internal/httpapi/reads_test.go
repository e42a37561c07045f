package httpapi_test

import (
	"context"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// reading is a store that remembers from which tables was read, and of which tables the revision
// was asked for, by which answers are cached.
type reading struct {
	storage.Store
	mu       sync.Mutex
	tables   storage.Tables
	declared storage.Tables
}

func (r *reading) Unwrap() storage.Store { return r.Store }

func (r *reading) TableRevision(ctx context.Context, tables storage.Tables) (uint64, error) {
	r.mu.Lock()
	r.declared |= tables
	r.mu.Unlock()
	revisions, _ := storage.As[storage.TableRevisioner](r.Store)
	return revisions.TableRevision(ctx, tables)
}

func (r *reading) View(ctx context.Context, fn func(*storage.Tx) error) error {
	return r.Store.View(ctx, func(tx *storage.Tx) error {
		return fn(tx.Wrap(func(kind storage.Kind, rows storage.AnyRows) storage.AnyRows {
			return readRows{rows, func() { r.add(storage.TablesOf(kind.Name())) }}
		}))
	})
}

func (r *reading) add(tables storage.Tables) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tables |= tables
}

// take returns what was read, and what an answer named, since the last call.
func (r *reading) take() (tables, declared storage.Tables) {
	r.mu.Lock()
	defer r.mu.Unlock()
	tables, declared = r.tables, r.declared
	r.tables, r.declared = 0, 0
	return tables, declared
}

type readRows struct {
	storage.AnyRows
	note func()
}

func (r readRows) Get(key any) (any, error) {
	r.note()
	return r.AnyRows.Get(key)
}

func (r readRows) List(query any) iter.Seq2[any, error] {
	r.note()
	return r.AnyRows.List(query)
}

func (r readRows) Count(query any) (int, error) {
	r.note()
	return r.AnyRows.Count(query)
}

// TestCachedOperationsReadWhatTheySay holds that the answers of an operation that names
// tables are made from no other, so that none is older than the database.
func TestCachedOperationsReadWhatTheySay(t *testing.T) {
	t.Parallel()
	requests := map[string][]string{
		"/api/changelog": {
			"", "?type=added", "?appId=1&limit=1&offset=1", "?category=privacy-label", "?since=0", "?since=0&limit=1", "?from=2020-01-01&to=2030-01-01",
		},
		"/api/stats/matrix":   {""},
		"/api/stats/timeline": {"", "?appId=1", "?from=2020-01-01&to=2024-01-01&bucket=month"},
		"/api/notifications":  {"", "?limit=1&offset=1"},
		"/api/activity":       {"", "?type=scrape&status=ok", "?sortBy=duration_ms&sortDir=asc&since=2020-01-01"},
		"/api/tasks/active":   {""},
		"/api/apps": {
			"", "?devices=a,b", "?limit=10", "?limit=10&meta=grid", "?limit=10&q=o&sort=risk&changed=1", "?limit=1&devices=unattached",
			"?limit=10&tag=a", "?limit=10&paused=1", "?limit=10&verdict=safe", "?limit=10&undecided=1", "?limit=10&beyondProfile=1", "?limit=10&bundleId=a",
			"?view=grouped", "?view=grouped&devices=unattached", "?id=1", "?id=1&changelog=true", "?id=1&changelog=true&before=9&limit=1", "?id=x&changelog=true",
		},
		"/api/apps/{id}": {"", "?changelog=true"},
	}
	store := &reading{Store: openStore(t)}
	cfg, clock := configOver(t, store)
	s := shop{newPages()}
	s.show(1, "One", "CONTACT_INFO")
	s.show(2, "Two")
	cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: cfg.Now, Random: cfg.Random}, Scraper: s})
	server, err := httpapi.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	a := &api{server, server, t, store, clock}
	a.post("/api/devices", `{"name": "Phone", "ecid": "A1"}`).status(200)
	urls := `{"urls": ["https://apps.apple.com/us/app/id1", "https://apps.apple.com/us/app/id2"]}`
	a.post("/api/scrape", urls).status(200)
	clock.Advance(1 << 40)
	s.show(1, "One", "LOCATION")
	a.post("/api/scrape", urls).status(200)

	// With a profile and a concern that was accepted, badges are made from them too.
	a.send("PUT", "/api/privacy-profile", `{"profile":{"LOCATION":"not_collected"}}`).status(200)
	a.send("PUT", "/api/apps/1/concerns/LOCATION", `{}`).status(200)

	for path := range httpapi.Reads(server) {
		if requests[path] == nil { // asked in its plain form
			requests[path] = []string{""}
		}
	}
	for path, queries := range requests {
		var all storage.Tables
		for _, query := range queries {
			store.take()
			a.do("GET", strings.NewReplacer("{id}", "1", "{appId}", "1").Replace(path)+query).status(200)
			read, declared := store.take()
			if declared == 0 {
				t.Errorf("%s%s names no tables", path, query)
			}
			if !declared.Contains(read) {
				t.Errorf("%s%s reads %v and says %v", path, query, read.Names(), declared.Names())
			}
			all |= read
		}
		if all == 0 {
			t.Errorf("%s reads nothing", path)
		}
	}
}
