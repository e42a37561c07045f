package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
)

// No cache may store what people wrote or decided, or complete exports.
func TestNotesAreNotStoredByCaches(t *testing.T) {
	t.Parallel()
	a := newExamples(t)
	const words = "words of mine"
	var made struct{ App struct{ ID string } }
	a.post("/api/manual-apps", `{"name":"Own","source":"web_clip","notes":"`+words+`"}`).status(http.StatusCreated).json(&made)
	id := made.App.ID
	a.post("/api/annotations", `{"appId":1,"body":"`+words+`"}`).status(http.StatusCreated)
	a.post("/api/verdicts", `{"appId":1,"verdict":"safe","rationale":"`+words+`"}`).status(http.StatusCreated)
	a.post("/api/shortlist", `{"sourceAppId":1,"candidateAppleId":2,"candidateName":"Two","candidateStoreUrl":"https://apps.apple.com/us/app/id2","note":"`+words+`"}`).status(http.StatusOK)
	for _, target := range []string{
		"/api/manual-apps", "/api/manual-apps/" + id, "/api/manual-apps/none", "/api/manual-apps/" + id + "/policy-version/none",
		"/api/annotations", "/api/annotations?appId=1", "/api/verdicts?appId=1", "/api/shortlist", "/api/shortlist/export", "/api/shortlist/export?format=json",
		"/api/privacy-profile", "/api/compare?a=id:1&b=id:2", "/api/backup/export", "/api/backup/snapshots", "/api/export", "/api/export?format=json",
		"/api/export/audit-bundle", "/api/settings",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			for range 2 { // the second time from the response cache
				got := a.do(method, target)
				if got.Code >= 500 && got.Code != http.StatusNotImplemented || got.Header().Get("Cache-Control") != "no-store" {
					t.Errorf("%s %s: status %d, Cache-Control %q", method, target, got.Code, got.Header().Get("Cache-Control"))
				}
			}
		}
	}
	// The entity tag works as before.
	tag := a.do("GET", "/api/manual-apps").status(http.StatusOK).Header().Get("ETag")
	if got := a.do("GET", "/api/manual-apps", header("If-None-Match", tag)).status(http.StatusNotModified); got.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("304 with Cache-Control %q", got.Header().Get("Cache-Control"))
	}
}

// Wherever the words of a note are found, in the answer to any reading request,
// that answer is not to be stored.
func TestEveryAnswerWithANoteIsPrivate(t *testing.T) {
	t.Parallel()
	a := newExamples(t)
	const words = "xyzzy-words"
	a.post("/api/manual-apps", `{"name":"Own","source":"web_clip","notes":"`+words+`"}`).status(http.StatusCreated)
	a.post("/api/annotations", `{"appId":1,"body":"`+words+`","visibility":"export"}`).status(http.StatusCreated)
	a.post("/api/verdicts", `{"appId":1,"verdict":"safe","rationale":"`+words+`"}`).status(http.StatusCreated)
	a.post("/api/shortlist", `{"sourceAppId":1,"candidateAppleId":2,"candidateName":"Two","candidateStoreUrl":"https://apps.apple.com/us/app/id2","note":"`+words+`"}`).status(http.StatusOK)
	a.post("/api/apps/1/acknowledge", `{"action":"reviewed","note":"`+words+`"}`).status(http.StatusOK)
	shown := 0
	targets := []string{"/api/apps?limit=5&meta=grid", "/api/apps?id=1", "/api/apps?id=1&changelog=true", "/api/apps?view=grouped", "/api/export?format=json", "/api/annotations?appId=1"}
	for pattern, item := range mustDescribe(t).Document.Paths {
		if o := item["get"]; o != nil {
			good := mustDescribe(t).Good(pattern, o)
			targets = append(targets, good.Path)
		}
	}
	for _, target := range targets {
		got := a.do("GET", target)
		if !strings.Contains(got.Body.String(), words) {
			continue
		}
		shown++
		if got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s shows a note, with Cache-Control %q", target, got.Header().Get("Cache-Control"))
		}
	}
	if shown < 5 {
		t.Errorf("only %d answers show a note", shown)
	}
}
