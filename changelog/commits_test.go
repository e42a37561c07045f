package changelog_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// commit stores states in transactions of their own, as refreshes and imports do.
func commit(t testing.TB, store storage.Store, states ...state) {
	t.Helper()
	for _, s := range states {
		alter(t, store, func(tx *storage.Tx) error {
			s.Entries = len(s.entries)
			return timeline.Save(tx, s.Snapshot, s.entries)
		})
	}
}

func alter(t testing.TB, store storage.Store, fn func(*storage.Tx) error) {
	t.Helper()
	if err := store.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// reported are changes as "app at: descriptions".
func reported(all []changelog.Committed) []string {
	var lines []string
	for _, c := range all {
		line := fmt.Sprintf("%s %d:", c.App.Name, c.ID.At)
		for _, e := range c.Entries {
			line += " " + e.Description
		}
		lines = append(lines, line)
	}
	return lines
}

// rest returns everything after a cursor, read in pages.
func rest(t testing.TB, r *changelog.Reader, after changelog.Cursor, limit int) (all []changelog.Committed, end changelog.Cursor) {
	t.Helper()
	for more := true; more; {
		page, err := r.After(t.Context(), after, limit)
		if err != nil {
			t.Fatalf("After(%q): %v", after, err)
		}
		if len(page.Changes) > limit || page.More && len(page.Changes) == 0 {
			t.Fatalf("a page of %d has %d changes, more: %v", limit, len(page.Changes), page.More)
		}
		all, after, more = append(all, page.Changes...), page.Next, page.More
	}
	return all, after
}

func fleetOf(t testing.TB, store storage.Store, states ...state) *changelog.Reader {
	t.Helper()
	record(t, store, []storage.App{app(1, "One"), app(2, "Two")})
	commit(t, store, states...)
	return changelog.New(storage.Env{Store: store, Now: func() time.Time { return now }})
}

func TestAfterIsInTheOrderOfCommits(t *testing.T) {
	t.Parallel()
	store := strictStore(t)
	r := fleetOf(t, store,
		live(1, 500, entry("added", "a")), live(2, 300, entry("added", "b")), archived(1, 100, entry("added", "c"), entry("removed", "d")),
		live(2, 600, entry("added", "e")),
	)
	want := []string{"One 500: a", "Two 300: b", "One 100: c d", "Two 600: e"}
	all, end := rest(t, r, changelog.Beginning, 3)
	if diff := cmp.Diff(want, reported(all)); diff != "" {
		t.Fatalf("changes (-want +got):\n%s", diff)
	}
	for i, c := range all { // a restart after any of them loses and repeats none
		for limit := 1; limit < 4; limit++ {
			got, last := rest(t, r, c.Cursor, limit)
			if diff := cmp.Diff(want[i+1:], reported(got), cmp.Transformer("", func(s []string) string { return fmt.Sprint(s) })); diff != "" || last != end {
				t.Errorf("after %q, %d at a time, end %q (-want +got):\n%s", c.Cursor, limit, last, diff)
			}
		}
	}
	if at, err := r.End(t.Context()); at != end || err != nil {
		t.Errorf("End is %q, %v, want %q", at, err, end)
	}
}

func TestAfterRemovals(t *testing.T) {
	t.Parallel()
	store := strictStore(t)
	r := fleetOf(t, store, live(1, 1, entry("added", "a")), live(2, 2, entry("added", "b")))
	_, end := rest(t, r, "", 9)

	alter(t, store, func(tx *storage.Tx) error { _, err := tx.Apps.Delete(2); return err }) // it had the last number
	if all, _ := rest(t, r, "", 9); len(all) != 1 || all[0].ID.App != 1 {
		t.Errorf("after the removal of app 2 there is %q", reported(all))
	}
	commit(t, store, live(1, 3, entry("added", "c")))
	all, end := rest(t, r, end, 9)
	if diff := cmp.Diff([]string{"One 3: c"}, reported(all)); diff != "" {
		t.Errorf("the number was given again (-want +got):\n%s", diff)
	}

	alter(t, store, func(tx *storage.Tx) error { // what archived pages do to the snapshot after them
		s, err := tx.Snapshots.Get(storage.SnapshotID{App: 1, At: 1})
		if err != nil {
			return err
		}
		return timeline.Recompare(tx, s)
	})
	all, _ = rest(t, r, end, 9)
	if diff := cmp.Diff([]string{"One 1:"}, reported(all)); diff != "" {
		t.Errorf("a snapshot whose changes were withdrawn (-want +got):\n%s", diff)
	}
	feed, err := r.Feed(t.Context(), changelog.FeedQuery{Since: end})
	if diff := cmp.Diff([]storage.SnapshotID{{App: 1, At: 1}}, feed.Withdrawn); diff != "" || err != nil || len(feed.Rows) > 0 {
		t.Errorf("feed with %d rows, %v (-want +got):\n%s", len(feed.Rows), err, diff)
	}
}

func TestCursorsOfAnotherLog(t *testing.T) {
	t.Parallel()
	store, other := strictStore(t), strictStore(t)
	r := fleetOf(t, store, live(1, 1, entry("added", "a")), live(2, 2, entry("added", "b")))
	foreign := fleetOf(t, other, live(2, 7, entry("added", "z")))
	_, end := rest(t, r, "", 9)
	_, elsewhere := rest(t, foreign, "", 9)
	for _, test := range []struct {
		cursor changelog.Cursor
		want   error
	}{
		{elsewhere, changelog.ErrStaleCursor}, {end + "0", changelog.ErrStaleCursor}, {"g.1", changelog.ErrStaleCursor},
		{"1", changelog.ErrCursor}, {"g.", changelog.ErrCursor}, {"g.01", changelog.ErrCursor}, {"g.-1", changelog.ErrCursor},
		{"g.1.1", changelog.ErrCursor}, {"g.9999999999999999999", changelog.ErrCursor}, {" ", changelog.ErrCursor},
	} {
		if _, err := r.After(t.Context(), test.cursor, 1); !errors.Is(err, test.want) {
			t.Errorf("After(%q): %v, want %v", test.cursor, err, test.want)
		}
		if _, err := r.Feed(t.Context(), changelog.FeedQuery{Since: test.cursor}); !errors.Is(err, test.want) {
			t.Errorf("Feed since %q: %v, want %v", test.cursor, err, test.want)
		}
	}

	alter(t, store, func(tx *storage.Tx) error { return commitlog.Restart(tx, "restored") })
	if _, err := r.After(t.Context(), end, 1); !errors.Is(err, changelog.ErrStaleCursor) {
		t.Errorf("a cursor from before a restore: %v", err)
	}
	all, _ := rest(t, r, changelog.Beginning, 1)
	if diff := cmp.Diff([]string{"One 1: a", "Two 2: b"}, reported(all)); diff != "" {
		t.Errorf("after a restore (-want +got):\n%s", diff)
	}
}

// plainStore lacks commits and revisions.
type plainStore struct{ storage.Store }

func (s plainStore) View(ctx context.Context, fn func(*storage.Tx) error) error {
	return s.Store.View(ctx, func(tx *storage.Tx) error { return fn(withoutCommits(tx)) })
}

func (s plainStore) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	return s.Store.Update(ctx, func(tx *storage.Tx) error { return fn(withoutCommits(tx)) })
}

