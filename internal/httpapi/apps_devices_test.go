package httpapi_test

import (
	"crypto/rand"
	"fmt"
	mrand "math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// phones is a model of which apps are on which devices.
type phones map[storage.AppID][]string

// on returns the apps that a list is narrowed to, by the rule for each of them.
func (p phones) on(devices string, known []string) []storage.AppID {
	var named []string
	for id := range strings.SplitSeq(devices, ",") {
		if id = strings.TrimSpace(id); id == "all" {
			named = nil
			break
		} else if id == "unattached" || slices.Contains(known, id) {
			named = append(named, id)
		}
	}
	kept := []storage.AppID{}
	for app, on := range p {
		hit := len(named) == 0 || len(on) == 0 && slices.Contains(named, "unattached")
		for _, id := range on {
			hit = hit || slices.Contains(named, id)
		}
		if hit {
			kept = append(kept, app)
		}
	}
	slices.Sort(kept) // the names are in this order too
	return kept
}

func ids(apps []map[string]any) []storage.AppID {
	list := []storage.AppID{}
	for _, a := range apps {
		list = append(list, storage.AppID(a["id"].(float64)))
	}
	return list
}

// Whatever is on which devices and whatever a list asks for: it is what a look at
// each app would choose, in all its forms, and pages cover it.
func TestListsOnDevices(t *testing.T) {
	t.Parallel()
	random := mrand.New(mrand.NewPCG(11, 12))
	a := newDevicesAPI(t, func(cfg *httpapi.Config) {
		onSQLite(t)(cfg)
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: newPages()})
	})
	body := storage.LabelBody{Digest: storage.Digest{1}, Label: storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Linked", Categories: []storage.LabelCategory{{Identifier: "LOCATION", Title: "Location"}},
	}}}}
	model := phones{}
	a.update(func(tx *storage.Tx) error {
		if err := tx.Labels.Put(body); err != nil {
			return err
		}
		for id := storage.AppID(100); id < 130; id++ {
			model[id] = nil
			if err := tx.Apps.Put(storage.App{ID: id, Name: fmt.Sprint("App ", id), URL: "u", LabelDigest: body.Digest}); err != nil {
				return err
			}
		}
		return nil
	})
	known := []string{"d1", "d2", "d 3", "ünf"}
	words := append([]string{"all", "unattached", "unattached", "none", "", " d1 ", "D1"}, known...)
	for round := range 60 {
		a.update(func(tx *storage.Tx) error {
			for _, id := range known {
				if err := tx.Devices.Put(storage.Device{ID: id, Name: "Phone", CreatedAt: 1}); err != nil {
					return err
				}
			}
			return nil
		})
		app, device := storage.AppID(100+random.IntN(30)), known[random.IntN(len(known))]
		if slices.Contains(model[app], device) {
			model[app] = slices.DeleteFunc(model[app], func(id string) bool { return id == device })
			a.update(func(tx *storage.Tx) error {
				_, err := tx.DeviceLinks.Delete(storage.DeviceLinkID{App: app, Device: device})
				return err
			})
		} else {
			model[app] = append(model[app], device)
			a.update(func(tx *storage.Tx) error {
				return tx.DeviceLinks.Put(storage.DeviceLink{App: app, Device: device, FirstSeen: 1, LastSeen: 1})
			})
		}
		var asked []string
		for range random.IntN(4) {
			asked = append(asked, words[random.IntN(len(words))])
		}
		devices := strings.Join(asked, ",")
		want := model.on(devices, known)
		query := "devices=" + url.QueryEscape(devices)
		if diff := cmp.Diff(want, ids(into[[]map[string]any](a.do("GET", "/api/apps?"+query)))); diff != "" {
			t.Fatalf("round %d, on %q (-want +got):\n%s", round, devices, diff)
		}
		a.pagesAre(t, query, want, model)
		a.groupsAre(t, query, want)
	}
}

// pagesAre checks the pages of a list, and the devices in the grid.
func (a devicesAPI) pagesAre(t *testing.T, query string, want []storage.AppID, model phones) {
	t.Helper()
	got := []storage.AppID{}
	for offset := 0; offset <= len(want)+7; offset += 7 {
		page := into[struct {
			Apps  []map[string]any
			Total int
			Meta  struct{ AppDeviceMap map[storage.AppID][]string }
		}](a.do("GET", fmt.Sprintf("/api/apps?%s&limit=7&offset=%d&meta=grid", query, offset)))
		if page.Total != len(want) {
			t.Errorf("%s: a total of %d, want %d", query, page.Total, len(want))
		}
		on := map[storage.AppID][]string{}
		for _, id := range ids(page.Apps) {
			got = append(got, id)
			if len(model[id]) > 0 {
				on[id] = slices.Sorted(slices.Values(model[id]))
			}
		}
		equal(t, on, page.Meta.AppDeviceMap, "%s from %d: devices", query, offset)
	}
	equal(t, want, got, "pages of %s", query)
}

func (a devicesAPI) groupsAre(t *testing.T, query string, want []storage.AppID) {
	t.Helper()
	groups := into[[]struct {
		Categories []struct{ Apps []map[string]any }
	}](a.do("GET", "/api/apps?view=grouped&"+query))
	got := []storage.AppID{}
	for _, g := range groups {
		got = append(got, ids(g.Categories[0].Apps)...)
	}
	equal(t, want, got, "groups of %s", query)
}

// An answer is cached for these devices, whatever their spelling, until
// something is written.
func TestListsOnDevicesAreNeverStale(t *testing.T) {
	t.Parallel()
	a := newDevicesAPI(t, nil, 1, 2, 3)
	phone, pad := a.add("Phone", 1, 2), a.add("Pad", 2)
	tag := func(query string) string { return a.do("GET", "/api/apps?"+query).status(200).Header().Get("ETag") }
	same, other := tag("limit=9&devices="+phone+","+pad), tag("limit=9&devices="+pad)
	if same == "" || same == other {
		t.Fatalf("tags are %q and %q", same, other)
	}
	for _, spelt := range []string{pad + "," + phone, phone + "%2C" + pad + ",," + phone, "%20" + pad + "%20," + phone} {
		a.do("GET", "/api/apps?limit=9&devices="+spelt, header("If-None-Match", same)).status(304)
	}
	a.post("/api/device-sync/commit", fmt.Sprintf(`{"deviceId":%q,"addAppIds":[3],"removeAppIds":[]}`, pad)).status(200)
	got := a.do("GET", "/api/apps?limit=9&devices="+phone+","+pad, header("If-None-Match", same)).status(200)
	if total := members(got)["total"]; total != 3.0 {
		t.Errorf("total %v after a link was added", total)
	}
	a.do("DELETE", "/api/devices/"+pad, sameOrigin).status(200)
	if total := members(a.do("GET", "/api/apps?limit=9&devices="+phone+","+pad))["total"]; total != 2.0 {
		t.Errorf("total %v after a device was removed", total)
	}
	if total := members(a.do("GET", "/api/apps?limit=9&devices="+pad))["total"]; total != 2.0 { // nothing is named any more
		t.Errorf("total %v on a device that is gone", total)
	}
	if one := members(a.do("GET", "/api/apps?limit=9&devices=unattached&devices="+phone)); one["total"] != 0.0 { // the first counts
		t.Errorf("on no device are %v", one)
	}
}
