package httpapi_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/storage"
)

const manualPath = "/api/manual-apps"

// manualAPI is an API with manual apps, whose site the test changes.
type manualAPI struct {
	*api
	site *edition
}

func newManualAPI(t testing.TB, change func(*httpapi.Config)) *manualAPI {
	t.Helper()
	site := &edition{}
	a := newAPI(t, func(cfg *httpapi.Config) {
		reader := policy.New(policy.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Fetcher: site})
		cfg.Manual = manual.New(manual.Config{
			Env:      storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader},
			Policies: reader, Check: func(text string) (*url.URL, error) {
				u, err := url.Parse(text)
				if err == nil && u.Hostname() != "clip.example" {
					err = errors.New("not that of the clip")
				}
				return u, err
			},
		})
		if change != nil {
			change(cfg)
		}
	})
	return &manualAPI{a, site}
}

// add adds an app, and returns its id.
func (a *manualAPI) add(text string) string {
	a.t.Helper()
	var got struct{ App struct{ ID string } }
	a.post(manualPath, text).status(201).json(&got)
	return got.App.ID
}

func (a *manualAPI) list() (names []string) {
	a.t.Helper()
	for _, app := range into[struct{ Apps []struct{ Name string } }](a.do("GET", manualPath)).Apps {
		names = append(names, app.Name)
	}
	return names
}

const clipBody = `{"name":" Clip ","source":"web_clip","privacyPolicyUrl":"https://clip.example/privacy","notes":7,"developer":null}`

func TestManualAppOnTheWire(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, nil)
	if got := a.do("GET", manualPath).status(200).Body.String(); !strings.HasPrefix(got, `{"apps":[],"sources":[{"value":"web_clip","label":`) {
		t.Errorf("none are %s", got)
	}
	id := a.add(clipBody)
	now := float64(a.clock.Now().UnixMilli())
	want := map[string]any{
		"id": id, "name": "Clip", "source": "web_clip", "developer": nil, "privacyPolicyUrl": "https://clip.example/privacy", "sourceUrl": nil, "notes": nil,
		"firstSeen": now, "updatedAt": now,
	}
	if diff := cmp.Diff(map[string]any{"app": want}, members(a.do("GET", manualPath+"/"+id))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	a.clock.Advance(time.Hour)
	want["updatedAt"] = now + 3_600_000
	want["notes"], want["privacyPolicyUrl"] = "mine", nil
	equal(t, map[string]any{"app": want}, members(a.put(manualPath+"/"+id, `{"notes":"mine","privacyPolicyUrl":[]}`)), "changed")
	before := a.do("GET", manualPath+"/"+id).status(200).Body.String()
	if got := a.remove(manualPath + "/" + id).status(200).Body.String(); got != `{"success":true}`+"\n" && got != `{"success":true}` {
		t.Errorf("deleted: %s", got)
	}
	a.do("GET", manualPath+"/"+id).error(404, "")
	a.remove(manualPath+"/"+id).error(404, "")
	text := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(before), `{"app":`), "}")
	if back := a.post(manualPath+"/"+id+"/restore", text).status(201).Body.String(); back != before {
		t.Errorf("restored %s, want %s", back, before)
	}
	a.post(manualPath+"/"+id+"/restore", text).error(409, "")
	for _, what := range []string{"create", "update", "delete", "restore"} {
		a.hasAudited("manual-apps." + what + ".success " + id + " true")
	}
	a.hasAudited("manual-apps.delete.failed "+id+" false", "manual-apps.restore.failed "+id+" false")
}

