package imports_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// phone keeps a device that was never synced, and begins an import of it.
func (b *bench) phone(id string) (list string) {
	b.t.Helper()
	b.update(func(tx *storage.Tx) error {
		return tx.Devices.Put(storage.Device{ID: id, Name: "Phone", CreatedAt: 1})
	})
	return b.beginOf(id)
}

func (b *bench) beginOf(device string) (list string) {
	b.t.Helper()
	begun, err := b.Begin(b.t.Context(), imports.Start{Source: storage.ImportFile, Device: storage.Text(device)})
	if err != nil {
		b.t.Fatal(err)
	}
	return begun.ID
}

// links returns which apps are on which devices, since when and until when, and
// when each device was last synced.
func (b *bench) links() (lines []string) {
	b.t.Helper()
	for _, d := range storagetest.All[storage.Device](b.t, b.store) {
		lines = append(lines, fmt.Sprintf("%s synced %d", d.ID, d.LastSynced))
	}
	for _, l := range storagetest.All[storage.DeviceLink](b.t, b.store) {
		lines = append(lines, fmt.Sprintf("%d on %s %d-%d", l.App, l.Device, l.FirstSeen, l.LastSeen))
	}
	return lines
}

func TestComplete_device(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id := range storage.AppID(4) {
		b.shop.show(id+1, fmt.Sprint("App ", id+1))
	}
	list := b.phone("phone")
	b.update(func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 1, Name: "App 1", URL: "u"})
	})
	b.update(func(tx *storage.Tx) error {
		return tx.DeviceLinks.Put(storage.DeviceLink{App: 1, Device: "phone", FirstSeen: 5, LastSeen: 6})
	})
	now := func() storage.Time { return storage.TimeOf(b.clock.Now()) }
	expect := func(what string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, b.links()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	ids := b.add(list, queued(1), queued(2), queued(9), item("unknown", storage.ImportUnmatched))
	expect("before it is complete", "phone synced 0", "1 on phone 5-6")
	b.work()
	at := now()
	one, two := fmt.Sprintf("1 on phone 5-%d", at), fmt.Sprintf("2 on phone %d-%d", at, at)
	expect("complete", fmt.Sprint("phone synced ", at), one, two)

	b.clock.Add(time.Minute)
	if _, err := b.Update(t.Context(), ids[3], imports.Patch{EditedQuery: new(storage.Text("x"))}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Complete(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	expect("complete again", fmt.Sprint("phone synced ", at), one, two)

	b.shop.show(9, "Back")
	if _, err := b.Retry(t.Context(), ids[2]); err != nil {
		t.Fatal(err)
	}
	nine := fmt.Sprintf("9 on phone %d-%d", now(), now())
	expect("one retried", fmt.Sprint("phone synced ", now()), one, two, nine)

	b.clock.Add(time.Minute)
	b.track(4)
	b.add(list, item("four", storage.ImportImported, is(4)), item("nothing", storage.ImportSkipped))
	expect("one added", fmt.Sprint("phone synced ", now()), one, two, fmt.Sprintf("4 on phone %d-%d", now(), now()), nine)
}

// An import may name a device that is not there, or not any more.
func TestComplete_deviceThatIsGone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.shop.show(1, "One")
	list := b.beginOf("gone")
	b.add(list, queued(1))
	b.work()
	if got, _ := b.list(list); got.CompletedAt == 0 || len(b.links()) != 0 {
		t.Errorf("complete at %d, %v", got.CompletedAt, b.links())
	}
}

// A device was synced also when nothing came of its import.
func TestComplete_deviceWithNothingOnIt(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list := b.phone("phone")
	if _, err := b.Complete(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{fmt.Sprint("phone synced ", storage.TimeOf(b.clock.Now()))}, b.links()); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}
