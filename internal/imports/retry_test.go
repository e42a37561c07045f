package imports_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
)

func TestRetry(t *testing.T) {
	t.Parallel()
	const pending, failed = storage.ImportPendingSearch, storage.ImportFailed
	for name, tt := range map[string]struct {
		item     imports.Patch
		fault    error
		want     storage.ImportStatus
		app      storage.AppID
		name     storage.Text
		wait     time.Duration
		error    error
		searched []string
		complete bool
	}{
		"found":         {item: item("Fox", pending), want: storage.ImportMatched, name: "Fox Run", searched: []string{"us Fox"}},
		"found tracked": {item: item("Dog", pending), want: storage.ImportMatched, app: 3, name: "Dog", searched: []string{"us Dog"}},
		"by other words": {
			item: item("Vulpes", pending, func(p *imports.Patch) { p.EditedQuery, p.Country = text("Red"), text("gb") }),
			want: storage.ImportMatched, name: "Red Fox", searched: []string{"gb Red"},
		},
		"by bundle id":           {item: item("com.example.app2", pending), want: storage.ImportMatched, name: "Red Fox", searched: []string{"us com.example.app2"}},
		"by what looks like one": {item: item("Node.js.dev", pending), want: storage.ImportMatched, name: "About Node.js.dev", searched: []string{"us Node.js.dev", "us Node.js.dev"}},
		"not found":              {item: item("Cat", pending), want: storage.ImportUnmatched, searched: []string{"us Cat", "us Cat"}, complete: true},
		"nothing to look for":    {item: item("!", pending), want: storage.ImportUnmatched, complete: true},
		"too often":              {item: item("Fox", pending), fault: throttle(time.Minute), want: pending, wait: time.Minute, searched: []string{"us Fox"}},
		"read":                   {item: item("x", failed, at(address(1))), want: storage.ImportImported, app: 1, name: "Fox Run", complete: true},
		"read again":             {item: item("x", storage.ImportImported, at(address(3)), is(3)), want: storage.ImportImported, app: 3, name: "Dog", complete: true},
		"not listed":             {item: item("x", storage.ImportQueued, at(address(9))), want: failed, error: fleet.ErrNotListed, complete: true},
		"nowhere":                {item: item("x", storage.ImportUnmatched), want: failed, error: fleet.ErrNoURL, complete: true},
		"nowhere for a reason": {
			item: item("x", storage.ImportUnmatched, func(p *imports.Patch) { p.Error = text("several apps have this name") }),
			want: failed, error: errors.New("several apps have this name"), complete: true,
		},
		"elsewhere": {item: item("x", storage.ImportMatched, at("x")), want: failed, error: fleet.ErrAddress, complete: true},
		"read too often": {
			item: item("x", failed, at(address(1))), fault: throttle(time.Hour), want: storage.ImportQueued, wait: time.Hour, error: fleet.ErrThrottled,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.shop.show(1, "Fox Run")
			b.shop.show(2, "Red Fox")
			b.shop.show(4, "About Node.js.dev")
			b.track(3)
			b.shop.show(3, "Dog")
			b.shop.fail(tt.fault)
			list := b.begin()
			ids := b.add(list, tt.item)
			got, err := b.Retry(t.Context(), ids[0])
			if err != nil {
				t.Fatal(err)
			}
			now := b.item(ids[0])
			if got.Status != tt.want || got.Item.ImportItem != now || now.Status != tt.want || now.App != tt.app || now.AppName != tt.name || now.Attempts != 1 {
				t.Errorf("answered %+v, is %+v", got, now)
			}
			if tt.error != nil && !strings.HasPrefix(string(now.Error), tt.error.Error()) || tt.error == nil && now.Error != "" {
				t.Errorf("error %q, want that of %v", now.Error, tt.error)
			}
			var wait *imports.Wait
			until := storage.NullTime(0)
			if tt.wait > 0 {
				wait, until = &imports.Wait{Milliseconds: tt.wait.Milliseconds()}, storage.NullTime(b.clock.Now().Add(tt.wait).UnixMilli())
			}
			if diff := cmp.Diff(wait, got.Wait); diff != "" || now.NextAttempt != until {
				t.Errorf("waits until %d, want %d (-want +got):\n%s", now.NextAttempt, until, diff)
			}
			if diff := cmp.Diff(tt.searched, b.shop.searched); diff != "" {
				t.Errorf("searched (-want +got):\n%s", diff)
			}
			if all, _ := b.list(list); (all.CompletedAt != 0) != tt.complete {
				t.Errorf("the import is %+v, complete: %v is wanted", all, tt.complete)
			}
			b.sound()
		})
	}
}

// TestRetry_searchAgain searches for the app of an item that was not found before.
func TestRetry_searchAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.shop.show(1, "Fox Run")
	id := b.add(b.begin(), item("Vixen", storage.ImportUnmatched, func(p *imports.Patch) { p.Error = text("no app has this name") }))[0]
	again := storage.ImportPendingSearch
	if _, err := b.Update(t.Context(), id, imports.Patch{Status: &again, EditedQuery: text("Fox")}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Retry(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if now := b.item(id); now.Status != storage.ImportMatched || now.AppName != "Fox Run" || now.Error != "" {
		t.Errorf("after the second search: %+v", now)
	}
	b.sound()
}

func TestRetry_removed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(1)
	ids := b.add(b.begin(), item("a", storage.ImportImported, is(1), at(address(1))))
	if _, err := b.fleet.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Retry(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	if now := b.item(ids[0]); now.Status != storage.ImportImported || now.RemovedApp != 0 || now.App != 1 {
		t.Errorf("taken in again: %+v", now)
	}
	b.sound()
}

// An error that is not about the item leaves it as it is.
func TestRetry_errors(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.shop.show(1, "One")
	ids := b.add(b.begin(), item("One", storage.ImportPendingSearch), item("b", storage.ImportFailed, at(address(1))))
	before := []storage.ImportItem{b.item(ids[0]), b.item(ids[1])}
	b.shop.fail(&fleet.ScrapeError{Cause: fleet.ErrUnavailable})
	if _, err := b.Retry(t.Context(), ids[0]); !errors.Is(err, fleet.ErrUnavailable) {
		t.Errorf("the search is down: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	b.shop.before = func(storage.AppID) { cancel() }
	if _, err := b.Retry(ctx, ids[1]); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if _, err := b.Retry(t.Context(), storage.ImportItemID{Import: "none"}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("an item that is not there: %v", err)
	}
	b.shop.before = func(storage.AppID) {
		if _, err := b.Forget(context.Background(), ids[1].Import, false); err != nil {
			t.Error(err)
		}
	}
	after := []storage.ImportItem{b.item(ids[0]), b.item(ids[1])}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	if _, err := b.Retry(t.Context(), ids[1]); !errors.Is(err, storage.ErrNotFound) || b.tracked(1) {
		t.Errorf("forgotten meanwhile: %v", err)
	}
	b.Stop(0)
	if _, err := b.Retry(t.Context(), ids[0]); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("after the end: %v", err)
	}
}
