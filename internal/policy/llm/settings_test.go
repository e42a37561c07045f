package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/storage"
)

func TestNewTarget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		provider, base, model, key string
		want                       string // provider base model
		bad                        bool
	}{
		{"openai", "", "", "k", "openai https://api.openai.com/v1 gpt-4.1-mini", false},
		{"anthropic", "", "", "k", "anthropic https://api.anthropic.com claude-3-5-haiku-latest", false},
		{"anthropic", "https://proxy.example/anthropic/v1/", " m ", "k", "anthropic https://proxy.example/anthropic m", false},
		{"custom", "", "", "", "custom  gemma3n:e4b", false},
		{"ollama", "home:11434", "llama3", "", "custom http://home:11434/v1 llama3", false},
		{"custom", "http://127.0.0.1:11434///", "", "", "custom http://127.0.0.1:11434/v1 gemma3n:e4b", false},
		{"custom", "https://gateway.example/openai?x=1#y", "", "", "custom https://gateway.example/openai gemma3n:e4b", false},
		{"openai", "eu.api.openai.com", "", "k", "openai https://eu.api.openai.com/v1 gpt-4.1-mini", false},
		{"disabled", "http://x", "m", "k", "disabled  ", false},
		{"", "", "", "", "disabled  ", false},
		{"skynet", "", "", "", "disabled  ", false},
		{"custom", "ftp://x", "", "", "", true},
		{"custom", "http://user:pass@x", "", "", "", true},
		{"custom", "http://" + strings.Repeat("x", 512), "", "", "", true},
	} {
		got, err := llm.NewTarget(tt.provider, tt.base, tt.model, llm.Key(tt.key))
		if (err != nil) != tt.bad {
			t.Errorf("%+v: %v", tt, err)
			continue
		}
		if text := fmt.Sprint(got.Provider, " ", got.BaseURL, " ", got.Model); err == nil && text != tt.want {
			t.Errorf("%+v is %q", tt, text)
		}
	}
}

func TestKeyDoesNotShowItself(t *testing.T) {
	t.Parallel()
	target, err := llm.NewTarget("openai", "", "", secretKey)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(target)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("asked", "target", target, "key", target.Key)
	for _, shown := range []string{fmt.Sprint(target), fmt.Sprintf("%+v %#v %q", target, target, target.Key), string(encoded), log.String()} {
		if strings.Contains(shown, secretKey) {
			t.Errorf("the key is in %s", shown)
		}
	}
}

// No request is made while the settings name no provider, and a provider is not asked
// while they say too little.
func TestChoose(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		set     map[string]any
		key     string
		extract bool
		ready   bool
	}{
		"as installed":           {nil, "", true, false},
		"switched off":           {map[string]any{"aiProvider": "disabled"}, secretKey, true, false},
		"no key":                 {map[string]any{"aiProvider": "openai"}, "", false, false},
		"no key of the other":    {map[string]any{"aiProvider": "anthropic", "aiModel": "m"}, "", false, false},
		"a key":                  {map[string]any{"aiProvider": "openai"}, secretKey, false, true},
		"one's own, nowhere":     {map[string]any{"aiProvider": "custom", "aiModel": "m"}, secretKey, false, false},
		"one's own, without key": {map[string]any{"aiProvider": "custom", "aiBaseUrl": "http://127.0.0.1:1"}, "", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, nil)
			b.set(t, tt.set)
			b.set(t, map[string]any{"aiApiKey": tt.key})
			by, err := b.choose(t)
			_, extract := by.(summary.Extractive)
			if extract != tt.extract || (by != nil && !extract) != tt.ready || (err != nil) != (!tt.extract && !tt.ready) {
				t.Errorf("chosen is %T, %v", by, err)
			}
			if err != nil && !errors.Is(err, summary.ErrNeedsConfig) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	b.set(t, map[string]any{"aiProvider": "custom", "aiBaseUrl": "http://home.example:11434", "aiTimeoutMergeMs": 10_000})
	var got llm.Target
	if err := b.store.View(t.Context(), func(tx *storage.Tx) (err error) {
		got, err = llm.Load(tx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want := llm.Target{
		Provider: "custom", BaseURL: "http://home.example:11434/v1", Model: "gemma3n:e4b",
		Timeouts: llm.Timeouts{Direct: 180 * time.Second, Chunk: 180 * time.Second, Merge: 10 * time.Second},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the model that is set up (-want +got):\n%s", d)
	}
}
