package history_test

import (
	"crypto/rand"
	"errors"
	"testing"

	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// The past of a fleet goes some apps at a time, so that others can write between,
// and what could not be deleted is left for the next time.
func TestRemoveAllHistoryBitByBit(t *testing.T) {
	t.Parallel()
	const apps = 120
	p := newPast(t, 0)
	err := p.Store.Update(t.Context(), func(tx *storage.Tx) error {
		for id := range storage.AppID(apps) {
			app := storage.App{ID: id + 1, Name: "App", URL: "https://apps.example/", Country: "us", FirstSeen: 1, LastSynced: 1}
			if err := tx.Apps.Put(app); err != nil {
				return err
			}
			at := storage.SnapshotID{App: app.ID, At: date("2021-02-03")}
			if err := tx.Snapshots.Put(storage.Snapshot{ID: at, Source: storage.SourceWayback}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	faulty := storagetest.Faulty(p.Store, storagetest.Faults{Before: storagetest.Nth(2)})
	service := history.New(history.Config{Env: storage.Env{Store: faulty, Now: p.now, Random: rand.Reader}})
	some, err := service.RemoveAll(t.Context())
	if !errors.Is(err, storagetest.ErrFault) || some <= 0 || some >= apps {
		t.Errorf("%d removed, %v; want some and the fault", some, err)
	}
	if log := p.logged(t); len(log) != 0 {
		t.Errorf("the log says %v of what has not come to its end", log)
	}
	rest, err := service.RemoveAll(t.Context())
	if err != nil || some+rest != apps {
		t.Errorf("%d and %d removed, %v; want %d together", some, rest, err, apps)
	}
	if log := p.logged(t); len(log) != 1 {
		t.Errorf("the log says %v, want one line", log)
	}
}
