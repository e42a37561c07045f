package imports_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
)

func TestWork(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.shop.show(1, "One")
	b.shop.show(2, "Two")
	b.track(3)
	list := b.begin()
	ids := b.add(list, item("known", storage.ImportQueued, at(address(3)), is(3)), queued(1), item("later", storage.ImportQueued, at(address(2)), later),
		queued(9), item("nowhere", storage.ImportQueued), item("elsewhere", storage.ImportQueued, at("https://other.example/id1")),
		item("unsearched", storage.ImportPendingSearch, at(address(1)), func(p *imports.Patch) { p.NextAttempt = 1 }), item("meant", storage.ImportMatched, at(address(1))))
	w := b.work()
	w.Status.LastRunAt = 0
	want := imports.Worked{Processed: 6, Succeeded: 3, Failed: 3, Status: imports.Queue{Items: []imports.Item{}}}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Errorf("worked (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]storage.AppID{3, 1, 2, 9, 3}, b.shop.pages()); diff != "" { // the first is that of track
		t.Errorf("read (-want +got):\n%s", diff)
	}
	const done, failed = storage.ImportImported, storage.ImportFailed
	states := []storage.ImportStatus{done, done, done, failed, failed, failed, storage.ImportPendingSearch, storage.ImportMatched}
	got, now := b.list(list)
	if diff := cmp.Diff(states, now); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	if got.CompletedAt != 0 {
		t.Error("it is complete, with an app that is meant and not imported")
	}
	first := b.item(ids[1])
	if first.App != 1 || first.AppName != "One" || first.Developer != "Maker of One" || first.Country != "de" || first.Attempts != 1 || first.Error != "" {
		t.Errorf("imported %+v", first)
	}
	for n, says := range map[int]error{3: fleet.ErrNotListed, 4: fleet.ErrNoURL, 5: fleet.ErrAddress} {
		if now := b.item(ids[n]); !strings.HasPrefix(string(now.Error), says.Error()) || now.Attempts != 1 || now.NextAttempt != 0 {
			t.Errorf("failed %+v, want %q", now, says.Error())
		}
	}
	if w := b.work(); w.Skipped != imports.SkippedEmpty || w.Processed != 0 {
		t.Errorf("worked on nothing: %+v", w)
	}
}

// A tracked app that is found to be delisted when it is imported again is a change of the
// item of the run.
func TestWork_delisted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.track(3)
	events, cancel := b.runs.Subscribe(imports.Runner, 100)
	list := b.begin()
	for range 3 {
		b.clock.Add(24 * time.Hour)
		b.shop.fail(&fleet.ScrapeError{Cause: fleet.ErrNotListed, Status: 404})
		b.add(list, queued(3))
		if w := b.work(); w.Failed != 1 {
			t.Fatalf("worked %+v", w)
		}
	}
	cancel()
	var changes []string
	for event := range events {
		for _, e := range event.Entries {
			changes = append(changes, string(e.Category)+" "+e.From+" "+e.To)
		}
	}
	if diff := cmp.Diff([]string{"availability listed unlisted"}, changes); diff != "" {
		t.Errorf("changes of the items (-want +got):\n%s", diff)
	}
}

func later(p *imports.Patch) { p.RetryAfter = time.Hour }

