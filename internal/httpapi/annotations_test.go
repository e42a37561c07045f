package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/review"
)

// send sends JSON from the same origin.
func (a *api) send(method, target, text string, more ...option) *answer {
	a.t.Helper()
	return a.do(method, target, append([]option{sameOrigin, body(text)}, more...)...)
}

// newNotesAPI is an API with the apps 1 and 2.
func newNotesAPI(t testing.TB) *fleetAPI {
	t.Helper()
	a := newFleetAPI(t, withToken)
	a.track(1, "One", "LOCATION")
	a.track(2, "Two", "CONTACTS")
	return a
}

// note writes one and returns its id as the path has it.
func (a *fleetAPI) note(text string) string {
	a.t.Helper()
	got := into[struct{ Annotation struct{ ID int64 } }](created(a.post("/api/annotations", text)))
	if got.Annotation.ID <= 0 {
		a.t.Fatalf("the id is %d", got.Annotation.ID)
	}
	return fmt.Sprint("/api/annotations/", got.Annotation.ID)
}

// created checks the status 201, and goes on as if it were 200.
func created(ans *answer) *answer {
	ans.t.Helper()
	ans.status(http.StatusCreated)
	ans.Code = http.StatusOK
	return ans
}

func TestAnnotationsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	now := float64(a.clock.Now().UnixMilli())
	got := members(created(a.post("/api/annotations", `{"appId":"1","content":" a <note> ","tag":"concern","visibility":"private","extra":1}`)))
	note := map[string]any{
		"id": now, "appId": 1.0, "changeId": nil, "body": " a <note> ", "tag": "concern", "visibility": "private", "createdAt": now, "updatedAt": now,
		"deletedAt": nil, "source": "user", "sourceName": nil,
	}
	equal(t, map[string]any{"annotation": note}, got, "created")
	path := fmt.Sprintf("/api/annotations/%.0f", now)

	a.clock.Advance(time.Second)
	note["updatedAt"], note["tag"], note["body"] = now+1000, nil, "new"
	equal(t, map[string]any{"annotation": note}, members(a.send("PATCH", path, `{"tag":null,"body":"new"}`)), "changed")
	list := a.do("GET", "/api/annotations")
	equal(t, map[string]any{"annotations": []any{note}}, members(list), "listed")
	list.header("Cache-Control", "no-store")
	note["deletedAt"] = now + 1000
	equal(t, map[string]any{"annotation": note}, members(a.send("DELETE", path, "")), "deleted")
	equal(t, map[string]any{"annotations": []any{}}, members(a.do("GET", "/api/annotations?appId=1")), "listed after the deletion")
	note["deletedAt"] = nil
	equal(t, map[string]any{"annotation": note}, members(a.send("PUT", path, "whatever")), "taken back")
}

