package notify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

func TestListShowsNoSecret(t *testing.T) {
	t.Parallel()
	e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(503) }}
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.set(settings.WebhookURL, "http://hook.example/secret-path?key=secret-key", settings.WebhookSecret, "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u")
		o.post("a", "b")
		time.Sleep(2 * time.Second)
		page, err := o.boxes[0].List(t.Context(), 10, 0)
		if err != nil {
			t.Fatal(err)
		}
		status := 503
		want := notify.DeliveryPage{Total: 2, Deliveries: []notify.Delivery{
			{Kind: "immediate", State: "pending", Destination: "webhook", Name: "Webhook", Host: "hook.example", Title: "b got worse: location added", Notifications: 1},
			{
				Kind: "immediate", State: "pending", Destination: "webhook", Name: "Webhook", Host: "hook.example", Title: "a got worse: location added", Notifications: 1,
				Attempts: 1, LastStatus: &status, LastError: "HTTP 503",
			},
		}}
		for i, d := range page.Deliveries {
			want.Deliveries[i].ID, want.Deliveries[i].CreatedAt, want.Deliveries[i].NextAttemptAt = d.ID, d.CreatedAt, d.NextAttemptAt
		}
		if diff := cmp.Diff(want, page); diff != "" {
			t.Errorf("page (-want +got):\n%s", diff)
		}
		if text, err := json.Marshal(page); err != nil || strings.Contains(string(text), "secret") || strings.Contains(string(text), "whsec") {
			t.Errorf("shown is %s, %v", text, err)
		}
		if page, err = o.boxes[0].List(t.Context(), 1, 1); err != nil || len(page.Deliveries) != 1 || page.Deliveries[0].Title != "a got worse: location added" || page.Total != 2 {
			t.Errorf("the second page is %+v, %v", page, err)
		}
	})
}

func TestRetry(t *testing.T) {
	t.Parallel()
	var sound atomic.Bool
	e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
		if !sound.Load() {
			w.WriteHeader(http.StatusGone)
		}
	}}
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.post("a", "b")
		time.Sleep(10 * time.Second)
		all := o.deliveries()
		if all[0].State != storage.DeliveryDead || all[1].State != storage.DeliveryDead {
			t.Fatalf("given up are %q", o.states())
		}
		sound.Store(true)
		again, err := o.boxes[0].Retry(t.Context(), all[0].ID)
		if err != nil || again.State != storage.DeliveryPending || again.Attempts != 0 || again.ID != all[0].ID || again.NextAttemptAt == 0 {
			t.Errorf("tried again is %+v, %v", again, err)
		}
		time.Sleep(10 * time.Second)
		if got := e.messages(); len(got) != 3 || got[2].id != all[0].ID {
			t.Errorf("%d messages came in, the last one is not the one tried again", len(got))
		}
		if _, err := o.boxes[0].Retry(t.Context(), all[0].ID); !errors.Is(err, notify.ErrDelivered) {
			t.Errorf("what was delivered is tried again: %v", err)
		}
		if _, err := o.boxes[0].Retry(t.Context(), "unknown"); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("an unknown one: %v", err)
		}
	})
}

// Retrying a message also retries the first of its queue, which it does not overtake.
func TestRetryOfTheSecondTriesTheFirst(t *testing.T) {
	t.Parallel()
	var sound atomic.Bool
	e := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
		if !sound.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}}
	inBubble(t, &e, func(t *testing.T, o *office) {
		o.post("a", "b", "c")
		time.Sleep(time.Hour)
		sound.Store(true)
		before := len(e.messages())
		if _, err := o.boxes[0].Retry(t.Context(), o.deliveries()[1].ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if got := e.titles(t)[before:]; !slices.Equal(got, titlesOf("a", "b", "c")) {
			t.Errorf("came in: %q", got)
		}
	})
}