// A store that throttles cuts the run off: the rest waits, and goes on from there.
func TestWork_throttled(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := storage.AppID(1); id <= 3; id++ {
		b.shop.show(id, "App")
	}
	list := b.begin()
	ids := b.add(list, queued(1), queued(2), queued(3))
	b.shop.before = func(id storage.AppID) {
		if id == 2 {
			b.shop.before = nil
			b.shop.fail(throttle(time.Minute))
		}
	}
	until := storage.NullTime(storage.TimeOf(b.clock.Now()).Add(time.Minute))
	w := b.work()
	if w.Processed != 1 || w.RateLimited != 1 || w.PausedUntil != until || w.Skipped != "" || w.Status.Queued != 2 || w.Status.Soonest != until || w.Status.Running {
		t.Errorf("worked %+v", w)
	}
	waits := b.item(ids[1])
	if waits.Status != storage.ImportQueued || waits.Attempts != 1 || waits.NextAttempt != until || string(waits.Error) != fleet.ErrThrottled.Error() {
		t.Errorf("the item waits as %+v", waits)
	}
	lines := b.lines()
	if len(lines) != 1 || lines[0].Kind != "partial: rateLimited" || lines[0].Status != "partial" {
		t.Errorf("reported %+v", lines)
	}

	b.clock.Add(59 * time.Second)
	if w := b.work(); w.Skipped != imports.SkippedPaused || w.PausedUntil != until || w.Processed+w.RateLimited != 0 {
		t.Errorf("asked to go on too soon: %+v", w)
	}
	b.clock.Add(time.Second)
	if w := b.work(); w.Succeeded != 2 || w.Failed != 0 || w.PausedUntil != 0 {
		t.Errorf("resumed %+v", w)
	}
	if diff := cmp.Diff([]storage.AppID{1, 2, 2, 3}, b.shop.pages()); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	if got, _ := b.list(list); got.Imported != 3 || got.CompletedAt == 0 || b.item(ids[1]).Attempts != 2 || b.item(ids[1]).Error != "" {
		t.Errorf("the import is %+v, the item %+v", got, b.item(ids[1]))
	}
	if len(b.notices(storage.NoticeImportCompleted)) != 1 {
		t.Errorf("reported %+v", b.notices(storage.NoticeImportCompleted))
	}
}

// A change to an item while its app is scraped wins.
func TestWork_changedMeanwhile(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		do   func(*bench, storage.ImportItemID) error
		want storage.ImportStatus // empty: there is none any more
	}{
		"skipped": {func(b *bench, id storage.ImportItemID) error {
			_, err := b.Update(context.Background(), id, imports.Patch{Status: new(storage.ImportSkipped)})
			return err
		}, storage.ImportSkipped},
		"put off": {func(b *bench, id storage.ImportItemID) error {
			_, err := b.Update(context.Background(), id, imports.Patch{Status: new(storage.ImportMatched)})
			return err
		}, storage.ImportMatched},
		"forgotten": {func(b *bench, id storage.ImportItemID) error {
			_, err := b.Forget(context.Background(), id.Import, true)
			return err
		}, ""},
	} {
		for _, listed := range []bool{true, false} {
			b := newBench(t)
			if listed {
				b.shop.show(1, "One")
			}
			list := b.begin()
			ids := b.add(list, queued(1))
			b.shop.before = func(storage.AppID) {
				if err := tt.do(b, ids[0]); err != nil {
					t.Error(err)
				}
			}
			if w := b.work(); w.Processed != 0 {
				t.Errorf("%s: %+v", name, w)
			}
			if b.tracked(1) {
				t.Errorf("%s: the app is tracked", name)
			}
			if tt.want == "" {
				if _, err := b.Show(t.Context(), list); !errors.Is(err, storage.ErrNotFound) {
					t.Errorf("%s: %v", name, err)
				}
			} else if now := b.item(ids[0]); now.Status != tt.want || now.Error != "" || now.App != 0 {
				t.Errorf("%s: %+v", name, now)
			}
		}
	}
}

// What is queued while a run is at work is worked on as well.
func TestWork_queuedMeanwhile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := storage.AppID(1); id <= 4; id++ {
		b.shop.show(id, "App")
	}
	list := b.begin()
	b.add(list, queued(1), queued(2))
	b.shop.before = func(id storage.AppID) {
		if id == 1 {
			b.shop.before = nil
			b.add(list, queued(3), queued(4))
		}
	}
	if w := b.work(); w.Succeeded != 4 || w.Status.Queued != 0 {
		t.Errorf("worked %+v", w)
	}
	if got, _ := b.list(list); got.Imported != 4 || len(b.notices(storage.NoticeImportCompleted)) != 1 {
		t.Errorf("the import is %+v, reported %+v", got, b.notices(storage.NoticeImportCompleted))
	}
}

// A request for work joins the active run, in any process.
func TestWork_shared(t *testing.T) {
	t.Parallel()
	one := newBench(t)
	two := benchOn(t, one.store, one.shop)
	for id := storage.AppID(1); id <= 3; id++ {
		one.shop.show(id, "App")
	}
	one.add(one.begin(), queued(1), queued(2), queued(3))
	reached, proceed := make(chan struct{}), make(chan struct{})
	one.shop.before = func(id storage.AppID) {
		if id == 1 {
			close(reached)
			<-proceed
		}
	}
	worked := make(chan imports.Worked, 2)
	go func() { worked <- one.work() }()
	<-reached
	go func() { worked <- two.work() }()
	if q, err := two.Queue(t.Context()); err != nil || !q.Running || q.Queued != 3 {
		t.Errorf("the queue is %+v, %v", q, err)
	}
	time.AfterFunc(50*time.Millisecond, func() { close(proceed) })
	for range 2 {
		if w := <-worked; w.Succeeded != 3 && w.Skipped != imports.SkippedEmpty || w.Failed != 0 {
			t.Errorf("worked %+v", w)
		}
	}
	if pages := one.shop.pages(); !slices.Equal(pages, []storage.AppID{1, 2, 3}) {
		t.Errorf("read %v", pages)
	}
}

