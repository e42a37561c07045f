package imports_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
)

func text(s string) *storage.Text { return new(storage.Text(s)) }

func TestAdd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(1)
	list := b.begin()
	ids := b.add(list,
		item(" Maps ", storage.ImportMatched, is(1), at(address(1)), func(p *imports.Patch) { p.Developer, p.Error = text("Ann"), text("late") }),
		item("Notes", storage.ImportQueued, is(99), func(p *imports.Patch) { p.RetryAfter = time.Minute }),
		item("Maps", storage.ImportQueued),
		item("maps", storage.ImportUnmatched, func(p *imports.Patch) { p.NextAttempt = 5 }))
	want := []storage.ImportItem{
		{ID: storage.ImportItemID{Import: list}, Query: "Maps", Status: storage.ImportQueued, App: 1, Developer: "Ann", URL: storage.Text(address(1)), Error: "late"},
		{ID: storage.ImportItemID{Import: list, Seq: 1}, Query: "Notes", Status: storage.ImportQueued, NextAttempt: storage.NullTime(b.clock.Now().Add(time.Minute).UnixMilli())},
		{ID: storage.ImportItemID{Import: list, Seq: 2}, Query: "maps", Status: storage.ImportUnmatched},
	}
	for n, place := range []int{0, 1, 0, 2} {
		if diff := cmp.Diff(want[place], b.item(ids[n])); diff != "" {
			t.Errorf("item %d (-want +got):\n%s", n, diff)
		}
	}
	if got, _ := b.list(list); got.ItemCount != 3 || got.Total != 3 || got.Queued != 2 || got.Matched != 2 || got.Unmatched != 1 {
		t.Errorf("the import is %+v", got)
	}

	// What is not said stays, and what is empty is gone.
	b.add(list, imports.Patch{Query: new("Maps"), AppName: text("Maps!"), Error: text(""), App: new(storage.AppID(0))})
	want[0].AppName, want[0].Error, want[0].App = "Maps!", "", 0
	if diff := cmp.Diff(want[0], b.item(ids[0])); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	b.sound()
}

func TestAddIsAllOrNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list, full := b.begin(), b.begin()
	b.update(func(tx *storage.Tx) error {
		nearly, err := tx.Imports.Get(full)
		if err != nil {
			return err
		}
		nearly.Tally.Unmatched = imports.MaxItems - 1
		return tx.Imports.Put(nearly)
	})
	for name, tt := range map[string]struct {
		list    string
		patches []imports.Patch
		want    error
	}{
		"no such import":    {"none", []imports.Patch{item("a", storage.ImportQueued)}, storage.ErrNotFound},
		"no query":          {list, []imports.Patch{item("a", storage.ImportQueued), item("  ", storage.ImportQueued)}, storage.ErrInvalid},
		"no query at all":   {list, []imports.Patch{item("a", storage.ImportQueued), {}}, storage.ErrInvalid},
		"no state":          {list, []imports.Patch{item("a", storage.ImportQueued), {Query: new("b")}}, storage.ErrInvalid},
		"an unknown state":  {list, []imports.Patch{item("a", storage.ImportQueued), item("b", "done")}, storage.ErrInvalid},
		"what is no text":   {list, []imports.Patch{item("a", storage.ImportQueued), item("b\x00", storage.ImportQueued)}, storage.ErrInvalid},
		"more than can be":  {full, []imports.Patch{item("a", storage.ImportQueued), item("b", storage.ImportQueued)}, imports.ErrFull},
		"an app out of all": {list, []imports.Patch{item("a", storage.ImportQueued, is(-1))}, nil},
	} {
		_, err := b.Add(t.Context(), tt.list, tt.patches)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
		for _, id := range []string{list, full} {
			if _, states := b.list(id); tt.want != nil && len(states) > 1 {
				t.Errorf("%s: %d items", name, len(states))
			}
		}
	}
}

