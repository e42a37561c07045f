package imports_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
)

func TestBegin(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.begin()
	b.clock.Add(time.Second)
	got, err := b.Begin(t.Context(), imports.Start{Source: storage.ImportScreenshots, Total: 7, Device: "d"})
	if err != nil {
		t.Fatal(err)
	}
	want := imports.List{Import: storage.Import{
		ID: got.ID, CreatedAt: storage.TimeOf(b.clock.Now()), Source: storage.ImportScreenshots, Total: 7, Device: "d",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("begun (-want +got):\n%s", diff)
	}
	lists, err := b.Lists(t.Context())
	if err != nil || len(lists) != 2 || lists[0].ID != got.ID || lists[1].ID != first {
		t.Errorf("lists %+v, %v, want the newest first", lists, err)
	}
	for _, wrong := range []imports.Start{{}, {Source: "rumour"}, {Source: storage.ImportFile, Total: -1}, {Source: storage.ImportFile, Label: "\x00"}} {
		if _, err := b.Begin(t.Context(), wrong); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%+v: %v, want %v", wrong, err, storage.ErrInvalid)
		}
	}
}

func TestNoImportsAreAnEmptyList(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if lists, err := b.Lists(t.Context()); err != nil || lists == nil || len(lists) != 0 {
		t.Errorf("%v, %v", lists, err)
	}
	if _, err := b.Show(t.Context(), "none"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an import that is not there: %v", err)
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		apps bool
		want int
	}{{"the list alone", false, 0}, {"its apps too", true, 2}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for id := storage.AppID(1); id <= 3; id++ {
				b.track(id)
			}
			one, other := b.begin(), b.begin()
			b.add(one, item("a", storage.ImportImported, is(1)), item("b", storage.ImportMatched, is(2)), item("again", storage.ImportImported, is(1)),
				item("c", storage.ImportUnmatched))
			kept := b.add(other, item("a", storage.ImportImported, is(1)), item("d", storage.ImportImported, is(3)))
			if n, err := b.Forget(t.Context(), one, tt.apps); err != nil || n != tt.want {
				t.Errorf("%d apps, %v, want %d", n, err, tt.want)
			}
			if _, err := b.Forget(t.Context(), one, tt.apps); !errors.Is(err, storage.ErrNotFound) {
				t.Errorf("forgotten twice: %v", err)
			}
			for id := storage.AppID(1); id <= 3; id++ {
				if want := !tt.apps || id == 3; b.tracked(id) != want {
					t.Errorf("app %d is tracked: %v, want %v", id, !want, want)
				}
			}
			if now := b.item(kept[0]); (now.Status == storage.ImportRemoved) != tt.apps || tt.apps && now.RemovedApp != 1 {
				t.Errorf("the other import's item is %+v", now)
			}
			b.sound()
		})
	}
}

// An app that is removed leaves its items behind, which say so.
func TestRemovedApps(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(1)
	list := b.begin()
	ids := b.add(list, item("a", storage.ImportImported, is(1)), item("b", storage.ImportQueued, at(address(1)), is(1)))
	if removed, err := b.fleet.Remove(t.Context(), 1); err != nil || !removed {
		t.Fatalf("removed: %v, %v", removed, err)
	}
	for _, id := range ids {
		if now := b.item(id); now.Status != storage.ImportRemoved || now.RemovedApp != 1 || now.App != 0 {
			t.Errorf("the item is %+v", now)
		}
	}
	if got, _ := b.list(list); got.Removed != 2 || got.Unmatched != 2 || got.Imported != 0 || got.Queued != 0 {
		t.Errorf("the import is %+v", got)
	}
	b.sound()
	if w := b.work(); w.Skipped != imports.SkippedEmpty {
		t.Errorf("worked on %+v", w)
	}
}

func is(app storage.AppID) func(*imports.Patch) {
	return func(p *imports.Patch) { p.App = &app }
}
