package httpapi_test

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const destinationsPath = "/api/notifications/destinations"

// guarded gives an API an outbox that refuses addresses which are not public.
func guarded(t testing.TB) func(*httpapi.Config) {
	guard, err := netguard.New()
	if err != nil {
		t.Fatal(err)
	}
	return func(cfg *httpapi.Config) {
		cfg.Outbox = notify.NewOutbox(notify.OutboxConfig{
			Env:    storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader},
			Client: guard.Client(0),
			Check: func(address string) error {
				u, err := url.Parse(address)
				if err != nil {
					return err
				}
				port := u.Port()
				if port == "" {
					port = notify.StandardPort(u.Scheme)
				}
				return guard.CheckDial(u.Hostname(), port)
			},
		})
	}
}

// listed returns the destinations.
func (a *api) listed() []any {
	a.t.Helper()
	all, ok := members(a.do("GET", destinationsPath))["destinations"].([]any)
	if !ok {
		a.t.Fatal("no list")
	}
	return all
}

// destinationOf returns the destination of an answer with status 201.
func destinationOf(ans *answer) map[string]any {
	ans.t.Helper()
	var got struct{ Destination map[string]any }
	ans.status(201).json(&got)
	return got.Destination
}

func TestDestinations(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) {
		onSQLite(t)(cfg)
		cfg.Outbox = notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Client: &http.Client{}})
	})
	if got := a.listed(); len(got) != 0 {
		t.Errorf("at first: %v", got)
	}
	at := float64(a.clock.Now().UnixMilli())
	added := destinationOf(a.post(destinationsPath, `{"name":" Phone ","channel":"ntfy","url":"https://ntfy.example/topicsecret","secret":"tk_secret",
		"frequency":"daily_summary","hour":7,"timeZone":"Europe/Berlin","quietFrom":"22:00","quietUntil":"07:00",
		"types":["versionUpdates"],"appIds":[1],"deviceIds":["d"],"tags":[" Bank "],"titleTemplate":"{{.Title}}!","bodyTemplate":"{{.Text}}\n{{.Link}}"}`))
	want := map[string]any{
		"id": added["id"], "name": "Phone", "channel": "ntfy", "address": "https://ntfy.example/***", "secretSet": true, "user": "", "from": "", "to": "",
		"frequency": "daily_summary", "hour": 7.0, "timeZone": "Europe/Berlin", "quietFrom": "22:00", "quietUntil": "07:00",
		"types": []any{"versionUpdates"}, "appIds": []any{1.0}, "deviceIds": []any{"d"}, "tags": []any{"bank"},
		"titleTemplate": "{{.Title}}!", "bodyTemplate": "{{.Text}}\n{{.Link}}", "createdAt": at, "updatedAt": at,
	}
	equal(t, want, added, "added")
	path := destinationsPath + "/" + added["id"].(string)
	changed := members(a.do("PATCH", path, sameOrigin, body(`{"name":"Watch","types":null,"quietFrom":null,"quietUntil":"","appIds":[],"deviceIds":[],"tags":null,"bodyTemplate":""}`)))["destination"].(map[string]any)
	want["name"], want["quietFrom"], want["quietUntil"], want["types"], want["appIds"], want["deviceIds"] = "Watch", "", "", []any{}, []any{}, []any{}
	want["tags"], want["bodyTemplate"] = []any{}, ""
	equal(t, want, changed, "changed")
	a.post(destinationsPath+"/preview", `{"channel":"slack","titleTemplate":"{{.Title | upper}}"}`).status(200)
	a.post(destinationsPath+"/preview", `{"bodyTemplate":"a\n{{.Nme}}"}`).error(400, "bodyTemplate is not a template for every message: line 2: there is no .Nme")
	a.post(destinationsPath+"/preview", `{"tags":["a,b"]}`).error(400, "tags must be tags of 1 to 50 characters without commas, and \"a,b\" is not one")
	a.post("/api/settings", `{"notificationWebhookUrl":"https://hook.example/secret-path"}`).status(200)
	all := a.listed()
	if len(all) != 2 || all[0].(map[string]any)["id"] != "webhook" || all[0].(map[string]any)["createdAt"] != nil {
		t.Errorf("listed are %v", all)
	}
	if text := a.do("GET", destinationsPath).Body.String(); strings.Contains(text, "secret-") || strings.Contains(text, "tk_") || strings.Contains(text, "topic") {
		t.Errorf("a secret is shown: %s", text)
	}
	for _, method := range []string{"PATCH", "DELETE"} {
		a.do(method, destinationsPath+"/webhook", sameOrigin, body(`{}`)).error(409, "This is the webhook of the settings: change it there")
		a.do(method, destinationsPath+"/unknown", sameOrigin, body(`{}`)).error(404, "")
	}
	a.do("POST", destinationsPath+"/unknown/test", sameOrigin).error(404, "")
	a.do("DELETE", path, sameOrigin).status(200)
	a.do("DELETE", path, sameOrigin).error(404, "")
	for _, bad := range []string{
		``, `null`, `[]`, `{}`, `{"url":"https://x.example"}`, `{"channel":"irc","url":"https://x.example"}`, `{"channel":7}`, `{"channel":"ntfy","url":7}`,
		`{"channel":"generic","url":"https://x.example","hour":24}`, `{"channel":"generic","url":"https://x.example","hour":"8"}`, `{"channel":"generic","url":"https://x.example","types":["x"]}`,
		`{"channel":"generic","url":"https://x.example","types":"x"}`, `{"channel":"generic","url":"https://x.example","frequency":"daily"}`, `{"channel":"generic","url":"https://x.example","appIds":[0]}`,
	} {
		a.post(destinationsPath, bad).error(400, "")
	}
}

