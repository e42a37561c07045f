package pace_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/pace"
)

func TestWait(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	waits := 0
	wait := func() error { waits++; return failed }
	if err := pace.Wait(t.Context(), time.Second, wait); !errors.Is(err, failed) || waits != 1 {
		t.Errorf("without an observer: %v after %d waits, want the error of one", err, waits)
	}
	var got time.Duration
	observed := pace.Observe(t.Context(), func(_ context.Context, expected time.Duration, wait func() error) error {
		got = expected
		return errors.Join(wait(), context.Canceled)
	})
	derived, cancel := context.WithCancel(observed)
	defer cancel()
	err := pace.Wait(derived, time.Minute, wait)
	if !errors.Is(err, failed) || !errors.Is(err, context.Canceled) || waits != 2 || got != time.Minute {
		t.Errorf("with an observer: %v after %d waits, got %v", err, waits, got)
	}
}
