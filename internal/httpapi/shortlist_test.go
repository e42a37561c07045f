package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const shortlisted = `{"sourceAppId":1,"candidateAppleId":"20","candidateName":" Other ","candidateStoreUrl":"https://apps.apple.com/us/app/id20"%s}`

// shortlist puts app 20 on the list, as a better app 1.
func (a *fleetAPI) shortlist(more string) *answer {
	a.t.Helper()
	return a.post("/api/shortlist", fmt.Sprintf(shortlisted, more), withHeader)
}

func TestShortlistOnTheWire(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	now := float64(a.clock.Now().UnixMilli())
	entry := map[string]any{
		"id": "1-20", "sourceAppId": 1.0, "candidateAppleId": 20.0, "candidateName": "Other", "candidateDeveloper": "", "candidateIconUrl": "",
		"candidateStoreUrl": "https://apps.apple.com/us/app/id20", "candidateBundleId": "", "note": "", "addedAt": now, "candidateIsTracked": false,
		"modes": []any{"privacy"}, "profileBadge": nil, "candidatePriceFormatted": nil, "candidatePriceCurrency": nil, "candidateHasIap": nil,
	}
	equal(t, map[string]any{"entry": entry}, members(a.shortlist("")), "added")
	a.clock.Advance(time.Second)
	list := a.do("GET", "/api/shortlist")
	got := members(list)
	group := got["groups"].([]any)[0].(map[string]any)
	if diff := cmp.Diff([]any{entry}, group["entries"]); diff != "" || list.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("listed, with %v (-want +got):\n%s", list.Header(), diff)
	}
	if source := group["sourceApp"].(map[string]any); source["name"] != "One" || len(source["privacyTypes"].([]any)) != 1 || source["profileMismatch"] != nil {
		t.Errorf("the source is %v", source)
	}
	delete(got, "groups")
	equal(t, map[string]any{"total": 1.0, "pairs": []any{map[string]any{"sourceAppId": 1.0, "candidateAppleId": 20.0}}}, got, "beside the groups")

	export := members(a.do("GET", "/api/shortlist/export?format=JSON"))
	equal(t, map[string]any{"exportedAt": now + 1000, "groups": []any{group}}, export, "exported")
	document := a.do("GET", "/api/shortlist/export?format=pdf").status(200)
	if got := document.Header(); got.Get("Content-Type") != "text/markdown; charset=utf-8" ||
		got.Get("Content-Disposition") != `attachment; filename="app-shortlist-2026-05-04.md"` || got.Get("Cache-Control") != "no-store" {
		t.Errorf("the document's header is %v", got)
	}
	if text := document.Body.String(); !strings.Contains(text, "## One\n\n- [Other](<https://apps.apple.com/us/app/id20>)\n") {
		t.Errorf("the document says %q", text)
	}
}

func TestShortlistModes(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string][]string{
		``: {"privacy"}, `null`: {"privacy"}, `""`: {"privacy"}, `[]`: {"privacy"}, `7`: {"privacy"}, `{}`: {"privacy"}, `["price",3,null]`: {"privacy"},
		`"accessibility"`: {"accessibility"}, `" accessibility , price"`: {"accessibility"}, `"accessibility,privacy"`: {"privacy", "accessibility"},
		`["accessibility"]`: {"accessibility"}, `["accessibility","privacy","accessibility"]`: {"privacy", "accessibility"},
	} {
		a := newNotesAPI(t)
		more := ""
		if sent != "" {
			more = `,"modes":` + sent
		}
		got := into[struct{ Entry struct{ Modes []string } }](a.shortlist(more))
		equal(t, want, got.Entry.Modes, "%s", sent)
	}
}

func TestShortlistShrinks(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	remove := func(query string) map[string]any {
		t.Helper()
		return members(a.send("DELETE", "/api/shortlist"+query, "", withHeader))
	}
	for _, step := range []struct {
		query string
		want  map[string]any
	}{
		{"?all=1", map[string]any{"deleted": false, "removed": 0.0}},
		{"?id=1-20", map[string]any{"deleted": true}},
		{"?sourceAppId=1&candidateAppleId=20", map[string]any{"deleted": true}},
		{"?all=true&id=x", map[string]any{"deleted": true, "removed": 1.0}},
		{"?id=unheard-of", map[string]any{"deleted": false}},
		{"?all=no&id=2-20", map[string]any{"deleted": false}},
		{"?sourceAppId=2&candidateAppleId=0", map[string]any{"deleted": false}},
	} {
		equal(t, step.want, remove(step.query), "%s", step.query)
		a.shortlist("").status(200)
	}
	for _, query := range []string{"", "?id=", "?sourceAppId=1", "?candidateAppleId=20", "?sourceAppId=x&candidateAppleId=20", "?sourceAppId=1&candidateAppleId=x", "?all=2&id=2-20"} {
		a.send("DELETE", "/api/shortlist"+query, "", withHeader).error(400, "")
	}
}

