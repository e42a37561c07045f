package storagetest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// errUndone ends an Update that is rolled back.
var errUndone = errors.New("undone")

// testSearchedApps compares what random searches find with a comparison of all apps, after each
// of some writes and before their commit. With -short it makes a quarter of the searches.
func testSearchedApps(t *testing.T, s storage.Store) {
	apps, searches := 120, 160
	if testing.Short() {
		searches /= 4
	}
	g := searched{rand.New(rand.NewPCG(3, 14))}
	check := func(tx *storage.Tx) error {
		all, err := storage.Collect(storage.All(tx.Apps))
		for range searches {
			if err == nil {
				err = g.check(t, tx, all)
			}
		}
		return err
	}
	for _, step := range []struct {
		name  string
		write func(*storage.Tx) error
	}{
		{"add", func(tx *storage.Tx) error {
			for id := range apps {
				if err := tx.Apps.Put(g.app(storage.AppID(id + 1))); err != nil {
					return err
				}
			}
			return nil
		}},
		{"refresh", func(tx *storage.Tx) error {
			return g.each(tx, apps/4, func(a *storage.App) { a.LastSynced++ })
		}},
		{"rename", func(tx *storage.Tx) error {
			return g.each(tx, apps/4, func(a *storage.App) { a.Name = g.text() + "x" })
		}},
		{"put without reading", func(tx *storage.Tx) error {
			for range apps / 4 {
				if err := tx.Apps.Put(g.app(storage.AppID(1 + g.IntN(apps+50)))); err != nil {
					return err
				}
			}
			return nil
		}},
		{"remove", func(tx *storage.Tx) error {
			for range apps / 4 {
				if _, err := tx.Apps.Delete(storage.AppID(1 + g.IntN(apps))); err != nil {
					return err
				}
			}
			return nil
		}},
		{"restore", func(tx *storage.Tx) error {
			_, err := tx.Apps.Clear()
			for id := range apps {
				if err == nil {
					err = tx.Apps.Put(g.app(storage.AppID(id + 1)))
				}
			}
			return err
		}},
	} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			if err := step.write(tx); err != nil {
				return err
			}
			return errors.Join(check(tx), errUndone)
		})
		if !errors.Is(err, errUndone) {
			t.Fatalf("%s: %v", step.name, err)
		}
		view(t, s, check)
		update(t, s, step.write)
		view(t, s, check)
		if t.Failed() {
			t.Fatalf("after %s", step.name)
		}
	}
}

// searched makes apps and searches of few characters, so that many fit.
type searched struct{ *rand.Rand }

// parts are what names and searches are made of.
var parts = strings.Split("a b ab abc abcd é É e\u0301 ß ss ﬁ fi Œ oe ’ ' ` \" “ % _ \\ - – / . 東 京 日本 😀 👩\u200d💻 İ ı i Σ ς K \u212a \ufffd ｆ ① * ( ) : ^ { } + AND OR NEAR", " ")

func (g searched) text() string {
	var b strings.Builder
	for range 1 + g.IntN(7) {
		b.WriteString(parts[g.IntN(len(parts))])
		if g.IntN(4) == 0 {
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}

func (g searched) app(id storage.AppID) storage.App {
	app := tracked(id)
	app.Name = g.text() + "n"
	app.Developer, app.BundleID = storage.Text(g.text()), storage.Text(strings.ReplaceAll(g.text(), " ", "."))
	app.TrackCount, app.ChangeCount, app.Footprint = g.IntN(2), g.IntN(3), storage.Footprint(g.IntN(16))
	app.FirstSeen, app.LastSynced, app.ChangesSnoozedUntil = storage.Time(g.IntN(5)), storage.Time(g.IntN(5)), storage.Time(g.IntN(3))
	app.Availability.DelistedAt = storage.NullTime(g.IntN(2))
	app.AgeRating = []storage.Text{"", "4+"}[g.IntN(2)]
	if g.IntN(2) == 0 {
		app.LastError = &storage.Failure{Code: storage.FailureCodes()[0], Message: "timeout", At: 1}
	}
	return app
}

// each changes some apps, as those that change them do: they read them first.
func (g searched) each(tx *storage.Tx, n int, change func(*storage.App)) error {
	for range n {
		app, there, err := storage.Find(tx.Apps, storage.AppID(1+g.IntN(120)))
		if err == nil && there {
			change(&app)
			err = tx.Apps.Put(app)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// query returns a search for a part of what an app is searched in, or for something else.
func (g searched) query(all []storage.App) storage.AppQuery {
	q := storage.AppQuery{Search: g.text()}
	if of := []rune(all[g.IntN(len(all))].SearchText()); g.IntN(3) > 0 && len(of) > 0 {
		from := g.IntN(len(of))
		q.Search = string(of[from:min(len(of), from+1+g.IntN(9))])
	}
	if g.IntN(30) == 0 {
		q.Search += []string{"\x00", "\xff", strings.Repeat("ab", 700)}[g.IntN(3)]
	}
	q.Order, q.Reverse = storage.AppOrders()[g.IntN(len(storage.AppOrders()))], g.IntN(2) == 0
	if g.IntN(2) == 0 {
		q.Limit, q.Offset = g.IntN(9), g.IntN(3)
	}
	switch g.IntN(12) {
	case 0:
		q.Risk = storage.RiskHigh
	case 1:
		q.Changed = true
	case 2:
		q.Failed = true
	case 3:
		q.Delisted = true
	case 4:
		q.AgeRating = "4+"
	case 5:
		q.Exceeds = storage.FootprintMask{Any: 5}
	case 6:
		q.AwakeAt = 1
	case 7:
		q.SnoozedAfter = 1
	case 8:
		q.BundleID = string(all[g.IntN(len(all))].BundleID)
	}
	return q
}

// check compares a list and a count with what they should be.
func (g searched) check(t *testing.T, tx *storage.Tx, all []storage.App) error {
	if len(all) == 0 {
		return nil
	}
	q := g.query(all)
	var fit []storage.App
	for _, app := range all {
		if storage.Matches(q, app) {
			fit = append(fit, app)
		}
	}
	slices.SortFunc(fit, storage.Order(q))
	fit = fit[min(q.Offset, len(fit)):]
	if q.Limit > 0 {
		fit = fit[:min(q.Limit, len(fit))]
	}
	var want, got []storage.AppID
	for _, app := range fit {
		want = append(want, app.ID)
	}
	for app, err := range tx.ListedApps(q) {
		if err != nil {
			return err
		}
		got = append(got, app.ID)
	}
	n, err := tx.Apps.Count(q)
	if diff := cmp.Diff(want, got); diff != "" || n != len(want) {
		t.Errorf("%+v: %d counted, want %d (-want +got):\n%s", q, n, len(want), diff)
	}
	return err
}
