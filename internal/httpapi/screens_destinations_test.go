package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestDestinationsAreAddedTestedAndRemoved(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	const path = "/settings/destinations"
	shows(t, a.do("GET", path).Body.String(), "Notifications go nowhere yet", `href="/settings/destinations/new?channel=gotify"`)
	shows(t, a.do("GET", path+"/new?channel=gotify").Body.String(), "Add Gotify", "Token of the application", "Checks that fail")
	a.do("GET", path+"/new?channel=unknown").leads(path, a)
	var got []string
	gotify := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get("X-Gotify-Key"))
		if len(got) > 1 {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer gotify.Close()
	a.submit("/settings/devices", "name=Phone").status(http.StatusSeeOther)
	form := url.Values{
		"channel": {"gotify"}, "name": {`<b>Mine</b>`}, "url": {gotify.URL}, "secret": {"hidden-token"}, "frequency": {"daily_summary"}, "hour": {"7"},
		"quietFrom": {"22:00"}, "quietUntil": {"07:00"}, "types": {"versionUpdates", "syncAlert"}, "appIds": {"1\r\n2"},
	}
	for name, values := range map[string][2]string{
		"hour": {"x", "Hour of summaries must be"}, "appIds": {"one", "Only these apps must name one app a line, and none of yours is"}, "url": {"nonsense", "Address of the server must be"}, "types": {"unknown", "types must be types of notifications"},
	} {
		wrong := url.Values{}
		for k, v := range form {
			wrong[k] = v
		}
		wrong.Set(name, values[0])
		text := a.submit(path, wrong.Encode()).status(http.StatusBadRequest).Body.String()
		shows(t, text, `value="22:00"`, "&lt;b&gt;Mine&lt;/b&gt;", values[1], `role="alert"`)
		if strings.Contains(text, "hidden-token") || strings.Contains(text, "<b>Mine") {
			t.Errorf("%s: the form shows %s", name, text)
		}
	}
	text := a.submit(path, form.Encode()).leads(path, a)
	shows(t, text, "&lt;b&gt;Mine&lt;/b&gt;", "Gotify", "Once a day at 7:00", "New versions, Checks that fail, and the first that works again, 2 apps", "quiet from 22:00 until 07:00")
	if strings.Contains(text, "hidden-token") {
		t.Error("the token is shown")
	}
	id, _ := a.listed()[0].(map[string]any)["id"].(string)
	shows(t, a.submit(path+"/"+id+"/test", "").leads(path, a), "The destination took the test message")
	shows(t, a.submit(path+"/"+id+"/test", "").leads(path, a), "flash bad", "HTTP 403")
	if len(got) != 2 || got[0] != "/message hidden-token" {
		t.Errorf("the server got %q", got)
	}
	a.submit("/settings/notifications", "notificationWebhookUrl="+url.QueryEscape(gotify.URL)).status(http.StatusSeeOther)
	shows(t, a.do("GET", path).Body.String(), `href="/settings/notifications">Edit`)
	shows(t, a.do("GET", path+"/"+id+"/remove").Body.String(), "Remove &lt;b&gt;Mine&lt;/b&gt;?", "its stored secret")
	shows(t, a.submit(path+"/"+id+"/remove", "").leads(path, a), "The destination was removed")
	if left := a.listed(); len(left) != 1 {
		t.Errorf("left are %v", left)
	}
	a.submit(path+"/unknown/remove", "").status(http.StatusSeeOther)
}

