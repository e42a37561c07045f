package policy_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// sites is a Fetcher over addresses that tests fill.
type sites struct {
	mu    sync.Mutex
	pages map[string]func(ctx context.Context) (fetch.Document, error)
	asked []string
}

func (s *sites) Fetch(ctx context.Context, url string, _ ...string) (fetch.Document, error) {
	s.mu.Lock()
	s.asked = append(s.asked, url)
	page := s.pages[url]
	s.mu.Unlock()
	if page == nil {
		return fetch.Document{}, &fetch.Error{Cause: fetch.ErrRefused, Status: 404, FinalURL: url, Origin: storage.PolicyDirect}
	}
	return page(ctx)
}

func (s *sites) requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

func (s *sites) on(url string, page func(ctx context.Context) (fetch.Document, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[url] = page
}

func (s *sites) show(url, text string) { s.showAside(url, text, "") }

// showAside shows a page of which a part is not in the text.
func (s *sites) showAside(url, text, aside string) {
	s.on(url, func(context.Context) (fetch.Document, error) {
		return fetch.Document{
			Text: text, Aside: aside, Title: "Privacy", FinalURL: url + "#end", ContentType: "text/html", Origin: storage.PolicyDirect, Extractor: "test/1",
		}, nil
	})
}

func (s *sites) fail(url string, err error) {
	s.on(url, func(context.Context) (fetch.Document, error) { return fetch.Document{}, err })
}

// bench is a reader over a store, with a clock that tests move.
type bench struct {
	store   storage.Store
	sites   *sites
	service *policy.Service
	runs    *runner.Engine

	mu  sync.Mutex
	now time.Time
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{
		store: teststore.Open(t), now: time.UnixMilli(1_760_000_000_000),
		sites: &sites{pages: make(map[string]func(context.Context) (fetch.Document, error))},
	}
	b.service = policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: b.clock, Random: rand.Reader}, Fetcher: b.sites})
	b.runs = runner.New(runner.Config{Store: b.store, Now: b.clock, Random: rand.Reader, Jobs: []runner.Job{b.service.PolicyJob()}})
	t.Cleanup(func() { b.runs.Stop(time.Second) })
	return b
}

func (b *bench) clock() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

// pass moves the clock.
func (b *bench) pass(d time.Duration) storage.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
	return storage.TimeOf(b.now)
}

func (b *bench) update(t *testing.T, fn func(*storage.Tx) error) {
	t.Helper()
	if err := b.store.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func address(id storage.AppID) string { return fmt.Sprintf("https://apps.example/%d/privacy", id) }

// track adds an app whose policy is at its address.
func (b *bench) track(t *testing.T, id storage.AppID) {
	t.Helper()
	b.update(t, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{
			ID: id, Name: fmt.Sprintf("App %d", id), URL: fmt.Sprintf("https://store.example/%d", id), PrivacyPolicyURL: storage.Text(address(id)),
		})
	})
}

func (b *bench) set(t *testing.T, object string) {
	t.Helper()
	var sent map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &sent); err != nil {
		t.Fatal(err)
	}
	change, err := settings.Parse(sent, storage.TimeOf(b.clock()))
	if err != nil {
		t.Fatal(err)
	}
	b.update(t, change.Write)
}

// fetch fetches a policy, which must not fail.
func (b *bench) fetch(t *testing.T, id storage.AppID) policy.FetchResult {
	t.Helper()
	reading, err := b.service.Fetch(t.Context(), id, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	return reading
}

// claims returns the claims on policies.
func (b *bench) claims(t testing.TB) []storage.Task {
	t.Helper()
	claims, err := storage.View(t.Context(), b.store, func(tx *storage.Tx) ([]storage.Task, error) {
		return storage.Collect(tx.Tasks.List(storage.TaskQuery{Kind: "policy"}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return claims
}