// What a test button tests is what is saved.
func TestSavedDestinationIsTested(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for status, want := range map[int]map[string]any{200: {"ok": true, "status": 200.0}, 403: {"ok": false, "status": 403.0, "detail": "HTTP 403"}} {
		address, calls := receiver(t, status)
		added := destinationOf(a.post(destinationsPath, `{"channel":"gotify","secret":"t","url":"`+address+`"}`))
		got := members(a.do("POST", destinationsPath+"/"+added["id"].(string)+"/test", sameOrigin))
		if diff := cmp.Diff(want, got); diff != "" || calls.Load() != 1 {
			t.Errorf("%d calls (-want +got):\n%s", calls.Load(), diff)
		}
	}
	address, calls := receiver(t, 200)
	a.do("POST", destinationsPath+"/webhook/test", sameOrigin).error(404, "")
	a.post("/api/settings", `{"notificationWebhookUrl":"`+address+`","notificationWebhookFrequency":"off"}`).status(200)
	if got := members(a.do("POST", destinationsPath+"/webhook/test", sameOrigin)); got["ok"] != true || calls.Load() != 1 {
		t.Errorf("the webhook: %v", got)
	}
}

// An address that messages can never be delivered to is refused when it is saved, with the
// name of the setting that would allow it.
func TestUndeliverableAddressIsRefused(t *testing.T) {
	t.Parallel()
	a := newAPI(t, guarded(t))
	for address, fine := range map[string]bool{
		"https://hook.example/": true, "https://does-not-resolve.invalid/": true, "http://1.1.1.1/": true,
		"http://127.0.0.1/": false, "http://10.0.0.1/": false, "http://[::1]/": false, "http://localhost/": false, "https://printer.local/": false,
		"http://hook.example:8080/": false, "http://1.1.1.1:22/": false, "http://169.254.169.254/": false,
	} {
		hook := a.post("/api/settings", `{"notificationWebhookUrl":"`+address+`","aiModel":"m"}`)
		other := a.post(destinationsPath, `{"channel":"generic","url":"`+address+`"}`)
		if fine {
			hook.status(200)
			other.status(201)
			continue
		}
		for member, got := range map[string]*answer{"notificationWebhookUrl ": hook, "url ": other} {
			got.status(http.StatusBadRequest)
			var refusal struct{ Error string }
			got.json(&refusal)
			text := refusal.Error
			if !strings.HasPrefix(text, member) || !strings.Contains(text, "SERVICE_OUTBOUND_ALLOW") && !strings.Contains(text, "link-local") {
				t.Errorf("%s: %s", address, text)
			}
		}
	}
}
