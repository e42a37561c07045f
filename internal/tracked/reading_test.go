package tracked_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// What was read is kept with the caller's own writes, or not at all.
func TestReading(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "One")
	target, err := b.Resolve(t.Context(), fleettest.URL(1), "fr")
	if err != nil || target.Country != "fr" {
		t.Fatalf("%+v, %v", target, err)
	}
	reading, err := b.Read(t.Context(), target, storage.TriggerImport)
	if err != nil || reading.Name() != "One" {
		t.Fatalf("%+v, %v", reading, err)
	}
	refused := errors.New("refused")
	keep := func(why error) error {
		return b.Store.Update(t.Context(), func(tx *storage.Tx) error {
			found, err := reading.Keep(tx)
			if err == nil && (!found.IsNew || found.ID != 1) {
				t.Errorf("kept %+v", found)
			}
			return errors.Join(err, why)
		})
	}
	if err := keep(refused); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	if n := len(storagetest.All[storage.App](t, b.Store)); n != 0 {
		t.Errorf("%d apps are tracked", n)
	}
	if err := keep(nil); err != nil {
		t.Error(err)
	}
	waited := make(chan error)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	go func() {
		_, err := b.Read(ctx, target, storage.TriggerImport)
		waited <- err
	}()
	if err := <-waited; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("another reader did not wait: %v", err)
	}
	reading.Release()
	if b.MustRefresh(t, 1).IsNew {
		t.Error("it was not kept")
	}
}

func TestInterruptReason(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "One")
	b.Pages.Fail(1, &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: time.Minute})
	for _, want := range []string{tracked.InterruptRateLimited, tracked.InterruptCooldown} {
		_, err := b.Read(t.Context(), fleet.Target{ID: 1, URL: fleettest.URL(1)}, storage.TriggerImport)
		if reason, cut := tracked.InterruptReason(err); !cut || reason != want {
			t.Errorf("%v: %q, want %q", err, reason, want)
		}
		err = b.Store.View(t.Context(), b.CheckCooldown)
		if !errors.Is(err, fleet.ErrThrottled) {
			t.Errorf("it may be asked: %v", err)
		}
	}
	if _, cut := tracked.InterruptReason(&fleet.ScrapeError{Cause: fleet.ErrLayout}); cut {
		t.Error("a page that cannot be parsed interrupts the run")
	}
	b.Clock.Add(time.Minute)
	if err := b.Store.View(t.Context(), b.CheckCooldown); err != nil {
		t.Error(err)
	}
}
