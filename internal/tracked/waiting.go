package tracked

import (
	"context"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/storage"
)

// waiting is the number of apps with changes to review at a time.
type waiting struct {
	apps  int
	until storage.Time // when the next snooze ends; zero: never
}

// maxWaiting is how many numbers are kept between two writes: one more for each end of a snooze.
const maxWaiting = 8

// Waiting returns the number of apps with changes to review. It is kept until an app is written or a snooze ends,
// so that every screen can show it.
func (s *Service) Waiting(ctx context.Context) (int, error) {
	count := func(tx *storage.Tx) (w waiting, err error) {
		now := s.stamp()
		if w.until, err = nextAwake(tx, now); err != nil {
			return w, err
		}
		w.apps, err = selection{list: storage.AppQuery{Changed: true, AwakeAt: now}}.count(tx)
		return w, err
	}
	for since := storage.Time(0); ; {
		w, err := derived.Get(ctx, s.waiting, since, count)
		if err != nil || w.until == 0 || s.stamp() < w.until {
			return w.apps, err
		}
		since = w.until
	}
}