func TestAnnotationsAreFiltered(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	a.send("POST", "/api/annotations", `{"appId":1,"body":"a","changeId":"x"}`).error(400, "changeId must be the id of a change of this app, as the changelog has it")
	for _, text := range []string{`{"appId":1,"body":"a","visibility":"export"}`, `{"appId":2,"body":"b"}`, `{"appId":1,"body":"c","visibility":"private","tag":null}`} {
		a.note(text)
		a.clock.Advance(time.Second)
	}
	for query, want := range map[string]string{
		"": "cba", "?appId=1": "ca", "?appId=2&visibility=export": "", "?visibility=export": "a", "?visibility=private": "cb", "?visibility=all&appId=1": "ca",
		"?appId=3": "", "?appId=0": "", "?appId=99999999999999999999": "",
	} {
		got := ""
		for _, n := range into[struct{ Annotations []struct{ Body string } }](a.do("GET", "/api/annotations"+query)).Annotations {
			got += n.Body
		}
		if got != want {
			t.Errorf("%q lists %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"?visibility=secret", "?visibility=", "?appId=x", "?appId=-1", "?appId=", "?appId=1.5"} {
		a.do("GET", "/api/annotations"+query).error(400, "")
	}
}

func TestAnnotationsThatAreRefused(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	path := a.note(`{"appId":1,"body":"text"}`)
	long := strings.Repeat("é", review.MaxText+1)
	for text, status := range map[string]int{
		``: 400, `null`: 400, `[]`: 400, `"x"`: 400, `{`: 400, `{"body":"x"}`: 400, `{"appId":null,"body":"x"}`: 400, `{"appId":"x","body":"x"}`: 400,
		`{"appId":1.5,"body":"x"}`: 400, `{"appId":1}`: 400, `{"appId":1,"body":""}`: 400, `{"appId":1,"body":" \n"}`: 400, `{"appId":1,"body":7}`: 400,
		`{"appId":1,"body":"x","tag":"praise"}`: 400, `{"appId":1,"body":"x","tag":""}`: 400, `{"appId":1,"body":"x","tag":1}`: 400,
		`{"appId":1,"body":"x","visibility":"all"}`: 400, `{"appId":1,"body":"x","source":"rumour"}`: 400, `{"appId":1,"body":"a\u0000b"}`: 400,
		`{"appId":1,"body":"x","sourceName":"` + strings.Repeat("x", 501) + `"}`: 400,
		`{"appId":3,"body":"x"}`: 404, `{"appId":0,"body":"x"}`: 404, `{"appId":"99999999999999999999","body":"x"}`: 404,
		`{"appId":1,"body":"` + long + `"}`: 413, `{"appId":3,"body":"` + long + `"}`: 413,
		`{"appId":1,"body":"` + strings.Repeat("x", 128<<10) + `"}`: 413,
	} {
		a.post("/api/annotations", text).error(status, "")
	}
	for text, status := range map[string]int{
		``: 400, `null`: 400, `{"body":null}`: 400, `{"body":" "}`: 400, `{"body":1}`: 400, `{"tag":"praise"}`: 400, `{"tag":1}`: 400, `{"visibility":null}`: 400,
		`{"visibility":"all"}`: 400, `{"body":"` + long + `"}`: 413, `{"body":"` + strings.Repeat("x", 128<<10) + `"}`: 413,
	} {
		a.send("PATCH", path, text).error(status, "")
	}
	for _, other := range []string{"/api/annotations/1", "/api/annotations/0", "/api/annotations/-1", "/api/annotations/x", "/api/annotations/99999999999999999999"} {
		a.send("PATCH", other, `{}`).error(404, "Not found")
		a.send("PUT", other, "").error(404, "Not found")
		a.send("DELETE", other, "").error(404, "Not found")
	}
	if n := len(into[struct{ Annotations []any }](a.do("GET", "/api/annotations")).Annotations); n != 1 {
		t.Errorf("there are %d notes", n)
	}
}

// The longest note fits into the body, however it is spelled.
func TestTheLongestAnnotation(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	path := a.note(`{"appId":1,"body":"` + strings.Repeat(`\ud83e\uddff`, review.MaxText) + `"}`)
	a.send("PATCH", path, `{"body":"`+strings.Repeat("\U0001f9ff", review.MaxText)+`"}`).status(200)
}

func TestDeletionIsGoneAfterAMoment(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	path := a.note(`{"appId":1,"body":"text"}`)
	a.send("DELETE", path, "").status(200)
	a.send("PATCH", path, `{}`).error(404, "Not found")
	a.send("DELETE", path, "").status(200)
	a.clock.Advance(review.UndoWindow)
	a.send("PUT", path, "").error(410, "There is nothing left to undo")
	a.note(`{"appId":1,"body":"another"}`)
	a.send("PUT", path, "").error(404, "Not found")
}

func TestAnnotationsGoWithTheirApp(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	path := a.note(`{"appId":1,"body":"text"}`)
	a.do("DELETE", "/api/apps?id=1", sameOrigin, withHeader).status(200)
	a.send("PUT", path, "").error(404, "Not found")
}

// A note that is not marked for export does not leave.
func TestNotesArePrivateUnlessTheySayOtherwise(t *testing.T) {
	t.Parallel()
	a := newExportAPI(t, nil)
	note := func(ans *answer) map[string]any { return members(ans)["annotation"].(map[string]any) }
	for _, text := range []string{`"body":"left open"`, `"body":"null","visibility":null`, `"body":"marked","visibility":"export"`} {
		got := note(created(a.post("/api/annotations", `{"appId":1,`+text+`}`, withHeader)))
		if want := map[bool]string{true: "export", false: "private"}[strings.Contains(text, "export")]; got["visibility"] != want {
			t.Errorf("%s is %v", text, got["visibility"])
		}
		target := fmt.Sprintf("/api/annotations/%.0f", got["id"])
		edited := note(a.send("PATCH", target, `{"tag":"other"}`, withHeader).status(200))
		if edited["visibility"] != got["visibility"] {
			t.Errorf("%s is %v after a change of its tag", text, edited["visibility"])
		}
		a.send("PATCH", target, `{"visibility":null}`, withHeader).error(400, "visibility must be export or private")
	}
	bundle := a.do("GET", "/api/export/audit-bundle", withHeader).status(200).Body.String()
	if strings.Contains(bundle, "left open") || strings.Contains(bundle, `"null"`) || !strings.Contains(bundle, "marked") {
		t.Errorf("the bundle is %s", bundle)
	}
}