// The form of a destination offers the tags and the devices of the apps, and shows what would be sent.
func TestDestinationIsPreviewed(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	const path = "/settings/destinations"
	var device struct{ Device struct{ ID string } }
	a.post("/api/devices", `{"name":"Mia’s phone"}`).json(&device)
	text := a.do("GET", "/settings/devices").Body.String()
	shows(t, text, `href="/settings/destinations?device=`)
	text = a.do("GET", path+"?device=x%22y").Body.String()
	shows(t, text, "Where should it go?", `new?channel=ntfy&amp;device=x%22y"`)
	if phone, chat := strings.Index(text, "<h3>Phone</h3>"), strings.Index(text, "<h3>Chat</h3>"); phone < 0 || chat < phone {
		t.Errorf("the groups are in another order:\n%s", text)
	}
	text = a.do("GET", path+"/new?channel=ntfy").Body.String()
	shows(t, text, "data-time-zone", `name="bodyTemplate"`, `formaction="/settings/destinations/preview" formtarget="_blank"`, "Mia’s phone")
	form := url.Values{"channel": {"ntfy"}, "frequency": {"immediate"}, "titleTemplate": {"<i>{{.Title}}</i>"}, "bodyTemplate": {"{{range .Apps}}{{.Name | upper}}\r\n{{end}}"}}
	shows(t, a.submit(path+"/preview", form.Encode()).status(http.StatusOK).Body.String(), "these are invented", "&lt;i&gt;Chat began to track you: Identifiers&lt;/i&gt;", "CHAT\nMAPS")
	form.Set("bodyTemplate", "a\r\n{{.Nme}}")
	shows(t, a.submit(path+"/preview", form.Encode()).status(http.StatusBadRequest).Body.String(), "line 2: there is no .Nme", "&lt;i&gt;", `role="alert"`)
}

// A destination is edited without its address and its secret being typed again, and both
// can be replaced.
func TestDestinationIsEdited(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	const path = "/settings/destinations"
	var got []string
	gotify := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get("X-Gotify-Key"))
	}))
	defer gotify.Close()
	added := destinationOf(a.post(destinationsPath, `{"name":"Phone","channel":"gotify","url":"`+gotify.URL+`/old-path","secret":"old-token","appIds":["12"],"types":["syncAlert"],"frequency":"daily_summary","hour":7}`))
	own := path + "/" + added["id"].(string)
	text := a.do("GET", own).Body.String()
	shows(t, text, "Edit Phone", `value="7"`, `>12</textarea>`, `value="syncAlert" checked`, "stored; leave empty to keep it")
	if strings.Contains(text, "old-token") || strings.Contains(text, "old-path") {
		t.Errorf("the form shows a secret:\n%s", text)
	}
	form := url.Values{
		"channel": {"email"}, "name": {"Watch"}, "url": {added["address"].(string)}, "secret": {""}, "frequency": {"immediate"}, "hour": {"9"},
		"quietFrom": {""}, "quietUntil": {""}, "timeZone": {"Europe/Berlin"}, "appIds": {""}, "types": {"versionUpdates"}, "try": {"1"},
	}
	shows(t, a.submit(own, form.Encode()).leads(path, a), "Saved. The destination took the test message", "Watch", "Gotify", "At once", "New versions")
	form.Set("hour", "25")
	shows(t, a.submit(own, form.Encode()).status(http.StatusBadRequest).Body.String(), "Hour of summaries must be", "Edit Watch")
	form.Set("hour", "9")
	form.Set("url", gotify.URL+"/new-path")
	shows(t, a.submit(own, form.Encode()).status(http.StatusBadRequest).Body.String(), "Token of the application must be")
	form.Set("secret", "new-token")
	shows(t, a.submit(own, form.Encode()).leads(path, a), "Saved.")
	equal(t, []string{"/old-path/message old-token", "/new-path/message new-token"}, got, "the server got")
	a.do("GET", path+"/unknown").status(http.StatusNotFound)
	a.submit(path+"/webhook", form.Encode()).status(http.StatusNotFound)
}

// A type that the page does not name could not be switched there, and saving would reset it
// to its default.
func TestEachTypeOfNotificationIsNamed(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	text := a.do("GET", "/settings/notifications").Body.String()
	_, form, found := strings.Cut(text, `name="label_changes"`)
	if !found {
		t.Fatalf("no switches: %s", text)
	}
	form, _, _ = strings.Cut(form, "</form>")
	// The attempts to guess a token cannot be switched off.
	if got, want := 1+strings.Count(form, `type="checkbox"`), len(storage.NotificationTypes())-1; got != want {
		t.Errorf("%d switches, want %d", got, want)
	}
	destination := a.do("GET", "/settings/destinations/new?channel=email").Body.String()
	for _, kind := range storage.NotificationTypes() {
		_, label, found := strings.Cut(destination, `value="`+string(kind)+`"`)
		label, _, _ = strings.Cut(label, "</label>")
		if _, words, _ := strings.Cut(label, ">"); !found || strings.TrimSpace(words) == "" {
			t.Errorf("the form of a destination does not name %s: %q", kind, label)
		}
	}
}