func TestShortlistRefuses(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	const whole = `"candidateName":"Other","candidateStoreUrl":"https://u.example"`
	for text, status := range map[string]int{
		``: 400, `null`: 400, `{}`: 400, `{"candidateAppleId":20,` + whole + `}`: 400, `{"sourceAppId":1,` + whole + `}`: 400,
		`{"sourceAppId":1,"candidateAppleId":20,"candidateStoreUrl":"https://u.example"}`: 400, `{"sourceAppId":1,"candidateAppleId":20,"candidateName":" ","candidateStoreUrl":"https://u.example"}`: 400,
		`{"sourceAppId":1,"candidateAppleId":20,"candidateName":"n"}`: 400, `{"sourceAppId":1,"candidateAppleId":1,` + whole + `}`: 400,
		`{"sourceAppId":1,"candidateAppleId":0,` + whole + `}`: 400, `{"sourceAppId":1,"candidateAppleId":"x",` + whole + `}`: 400,
		`{"sourceAppId":1,"candidateAppleId":20,"note":7,` + whole + `}`: 400, `{"sourceAppId":1,"candidateAppleId":20,"note":"\u0000",` + whole + `}`: 400,
		`{"sourceAppId":3,"candidateAppleId":20,` + whole + `}`:                                             404,
		`{"sourceAppId":1,"candidateAppleId":20,"note":"` + strings.Repeat("x", 8<<10) + `",` + whole + `}`: 413,
	} {
		a.post("/api/shortlist", text, withHeader).error(status, "")
	}
	if got := members(a.do("GET", "/api/shortlist")); got["total"] != 0.0 {
		t.Errorf("there are %v", got)
	}
}

// TestShortlistTakesWebURLs: a link of another scheme would run or open something else.
func TestShortlistTakesWebURLs(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	const entry = `{"sourceAppId":1,"candidateAppleId":20,"candidateName":"Other","candidateStoreUrl":%q,"candidateIconUrl":%q}`
	for url, fine := range map[string]bool{
		"https://apps.apple.com/us/app/id20": true, "http://apps.example/": true, " HTTPS://apps.example/ ": true,
		"javascript:alert(1)": false, "JavaScript:alert(1)": false, "java\nscript:alert(1)": false, "data:text/html,x": false, "ftp://apps.example/": false,
		"itms-apps://apps.apple.com/app/id20": false, "file:///etc/passwd": false, "//apps.example/": false, "/app/id20": false, "apps.example": false, "https:": false,
		"https:///app": false, "https://:80": false, "https://apps.example:99999/": false, "https://apps.example:443/": true,
	} {
		want := 400
		if fine {
			want = 200
		}
		a.post("/api/shortlist", fmt.Sprintf(entry, url, ""), withHeader).status(want)
		a.post("/api/shortlist", fmt.Sprintf(entry, "https://apps.example/", url), withHeader).status(want)
		if !fine {
			a.post("/api/shortlist", fmt.Sprintf(entry, url, ""), withHeader).error(400, "candidateStoreUrl must be an http or https URL")
		}
	}
}

// What has no effect beside another parameter is named.
func TestParametersOfTheShortlistInVain(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	for query, want := range map[string]string{
		"id=1-20":                                "",
		"sourceAppId=1&candidateAppleId=20":      "",
		"id=1-20&sourceAppId=1":                  "sourceAppId=1",
		"all=1&id=1-20":                          "id=1-20",
		"all=0&id=1-20":                          "",
		"all=1&sourceAppId=1&candidateAppleId=2": "sourceAppId=1, candidateAppleId=2",
	} {
		a.send("DELETE", "/api/shortlist?"+query, "", withHeader).status(200).header(ignored, want)
	}
}

func TestShortlistNeedsTheToken(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	a.post("/api/shortlist", fmt.Sprintf(shortlisted, "")).error(401, "Admin token required")
	a.send("DELETE", "/api/shortlist?all=1", "").error(401, "Admin token required")
	a.do("GET", "/api/shortlist").status(200)
	a.do("GET", "/api/shortlist/export").status(200)
	a.shortlist("").status(200)
	a.send("DELETE", "/api/shortlist?id=1-20", "", withHeader).status(200)
	a.send("DELETE", "/api/shortlist?all=1", "", withHeader).status(200)
	var got []string
	for _, line := range a.audits() {
		got = append(got, fmt.Sprint(line.Action, " ", line.Detail, " ", line.Success))
	}
	slices.Sort(got) // all at one moment
	want := []string{
		"shortlist.create 1-20 true", "shortlist.delete 1-20 true", "shortlist.delete.all 0 entries true",
		"shortlist.write.unauthorised DELETE /api/shortlist false", "shortlist.write.unauthorised POST /api/shortlist false",
	}
	equal(t, want, got, "audit log")
}
