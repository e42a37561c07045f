package httpapi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An app has the same answers by its path as by its ID in the query.
func TestAppByPath(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, withToken)
	a.track(1, "One", "LOCATION")
	a.track(1, "One", "CONTACTS")
	for byPath, byQuery := range map[string]string{
		"/api/apps/1":                             "/api/apps?id=1",
		"/api/apps/1?before=5&limit=3":            "/api/apps?id=1",
		"/api/apps/1?changelog=true":              "/api/apps?id=1&changelog=true",
		"/api/apps/1?changelog=1&limit=1":         "/api/apps?id=1&changelog=1&limit=1",
		"/api/apps/1?changelog=1&before=1":        "/api/apps?id=1&changelog=1&before=1",
		"/api/apps/7?changelog=true":              "/api/apps?id=7&changelog=true",
		"/api/apps/x?changelog=true":              "/api/apps?id=x&changelog=true",
		"/api/apps/7":                             "/api/apps?id=7",
		"/api/apps/x":                             "/api/apps?id=x",
		"/api/apps/1?changelog=maybe":             "/api/apps?id=1&changelog=maybe",
		"/api/apps/1?changelog=true&limit=0":      "/api/apps?id=1&changelog=true&limit=0",
		"/api/apps/99999999999999999999999999":    "/api/apps?id=99999999999999999999999999",
		"/api/apps/1?changelog=true&before=never": "/api/apps?id=1&changelog=true&before=never",
	} {
		got, want := a.do("GET", byPath), a.do("GET", byQuery)
		if got.Code != want.Code {
			t.Errorf("%s: status %d, %s: %d", byPath, got.Code, byQuery, want.Code)
		}
		if diff := cmp.Diff(want.Body.String(), got.Body.String()); diff != "" {
			t.Errorf("%s (-%s +it):\n%s", byPath, byQuery, diff)
		}
	}
	if tag := a.do("GET", "/api/apps/1").Header().Get("ETag"); tag == "" {
		t.Error("the answer has no entity tag")
	}
	a.do("DELETE", "/api/apps/1", sameOrigin).error(401, "")
	a.do("DELETE", "/api/apps/x", sameOrigin, withHeader).error(404, "")
	if got := members(a.do("DELETE", "/api/apps/1", sameOrigin, withHeader)); got["success"] != true {
		t.Errorf("%v", got)
	}
	a.do("GET", "/api/apps/1").error(404, "")
}
