package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/jsonlimit"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
)

// maxAnswer is how long an answer is at most, in bytes.
const maxAnswer = 2 << 20

// maxTokens is how much Anthropic's models write at most: a summary needs about
// half of it.
const maxTokens = 4096

// complete asks for an answer of the form of the prompt's schema. An answer that
// was sent but that cannot be used is returned beside its error.
func (m *Models) complete(ctx context.Context, t Target, p prompt) (string, error) {
	if t.Provider == settings.Anthropic {
		return m.message(ctx, t, p)
	}
	return m.chat(ctx, t, p)
}

// chat speaks OpenAI's chat completions, with an answer held to a schema.
func (m *Models) chat(ctx context.Context, t Target, p prompt) (string, error) {
	body := map[string]any{
		"model": t.Model,
		"messages": []map[string]string{
			{"role": "system", "content": p.system},
			{"role": "user", "content": p.user},
		},
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": p.schema.name, "strict": true, "schema": p.schema.form,
		}},
	}
	if !reasons(t.Model) {
		body["temperature"] = 0.1
	}
	sent, err := m.post(ctx, t, t.BaseURL+"/chat/completions", body)
	if err != nil {
		return string(sent), err
	}
	var answer struct {
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
	}
	if new(jsonlimit.Budget).Decode(sent, &answer) != nil || len(answer.Choices) == 0 {
		return string(sent), fmt.Errorf("%w: there is no choice in it", policy.ErrModelAnswer)
	}
	first := answer.Choices[0]
	switch {
	case first.FinishReason == "length":
		return first.Message.Content, &answerError{errors.New("it was cut off for its length: be brief")}
	case first.Message.Refusal != "" || first.FinishReason == "content_filter":
		return first.Message.Refusal, fmt.Errorf("%w: the model declined", policy.ErrModelAnswer)
	}
	return first.Message.Content, nil
}

// reasons says whether a model is one of OpenAI's that take no temperature.
func reasons(model string) bool {
	return strings.HasPrefix(model, "gpt-5") || len(model) > 1 && model[0] == 'o' && model[1] >= '0' && model[1] <= '9'
}

// message speaks Anthropic's messages, with a tool that must be used.
func (m *Models) message(ctx context.Context, t Target, p prompt) (string, error) {
	sent, err := m.post(ctx, t, t.BaseURL+"/v1/messages", map[string]any{
		"model": t.Model, "max_tokens": maxTokens, "temperature": 0.1, "system": p.system,
		"messages":    []map[string]string{{"role": "user", "content": p.user}},
		"tools":       []map[string]any{{"name": p.schema.name, "description": "Takes the answer.", "input_schema": p.schema.form}},
		"tool_choice": map[string]string{"type": "tool", "name": p.schema.name},
	})
	if err != nil {
		return string(sent), err
	}
	var answer struct {
		StopReason string `json:"stop_reason"`
		Content    []struct {
			Type  string          `json:"type"`
			Name  string          `json:"name"`
			Input jsonlimit.Value `json:"input"`
		} `json:"content"`
	}
	if new(jsonlimit.Budget).Decode(sent, &answer) != nil {
		return string(sent), fmt.Errorf("%w: it is no message", policy.ErrModelAnswer)
	}
	for _, c := range answer.Content {
		if c.Type == "tool_use" && c.Name == p.schema.name {
			if answer.StopReason == "max_tokens" {
				return string(c.Input), &answerError{errors.New("it was cut off for its length: be brief")}
			}
			return string(c.Input), nil
		}
	}
	return string(sent), &answerError{errors.New("the tool was not used")}
}

// post sends a JSON object and returns what comes back. With an error, that is
// what was sent with a status that is not success, if anything was.
func (m *Models) post(ctx context.Context, t Target, address string, body any) ([]byte, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encode a request: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%w: the base URL is none", policy.ErrNeedsConfig)
	}
	r.Header.Set("Content-Type", "application/json")
	return m.exchange(r, t, maxAnswer)
}

// exchange sends a request with the key, and reads the answer.
func (m *Models) exchange(r *http.Request, t Target, limit int64) ([]byte, error) {
	r.Header.Set("Accept", "application/json")
	switch {
	case t.Provider == settings.Anthropic:
		r.Header.Set("X-Api-Key", string(t.Key))
		r.Header.Set("Anthropic-Version", "2023-06-01")
	case t.Key != "":
		r.Header.Set("Authorization", "Bearer "+string(t.Key))
	}
	answer, err := m.client.Do(r)
	if err != nil {
		// The error of a client names the address that was asked, and no more of
		// the request.
		return nil, fmt.Errorf("%w: %w", policy.ErrModelUnreachable, err)
	}
	defer answer.Body.Close()
	body, err := netguard.ReadAll(answer.Body, limit)
	if status := statusError(answer.StatusCode); status != nil {
		return body, status
	}
	if errors.Is(err, netguard.ErrTooLarge) {
		return nil, fmt.Errorf("%w: %w", policy.ErrModelAnswer, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", policy.ErrModelUnreachable, err)
	}
	return body, nil
}

// StatusError is an answer of who runs a model with a status that is not success.
type StatusError struct {
	Status int
	cause  error
}

func (e *StatusError) Error() string { return fmt.Sprintf("%v (HTTP %d)", e.cause, e.Status) }

// Unwrap returns one of the sentinels of package policy.
func (e *StatusError) Unwrap() error { return e.cause }

func statusError(status int) error {
	switch {
	case status >= 200 && status <= 299:
		return nil
	case status == http.StatusTooManyRequests || status == 529: // Anthropic's word for overloaded
		return &StatusError{status, policy.ErrModelBusy}
	case status >= 400 && status <= 499:
		return &StatusError{status, policy.ErrModelRefused}
	}
	return &StatusError{status, policy.ErrModelUnreachable}
}
