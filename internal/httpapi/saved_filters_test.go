package httpapi_test

import (
	"net/http"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestSavedFilters(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	equal(t, map[string]any{"filters": []any{}}, members(a.do("GET", "/api/saved-filters")), "at first")
	saved := map[string]any{"list": "apps", "name": "Who tracks", "query": "data=LOCATION&use=tracking"}
	equal(t, saved, members(a.do("PUT", "/api/saved-filters", sameOrigin, body(`{"list":"apps","name":"Who tracks","query":"?use=tracking&data=LOCATION"}`))), "saved")
	equal(t, map[string]any{"filters": []any{saved}}, members(a.do("GET", "/api/saved-filters")), "after that")
	a.do("PUT", "/api/saved-filters", sameOrigin, body(`{"list":"devices","name":"A","query":"a=b"}`)).status(http.StatusBadRequest)
	a.do("PUT", "/api/saved-filters", sameOrigin, body(`{"list":"apps","name":"A","query":"%zz"}`)).status(http.StatusBadRequest)
	equal(t, map[string]any{"ok": true}, members(a.do("DELETE", "/api/saved-filters?list=apps&name=who%20TRACKS", sameOrigin)), "removed")
	a.do("DELETE", "/api/saved-filters?list=apps&name=who%20TRACKS", sameOrigin).error(http.StatusNotFound, "Not found")
}

// The feed of the apps on a device, and of those with a tag.
func TestFeedOfDeviceAndTag(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	for id, name := range map[storage.AppID]string{1: "One", 2: "Two"} {
		a.track(id, name, "LOCATION")
		a.clock.Advance(3600e9)
		a.track(id, name, "CONTACTS")
	}
	device := members(a.post("/api/devices", `{"name":"Phone"}`))["device"].(map[string]any)["id"].(string)
	a.do("PATCH", "/api/devices/"+device, sameOrigin, body(`{"addAppIds":["1"]}`))
	a.do("PUT", "/api/apps/2/marks", sameOrigin, body(`{"tags":["Games"]}`)).status(http.StatusOK)
	all := members(a.do("GET", "/api/changelog"))["total"].(float64)
	tagged := members(a.do("GET", "/api/changelog?tag=GAMES"))["total"].(float64)
	if tagged == 0 || tagged >= all {
		t.Errorf("%v of %v changes are of apps with the tag", tagged, all)
	}
	if n := members(a.do("GET", "/api/changelog?device=none"))["total"]; n != 0.0 {
		t.Errorf("%v changes are on no device", n)
	}
}