// A paused run retains the queue, and nothing waits for it.
func TestWork_busy(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.add(b.begin(), queued(1), queued(2))
	b.shop.before = func(storage.AppID) {
		if _, err := b.runs.Pause(context.Background(), imports.Runner); err != nil {
			t.Error(err)
		}
	}
	if w := b.work(); w.Failed != 1 || w.Status.Queued != 1 {
		t.Errorf("worked until it was paused: %+v", w)
	}
	if w := b.work(); w.Skipped != imports.SkippedBusy || w.Processed != 0 {
		t.Errorf("worked while it is paused: %+v", w)
	}
}

// A caller that stops waiting does not stop the run.
func TestWork_calledOff(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.shop.show(1, "One")
	list := b.begin()
	b.add(list, queued(1))
	ctx, cancel := context.WithCancel(t.Context())
	b.shop.before = func(storage.AppID) { cancel() }
	if _, err := b.Work(ctx, b.runs); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if w := b.work(); w.Failed != 0 {
		t.Errorf("worked %+v", w)
	}
	if got, _ := b.list(list); got.Imported != 1 || len(b.shop.pages()) != 1 {
		t.Errorf("the import is %+v after %v", got, b.shop.pages())
	}
	b.runs.Stop(0)
	b.add(list, queued(2))
	if _, err := b.Work(t.Context(), b.runs); !errors.Is(err, runner.ErrStopping) {
		t.Errorf("after the end: %v", err)
	}
}

// Apps cannot be deleted while the queue is active, and an interrupted run is
// cancelled with them.
func TestCancelOpen(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	cancelOpen := func() error {
		return b.store.Update(t.Context(), func(tx *storage.Tx) error { return runner.CancelOpen(tx, storage.TimeOf(b.clock.Now())) })
	}
	b.add(b.begin(), queued(1))
	b.shop.before = func(storage.AppID) {
		if err := cancelOpen(); !errors.Is(err, runner.ErrBusy) {
			t.Errorf("at work: %v, want %v", err, runner.ErrBusy)
		}
		b.shop.fail(throttle(time.Minute))
	}
	b.work()
	if err := cancelOpen(); err != nil {
		t.Error(err)
	}
	if open, err := b.runs.Open(t.Context()); err != nil || len(open) > 0 {
		t.Errorf("open runs %+v, %v", open, err)
	}
}

func TestQueue(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list := b.begin()
	var patches []imports.Patch
	for id := storage.AppID(30); id > 0; id-- {
		p := queued(id)
		p.NextAttempt = storage.Time(1000 + id)
		patches = append(patches, p)
	}
	if got, err := b.Queue(t.Context()); err != nil || got.Queued != 0 || got.Soonest != 0 || got.Latest != 0 || got.Items == nil || len(got.Items) != 0 {
		t.Errorf("an empty queue is %+v, %v", got, err)
	}
	b.add(list, queued(31))
	if got, err := b.Queue(t.Context()); err != nil || got.Queued != 1 || got.Soonest != 0 || got.Latest != 0 || len(got.Items) != 1 {
		t.Errorf("a queue in which nothing waits is %+v, %v", got, err)
	}
	b.add(list, append(patches, item("no part of it", storage.ImportPendingSearch))...)
	got, err := b.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.Queued != 31 || got.Soonest != 1001 || got.Latest != 1030 || len(got.Items) != 25 || got.Running || got.LastRunAt != 0 || got.PausedUntil != 0 {
		t.Errorf("the queue is %+v", got)
	}
	for n, item := range got.Items {
		if want := storage.NullTime(1000 + n); n == 0 && item.NextAttempt != 0 || n > 0 && item.NextAttempt != want {
			t.Errorf("item %d is tried at %d", n, item.NextAttempt)
		}
	}
}
