package auditor_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/storage"
)

// countedStore counts the transactions of a store.
type countedStore struct {
	storage.Store
	n atomic.Int64
}

func (s *countedStore) Unwrap() storage.Store { return s.Store }

func (s *countedStore) View(ctx context.Context, fn func(*storage.Tx) error) error {
	s.n.Add(1)
	return s.Store.View(ctx, fn)
}

func (s *countedStore) Update(ctx context.Context, fn func(*storage.Tx) error) error {
	s.n.Add(1)
	return s.Store.Update(ctx, fn)
}

// An auditor that has nothing to do waits for writes and due times, and does not look for them.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &countedStore{Store: open(t)}
		if _, ok := storage.As[storage.Watcher](s); !ok {
			t.Skip("the store does not tell of writes")
		}
		a := newAuditor(t, auditor.WithStore(s), auditor.WithDirectory(t.TempDir()), auditor.WithPage(false))
		ctx, stop := context.WithCancel(t.Context())
		var run sync.WaitGroup
		run.Go(func() {
			if err := a.Run(ctx); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(3 * time.Hour) // what is done after the start ends
		before := s.n.Load()
		time.Sleep(10 * time.Hour)
		// Every half hour: seven loops of the schedule, with several steps; every hour: five others.
		if got := s.n.Load() - before; got > 10*29 {
			t.Errorf("%d transactions in ten hours, want at most 29 an hour", got)
		} else {
			t.Logf("%d transactions in ten hours", got)
		}
		stop()
		run.Wait()
	})
}
