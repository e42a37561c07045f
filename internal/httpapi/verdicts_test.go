package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestVerdictsOnTheWire(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	now := float64(a.clock.Now().UnixMilli())
	verdict := map[string]any{
		"id": "1-user", "appId": 1.0, "verdict": "replace", "rationale": "why <not>", "source": "user", "sourceName": nil, "setAt": now, "updatedAt": now,
	}
	got := members(created(a.post("/api/verdicts", `{"appId":1,"verdict":"replace","rationale":" why <not> "}`)))
	equal(t, map[string]any{"verdict": verdict}, got, "set")
	a.clock.Advance(time.Second)
	verdict["verdict"], verdict["rationale"], verdict["updatedAt"] = "safe", nil, now+1000
	created(a.post("/api/verdicts", `{"appId":"1","verdict":"safe","rationale":null}`))
	list := a.do("GET", "/api/verdicts?appId=1")
	equal(t, map[string]any{"verdicts": []any{verdict}}, members(list), "listed")
	list.header("Cache-Control", "no-store")
	grid := into[struct {
		Meta struct{ UserVerdicts map[string]string }
	}](a.do("GET", "/api/apps?limit=5&meta=grid"))
	equal(t, map[string]string{"1": "safe"}, grid.Meta.UserVerdicts, "in the grid")
	a.send("DELETE", "/api/verdicts?appId=1&source=anything", "").error(400, "")
	for _, want := range []bool{true, false} {
		got := members(a.send("DELETE", "/api/verdicts?appId=1", ""))
		equal(t, map[string]any{"removed": want}, got, "cleared")
	}
	for _, query := range []string{"1", "3", "0", "99999999999999999999"} {
		equal(t, map[string]any{"verdicts": []any{}}, members(a.do("GET", "/api/verdicts?appId="+query)), "of app %s", query)
	}
}

func TestImportedVerdictsAreClearedByName(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	a.update(func(tx *storage.Tx) error {
		return tx.Verdicts.Put(storage.Verdict{App: 1, Decision: "safe", Origin: storage.OriginImported, OriginName: "Ann B", SetAt: 1})
	})
	a.send("DELETE", "/api/verdicts?appId=1&source=imported", "").error(400, "sourceName is missing")
	for query, want := range map[string]bool{"&source=imported&sourceName=Bob": false, "&source=user&sourceName=Ann+B": false} {
		if got := members(a.send("DELETE", "/api/verdicts?appId=1"+query, "")); got["removed"] != want {
			t.Errorf("%s: %v", query, got)
		}
	}
	if got := members(a.send("DELETE", "/api/verdicts?appId=1&source=imported&sourceName=Ann%20B", "")); got["removed"] != true {
		t.Errorf("not removed: %v", got)
	}
}

func TestVerdictsThatAreRefused(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	for text, status := range map[string]int{
		``: 400, `null`: 400, `[]`: 400, `{"verdict":"safe"}`: 400, `{"appId":"","verdict":"safe"}`: 400, `{"appId":1}`: 400, `{"appId":1,"verdict":"burn"}`: 400,
		`{"appId":1,"verdict":1}`: 400, `{"appId":1,"verdict":"safe","rationale":7}`: 400, `{"appId":3,"verdict":"safe"}`: 404,
		`{"appId":1,"verdict":"safe","rationale":"` + strings.Repeat("x", 8001) + `"}`: 413, `{"appId":1,"verdict":"safe","x":"` + strings.Repeat("x", 8<<10) + `"}`: 413,
	} {
		a.post("/api/verdicts", text).error(status, "")
	}
	ids := strings.TrimSuffix(strings.Repeat("1,", 501), ",")
	for text, status := range map[string]int{
		``: 400, `null`: 400, `{"verdict":"safe"}`: 400, `{"appIds":null,"verdict":"safe"}`: 400, `{"appIds":[],"verdict":"safe"}`: 400,
		`{"appIds":"1","verdict":"safe"}`: 400, `{"appIds":[null],"verdict":"safe"}`: 400, `{"appIds":[1,true],"verdict":"safe"}`: 400,
		`{"appIds":[1],"verdict":""}`: 400, `{"appIds":[` + ids + `],"verdict":"safe"}`: 400, `{"appIds":[1,3],"verdict":"safe"}`: 404, `{"appIds":["1","0"],"verdict":"safe"}`: 404,
		`{"appIds":[1],"verdict":"safe","rationale":"` + strings.Repeat("é", 8001) + `"}`: 413, `{"appIds":[1],"verdict":"safe","x":"` + strings.Repeat("x", 64<<10) + `"}`: 413,
	} {
		a.post("/api/verdicts/bulk", text).error(status, "")
	}
	for _, query := range []string{"", "?appId=", "?appId=x", "?appId=1x"} {
		a.do("GET", "/api/verdicts"+query).error(400, "")
		a.send("DELETE", "/api/verdicts"+query, "").error(400, "")
	}
	if got := members(a.do("GET", "/api/verdicts?appId=1")); len(got["verdicts"].([]any)) != 0 {
		t.Errorf("set was %v", got)
	}
}

func TestBulkVerdicts(t *testing.T) {
	t.Parallel()
	a := newNotesAPI(t)
	got := into[struct {
		Count    int
		Verdicts []struct {
			ID, Verdict string
			AppID       int64
		}
	}](created(a.post("/api/verdicts/bulk", `{"appIds":[2,"1",2],"verdict":"uninstall"}`)))
	var lines []string
	for _, v := range got.Verdicts {
		lines = append(lines, fmt.Sprint(v.ID, v.AppID, v.Verdict))
	}
	if diff := cmp.Diff([]string{"2-user2uninstall", "1-user1uninstall", "2-user2uninstall"}, lines); diff != "" || got.Count != 3 {
		t.Errorf("%d verdicts (-want +got):\n%s", got.Count, diff)
	}
	log := into[struct {
		Rows []struct {
			Type   string
			Detail map[string]any
		}
	}](a.do("GET", "/api/activity?limit=1"))
	want := map[string]any{"verdict": "uninstall", "count": 3.0, "appIds": []any{2.0, 1.0, 2.0}, "hasRationale": false}
	if diff := cmp.Diff(want, log.Rows[0].Detail); diff != "" || log.Rows[0].Type != "bulk_verdict_set" {
		t.Errorf("the newest line is %s (-want +got):\n%s", log.Rows[0].Type, diff)
	}
}
