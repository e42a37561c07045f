package llm_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/policy/llm"
)

// at answers by path and query, and 404 elsewhere.
func at(pages map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.String()]
		if !ok {
			w.WriteHeader(404)
		}
		fmt.Fprint(w, page)
	}
}

func target(t testing.TB, provider, base string) llm.Target {
	t.Helper()
	target, err := llm.NewTarget(provider, base, "", secretKey)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func TestList(t *testing.T) {
	t.Parallel()
	page := func(first string, more bool) string {
		return fmt.Sprintf(`{"data":[{"id":%q,"display_name":"Claude"},{"id":""}],"has_more":%t,"last_id":%q}`, first, more, first)
	}
	for name, tt := range map[string]struct {
		provider string
		pages    map[string]string
		want     []llm.Listed
		err      error
	}{
		"OpenAI": {"openai", map[string]string{"/v1/models": `{"data":[{"id":"o3"},{"id":"gpt-4.1"},{"id":"gpt-4o-audio-preview"},{"id":"text-embedding-3"},{"id":"whisper-1"},
			{"id":"omni-moderation-latest"},{"id":"gpt-image-1"},{"id":"gpt-4o-realtime"},{"id":"ft:gpt-4.1:me"},{"id":"chatgpt-4o"},{"id":"gpt-4.1"},{"id":"davinci"}]}`},
			[]llm.Listed{{"chatgpt-4o", "chatgpt-4o", "openai-compat"}, {"ft:gpt-4.1:me", "ft:gpt-4.1:me", "openai-compat"}, {"gpt-4.1", "gpt-4.1", "openai-compat"}, {"o3", "o3", "openai-compat"}}, nil},
		"Anthropic": {"anthropic", map[string]string{"/v1/models?limit=1000": page("b", true), "/v1/models?limit=1000&after_id=b": page("a", false)},
			[]llm.Listed{{"a", "Claude", "anthropic"}, {"b", "Claude", "anthropic"}}, nil},
		"Anthropic without end": {"anthropic", map[string]string{"/v1/models?limit=1000": page("b", true), "/v1/models?limit=1000&after_id=b": page("b", true)},
			[]llm.Listed{{"b", "Claude", "anthropic"}}, nil},
		"one's own":         {"custom", map[string]string{"/v1/models": `{"data":[{"id":"my-embedding"}]}`}, []llm.Listed{{"my-embedding", "my-embedding", "openai-compat"}}, nil},
		"Ollama":            {"custom", map[string]string{"/api/tags": `{"models":[{"name":"gemma3n:e4b"}]}`}, []llm.Listed{{"gemma3n:e4b", "gemma3n:e4b", "ollama"}}, nil},
		"nothing":           {"custom", nil, []llm.Listed{}, nil},
		"no list":           {"openai", map[string]string{"/v1/models": `<html>`}, nil, summary.ErrModelAnswer},
		"another object":    {"openai", map[string]string{"/v1/models": `{"error":"unexpected endpoint"}`}, nil, summary.ErrModelAnswer},
		"null":              {"anthropic", map[string]string{"/v1/models?limit=1000": `null`}, nil, summary.ErrModelAnswer},
		"a list of another": {"openai", map[string]string{"/v1/models": `{"data":{"id":"o3"}}`}, nil, summary.ErrModelAnswer},
		"none yet":          {"openai", map[string]string{"/v1/models": `{"object":"list","data":null}`}, []llm.Listed{}, nil},
		"refused":           {"openai", nil, nil, summary.ErrModelRefused},
		"Anthropic refused": {"anthropic", nil, nil, summary.ErrModelRefused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, f := newBench(t, nil), newFake(t, at(tt.pages))
			got, err := b.models.List(t.Context(), target(t, tt.provider, f.URL))
			if !errors.Is(err, tt.err) {
				t.Errorf("the error is %v, want %v", err, tt.err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("listed (-want +got):\n%s", d)
			}
		})
	}
}

// A custom server may have no list, but what else is wrong with it is said.
func TestListOfAnotherServer(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	gone := newFake(t, sends(200, `{}`))
	gone.Close()
	for name, tt := range map[string]struct {
		url string
		err error
	}{
		"no such URL": {newFake(t, sends(404, "")).URL, nil},
		"a page":      {newFake(t, sends(200, "<html>")).URL, nil},
		"a wrong key": {newFake(t, sends(401, "")).URL, summary.ErrModelRefused},
		"its limit":   {newFake(t, sends(429, "")).URL, summary.ErrModelBusy},
		"a fault":     {newFake(t, sends(500, "")).URL, summary.ErrModelUnreachable},
		"not reached": {gone.URL, summary.ErrModelUnreachable},
	} {
		got, err := b.models.List(t.Context(), target(t, "custom", tt.url))
		if !errors.Is(err, tt.err) || tt.err == nil && (err != nil || got == nil || len(got) > 0) {
			t.Errorf("%s: %v, error %v, want %v", name, got, err, tt.err)
		}
	}
}

func TestTest(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	f := newFake(t, at(map[string]string{"/v1/models": `{"data":[{"id":"a"},{"id":"b"}]}`, "/v1/models?limit=1": `{"data":[{"id":"a"}]}`}))
	for provider, want := range map[string]int{"openai": 2, "custom": 2, "anthropic": 1} {
		if n, err := b.models.Test(t.Context(), target(t, provider, f.URL)); n != want || err != nil {
			t.Errorf("%s has %d models, %v", provider, n, err)
		}
	}
	for provider, answer := range map[string]string{"openai": `{"error":"unexpected endpoint"}`, "custom": `null`, "anthropic": `{}`} {
		if n, err := b.models.Test(t.Context(), target(t, provider, newFake(t, sends(200, answer)).URL)); n != 0 || !errors.Is(err, summary.ErrModelAnswer) {
			t.Errorf("%s answers %s: %d models, %v", provider, answer, n, err)
		}
	}
	var status *llm.StatusError
	_, err := b.models.Test(t.Context(), target(t, "openai", newFake(t, sends(401, secretKey)).URL))
	if !errors.As(err, &status) || status.Status != 401 || !errors.Is(err, summary.ErrModelRefused) {
		t.Errorf("refused as %v", err)
	}
}
