package storagetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// installed is a model of which apps are on which devices.
type installed struct {
	names map[storage.AppID]string
	on    map[storage.DeviceLinkID]bool
}

// listed returns the apps on one of the devices, in their order.
func (m installed) listed(devices []string) []storage.AppID {
	found := []storage.AppID{}
	for app := range m.names {
		none, hit := true, false
		for id := range m.on {
			if id.App == app {
				none = false
				hit = hit || slices.Contains(devices, id.Device)
			}
		}
		if hit || none && slices.Contains(devices, "") {
			found = append(found, app)
		}
	}
	slices.SortFunc(found, func(a, b storage.AppID) int {
		return cmp.Or(cmp.Compare(m.names[a], m.names[b]), cmp.Compare(a, b))
	})
	return found
}

// forget drops the links of which gone is true.
func (m installed) forget(gone func(storage.DeviceLinkID) bool) {
	for id := range m.on {
		if gone(id) {
			delete(m.on, id)
		}
	}
}

// testAppsOnDevices renames and removes apps, devices and links at random, and
// looks after each step at the lists that depend on all three.
func testAppsOnDevices(t *testing.T, s storage.Store) {
	random := rand.New(rand.NewPCG(3, 5))
	m := installed{map[storage.AppID]string{}, map[storage.DeviceLinkID]bool{}}
	devices := []string{"d1", "d2", "d3"}
	putAll := func(tx storage.Tx) error {
		for _, id := range devices {
			if err := tx.Devices().Put(phone(id, "Phone", 1)); err != nil {
				return err
			}
		}
		return nil
	}
	update(t, s, putAll)
	for step := range 120 {
		app, device := storage.AppID(1+random.IntN(6)), devices[random.IntN(3)]
		link := linked(app, device)
		action, name := random.IntN(12), fmt.Sprint("App ", random.IntN(4))
		update(t, s, func(tx storage.Tx) error {
			_, known := m.names[app]
			switch {
			case !known || action < 3: // added, or named anew
				a := tracked(app)
				a.Name = name
				return tx.Apps().Put(a)
			case action < 8:
				return tx.DeviceLinks().Put(link)
			case action < 9:
				_, err := tx.DeviceLinks().Delete(link.Key())
				return err
			case action < 10:
				_, err := tx.Apps().Delete(app)
				return err
			}
			if _, err := tx.Devices().Delete(device); err != nil {
				return err
			}
			return putAll(tx)
		})
		switch _, known := m.names[app]; {
		case !known || action < 3:
			m.names[app] = name
		case action < 8:
			m.on[link.Key()] = true
		case action < 9:
			delete(m.on, link.Key())
		case action < 10:
			delete(m.names, app)
			m.forget(func(id storage.DeviceLinkID) bool { return id.App == app })
		default:
			m.forget(func(id storage.DeviceLinkID) bool { return id.Device == device })
		}
		view(t, s, func(tx storage.Tx) error {
			for _, asked := range [][]string{{"d1"}, {"d1", "d3"}, {""}, {"d2", ""}, {"d1", "d2", "d3"}, {"", "d1", "d2", "d3"}} {
				want := m.listed(asked)
				got := []storage.AppID{}
				for a, err := range tx.Apps().List(storage.AppQuery{Devices: asked}) {
					if err != nil {
						return err
					}
					got = append(got, a.ID)
				}
				if d := gocmp.Diff(want, got); d != "" {
					t.Fatalf("after step %d, on %q (-want +got):\n%s", step, asked, d)
				}
				expect(t, fmt.Sprintf("Count after step %d, on %q", step, asked))(tx.Apps().Count(storage.AppQuery{Devices: asked}))(len(want))
			}
			return nil
		})
	}
}
