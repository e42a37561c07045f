package llm

import (
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Key is a key to a model. It does not show itself in logs and formats.
type Key string

// String returns a mask.
func (Key) String() string { return "***" }

// GoString returns a mask.
func (Key) GoString() string { return "***" }

// LogValue returns a mask.
func (Key) LogValue() slog.Value { return slog.StringValue("***") }

// MarshalText returns a mask.
func (Key) MarshalText() ([]byte, error) { return []byte("***"), nil }

// Target is a model, and where and how it is asked.
type Target struct {
	Provider string // settings.OpenAI, settings.Anthropic or settings.CustomAI
	Key      Key    // empty: none
	BaseURL  string // without a slash at the end; empty: none is set up
	Model    string
	Timeouts Timeouts
}

// Timeouts are how long a request may take, its answer included.
type Timeouts struct {
	Direct time.Duration // for the summary of a whole text
	Chunk  time.Duration // for a note on a part
	Merge  time.Duration // for the summary of notes
}

// Load returns the model that the settings name. Its provider is settings.NoAI
// when they name none.
func Load(tx storage.Tx) (Target, error) {
	texts := make(map[string]string)
	for _, name := range []string{settings.AIProvider, settings.AIKey, settings.AIBaseURL, settings.AIModel} {
		text, err := settings.Text(tx, name)
		if err != nil {
			return Target{}, err
		}
		texts[name] = text
	}
	t, err := NewTarget(texts[settings.AIProvider], texts[settings.AIBaseURL], texts[settings.AIModel], Key(texts[settings.AIKey]))
	if err != nil {
		t.BaseURL = "" // as if there were none
	}
	for name, timeout := range map[string]*time.Duration{
		settings.AITimeoutDirect: &t.Timeouts.Direct, settings.AITimeoutChunk: &t.Timeouts.Chunk, settings.AITimeoutMerge: &t.Timeouts.Merge,
	} {
		ms, err := settings.Number(tx, name)
		if err != nil {
			return Target{}, err
		}
		if ms > 0 {
			*timeout = time.Duration(ms) * time.Millisecond
		}
	}
	return t, nil
}

// NewTarget returns a target. The provider "ollama" is settings.CustomAI, and one
// that is not known settings.NoAI. An empty model is one that fits the provider,
// and so is an empty base URL but for settings.CustomAI, which has none of its own. A
// base URL without a scheme gets one, and one of OpenAI's kind without a path gets
// /v1. Timeouts fit the provider. The error is of the base URL.
func NewTarget(provider, baseURL, model string, key Key) (Target, error) {
	t := Target{Provider: provider, Key: Key(strings.TrimSpace(string(key))), Model: strings.TrimSpace(model)}
	standard := map[string][2]string{
		settings.OpenAI:    {"https://api.openai.com/v1", "gpt-4.1-mini"},
		settings.Anthropic: {"https://api.anthropic.com", "claude-3-5-haiku-latest"},
		settings.CustomAI:  {"", "gemma3n:e4b"},
	}
	if t.Provider == "ollama" {
		t.Provider = settings.CustomAI
	}
	preset, known := standard[t.Provider]
	if !known {
		return Target{Provider: settings.NoAI}, nil
	}
	t.Timeouts = Timeouts{90 * time.Second, 90 * time.Second, 120 * time.Second}
	if t.Provider == settings.CustomAI {
		t.Timeouts = Timeouts{180 * time.Second, 180 * time.Second, 360 * time.Second}
	}
	if t.Model == "" {
		t.Model = preset[1]
	}
	var err error
	if t.BaseURL, err = baseOf(t.Provider, baseURL); t.BaseURL == "" && err == nil {
		t.BaseURL = preset[0]
	}
	return t, err
}

// maxBaseURL is how long a base URL is at most, in bytes.
const maxBaseURL = 512

// baseOf returns the form in which a base URL is used.
func baseOf(provider, raw string) (string, error) {
	raw = strings.TrimSpace(raw)
	if raw == "" {
		return "", nil
	}
	if len(raw) > maxBaseURL {
		return "", fmt.Errorf("%w: longer than %d bytes", netguard.ErrForbidden, maxBaseURL)
	}
	if !strings.Contains(raw, "://") {
		if provider == settings.CustomAI {
			raw = "http://" + raw
		} else {
			raw = "https://" + raw
		}
	}
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return "", err
	}
	path := strings.TrimRight(u.Path, "/")
	switch {
	case provider == settings.Anthropic:
		path = strings.TrimSuffix(path, "/v1")
	case path == "":
		path = "/v1"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: path}).String(), nil
}

// Ready returns nil when the target says enough to ask it, and else an error that
// wraps [policy.ErrNeedsConfig].
func (t Target) Ready() error {
	switch {
	case t.Provider == settings.NoAI || t.Provider == "":
		return fmt.Errorf("%w: no provider is chosen", policy.ErrNeedsConfig)
	case t.Provider != settings.CustomAI && t.Key == "":
		return fmt.Errorf("%w: there is no key", policy.ErrNeedsConfig)
	case t.BaseURL == "":
		return fmt.Errorf("%w: there is no base URL", policy.ErrNeedsConfig)
	}
	return nil
}

// small says whether the model is one that takes little text at once.
func (t Target) small() bool {
	if t.Provider == settings.CustomAI {
		return true
	}
	name := strings.ToLower(t.Model)
	for _, family := range []string{"llama", "mistral", "qwen", "phi", "gemma", "mixtral"} {
		if strings.Contains(name, family) {
			return true
		}
	}
	return false
}
