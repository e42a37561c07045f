package imports_test

import (
	"context"
	"crypto/rand"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// kept is a bench in a bubble, whose clock is that of the bubble, and whose queue
// is worked on by itself.
func kept(t *testing.T, store storage.Store, shop *shop) (b *bench, end func()) {
	b = &bench{t: t, store: store, shop: shop}
	b.fleet = tracked.New(tracked.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Scraper: shop})
	b.Service = imports.New(imports.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}, Fleet: b.fleet})
	b.runs = runner.New(runner.Config{Store: store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{b.Job()}})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.RunQueue(ctx, b.runs)
	}()
	return b, func() {
		cancel()
		<-done
		b.runs.Stop(time.Second)
		b.Stop(time.Second)
		b.fleet.Stop(time.Second)
	}
}

// takes returns how long it takes until nothing is queued any more.
func (b *bench) takes() time.Duration {
	b.t.Helper()
	began := time.Now()
	for {
		synctest.Wait()
		q, err := b.Queue(context.Background())
		if err != nil {
			b.t.Fatal(err)
		}
		if q.Queued == 0 && !q.Running {
			return time.Since(began).Round(100 * time.Millisecond)
		}
		if time.Since(began) > 2*time.Hour {
			b.t.Fatalf("the queue is still %+v", q)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func TestKeep(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		prepare func(*bench)
		within  time.Duration
	}{
		"at once":               {func(b *bench) { b.add(b.begin(), queued(1), queued(9)) }, 3 * time.Second},
		"when it is due":        {func(b *bench) { b.add(b.begin(), item("a", storage.ImportQueued, at(address(1)), later)) }, time.Hour + 2*time.Second},
		"when the store may be": {func(b *bench) { b.shop.fail(throttle(10 * time.Minute)); b.add(b.begin(), queued(1)) }, 11 * time.Minute},
		"what came meanwhile": {func(b *bench) {
			list := b.begin()
			b.shop.before = func(storage.AppID) {
				b.shop.before = nil
				b.add(list, queued(2))
			}
			b.add(list, queued(1))
		}, 6 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b, end := kept(t, memory.New(), newShop())
				defer end()
				b.shop.show(1, "One")
				b.shop.show(2, "Two")
				time.Sleep(10 * time.Second) // it has looked, and found nothing
				tt.prepare(b)
				if took := b.takes(); took > tt.within {
					t.Errorf("it took %v, want %v", took, tt.within)
				}
				if !b.tracked(1) || len(b.notices(storage.NoticeImportCompleted)) != 1 {
					t.Errorf("app 1 is tracked: %v, reported %+v", b.tracked(1), b.notices(storage.NoticeImportCompleted))
				}
				b.sound()
			})
		})
	}
}

// What one process queues another works on, and each app is read once.
func TestKeep_together(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, shop := memory.New(), newShop()
		for id := storage.AppID(1); id <= 40; id++ {
			shop.show(id, "App")
		}
		shop.before = func(storage.AppID) { time.Sleep(time.Second) }
		one, endOne := kept(t, store, shop)
		two, endTwo := kept(t, store, shop)
		defer endTwo()
		list := one.begin()
		for id := storage.AppID(1); id <= 20; id++ {
			one.add(list, queued(id))
			two.add(list, queued(id+20))
			time.Sleep(300 * time.Millisecond)
		}
		endOne()
		two.takes()
		got, _ := two.list(list)
		if pages := shop.pages(); got.Imported != 40 || len(pages) > 41 {
			t.Errorf("%d imported after %d pages", got.Imported, len(pages))
		}
		if n := len(two.notices(storage.NoticeImportCompleted)); n == 0 {
			t.Error("there is no notification")
		}
		two.sound()
	})
}
