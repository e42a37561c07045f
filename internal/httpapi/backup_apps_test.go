package httpapi_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An app in a backup is an app of the list, with what the document names beside it.
func TestAppsOfABackupAreThoseOfTheList(t *testing.T) {
	t.Parallel()
	a := newExamples(t)
	var listed []json.RawMessage
	a.do("GET", "/api/apps").status(http.StatusOK).json(&listed)
	var exported struct{ Apps []json.RawMessage }
	a.do("GET", "/api/backup/export").status(http.StatusOK).json(&exported)
	if len(listed) != 2 || len(exported.Apps) != 2 {
		t.Fatalf("%d apps listed, %d exported", len(listed), len(exported.Apps))
	}
	more := []string{"country", "ageRatingSource", "ageRatingLanguage", "labelDigest", "missedAt", "missedDays", "pendingKinds", "pageFacts"}
	for i := range listed {
		shown, kept := keys(t, string(listed[i])), keys(t, string(exported.Apps[i]))
		want := append(slices.DeleteFunc(shown, derivedMember), more...)
		slices.Sort(want) // as RFC 8785 has them
		if diff := cmp.Diff(want, kept); diff != "" {
			t.Errorf("members of app %d (-listed +exported):\n%s", i, diff)
		}
		var list, export map[string]any
		for text, into := range map[*json.RawMessage]*map[string]any{&listed[i]: &list, &exported.Apps[i]: &export} {
			must(t, json.Unmarshal(*text, into))
		}
		for _, name := range more {
			delete(export, name)
		}
		maps.DeleteFunc(list, func(name string, _ any) bool { return derivedMember(name) })
		if diff := cmp.Diff(list, export); diff != "" {
			t.Errorf("app %d (-listed +exported):\n%s", i, diff)
		}
	}
	described := mustDescribe(t).Document.Components.Schemas["Backup"].Properties["apps"].Items
	for _, name := range more {
		if described.Properties[name] == nil || !strings.Contains(described.Description, name) {
			t.Errorf("the document does not name %s", name)
		}
	}
}

// derivedMember reports whether answers derive a member of an app from others: its address, and
// the last success and failure.
func derivedMember(name string) bool {
	return slices.Contains([]string{"country", "platform", "lastChecked", "lastSuccess"}, name)
}

func TestABackupWithoutAListOfAppsChangesNothing(t *testing.T) {
	t.Parallel()
	a := newExamples(t)
	before := a.do("GET", "/api/apps").status(http.StatusOK).Body.String()
	for _, apps := range []string{`"apps":null`, `"apps": null `, `"apps":{}`, `"apps":0`, `"apps":"[]"`, `"apps":false`, `"app":[]`, `"Apps":[]`, `"apps":null,"tables":{"apps":{"rows":[]}}`, `"tables":{"apps":{"rows":null}}`, `"tables":null`} {
		text := `{"version":1,"exportedAt":1,` + apps + `}`
		for _, target := range []string{"/api/backup/restore?allowUntrusted=1", "/api/backup/restore", "/api/backup/preview"} {
			a.do("POST", target, sameOrigin, body(text)).error(http.StatusBadRequest, "")
		}
		if after := a.do("GET", "/api/apps").status(http.StatusOK).Body.String(); after != before {
			t.Fatalf("%s left %s", apps, after)
		}
	}
}

func TestSignaturesArePresentWhateverTheySay(t *testing.T) {
	t.Parallel()
	for signature, want := range map[string]bool{
		`{"alg":"HMAC-SHA256","keyId":"x","mac":"AAAA"}`: true, `{"alg":"none","mac":"x"}`: true, `{"mac":""}`: true, `{"mac":null}`: true, `{"alg":5,"mac":[1]}`: true,
		`{"alg":"HMAC-SHA256","keyId":"x"}`: false, `{}`: false, `null`: false, `"mac"`: false, `["mac"]`: false, `{"MAC":"AAAA"}`: false,
	} {
		a := newAPI(t, nil)
		text := `{"version":1.0,"exportedAt":1e0,"apps":[{"id":7.0}],"signature":` + signature + `}`
		var refused struct{ SignaturePresent bool }
		a.do("POST", "/api/backup/restore", sameOrigin, body(text)).status(http.StatusConflict).json(&refused)
		previewed, _ := members(a.do("POST", "/api/backup/preview", sameOrigin, body(text)))["signaturePresent"].(bool)
		if refused.SignaturePresent != want || previewed != want {
			t.Errorf("%s: refused with %t, previewed with %t, want %t", signature, refused.SignaturePresent, previewed, want)
		}
	}
}
