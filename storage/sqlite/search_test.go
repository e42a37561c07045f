package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// words are what the names of [searchable] are made of: one is in each, others are rare.
var words = strings.Split("Photo éditeur Chat Straße ﬁnance 東京 bank o’reilly weather news maps ÅNGSTRÖM music player", " ")

// searchable writes apps with names, developers and bundle IDs of a few words.
func searchable(t testing.TB, s storage.Store, r *rand.Rand, apps int) {
	t.Helper()
	word := func() string { return words[r.IntN(len(words))] }
	mustUpdate(t, s, func(tx *storage.Tx) error {
		for n := range apps {
			app := full(n + 1)
			app.LabelDigest = storage.Digest{}
			app.Name = fmt.Sprintf("%s %s %d", word(), word(), r.IntN(apps))
			app.Developer, app.BundleID = storage.Text(word()+" Ltd"), storage.Text(fmt.Sprintf("com.%s.%d", word(), n))
			app.ChangeCount = r.IntN(3)
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestSearchByIndex compares what thousands of searches find with the full text index and without
// it, some of them in nearly all apps.
func TestSearchByIndex(t *testing.T) {
	t.Parallel()
	const apps = 3000
	searches := 3000
	if testing.Short() {
		searches /= 6
	}
	path := newPath(t)
	s := openStore(t, path)
	r := rand.New(rand.NewPCG(1, 41))
	searchable(t, s, r, apps)
	plain := withoutTrigrams(t, path)
	var texts []string
	mustView(t, s, func(tx *storage.Tx) error {
		for app, err := range storage.All(tx.Apps) {
			if err != nil {
				return err
			}
			texts = append(texts, app.SearchText())
		}
		return nil
	})
	for range searches {
		of := []rune(texts[r.IntN(len(texts))])
		from := r.IntN(len(of))
		q := storage.AppQuery{Search: string(of[from:min(len(of), from+1+r.IntN(12))]), Changed: r.IntN(4) == 0, Reverse: r.IntN(2) == 0}
		q.Order, q.Limit, q.Offset = storage.AppOrders()[r.IntN(8)], 1+r.IntN(200), r.IntN(3)*r.IntN(100)
		if want, got := searched(t, plain, q), searched(t, s, q); !cmp.Equal(want, got) {
			t.Fatalf("%+v (-without the index +with it):\n%s", q, cmp.Diff(want, got))
		}
	}
}

// searched returns the IDs of the apps of a list, and then their number.
func searched(t testing.TB, s storage.Store, q storage.AppQuery) (found []int) {
	t.Helper()
	mustView(t, s, func(tx *storage.Tx) error {
		for app, err := range tx.ListedApps(q) {
			if err != nil {
				return err
			}
			found = append(found, int(app.ID))
		}
		q.Limit, q.Offset = 0, 0
		n, err := tx.Apps.Count(q)
		found = append(found, n)
		return err
	})
	return found
}

// withoutTrigrams opens a store that does not know of the index.
func withoutTrigrams(t testing.TB, path string) storage.Store {
	t.Helper()
	db, err := driver.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	s := sqldb.New(db, db, sqldb.Dialect{Counters: true})
	closeAfter(t, s, db)
	return s
}

func closeAfter(t testing.TB, s *sqldb.Store, db *sql.DB) {
	t.Cleanup(func() {
		if err := errors.Join(s.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
}

// TestSearchPlans holds that a search for few apps reads their rows and no others, whatever it is
// ordered and filtered by.
func TestSearchPlans(t *testing.T) {
	t.Parallel()
	for _, before := range []string{"SELECT 1", "ANALYZE"} {
		path := newPath(t)
		seed(t, openStore(t, path), fleet{apps: 100, snapshots: 3})
		behind(t, path, before)
		said, explain := planner(t, path, sqldb.Dialect{Trigrams: true, Counters: true})
		for _, order := range storage.AppOrders() {
			for _, q := range []storage.AppQuery{
				{}, {Limit: 10}, {Limit: 10, Offset: 5, Reverse: true}, {Changed: true, Limit: 10}, {Failed: true}, {Delisted: true, Limit: 10}, {Risk: storage.RiskHigh},
				{AwakeAt: firstDay}, {SnoozedAfter: firstDay, Limit: 1}, {Decision: "safe"}, {Undecided: true, AgeRating: "4+"}, {Store: "appstore"},
			} {
				q.Search, q.Order = "app 5", order
				list := func(tx *storage.Tx) error {
					if _, err := storage.Collect(tx.Apps.List(q)); err != nil {
						return err
					}
					_, err := tx.Apps.Count(q)
					return err
				}
				statements := said(list)
				if len(statements) != 4 {
					t.Errorf("%d statements, want the number of the apps, the candidates, those found, and the list:\n%s", len(statements), strings.Join(statements, "\n"))
				}
				for _, s := range statements {
					for _, line := range explain(s) {
						if strings.HasPrefix(line, "SCAN apps ") || line == "SCAN apps" || strings.HasPrefix(line, "SEARCH apps ") && !strings.Contains(line, "id=?") {
							t.Errorf("%+v: %s, in:\n%s", q, line, s)
						}
					}
				}
			}
		}
	}
}

// TestSearchIndexIsKept holds that neither a refresh nor an app with other names of the same text
// writes to the index, and that it is brought up to date by whatever changes the text.
func TestSearchIndexIsKept(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := openStore(t, path)
	searchable(t, s, rand.New(rand.NewPCG(2, 2)), 50)
	segments := func() (all string) {
		raw(t, path, func(c *sqlite3.Conn) error {
			rows, _, err := c.Prepare("SELECT group_concat(hex(block)) FROM (SELECT block FROM app_search_data ORDER BY id)")
			if err != nil {
				return err
			}
			rows.Step()
			all = rows.ColumnText(0)
			return errors.Join(rows.Err(), rows.Close())
		})
		return all
	}
	change := func(read bool, to func(*storage.App)) {
		t.Helper()
		mustUpdate(t, s, func(tx *storage.Tx) error {
			app := full(7)
			app.LabelDigest = storage.Digest{}
			if read {
				var err error
				if app, err = tx.Apps.Get(7); err != nil {
					return err
				}
			}
			to(&app)
			return tx.Apps.Put(app)
		})
	}
	before := segments()
	change(true, func(a *storage.App) { a.LastSynced, a.SyncCount = a.LastSynced+1, a.SyncCount+1 })
	change(true, func(a *storage.App) { a.TrackCount, a.LabelDigest = 0, storage.Digest{} })
	change(true, func(a *storage.App) { a.Name = strings.ToUpper(a.Name) })
	if segments() != before {
		t.Error("the index was written to, although no text changed")
	}
	change(true, func(a *storage.App) { a.Name = "another" })
	change(false, func(a *storage.App) { a.Name = "a third one" })
	if segments() == before {
		t.Error("the index was not written to")
	}
	for _, text := range []string{"another", "third"} {
		want := []int{7, 1}
		if text == "another" {
			want = []int{0}
		}
		if diff := cmp.Diff(want, searched(t, s, storage.AppQuery{Search: text})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	mustUpdate(t, s, func(tx *storage.Tx) error {
		_, err := tx.Apps.Clear()
		return err
	})
	if n := number(t, path, "SELECT count(*) FROM app_search"); n != 0 {
		t.Errorf("%d apps are in the index, want none", n)
	}
}