func withoutCommits(tx *storage.Tx) *storage.Tx {
	less := *tx
	less.Commits = storage.NewTx().Commits
	return &less
}

func TestStoreWithoutCommits(t *testing.T) {
	t.Parallel()
	r := fleetOf(t, plainStore{openStore(t)}, live(1, 1, entry("added", "a")))
	if _, err := r.After(t.Context(), "", 1); !errors.Is(err, storage.ErrNotSupported) {
		t.Errorf("After: %v, want %v", err, storage.ErrNotSupported)
	}
	if feed, err := r.Feed(t.Context(), changelog.FeedQuery{}); err != nil || len(feed.Rows) != 1 || feed.Cursor != "" {
		t.Errorf("Feed is %+v, %v, want one row and no cursor", feed, err)
	}
}

func TestFeedSince(t *testing.T) {
	t.Parallel()
	r := fleetOf(t, strictStore(t),
		live(1, 500, entry("added", "a"), entry("removed", "b")), live(2, 300, entry("added", "c")), archived(1, 100, entry("added", "d")),
	)
	for _, test := range []struct {
		q    changelog.FeedQuery
		want []string // the rows of each page
	}{
		{changelog.FeedQuery{}, []string{"[a b c d]"}},
		{changelog.FeedQuery{Limit: 1}, []string{"[a b]", "[c]", "[d]"}},
		{changelog.FeedQuery{Limit: 2}, []string{"[a b]", "[c d]"}},
		{changelog.FeedQuery{Limit: 3, Offset: 5}, []string{"[a b c]", "[d]"}},
		{changelog.FeedQuery{App: 1}, []string{"[a b d]"}},
		{changelog.FeedQuery{Types: []storage.EntryType{storage.EntryAdded}, Limit: 2}, []string{"[a c]", "[d]"}},
		{changelog.FeedQuery{From: 200, To: 400}, []string{"[c]"}},
	} {
		var got []string
		test.q.Since = changelog.Beginning
		for more := true; more; {
			feed, err := r.Feed(t.Context(), test.q)
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, row := range feed.Rows {
				rows = append(rows, row.Entry.Description)
			}
			got = append(got, fmt.Sprint(rows))
			test.q.Since, more = feed.Cursor, feed.More
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.q, diff)
		}
		if feed, err := r.Feed(t.Context(), test.q); err != nil || len(feed.Rows) != 0 || feed.Cursor != test.q.Since {
			t.Errorf("at the end: %+v, %v", feed, err)
		}
	}
	if feed, err := r.Feed(t.Context(), changelog.FeedQuery{Limit: 1}); err != nil || feed.More {
		t.Errorf("the newest: %+v, %v", feed, err)
	} else if rest, err := r.Feed(t.Context(), changelog.FeedQuery{Since: feed.Cursor}); err != nil || len(rest.Rows) != 0 {
		t.Errorf("after the cursor of the newest: %+v, %v", rest, err)
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	for name, wrap := range map[string]func(storage.Store) storage.Store{
		"woken by revisions": func(s storage.Store) storage.Store { return s },
		"polling":            func(s storage.Store) storage.Store { return struct{ storage.Store }{s} },
	} {
		synctest.Test(t, func(t *testing.T) {
			store := wrap(memory.New())
			var first []state
			for i := range storage.Time(120) { // more than it reads at a time
				first = append(first, live(1, 1+i, entry("added", fmt.Sprint(i))))
			}
			r := fleetOf(t, store, first...)
			go func() {
				time.Sleep(time.Hour)
				commit(t, store, archived(2, 5, entry("added", "late")))
			}()
			start, n := time.Now(), 0
			var cursor changelog.Cursor
			for c, err := range r.Follow(t.Context(), cursor) {
				if err != nil {
					t.Fatal(err)
				}
				if cursor = c.Cursor; n == 7 { // a restart
					break
				}
				n++
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var last error
			for c, err := range r.Follow(ctx, cursor) {
				if last = err; err != nil {
					break
				}
				if n++; n < len(first) {
					continue
				}
				if took := time.Since(start); c.Entries[0].Description != "late" || took > time.Hour+2*time.Second {
					t.Errorf("%s: %v after %v", name, c.Entries, took)
				}
				cancel()
			}
			if n != len(first) || !errors.Is(last, context.Canceled) {
				t.Errorf("%s: %d changes, ended with %v", name, n+1, last)
			}
		})
	}
}

func BenchmarkAfter(b *testing.B) {
	store := openStore(b)
	var states []state
	for i := range storage.Time(1000) {
		states = append(states, live(1+storage.AppID(i%2), 1+i, entry("added", "a"), entry("removed", "b")))
	}
	r := fleetOf(b, store, states...)
	b.ReportAllocs()
	for b.Loop() {
		if all, _ := rest(b, r, "", 500); len(all) != 1000 {
			b.Fatalf("%d changes", len(all))
		}
	}
}