func TestManualAppsThatCannotBe(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, nil)
	id := a.add(clipBody)
	long := strings.Repeat("x", 129)
	for _, tt := range []struct {
		method, path, body string
		status             int
		message            string
	}{
		{"POST", "", `{"source":"web_clip"}`, 400, "name is missing"},
		{"POST", "", `{"name":7,"source":"web_clip"}`, 400, "name is missing"},
		{"POST", "", `{"name":"x"}`, 400, "source is missing"},
		{"POST", "", `{"name":"x","source":"shop"}`, 400, "source must be web_clip, testflight, own_build or sideloaded"},
		{"POST", "", `{"name":"x","source":"web_clip","sourceUrl":"https://elsewhere.example"}`, 400, "sourceUrl is not a valid URL"},
		{"POST", "", `null`, 400, ""},
		{"POST", "", ``, 400, ""},
		{"POST", "", `{"name":"` + strings.Repeat("x", 9000) + `"}`, 413, ""},
		{"PUT", "/" + id, `{"name":null}`, 400, "name is missing"},
		{"PUT", "/" + id, `null`, 400, ""},
		{"PUT", "/none", `{"name":"x"}`, 404, ""},
		{"PUT", "/" + long, `{"name":"x"}`, 400, ""},
		{"GET", "/none", "", 404, ""},
		{"GET", "/" + long, "", 400, ""},
		{"DELETE", "/" + long, "", 400, ""},
		{"POST", "/none/scrape", "", 404, ""},
		{"POST", "/" + long + "/scrape", "", 400, ""},
		{"POST", "/x/restore", `{"id":"y","name":"x","source":"web_clip"}`, 400, "id must be that of the path"},
		{"POST", "/x/restore", `{"name":"x","source":"web_clip"}`, 400, "id must be that of the path"},
		{"POST", "/x/restore", `{"id":"x","name":" ","source":"web_clip"}`, 400, "name is missing"},
		{"POST", "/x/restore", `{"id":"x","name":"x","source":"web_clip","privacyPolicyUrl":"http://127.0.0.1"}`, 400, "privacyPolicyUrl is not a valid URL"},
		{"GET", "/" + id + "/policy-version/x", "", 404, ""},
		{"GET", "/" + id + "/policy-version/" + strings.Repeat("x", 200), "", 400, ""},
		{"GET", "/" + id + "/policy-version/" + id + "-" + strings.Repeat("0", 64), "", 404, ""},
	} {
		a.do(tt.method, manualPath+tt.path, sameOrigin, body(tt.body)).error(tt.status, tt.message)
		a.clock.Advance(time.Minute)
	}
	equal(t, []string{"Clip"}, a.list(), "left")
}

func TestManualAppRestoredWithoutTimes(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, nil)
	for sent, want := range map[string][2]int64{
		`"firstSeen":5,"updatedAt":3`:                     {5, 5},
		`"firstSeen":"5","updatedAt":9`:                   {5, 9},
		`"firstSeen":-1,"updatedAt":null`:                 {a.clock.Now().UnixMilli(), a.clock.Now().UnixMilli()},
		`"firstSeen":1e300,"updatedAt":"x","unknown":[1]`: {a.clock.Now().UnixMilli(), a.clock.Now().UnixMilli()},
	} {
		var got struct {
			App struct{ FirstSeen, UpdatedAt int64 }
		}
		a.post(manualPath+"/mine/restore", `{"id":"mine","name":"x","source":"own_build",`+sent+`}`).status(201).json(&got)
		if got.App.FirstSeen != want[0] || got.App.UpdatedAt != want[1] {
			t.Errorf("%s: %+v, want %v", sent, got, want)
		}
		a.remove(manualPath + "/mine").status(200)
	}
}

