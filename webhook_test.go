package auditor_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/tracked"
)

// wordless is a catalog whose pages say nothing of labels, which is told of.
type wordless struct{ catalog }

func (wordless) Scrape(context.Context, fleet.Target) (fleet.Listing, error) {
	name := "Notes"
	return fleet.Listing{ID: 1, Name: &name}, nil
}

// What Run delivers goes to public addresses, and to those that are allowed. Any other is
// refused when it is saved, and not called if it was saved when it was allowed.
func TestRunDelivers(t *testing.T) {
	t.Parallel()
	came := make(chan string, 10)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { came <- r.Header.Get("Webhook-Id") }))
	t.Cleanup(hook.Close)
	for _, allow := range [][]string{nil, {"127.0.0.1/32"}} {
		store := open(t)
		over := func(allow ...string) *auditor.Auditor {
			return newAuditor(t, auditor.WithStore(store), auditor.WithScraper(wordless{}), auditor.WithOutboundAllow(allow...))
		}
		save := func(a *auditor.Auditor) *httptest.ResponseRecorder {
			ask := httptest.NewRequestWithContext(t.Context(), "POST", "http://localhost:3000/api/settings", strings.NewReader(`{"notificationWebhookUrl":"`+hook.URL+`"}`))
			ask.Header.Set("Origin", "http://localhost:3000")
			answer := httptest.NewRecorder()
			watched(t, a).ServeHTTP(answer, ask)
			return answer
		}
		if answer := save(over()); answer.Code != 400 || !strings.Contains(answer.Body.String(), "SERVICE_OUTBOUND_ALLOW") {
			t.Fatalf("set a webhook that is not allowed: %d %s", answer.Code, answer.Body)
		}
		if answer := save(over("127.0.0.1/32")); answer.Code != 200 {
			t.Fatalf("set a webhook: %d %s", answer.Code, answer.Body)
		}
		a := over(allow...)
		if _, err := a.Services().Fleet.Track(t.Context(), tracked.TrackRequest{URLs: []string{"https://store.example/id1"}}); err != nil {
			t.Fatal(err)
		}
		go a.Run(t.Context())
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			page, err := a.Outbox().List(t.Context(), 1, 0)
			if err != nil || time.Now().After(end) {
				t.Fatalf("nothing was tried: %+v, %v", page, err)
			}
			if len(page.Deliveries) == 0 {
				continue
			}
			d := page.Deliveries[0]
			if allow == nil && d.LastError == "The address may not be called" {
				break
			}
			if allow != nil && d.State == "delivered" {
				if id := <-came; id != d.ID {
					t.Errorf("came %s, want %s", id, d.ID)
				}
				break
			}
		}
	}
	if len(came) != 0 {
		t.Error("more came than was allowed")
	}
}

// TestOutboundAllowByUse: a destination that is allowed for one use, on one port, is not
// reached for another one.
func TestOutboundAllowByUse(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	private := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusTeapot)
	}))
	t.Cleanup(private.Close)
	at := strings.TrimPrefix(private.URL, "http://")
	for entry, want := range map[string]string{ // the uses that are allowed
		"public.example": "", at: "models notify policies", "127.0.0.1:1": "", "models=" + at: "models", "notify=" + at: "notify", "policies=" + at: "policies",
		"models=127.0.0.1:1": "", "notify=127.0.0.1:1": "", "policies=127.0.0.1:1": "", "notify=127.0.0.0/8": "notify",
	} {
		a := newAuditor(t, auditor.WithStore(open(t)), auditor.WithScraper(catalog{}), auditor.WithOutboundAllow(entry))
		post := func(path, body string) int {
			ask := httptest.NewRequestWithContext(t.Context(), "POST", "http://localhost:3000"+path, strings.NewReader(body))
			ask.Header.Set("Origin", "http://localhost:3000")
			answer := httptest.NewRecorder()
			watched(t, a).ServeHTTP(answer, ask)
			return answer.Code
		}
		var got []string
		before := asked.Load()
		post("/api/ai/policy-sample", `{"provider":"custom","model":"m","baseUrl":"`+private.URL+`"}`)
		if asked.Load() > before {
			got = append(got, "models")
		}
		if post("/api/settings", `{"notificationWebhookUrl":"`+private.URL+`"}`) == 200 {
			got = append(got, "notify")
		}
		if post("/api/manual-apps", `{"name":"x","source":"web_clip","privacyPolicyUrl":"`+private.URL+`"}`) < 300 {
			got = append(got, "policies")
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s allows %q, want %q", entry, text, want)
		}
	}
}
