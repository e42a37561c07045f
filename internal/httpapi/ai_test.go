package httpapi_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

const modelKey = "sk-secret-of-the-model"

// mind is who runs models that speak as OpenAI's do.
type mind struct {
	*httptest.Server
	calls  atomic.Int64
	bearer atomic.Value // that was sent last
	answer atomic.Value // what it says; empty: a good summary
	status atomic.Int64 // zero: 200
}

func newMind(t testing.TB) *mind {
	m := &mind{}
	m.answer.Store("")
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.calls.Add(1)
		m.bearer.Store(r.Header.Get("Authorization"))
		_, _ = io.Copy(io.Discard, r.Body)
		if status := int(m.status.Load()); status != 0 {
			w.WriteHeader(status)
			fmt.Fprint(w, "bad key ", modelKey)
			return
		}
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"data":[{"id":"large"},{"id":"small"}]}`)
			return
		}
		answer := m.answer.Load().(string)
		if answer == "" {
			answer = goodSummary()
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": answer}}}})
	}))
	t.Cleanup(m.Close)
	return m
}

func goodSummary() string {
	var lenses []any
	for _, key := range storage.PolicyLensKeys() {
		lenses = append(lenses, map[string]any{"key": key, "rating": "favorable", "summary": "Good on " + key.Subject()})
	}
	b, err := json.Marshal(map[string]any{"overview": "A good policy.", "highlights": []string{"a", "b", "c"}, "lenses": lenses})
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (m *mind) asked(more string) string {
	return fmt.Sprintf(`{"provider":"custom","apiKey":%q,"baseUrl":%q%s}`, modelKey, m.URL, more)
}

func TestModelsAreTestedAndListed(t *testing.T) {
	t.Parallel()
	a, m := newAPI(t, nil), newMind(t)
	late := cmpopts.IgnoreMapEntries(func(name string, _ any) bool { return name == "latencyMs" })
	want := map[string]any{"ok": true, "message": "The provider answers", "status": 200.0, "modelsCount": 2.0}
	if d := cmp.Diff(want, members(a.post("/api/ai/test", m.asked(""))), late); d != "" {
		t.Errorf("a test (-want +got):\n%s", d)
	}
	listed := []any{map[string]any{"id": "large", "label": "large", "source": "openai-compat"}, map[string]any{"id": "small", "label": "small", "source": "openai-compat"}}
	if d := cmp.Diff(map[string]any{"ok": true, "models": listed}, members(a.post("/api/ai/models", m.asked(""))), late); d != "" {
		t.Errorf("a list (-want +got):\n%s", d)
	}
	m.status.Store(401)
	refused := "The provider of the model refused the key or the request."
	want = map[string]any{"ok": false, "message": refused, "error": refused, "status": 401.0}
	ans := a.post("/api/ai/test", m.asked(""))
	if d := cmp.Diff(want, members(ans), late); d != "" {
		t.Errorf("a test that fails (-want +got):\n%s", d)
	}
	if strings.Contains(ans.Body.String(), modelKey) {
		t.Error("the key is in the answer")
	}
}

func TestModelsOfWhatIsNoProvider(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"hello":"world"}`) }))
	t.Cleanup(server.Close)
	a := newAPI(t, nil)
	reported := "The server at the base URL does not list its models."
	want := map[string]any{"ok": false, "message": reported, "error": reported, "latencyMs": 0.0}
	got := members(a.post("/api/ai/test", fmt.Sprintf(`{"provider":"openai","apiKey":"k","baseUrl":%q}`, server.URL)))
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("a test (-want +got):\n%s", d)
	}
}

func TestModelsThatAreNotAsked(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	for body, said := range map[string]string{
		`{}`:                      "Choose a provider",
		`{"provider":"disabled"}`: "Choose a provider",
		`{"provider":"openai"}`:   "Choose a provider",
		`{"provider":"openai","apiKey":"__SET__"}`:                                             "Choose a provider",
		`{"provider":"custom","baseUrl":""}`:                                                   "Choose a provider",
		`{"provider":"custom","baseUrl":"http://169.254.169.254"}`:                             "is not allowed",
		`{"provider":"anthropic","apiKey":"k","baseUrl":"http://metadata.google.internal/x/"}`: "is not allowed",
	} {
		for _, route := range []string{"/api/ai/test", "/api/ai/models"} {
			a.clock.Advance(time.Minute)
			got := members(a.post(route, body))
			if got["ok"] != false || got["message"] != got["error"] || !strings.Contains(fmt.Sprint(got["message"]), said) {
				t.Errorf("%s %s: %v", route, body, got)
			}
		}
	}
	for _, body := range []string{``, `[]`, `{`, `null`, `{"provider":"custom","baseUrl":"ftp://x"}`, `{"provider":"custom","baseUrl":"http://u:p@x"}`,
		`{"provider":"openai","apiKey":"a\nb"}`, `{"provider":"openai","model":"` + strings.Repeat("m", 201) + `"}`} {
		for _, route := range []string{"/api/ai/test", "/api/ai/models", "/api/ai/policy-sample"} {
			a.clock.Advance(time.Minute)
			ans := a.post(route, body)
			ans.error(400, "")
			var got map[string]any
			ans.json(&got)
			if got["ok"] != false || got["message"] != got["error"] {
				t.Errorf("%s %s: %v", route, body, got)
			}
		}
	}
}

