package auditor_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/storage"
)

// withDevices puts ten devices beside a seeded fleet, each with an eighth of the
// apps, some of them on several, and one more with a few apps.
func withDevices(b *testing.B, store storage.Store) (ids []string) {
	b.Helper()
	err := store.Update(b.Context(), func(tx *storage.Tx) error {
		ids = nil
		for k := range 11 {
			id := fmt.Sprintf("device-%02d", k)
			if err := tx.Devices.Put(storage.Device{ID: id, Name: "Phone", CreatedAt: 1, LastSynced: storage.Time(k)}); err != nil {
				return err
			}
			ids = append(ids, id)
		}
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			i := int(app.ID)
			for k, id := range ids {
				on := i*(2*k+1)%32/4 == k%8
				if k == 10 {
					on = i%2000 == 7
				}
				if !on {
					continue
				}
				if err := tx.DeviceLinks.Put(storage.DeviceLink{App: app.ID, Device: id, FirstSeen: 1, LastSeen: 1}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return ids
}

// BenchmarkOnDevices measures what it takes to make a list of the apps on devices,
// none of it kept, beside that of all apps.
func BenchmarkOnDevices(b *testing.B) {
	for _, apps := range fleetSizes() {
		b.Run(fmt.Sprintf("apps=%d", apps), func(b *testing.B) {
			store := seeded(b, apps)
			ids := withDevices(b, store)
			a := newAuditor(b, auditor.WithStore(store), auditor.WithResponseCacheSize(0))
			for _, on := range []struct{ name, devices string }{
				{"all", ""}, {"few", ids[10]}, {"one", ids[0]}, {"two", strings.Join(ids[:2], ",")}, {"ten", strings.Join(ids[:10], ",")},
				{"unattached", storage.DevicesUnattached}, {"ten and unattached", strings.Join(append(ids[:10:10], storage.DevicesUnattached), ",")},
			} {
				for _, form := range []string{"limit=100", "limit=100&meta=grid", fmt.Sprintf("limit=100&offset=%d", apps/16)} {
					b.Run("on="+on.name+"/"+form, func(b *testing.B) {
						b.ReportAllocs()
						for b.Loop() {
							w := fleettest.NewSink()
							a.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/api/apps?"+form+"&devices="+on.devices, nil))
							if w.Code != http.StatusOK {
								b.Fatalf("status %d", w.Code)
							}
						}
					})
				}
			}
		})
	}
}
