package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func openStore(t *testing.T) storage.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return storagetest.Strict(t, store)
}

func replay(t *testing.T, store storage.Store, random io.Reader) error {
	t.Helper()
	return Fill(t.Context(), store, end, random, slog.New(slog.DiscardHandler))
}

// TestFill looks for every kind of change, and for dates in the past.
func TestFill(t *testing.T) {
	t.Parallel()
	store := openStore(t)
	if err := replay(t, store, rand.Reader); err != nil {
		t.Fatal(err)
	}
	type kindOfChange struct {
		Type      storage.EntryType
		Category  storage.EntryCategory
		StoreWide bool
	}
	kinds := make(map[kindOfChange]bool)
	var apps, snapshots int
	view(t, store, func(tx *storage.Tx) (err error) {
		for c, err := range tx.Changes.List(storage.ChangeQuery{}) {
			if err != nil {
				return err
			}
			category := c.Entry.Category
			if category == "" {
				category = storage.CategoryPrivacyLabel
			}
			kinds[kindOfChange{c.Entry.Type, category, c.Entry.StoreWide}] = true
			first := category == storage.CategoryPrivacyPolicy && c.ID.Snapshot.At.Std().Before(end.Add(-(states-2)*step))
			if at := c.ID.Snapshot.At.Std(); c.Changed == first || at.Before(end.Add(-states*step)) || at.After(end.Add(step)) {
				t.Errorf("%v at %v, in the feed: %t", c.ID, at, c.Changed)
			}
		}
		if apps, err = tx.Apps.Count(storage.AppQuery{}); err != nil {
			return err
		}
		snapshots, err = tx.Snapshots.Count(storage.SnapshotQuery{})
		return err
	})
	want := map[kindOfChange]bool{
		{storage.EntryAdded, storage.CategoryPrivacyLabel, false}:       true,
		{storage.EntryRemoved, storage.CategoryPrivacyLabel, false}:     true,
		{storage.EntryModified, storage.CategoryPrivacyLabel, false}:    true,
		{storage.EntryAdded, storage.CategoryAccessibility, false}:      true,
		{storage.EntryRemoved, storage.CategoryAccessibility, false}:    true,
		{storage.EntryModified, storage.CategoryAgeRating, false}:       true,
		{storage.EntryModified, storage.CategoryAgeRating, true}:        true,
		{storage.EntryPolicy, storage.CategoryPrivacyPolicy, false}:     true,
		{storage.EntryAdded, storage.CategorySecurityPractice, false}:   true,
		{storage.EntryRemoved, storage.CategorySecurityPractice, false}: true,
		{storage.EntryAdded, storage.CategoryPair, false}:               true,
		{storage.EntryRemoved, storage.CategoryPair, false}:             true,
	}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("kinds of changes (-want +got):\n%s", diff)
	}
	// A difference opened three times and closed twice, on two apps each time, and the revision of
	// one policy is that of a pair.
	if want := 16*states + 16 + len(revisions()) + 1 + 2*5; apps != 16 || snapshots != want {
		t.Errorf("%d apps and %d snapshots, want 16 and %d", apps, snapshots, want)
	}
}

func TestFillKeepsApps(t *testing.T) {
	t.Parallel()
	store := openStore(t)
	own := storage.App{ID: 7, Name: "My own", URL: "https://apps.apple.com/app/id7"}
	if err := store.Update(t.Context(), func(tx *storage.Tx) error { return tx.Apps.Put(own) }); err != nil {
		t.Fatal(err)
	}
	if err := replay(t, store, iotest.ErrReader(errors.New("not asked"))); err != nil {
		t.Fatal(err)
	}
	view(t, store, func(tx *storage.Tx) error {
		apps, err := storage.Collect(tx.Apps.List(storage.AppQuery{}))
		if len(apps) != 1 {
			t.Errorf("%d apps, want the one that was there", len(apps))
		}
		return err
	})
}

func TestFillFails(t *testing.T) {
	t.Parallel()
	if err := replay(t, openStore(t), iotest.ErrReader(errors.New("no randomness"))); err == nil ||
		!strings.HasPrefix(err.Error(), "demo: Tidewatch Weather: ") {
		t.Errorf("without randomness: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := Fill(ctx, openStore(t), end, rand.Reader, slog.New(slog.DiscardHandler))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: error %v", err)
	}
}

func view(t *testing.T, store storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := store.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// One pair tells both stores the same, and one tells them what cannot both be true.
func TestFillPairs(t *testing.T) {
	t.Parallel()
	store := openStore(t)
	if err := replay(t, store, rand.Reader); err != nil {
		t.Fatal(err)
	}
	service := tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Scraper: at(states - 1)})
	pairs, _, err := service.Pairs(t.Context(), storage.PairQuery{})
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string][]string)
	for _, p := range pairs {
		if !p.Compared || p.AppStore.Name != p.Play.Name {
			t.Errorf("%+v are compared: %t", p, p.Compared)
		}
		got[p.Play.Name] = []string{}
		for _, d := range p.Differences {
			got[p.Play.Name] = append(got[p.Play.Name], d.Name)
		}
	}
	want := map[string][]string{"Quietline Meditation": {"health data"}, "Railhopper Tickets": {}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what the stores are told differently (-want +got):\n%s", diff)
	}
	papercrane, err := service.PairOf(t.Context(), firstID+5)
	if err != nil || papercrane.Pair != nil || len(papercrane.Suggestions) != 1 || papercrane.Suggestions[0].Name != "Papercrane Notes" {
		t.Errorf("suggestions: %+v, %v", papercrane, err)
	}
}