// An item whose app was removed is not revived by the list that it was on.
func TestAddLeavesRemovedItems(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(1)
	list := b.begin()
	ids := b.add(list, item("a", storage.ImportImported, is(1)))
	if _, err := b.fleet.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	before := b.item(ids[0])
	b.add(list, item("a", storage.ImportQueued, at(address(1))))
	if diff := cmp.Diff(before, b.item(ids[0])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(1)
	now := b.clock.Now()
	for name, tt := range map[string]struct {
		patch  imports.Patch
		change func(*storage.ImportItem)
	}{
		"nothing":         {imports.Patch{}, func(*storage.ImportItem) {}},
		"the query":       {imports.Patch{Query: new(" Cards ")}, func(i *storage.ImportItem) { i.Query = "Cards" }},
		"the same query":  {imports.Patch{Query: new("Maps")}, func(*storage.ImportItem) {}},
		"another state":   {imports.Patch{Status: new(storage.ImportSkipped)}, func(i *storage.ImportItem) { i.Status, i.NextAttempt = storage.ImportSkipped, 0 }},
		"what to ask for": {imports.Patch{EditedQuery: text("Cards")}, func(i *storage.ImportItem) { i.EditedQuery = "Cards" }},
		"an app":          {imports.Patch{App: new(storage.AppID(1))}, func(i *storage.ImportItem) { i.App = 1 }},
		"no app":          {imports.Patch{App: new(storage.AppID(2))}, func(*storage.ImportItem) {}},
		"later": {imports.Patch{RetryAfter: time.Hour}, func(i *storage.ImportItem) {
			i.NextAttempt = storage.NullTime(storage.TimeOf(now).Add(time.Hour))
		}},
		"not later, as it does not wait": {imports.Patch{RetryAfter: time.Hour, Status: new(storage.ImportMatched)}, func(i *storage.ImportItem) {
			i.Status, i.NextAttempt = storage.ImportMatched, 0
		}},
	} {
		list := b.begin()
		ids := b.add(list, item("Maps", storage.ImportQueued, func(p *imports.Patch) { p.NextAttempt = 77 }), item("Notes", storage.ImportMatched))
		want := b.item(ids[0])
		tt.change(&want)
		got, err := b.Update(t.Context(), ids[0], tt.patch)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, b.item(ids[0])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got.ImportItem != want || got.Import != list || (got.App == nil) != (want.App == 0) {
			t.Errorf("%s: answered %+v", name, got)
		}
		for cause, wrong := range map[error]imports.Patch{
			storage.ErrConflict: {Query: new("Notes")}, storage.ErrInvalid: {Query: new(" ")},
		} {
			if _, err := b.Update(t.Context(), ids[0], wrong); !errors.Is(err, cause) {
				t.Errorf("%s: %v, want %v", name, err, cause)
			}
		}
	}
	if _, err := b.Update(t.Context(), storage.ImportItemID{Import: "none"}, imports.Patch{}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an item that is not there: %v", err)
	}
	b.sound()
}

// Whatever is done, in whatever order, what is counted on an import is what there is.
func TestTallies(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compares many lists of apps, which takes long with the race detector")
	}
	states := []storage.ImportStatus{
		storage.ImportMatched, storage.ImportUnmatched, storage.ImportSkipped, storage.ImportImported, storage.ImportFailed,
		storage.ImportPendingSearch, storage.ImportQueued,
	}
	for seed := range uint64(5) {
		b := newBench(t)
		random := rand.New(rand.NewPCG(seed, 7))
		lists := []string{b.begin(), b.begin()}
		for id := range storage.AppID(4) {
			b.shop.show(id+1, fmt.Sprint("app ", id+1))
		}
		var ids []storage.ImportItemID
		for range 60 {
			app := storage.AppID(random.IntN(5) + 1)
			switch n := random.IntN(8); {
			case n < 3 || len(ids) == 0:
				p := item(fmt.Sprint("app ", random.IntN(4)+1), states[random.IntN(len(states))], at(address(app)), is(app))
				ids = append(ids, b.add(lists[random.IntN(2)], p, p)...)
			case n == 3:
				_, err := b.Update(t.Context(), ids[random.IntN(len(ids))], imports.Patch{Status: &states[random.IntN(len(states))]})
				if err != nil {
					t.Fatal(err)
				}
			case n == 4:
				if _, err := b.Retry(t.Context(), ids[random.IntN(len(ids))]); err != nil {
					t.Fatal(err)
				}
			case n == 5:
				_, err := b.ChangeMatch(t.Context(), ids[random.IntN(len(ids))], address(app), "")
				if err != nil && app != 5 {
					t.Fatal(err)
				}
			case n == 6:
				if _, err := b.fleet.Remove(t.Context(), app); err != nil {
					t.Fatal(err)
				}
			default:
				b.work()
			}
			b.sound()
			b.clock.Add(time.Second)
		}
	}
}
