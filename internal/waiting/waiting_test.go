package waiting_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/waiting"
)

func TestFor(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	waits := 0
	wait := func() error { waits++; return failed }
	if err := waiting.For(t.Context(), time.Second, wait); !errors.Is(err, failed) || waits != 1 {
		t.Errorf("without an observer: %v after %d waits, want the error of one", err, waits)
	}
	var told time.Duration
	observed := waiting.Observe(t.Context(), func(_ context.Context, expected time.Duration, wait func() error) error {
		told = expected
		return errors.Join(wait(), context.Canceled)
	})
	derived, cancel := context.WithCancel(observed)
	defer cancel()
	err := waiting.For(derived, time.Minute, wait)
	if !errors.Is(err, failed) || !errors.Is(err, context.Canceled) || waits != 2 || told != time.Minute {
		t.Errorf("with an observer: %v after %d waits, told %v", err, waits, told)
	}
}
