package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func TestProfilesOnTheWire(t *testing.T) {
	t.Parallel()
	for path, steps := range map[string][]struct{ put, want string }{
		"/api/privacy-profile": {
			{`{"profile":{"LOCATION":"not_linked","WEATHER":"linked","OTHER":"x","CONTACTS":1},"more":[]}`, `{"profile":{"LOCATION":"not_linked"}}`},
			{`{"CONTACTS":"tracking"}`, `{"profile":{"CONTACTS":"tracking"}}`},
			{`{"profile":{"OTHER":"linked"},"retention":"limited"}`, `{"profile":{"OTHER":"linked"},"retention":"limited"}`},
			{`{"profile":{"OTHER":"linked"},"retention":"ages"}`, `{"profile":{"OTHER":"linked"}}`},
			{`{"profile":null,"retention":"none"}`, `{"profile":null,"retention":"none"}`},
			{`{}`, `{"profile":{}}`}, {`{"profile":[1]}`, `{"profile":{}}`}, {`{"profile":"x"}`, `{"profile":{}}`}, {`{"profile":null}`, `{"profile":null}`},
		},
		"/api/accessibility-profile": {
			{`{"profile":{"captions":"required","voiceover":"nice","smell":"nice","larger_text":"must"}}`, `{"profile":{"captions":"required","voiceover":"nice"}}`},
			{`{"captions":"nice"}`, `{"profile":{"captions":"nice"}}`}, {`{"profile":7}`, `{"profile":{}}`}, {`{"profile":null}`, `{"profile":null}`},
		},
	} {
		a := newNotesAPI(t)
		if got := a.do("GET", path).status(200).Body.String(); got != `{"profile":null}`+"\n" {
			t.Errorf("%s is at first %s", path, got)
		}
		for _, step := range steps {
			put, get := a.send("PUT", path, step.put).status(200).Body.String(), a.do("GET", path).status(200).Body.String()
			equal(t, []string{step.want + "\n", step.want + "\n"}, []string{put, get}, "%s: PUT %s, then GET", path, step.put)
		}
		for text, status := range map[string]int{
			``: 400, `null`: 400, `[]`: 400, `"strict"`: 400, `{`: 400, `{} {}`: 400, strings.Repeat(`{"profile":`, 600): 400,
			`{"profile":{"x":"` + strings.Repeat("x", 16<<10) + `"}}`: 413,
		} {
			a.send("PUT", path, text).error(status, "")
		}
		if got := a.do("GET", path).status(200).Body.String(); got != `{"profile":null}`+"\n" {
			t.Errorf("%s: what was refused left %s", path, got)
		}
	}
}

func TestBadgesFollowTheProfile(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	badges := func() map[string]any {
		t.Helper()
		return members(a.do("GET", "/api/apps?limit=5&meta=grid"))["meta"].(map[string]any)["profileBadges"].(map[string]any)
	}
	equal(t, map[string]any{}, badges(), "without a profile")
	a.send("PUT", "/api/privacy-profile", `{"profile":{"LOCATION":"not_collected"}}`).status(200)
	want := map[string]any{
		"1": map[string]any{
			"count": 1.0, "totalGap": 2.0, "tone": "warn", "kind": "mismatches", "label": "1 mismatch", "worstCategory": "LOCATION", "worstCategoryLabel": "Location",
			"description": "Location is linked to you; your profile wants it to be not collected.",
		},
		"2": map[string]any{
			"count": 0.0, "totalGap": 0.0, "tone": "ok", "kind": "match", "label": "Matches", "worstCategory": nil, "worstCategoryLabel": nil,
			"description": "Nothing that the developer declares goes beyond your profile.",
		},
	}
	equal(t, want, badges(), "with one")
	a.pages.show(2, "Two", "CONTACTS", "LOCATION")
	a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],"resync":true}`, address(2))).status(200)
	if got := badges()["2"].(map[string]any)["kind"]; got != "mismatches" {
		t.Errorf("after a change the badge is %v", got)
	}
	// An accepted concern is none for a badge, until the label names new data in it. A
	// deferred one comes back by itself, so it stays.
	label := func() string { return badges()["2"].(map[string]any)["label"].(string) }
	for _, step := range []struct{ method, body, want string }{
		{"PUT", `{"deferDays":7}`, "1 mismatch"}, {"PUT", `{}`, "Accepted"}, {"DELETE", "", "1 mismatch"}, {"PUT", `{}`, "Accepted"},
	} {
		a.send(step.method, "/api/apps/2/concerns/LOCATION", step.body).status(200)
		if got := label(); got != step.want {
			t.Errorf("after %s %s the badge is %q, want %q", step.method, step.body, got, step.want)
		}
	}
	a.pages.showState(2, pageState{headings: map[string][]string{storage.DataLinkedToYou: {"LOCATION"}, storage.DataUsedToTrackYou: {"LOCATION"}}})
	a.post("/api/scrape", fmt.Sprintf(`{"urls":[%q],"resync":true}`, address(2))).status(200)
	if got := label(); got != "1 mismatch" {
		t.Errorf("with new data the badge is %q", got)
	}
	a.send("PUT", "/api/privacy-profile", `{"profile":{}}`).status(200)
	equal(t, map[string]any{}, badges(), "with an empty one")
}

// Who may write, and from where, is the same for all that is said of apps.
func TestNotesAreGuarded(t *testing.T) {
	t.Parallel()
	open := newNotesAPI(t)
	exposed := newFleetAPI(t, func(cfg *httpapi.Config) { cfg.AdminToken, cfg.NetworkExposed = token, true })
	for _, row := range httpapi.Rows() {
		first := strings.Split(strings.TrimPrefix(row.Path, "/api/"), "/")[0]
		if first != "annotations" && first != "verdicts" && first != "shortlist" && !strings.HasSuffix(first, "-profile") {
			continue
		}
		if row.Method == http.MethodGet {
			continue
		}
		path := strings.ReplaceAll(row.Path, "{id}", "1")
		open.do(row.Method, path, foreign, body(`{}`)).error(403, "Cross-origin mutation rejected")
		message := "Admin token required for non-local API access"
		if row.Token == "R" {
			message = "Admin token required"
		}
		exposed.do(row.Method, path, sameOrigin, body(`{}`)).error(401, message)
	}
}

func TestLimitsOfTheShortlist(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	for target, calls := range map[string]int{"GET /api/shortlist": 120, "GET /api/shortlist/export": 30, "DELETE /api/shortlist?all=1": 60} {
		method, path, _ := strings.Cut(target, " ")
		for range calls {
			a.send(method, path, "", withHeader).status(200)
		}
		refused := a.send(method, path, "", withHeader).error(429, "Too many requests")
		refused.header("Retry-After", "")
	}
	a.shortlist("").error(429, "Too many requests") // it shares the bucket
	a.clock.Advance(time.Minute)
	a.shortlist("").status(200)
}
