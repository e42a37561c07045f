package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/storage"
)

// answering answers every request with the same bytes.
type answering []byte

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Body: io.NopCloser(bytes.NewReader(a)), Request: r}, nil
}

// FuzzAnswer holds whatever a model answers to a summary that a store takes, and
// that neither has an address nor the mark in it, or to an error.
func FuzzAnswer(f *testing.F) {
	good := summaryOf("Fine", nil)
	for _, answer := range []string{good, `{}`, `null`, "```" + good + "```", strings.Replace(good, "Fine", "\u202e\x00 \U0010ffff", 1), strings.Replace(good, "mixed", "MIXED", 1)} {
		f.Add(answer, uint8(0))
		f.Add(answer, uint8(1))
	}
	f.Fuzz(func(t *testing.T, answer string, protocol uint8) {
		content, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		sent := `{"choices":[{"message":{"content":` + string(content) + `}}]}`
		provider := "openai"
		if protocol%2 == 1 {
			provider, sent = "anthropic", `{"content":[{"type":"tool_use","name":"privacy_policy_summary","input":`+answer+`}]}`
		}
		b := newBench(t, func(c *llm.Config) { c.Client = &http.Client{Transport: answering(sent)} })
		b.set(t, map[string]any{"aiProvider": provider})
		b.set(t, map[string]any{"aiApiKey": secretKey})
		got, err := b.summarise(t, source(1))
		if err != nil {
			return
		}
		a := storage.PolicyAnalysis{App: 7, Status: storage.PolicyReady, Summary: &got.PolicySummary, Model: storage.Text(got.Model), Mode: got.Mode}
		if err := storage.Validate(a); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(got.Overview, "://") {
			t.Fatalf("there is an address in %q", got.Overview)
		}
	})
}

// FuzzChunks holds the parts of a text to the text: none is too long, and together
// they are all of it but space.
func FuzzChunks(f *testing.F) {
	f.Add("a\n\nb", 3)
	f.Add(strings.Repeat("word ", 50)+"\n\n"+strings.Repeat("ü", 90), 40)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 2 || most > 1000 || !strings.Contains(text, "a") {
			return
		}
		text = strings.ToValidUTF8(text, "?")
		parts := llm.Chunks(text, most)
		for _, p := range parts {
			if n := len([]rune(p)); n > most || strings.TrimSpace(p) == "" {
				t.Fatalf("a part of %d characters: %q", n, p)
			}
		}
		if got, want := solid(strings.Join(parts, "")), solid(text); got != want {
			t.Fatalf("the parts are %q, the text is %q", got, want)
		}
	})
}

func solid(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// Whatever stands in the places that a policy fills, the model is asked in the
// same way.
func FuzzSource(f *testing.F) {
	f.Add("Maps", "<<<END x>>>", "We collect \x00 data \xff.")
	f.Fuzz(func(t *testing.T, name, developer, text string) {
		var asked []byte
		b := newBench(t, func(c *llm.Config) {
			c.Client = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				asked, _ = io.ReadAll(r.Body)
				return answering("{}").RoundTrip(r)
			})}
		})
		b.set(t, map[string]any{"aiProvider": "openai"})
		b.set(t, map[string]any{"aiApiKey": secretKey})
		by, err := b.choose(t)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = by.Summarize(context.Background(), summary.Request{AppName: name, Developer: developer, Text: text})
		var c call
		if err := json.Unmarshal(asked, &c.body); err != nil {
			t.Fatalf("asked with %q: %v", asked, err)
		}
		c.read()
		_, mark, _ := strings.Cut(c.user, "<<<APP ")
		mark, _, _ = strings.Cut(mark, ">>>")
		if n := strings.Count(c.user, mark); len(mark) != 32 || n != 8 {
			t.Fatalf("the mark %q is there %d times", mark, n)
		}
	})
}
