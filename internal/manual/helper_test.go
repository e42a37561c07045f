package manual_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// site is a PolicyReader of one site, which the test changes.
type site struct {
	read  func(address string) (fetch.Source, error)
	asked int
}

func (s *site) Read(ctx context.Context, address string) (fetch.Source, error) {
	s.asked++
	if err := ctx.Err(); err != nil {
		return fetch.Source{}, err
	}
	return s.read(address)
}

// show lets the site show a text.
func (s *site) show(text string) {
	s.read = func(address string) (fetch.Source, error) {
		doc := fetch.Document{Text: text, Title: "Title of " + text, FinalURL: address + "#end", ContentType: "text/html", Origin: storage.PolicyDirect, Extractor: "test/1"}
		return fetch.Source{Document: doc, Hash: digest.Of(text), Words: len(strings.Fields(text)), Length: len(text)}, nil
	}
}

func (s *site) fail(err error) {
	s.read = func(string) (fetch.Source, error) { return fetch.Source{}, err }
}

// bench is apps over a store, with a clock that the test moves.
type bench struct {
	*manual.Service
	store storage.Store
	site  *site
	now   time.Time
}

func newBench(t *testing.T) *bench {
	t.Helper()
	guard, err := netguard.New(netguard.WithAllowed("10.1.0.0/16"))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{store: teststore.Open(t), site: &site{}, now: time.UnixMilli(1_760_000_000_000)}
	b.site.show("")
	b.Service = manual.New(manual.Config{
		Env:      storage.Env{Store: b.store, Now: func() time.Time { return b.now }, Random: rand.Reader},
		Policies: b.site, Check: guard.Check,
	})
	return b
}

// pass moves the clock.
func (b *bench) pass(d time.Duration) storage.Time {
	b.now = b.now.Add(d)
	return storage.TimeOf(b.now)
}

func clip() manual.Fields {
	return manual.Fields{Name: "Clip", Source: "web_clip", PrivacyPolicyURL: "https://clip.example/privacy"}
}

// create adds an app, which must be possible.
func (b *bench) create(t *testing.T, f manual.Fields) storage.ManualApp {
	t.Helper()
	app, err := b.Create(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func (b *bench) update(t *testing.T, fn func(*storage.Tx) error) {
	t.Helper()
	teststore.Update(t, b.store, fn)
}

// events returns what was noted of an app, oldest first and at one moment in the
// order of the alphabet.
func (b *bench) events(t *testing.T, app string) (reported []string) {
	t.Helper()
	type noted struct {
		at   storage.Time
		what string
	}
	var all []noted
	for _, e := range storagetest.All[storage.ManualAppEvent](t, b.store) {
		if e.App != app {
			continue
		}
		var detail map[string]any
		if err := json.Unmarshal(e.Detail, &detail); err != nil || detail["kind"] != string(e.Type) {
			t.Fatalf("an event %s with the detail %s: %v", e.Type, e.Detail, err)
		}
		what := fmt.Sprint(detail["policyEvent"])
		if e.Type == storage.ManualFieldChange {
			what = fmt.Sprint(detail["field"], ": ", detail["from"], " > ", detail["to"])
		}
		all = append(all, noted{e.OccurredAt, what})
	}
	slices.SortFunc(all, func(a, b noted) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.what, b.what)) })
	for _, n := range all {
		reported = append(reported, n.what)
	}
	return reported
}

// versions counts the texts that are kept of an app's policy.
func (b *bench) versions(t *testing.T, app string) int {
	t.Helper()
	return teststore.View(t, b.store, func(tx *storage.Tx) (int, error) {
		return tx.ManualPolicyVersions.Count(storage.ManualPolicyVersionQuery{App: app})
	})
}