// A message that is held back until later is sent at once when asked for.
func TestRetryOfDelayedMessage(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		at := storage.TimeOf(time.Now())
		later := at.Add(8 * time.Hour)
		update(t, o.store, func(tx *storage.Tx) error {
			return tx.Deliveries.Put(storage.Delivery{ID: "held", Endpoint: "webhook", Kind: storage.DeliveryImmediate, Title: "held",
				State: storage.DeliveryPending, CreatedAt: at, QueuedAt: later, NextAttempt: storage.NullTime(later)})
		})
		o.post("a")
		time.Sleep(time.Hour)
		if got := e.titles(t); !slices.Equal(got, titlesOf("a")) {
			t.Errorf("at first came %q", got)
		}
		if _, err := o.boxes[0].Retry(t.Context(), "held"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if got := e.titles(t); len(got) != 2 || got[1] != "held" {
			t.Errorf("then came %q", got)
		}
	})
}

func TestDeliveriesAreForgotten(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		at := storage.TimeOf(time.Now()).Add(-time.Hour)
		update(t, o.store, func(tx *storage.Tx) error {
			var old []storage.Delivery
			for i := range notify.KeptDeliveries + 2 {
				old = append(old, storage.Delivery{ID: fmt.Sprintf("old %04d", i), Endpoint: "webhook", Kind: storage.DeliveryDaily,
					State: storage.DeliveryDelivered, CreatedAt: at.Add(time.Duration(i) * time.Millisecond), QueuedAt: at})
			}
			return tx.Deliveries.Put(old...)
		})
		o.post("a")
		time.Sleep(2 * time.Second)
		all := o.deliveries()
		if len(all) != notify.KeptDeliveries || all[0].ID != "old 0003" || all[len(all)-1].Title != "a got worse: location added" {
			t.Errorf("%d are kept, from %s to %s", len(all), all[0].ID, all[len(all)-1].ID)
		}
	})
}

func TestQueueIsBounded(t *testing.T) {
	t.Parallel()
	o := newOffice(t, open(t))
	o.set(settings.WebhookURL, "https://hook.example/")
	update(t, o.store, func(tx *storage.Tx) error {
		var waiting []storage.Delivery
		for i := range notify.MaxQueued {
			waiting = append(waiting, storage.Delivery{ID: fmt.Sprintf("%05d", i), Endpoint: "webhook", Kind: storage.DeliveryImmediate,
				State: storage.DeliveryPending, CreatedAt: now, QueuedAt: now})
		}
		return tx.Deliveries.Put(waiting...)
	})
	post(t, o.store, now+1, notify.Notice{Type: storage.NoticeLabelChanges})
	all := o.deliveries()
	if len(all) != notify.MaxQueued+1 || all[0].State != storage.DeliveryDead || all[1].State != storage.DeliveryPending || all[0].LastError == "" {
		t.Errorf("of %d the first is %+v", len(all), all[0])
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	inBubble(t, &endpoint{}, func(t *testing.T, o *office) {
		end := func(n int) {
			t.Helper()
			err := o.store.Update(t.Context(), func(tx *storage.Tx) error {
				for i := range n {
					if err := tx.Deliveries.Put(storage.Delivery{
						ID: fmt.Sprintf("ended %04d", i), Endpoint: "webhook", Kind: storage.DeliveryImmediate, State: storage.DeliveryDead,
						CreatedAt: storage.Time(i + 1), QueuedAt: storage.Time(i + 1),
					}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		forget := func(want int) {
			t.Helper()
			if n, err := o.boxes[0].Forget(t.Context()); err != nil || n != want {
				t.Errorf("forgotten are %d (%v), want %d", n, err, want)
			}
		}
		end(notify.KeptDeliveries)
		forget(0)
		end(notify.KeptDeliveries + 3)
		forget(3)
		forget(0)
		if all := o.deliveries(); len(all) != notify.KeptDeliveries || all[0].CreatedAt != 4 {
			t.Errorf("%d are left, the oldest from %d", len(all), all[0].CreatedAt)
		}
	})
}