func TestManualAppsInBulk(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, nil)
	got := members(a.post(manualPath+"/bulk", `{"apps":[{"name":"A","source":"own_build","developer":"Me","notes":"ignored"},{"name":"B"},7,null,{"name":"C\u0000","source":"web_clip"}]}`))
	results := got["results"].([]any)
	for _, r := range results {
		if app, ok := r.(map[string]any)["app"].(map[string]any); ok {
			r.(map[string]any)["app"] = fmt.Sprint(app["name"], app["developer"], app["notes"])
		}
	}
	want := map[string]any{"created": 2.0, "failed": 3.0, "results": []any{
		map[string]any{"index": 0.0, "ok": true, "app": "AMe<nil>"},
		map[string]any{"index": 1.0, "ok": false, "error": "source is missing"},
		map[string]any{"index": 2.0, "ok": false, "error": "name is missing"},
		map[string]any{"index": 3.0, "ok": false, "error": "name is missing"},
		map[string]any{"index": 4.0, "ok": true, "app": "C<nil> <nil>"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	equal(t, []string{"A", "C"}, a.list(), "kept")

	var none struct {
		Error           string
		Created, Failed int
		Results         []json.RawMessage
	}
	a.post(manualPath+"/bulk", `{"apps":[{"name":"B"}]}`).status(400).json(&none)
	if none.Error == "" || none.Created != 0 || none.Failed != 1 || len(none.Results) != 1 {
		t.Errorf("none of them: %+v", none)
	}
	row := `{"name":"x","source":"own_build"}`
	for apps, status := range map[string]int{
		`{}`: 400, `{"apps":[]}`: 400, `{"apps":null}`: 400, `{"apps":{}}`: 400, `[]`: 400,
		`{"apps":[` + strings.Repeat(row+",", 1000) + row + `]}`: 413, `{"apps":[` + strings.Repeat(row+",", 999) + row + `]}`: 200,
	} {
		a.clock.Advance(time.Minute)
		a.post(manualPath+"/bulk", apps).status(status)
	}
	if n := len(a.list()); n != 1002 {
		t.Errorf("%d apps remain", n)
	}
}

func TestManualPolicyOnTheWire(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, nil)
	id := a.add(clipBody)
	other := a.add(`{"name":"Other","source":"own_build"}`)
	scrape := func() map[string]any {
		t.Helper()
		a.clock.Advance(time.Minute)
		return members(a.post(manualPath+"/"+id+"/scrape", ""))
	}
	a.site.text = editionText(30)
	first := scrape()
	now := float64(a.clock.Now().UnixMilli())
	hash := digest.Of(editionText(30)).String()
	versionID := id + "-" + hash
	event := first["event"].(map[string]any)
	delete(event, "id")
	want := map[string]any{
		"event": map[string]any{"manualAppId": id, "type": "scrape", "occurredAt": now, "detail": map[string]any{
			"kind": "scrape", "policyEvent": "first", "policyUrl": "https://clip.example/privacy", "policyVersionId": versionID,
		}},
		"version": map[string]any{
			"id": versionID, "contentHash": hash, "wordCount": 806.0, "policyUrl": "https://clip.example/privacy", "sourceFinalUrl": "https://clip.example/privacy",
			"sourceTitle": "Privacy", "fetchedAt": now, "isNew": true,
		},
	}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	version := members(a.do("GET", manualPath+"/"+id+"/policy-version/"+versionID))["version"].(map[string]any)
	whole := map[string]any{
		"id": versionID, "manualAppId": id, "contentHash": hash, "firstFetchedAt": now, "lastFetchedAt": now, "policyUrl": "https://clip.example/privacy",
		"sourceFinalUrl": "https://clip.example/privacy", "sourceTitle": "Privacy", "sourceContentType": "text/html", "sourceOrigin": "direct",
		"sourceWordCount": 806.0, "sourceText": editionText(30), "extractor": "test/1",
	}
	equal(t, whole, version, "version")
	a.do("GET", manualPath+"/"+other+"/policy-version/"+versionID).error(404, "")
	a.post(manualPath+"/"+other+"/scrape", "").error(400, "The app has no privacyPolicyUrl")

	for _, step := range []struct {
		text, event string
		version     bool
		err         string
	}{
		{editionText(30), "same", true, ""}, {editionText(90), "changed", true, ""}, {editionText(30), "changed", true, ""},
		{"We collect little.", "error", false, ""}, {"", "error", false, "The site of the policy refused to show it."},
	} {
		a.site.text = step.text
		got := scrape()
		said, _ := got["error"].(string)
		if e := got["event"].(map[string]any)["detail"].(map[string]any)["policyEvent"]; e != step.event || (got["version"] != nil) != step.version || said != step.err {
			t.Errorf("%.30s: %v", step.text, got)
		}
	}

	a.post("/api/settings", `{"policyScrapeDisabled":true}`).status(200)
	var off struct{ Error, Code string }
	a.post(manualPath+"/"+id+"/scrape", "").status(409).json(&off)
	if off.Code != "policy_scrape_disabled" || off.Error == "" {
		t.Errorf("switched off: %+v", off)
	}
}

func TestManualAppsNeedTheToken(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, withToken)
	for target, free := range map[string]bool{
		"GET ": true, "POST ": false, "GET /x": true, "PUT /x": false, "DELETE /x": false, "POST /x/restore": false, "POST /x/scrape": true, "POST /bulk": false,
		"GET /x/policy-version/y": true,
	} {
		method, path, _ := strings.Cut(target, " ")
		got := a.do(method, manualPath+path, sameOrigin, body(`{}`))
		if (got.Code == http.StatusUnauthorized) == free {
			t.Errorf("%s: status %d", target, got.Code)
		}
		if again := a.do(method, manualPath+path, sameOrigin, withHeader, body(`{}`)); again.Code == http.StatusUnauthorized {
			t.Errorf("%s with the token: status %d", target, again.Code)
		}
	}
}

// Changing, removing and bringing back are counted together, adding many apart.
func TestLimitsOfManualApps(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, nil)
	for range 30 {
		a.remove(manualPath + "/x").status(404)
	}
	for _, target := range []string{"", "/x/restore"} {
		got := a.post(manualPath+target, clipBody)
		got.error(429, "Too many requests")
		if got.Header().Get("Retry-After") != "" {
			t.Errorf("%s says when to come back", target)
		}
	}
	a.post(manualPath+"/bulk", `{"apps":[`+clipBody+`]}`).status(200)
	a.do("GET", manualPath).status(200)
}

// Emptying the fleet also deletes the manual apps.
func TestResetForgetsManualApps(t *testing.T) {
	t.Parallel()
	a := newManualAPI(t, nil)
	a.add(clipBody)
	a.post("/api/reset", "").status(200)
	if got := a.list(); got != nil {
		t.Errorf("left %v", got)
	}
}