// The key that is set goes to where it is set for, and nowhere else.
func TestKeyThatIsSetStaysWhereItBelongs(t *testing.T) {
	t.Parallel()
	a, m, other := newAPI(t, nil), newMind(t), newMind(t)
	a.post("/api/settings", `{"aiProvider":"custom"}`).status(200)
	a.post("/api/settings", fmt.Sprintf(`{"aiApiKey":%q,"aiBaseUrl":%q}`, modelKey, m.URL)).status(200)
	for server, want := range map[*mind]string{m: "Bearer " + modelKey, other: ""} {
		members(a.post("/api/ai/test", fmt.Sprintf(`{"provider":"custom","apiKey":"__SET__","baseUrl":%q}`, server.URL)))
		if got := server.bearer.Load(); got != want {
			t.Errorf("sent is %q, want %q", got, want)
		}
	}
}

func TestPolicySample(t *testing.T) {
	t.Parallel()
	a, m := newAPI(t, nil), newMind(t)
	got := members(a.post("/api/ai/policy-sample", m.asked(`,"model":"large"`)))
	if got["ok"] != true || got["provider"] != "custom" || got["model"] != "large" || got["mode"] != "direct" ||
		got["summary"].(map[string]any)["overview"] != "A good policy." || len(got["phases"].([]any)) != 1 {
		t.Errorf("tried as %v", got)
	}
	sample := got["sample"].(map[string]any)
	if sample["wordCount"].(float64) < 400 || len(sample["expectedSignals"].([]any)) < 8 || len(sample["policyText"].(string)) < 2000 {
		t.Errorf("the sample is %v", sample)
	}
	m.answer.Store("Sure, here it is: all is fine!")
	ans := a.post("/api/ai/policy-sample", m.asked(""))
	ans.error(502, "The response of the model is not a summary.")
	var reported map[string]any
	ans.json(&reported)
	if reported["ok"] != false || reported["durationMs"] == nil {
		t.Errorf("tried in vain: %v", reported)
	}
	a.post("/api/ai/policy-sample", `{"provider":"openai"}`).error(400, "")
}

func TestModelsNeedTheToken(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	a := newAPI(t, withToken)
	for _, route := range []string{"/api/ai/test", "/api/ai/models", "/api/ai/policy-sample"} {
		a.post(route, m.asked("")).error(401, "Admin token required")
	}
	a.do("GET", "/api/ai/debug-log").error(401, "Admin token required")
	if n := m.calls.Load(); n != 0 {
		t.Errorf("asked %d times", n)
	}
	exposed := newAPI(t, func(cfg *httpapi.Config) { cfg.NetworkExposed = true })
	exposed.post("/api/ai/policy-sample", m.asked("")).error(401, "")
}

// A model that is set up summarises, and what it was asked can be read.
func TestModelSummarises(t *testing.T) {
	t.Parallel()
	a, m := withPolicies(t, nil), newMind(t)
	a.post("/api/settings", `{"aiProvider":"custom","aiDebugLogging":true}`).status(200)
	analysis := analysisOf(members(a.post(regenerate, `{"appId":1}`)))
	if analysis["status"] != "needs_ai_config" || analysis["summary"] != nil || analysis["error"] == "" {
		t.Errorf("without a base URL it stands at %v", analysis)
	}
	a.post("/api/settings", fmt.Sprintf(`{"aiApiKey":%q,"aiBaseUrl":%q,"aiModel":"large"}`, modelKey, m.URL)).status(200)
	analysis = analysisOf(members(a.post(regenerate, `{"appId":1,"phase":"summarise"}`)))
	if analysis["status"] != "ready" || analysis["model"] != "large" || analysis["summary"].(map[string]any)["overview"] != "A good policy." {
		t.Errorf("it stands at %v", analysis)
	}
	m.status.Store(500)
	a.clock.Advance(time.Second)
	failed := analysisOf(members(a.post(regenerate, `{"appId":1,"phase":"summarise"}`)))
	if failed["status"] != "analysis_error" || !cmp.Equal(failed["summary"], analysis["summary"]) {
		t.Errorf("after a failure it stands at %v", failed)
	}
	ans := a.do("GET", "/api/ai/debug-log")
	rows := members(ans)["rows"].([]any)
	if len(rows) != 2 || strings.Contains(ans.Body.String(), modelKey) {
		t.Fatalf("%d rows: %s", len(rows), ans.Body)
	}
	row := rows[1].(map[string]any)
	if row["appId"] != 1.0 || row["appName"] != "One" || row["provider"] != "custom" || row["phase"] != "direct" || row["error"] != nil || row["response"] == nil {
		t.Errorf("the first row is of %v, %v, %v: %v", row["appName"], row["provider"], row["phase"], row["error"])
	}
	if last := rows[0].(map[string]any); last["error"] == nil {
		t.Error("the last row has no error")
	}
	a.do("DELETE", "/api/ai/debug-log", sameOrigin).status(200)
	if rows := members(a.do("GET", "/api/ai/debug-log"))["rows"].([]any); len(rows) != 0 {
		t.Errorf("%d rows are left", len(rows))
	}
	a.hasAudited("ai_debug_log.cleared  true")
}
