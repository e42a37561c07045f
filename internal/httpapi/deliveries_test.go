package httpapi_test

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// receiver answers every message with a status, and counts them.
func receiver(t testing.TB, status int) (url string, calls *atomic.Int32) {
	t.Helper()
	calls = new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return server.URL, calls
}

func TestWebhookTest(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for status, want := range map[int]map[string]any{
		200: {"ok": true, "status": 200.0}, 404: {"ok": false, "status": 404.0, "detail": "HTTP 404"},
	} {
		url, calls := receiver(t, status)
		for _, format := range []string{"", `,"format":"slack"`, `,"format":"generic"`, `,"format":null`, `,"format":"discord"`, `,"format":"teams"`} {
			got := members(a.post("/api/notifications/webhook-test", `{"url":" `+url+`/hook "`+format+`}`))
			equal(t, want, got, "%d%s", status, format)
		}
		if calls.Load() != 6 {
			t.Errorf("%d calls, want 6", calls.Load())
		}
	}
	got := members(a.post("/api/notifications/webhook-test", `{"url":"nonsense"}`))
	equal(t, map[string]any{"ok": false, "status": 0.0, "detail": "The address may not be called"}, got, "nonsense")
	for _, bad := range []string{``, `null`, `[]`, `{`, `{}`, `{"url":""}`, `{"url":"  "}`, `{"url":7}`, `{"url":null}`, `{"url":"https://x.example","format":"irc"}`,
		`{"url":"https://x.example","format":""}`, `{"url":"https://x.example","format":1}`} {
		a.post("/api/notifications/webhook-test", bad).error(400, "")
	}
	a.post("/api/notifications/webhook-test", `{"url":"`+strings.Repeat("x", 2<<10)+`"}`).error(413, "")
}

func TestDeliveries(t *testing.T) {
	t.Parallel()
	a := newAPI(t, func(cfg *httpapi.Config) {
		onSQLite(t)(cfg)
		cfg.Outbox = notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Client: &http.Client{}})
	})
	list := func(query string) map[string]any { return members(a.do("GET", "/api/notifications/deliveries"+query)) }
	equal(t, map[string]any{"deliveries": []any{}, "total": 0.0}, list(""), "at first")
	a.post("/api/settings", `{"notificationWebhookUrl":"https://hook.example:8443/secret-path","notificationWebhookSecret":"whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u"}`).status(200)
	at := storage.TimeOf(a.clock.Now())
	a.update(func(tx *storage.Tx) error {
		return notify.Post(tx, at, rand.Reader, notify.Notice{AppName: "Notes", Type: storage.NoticeLabelChanges, Changes: []storage.Entry{{Type: "added", Description: "location added"}}})
	})
	answer := a.do("GET", "/api/notifications/deliveries?limit=1")
	if strings.Contains(answer.Body.String(), "secret") {
		t.Errorf("a secret is shown: %s", answer.Body)
	}
	record := members(answer)["deliveries"].([]any)[0].(map[string]any)
	id, _ := record["id"].(string)
	delete(record, "id")
	want := map[string]any{
		"destinationId": "webhook", "destinationName": "Webhook", "kind": "immediate", "state": "pending", "host": "hook.example:8443", "title": "Notes: location added", "notifications": 1.0, "attempts": 0.0,
		"createdAt": float64(at), "nextAttemptAt": float64(at), "deliveredAt": nil, "lastStatus": nil, "lastError": nil,
	}
	if diff := cmp.Diff(want, record); diff != "" || id == "" {
		t.Errorf("the record %q (-want +got):\n%s", id, diff)
	}
	for _, bad := range []string{"?limit=0", "?limit=201", "?limit=x", "?offset=-1"} {
		a.do("GET", "/api/notifications/deliveries"+bad).error(400, "")
	}
	if got := list("?offset=1"); got["total"] != 1.0 || len(got["deliveries"].([]any)) != 0 {
		t.Errorf("beyond the end: %v", got)
	}

	for _, step := range []struct {
		state  storage.DeliveryState
		status int
	}{{storage.DeliveryPending, 200}, {storage.DeliveryDead, 200}, {storage.DeliveryDelivered, 409}} {
		a.clock.Advance(time.Minute)
		a.update(func(tx *storage.Tx) error {
			d, err := tx.Deliveries.Get(id)
			if err != nil {
				return err
			}
			d.State, d.Attempts = step.state, 3
			return tx.Deliveries.Put(d)
		})
		got := a.do("POST", "/api/notifications/deliveries/"+id+"/retry", sameOrigin)
		if step.status != 200 {
			got.error(step.status, "This message has already been delivered")
			continue
		}
		again, ok := members(got)["delivery"].(map[string]any)
		if !ok || again["state"] != "pending" || again["nextAttemptAt"] != float64(a.clock.Now().UnixMilli()) {
			t.Errorf("%s: tried again is %v", step.state, again)
		}
	}
	a.post("/api/notifications/deliveries/unknown/retry", "").error(404, "")
}
