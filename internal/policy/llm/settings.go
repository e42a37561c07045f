package llm

import (
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Key is an API key. Logs and formats show a mask instead.
type Key string

// String returns a mask.
func (Key) String() string { return "***" }

// GoString returns a mask.
func (Key) GoString() string { return "***" }

// LogValue returns a mask.
func (Key) LogValue() slog.Value { return slog.StringValue("***") }

// MarshalText returns a mask.
func (Key) MarshalText() ([]byte, error) { return []byte("***"), nil }

// Target is a model, and how it is reached.
type Target struct {
	Provider string // settings.OpenAI, settings.Anthropic or settings.CustomAI
	Key      Key    // empty: none
	BaseURL  string // without a slash at the end; may be empty
	Model    string
	Timeouts Timeouts
}

// Timeouts limit requests, including their answers.
type Timeouts struct {
	Direct time.Duration // for the summary of a whole text
	Chunk  time.Duration // for a note on a part
	Merge  time.Duration // for the summary of notes
}

// Load returns the model that the settings name. Its provider is settings.NoAI
// when they name none.
func Load(tx *storage.Tx) (Target, error) {
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
		t.BaseURL = "" // not configured, see Ready
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

// NewTarget returns a target. The provider "ollama" becomes settings.CustomAI, and an
// unknown one settings.NoAI. An empty model and an empty base URL get the default of
// the provider; settings.CustomAI has no default base URL. A base URL without a scheme
// gets one, and one of OpenAI's kind without a path gets /v1. The error is of the base
// URL.
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

// maxBaseURL is how many bytes a base URL has at most.
const maxBaseURL = 512

// baseOf normalizes a base URL.
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

// Ready returns an error that wraps [summary.ErrNeedsConfig] unless the target is fully
// configured.
func (t Target) Ready() error {
	switch {
	case t.Provider == settings.NoAI || t.Provider == "":
		return fmt.Errorf("%w: no provider is chosen", summary.ErrNeedsConfig)
	case t.Provider != settings.CustomAI && t.Key == "":
		return fmt.Errorf("%w: there is no key", summary.ErrNeedsConfig)
	case t.BaseURL == "":
		return fmt.Errorf("%w: there is no base URL", summary.ErrNeedsConfig)
	}
	return nil
}

// small reports whether the model takes little text at once.
func (t Target) small() bool {
	if t.Provider == settings.CustomAI {
		return true
	}
	families := []string{"llama", "mistral", "qwen", "phi", "gemma", "mixtral"}
	name := strings.ToLower(t.Model)
	return slices.ContainsFunc(families, func(family string) bool { return strings.Contains(name, family) })
}
