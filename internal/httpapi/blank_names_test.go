package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// A text of which nothing can be seen is no name, tag or note.
func TestBlankNamesAreRefused(t *testing.T) {
	t.Parallel()
	a := newForms(t, func(cfg *httpapi.Config) { cfg.Logger = nil })
	a.post("/api/scrape", `{"urls":["https://store.example/id7"]}`, sameOrigin).status(http.StatusOK)
	var added struct{ Device struct{ ID string } }
	a.post("/api/devices", `{"name":"Phone"}`, sameOrigin).status(http.StatusOK).json(&added)
	note := fmt.Sprint("/api/annotations/", a.note(7))
	for _, name := range []string{"\u200b\u200d", "\u202e\u2066\u2069", "\u3164\u115f", "\u2800", "\ufe0f\u00ad"} {
		text, err := json.Marshal(name)
		must(t, err)
		for _, request := range [][3]string{
			{"PUT", "/api/apps/7/marks", `{"tags":[%s]}`},
			{"POST", "/api/devices", `{"name":%s}`},
			{"PATCH", "/api/devices/" + added.Device.ID, `{"name":%s}`},
			{"POST", "/api/annotations", `{"appId":7,"body":%s}`},
			{"PATCH", note, `{"body":%s}`},
			{"POST", "/api/read-tokens", `{"name":%s}`},
			{"POST", "/api/notifications/destinations", `{"channel":"ntfy","url":"https://ntfy.example/x","name":%s}`},
			{"PUT", "/api/saved-filters", `{"list":"apps","query":"risk=high","name":%s}`},
			{"POST", "/api/manual-apps", `{"source":"sideloaded","name":%s}`},
		} {
			got := a.do(request[0], request[1], body(fmt.Sprintf(request[2], text)), sameOrigin)
			if got.Code != http.StatusBadRequest {
				t.Errorf("%s with %+q: %d %s", got.what, name, got.Code, got.Body)
			}
			good := a.do(request[0], request[1], body(fmt.Sprintf(request[2], `"x`+name+`"`)), sameOrigin)
			if good.Code == http.StatusBadRequest {
				t.Errorf("%s with x and %+q: %s", good.what, name, good.Body)
			}
		}
		hidden := url.QueryEscape(name)
		for path, form := range map[string]string{
			"/settings/devices": "name=" + hidden, "/settings/access/tokens": "name=" + hidden, "/apps/7/notes": "body=" + hidden,
			"/settings/destinations": "channel=ntfy&url=https%3A%2F%2Fntfy.example%2Fx&name=" + hidden,
		} {
			a.submit(path, form).status(http.StatusBadRequest)
		}
		shows(t, a.submit("/apps/tag", "id=7&tag="+hidden+"&back=/apps/7").leads("/apps/7", a), "at least one of which can be seen")
	}
}

// note adds a note to an app and returns its ID.
func (a *api) note(app int) int64 {
	a.t.Helper()
	var added struct{ Annotation struct{ ID int64 } }
	a.post("/api/annotations", fmt.Sprintf(`{"appId":%d,"body":"Ask them"}`, app), sameOrigin).json(&added)
	return added.Annotation.ID
}
