package notify_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A pause that an address asked for ends when it is corrected, of a destination and of the
// webhook of the settings, but not with another change.
func TestPauseEndsWithTheAddress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		wrong, right := endpoint{answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Retry-After", "86400")
			w.WriteHeader(http.StatusTooManyRequests)
		}}, endpoint{}
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.WebhookURL, "http://wrong.example/settings")
		box := o.open(map[string]*endpoint{"wrong.example": &wrong, "right.example": &right})
		d := add(t, box, change(notify.Generic, "http://wrong.example/"))
		o.post("a", "b")
		time.Sleep(time.Hour)
		if n := len(wrong.messages()); n != 2 || o.count(storage.DeliveryPending) != 4 {
			t.Fatalf("%d attempts: %q", n, o.states())
		}
		set := func(name, value string) {
			update(t, o.store, func(tx *storage.Tx) error {
				return notify.ChangeSettings(tx, storage.TimeOf(time.Now()), func(tx *storage.Tx) error {
					return tx.Settings.Put(storage.Setting{Name: name, Value: value})
				})
			})
		}
		set(settings.AppCountry, "de")
		if _, err := box.ChangeDestination(t.Context(), d.ID, notify.DestinationChange{Name: ptr("Mine")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if n := len(wrong.messages()); n != 2 {
			t.Errorf("%d attempts after other changes", n)
		}
		set(settings.WebhookURL, "http://right.example/settings")
		if _, err := box.ChangeDestination(t.Context(), d.ID, notify.DestinationChange{URL: ptr("http://right.example/")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if n := o.count(storage.DeliveryDelivered); n != 4 || len(right.messages()) != 4 {
			t.Errorf("after the correction: %q", o.states())
		}
	})
}
