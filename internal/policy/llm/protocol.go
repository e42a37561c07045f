package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
)

// maxAnswer is how many bytes an answer has at most.
const maxAnswer = 2 << 20

// maxTokens limits an answer of Anthropic's models. A summary needs about half of it.
const maxTokens = 4096

// complete sends a prompt and returns the answer. With an error, it returns the answer
// that could not be used, if any.
func (m *Models) complete(ctx context.Context, t Target, p prompt) (string, error) {
	if t.Provider == settings.Anthropic {
		return m.message(ctx, t, p)
	}
	return m.chat(ctx, t, p)
}

// chat speaks OpenAI's chat completions, with a schema for the answer.
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
	if new(jsonread.Budget).Decode(sent, &answer) != nil || len(answer.Choices) == 0 {
		return string(sent), fmt.Errorf("%w: it has no choice", summary.ErrModelAnswer)
	}
	first := answer.Choices[0]
	switch {
	case first.FinishReason == "length":
		return first.Message.Content, &answerError{errors.New("it exceeds the length limit: be brief")}
	case first.Message.Refusal != "" || first.FinishReason == "content_filter":
		return first.Message.Refusal, fmt.Errorf("%w: the model declined", summary.ErrModelAnswer)
	}
	return first.Message.Content, nil
}

// reasons reports whether a model is one of OpenAI's that take no temperature.
func reasons(model string) bool {
	return strings.HasPrefix(model, "gpt-5") || len(model) > 1 && model[0] == 'o' && model[1] >= '0' && model[1] <= '9'
}

// message speaks Anthropic's messages, with a tool whose use is required.
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
			Type  string         `json:"type"`
			Name  string         `json:"name"`
			Input jsonread.Value `json:"input"`
		} `json:"content"`
	}
	if new(jsonread.Budget).Decode(sent, &answer) != nil {
		return string(sent), fmt.Errorf("%w: not a message", summary.ErrModelAnswer)
	}
	for _, c := range answer.Content {
		if c.Type == "tool_use" && c.Name == p.schema.name {
			if answer.StopReason == "max_tokens" {
				return string(c.Input), &answerError{errors.New("it exceeds the length limit: be brief")}
			}
			return string(c.Input), nil
		}
	}
	return string(sent), &answerError{errors.New("the tool was not used")}
}

// post sends a JSON object and returns the body of the answer, also with the error of
// an HTTP status.
func (m *Models) post(ctx context.Context, t Target, address string, body any) ([]byte, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encode a request: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%w: the base URL is invalid", summary.ErrNeedsConfig)
	}
	r.Header.Set("Content-Type", "application/json")
	return m.exchange(r, t, maxAnswer)
}

// exchange sends a request with the key and reads the answer.
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
		// The error of an http.Client has the URL, and nothing else of the request.
		return nil, fmt.Errorf("%w: %w", summary.ErrModelUnreachable, err)
	}
	defer answer.Body.Close()
	body, err := netguard.ReadAll(answer.Body, limit)
	if status := statusError(answer.StatusCode); status != nil {
		return body, status
	}
	if errors.Is(err, netguard.ErrTooLarge) {
		return nil, fmt.Errorf("%w: %w", summary.ErrModelAnswer, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", summary.ErrModelUnreachable, err)
	}
	return body, nil
}

// StatusError is an HTTP status of a provider other than success.
type StatusError struct {
	Status int
	cause  error
}

func (e *StatusError) Error() string { return fmt.Sprintf("%v (HTTP %d)", e.cause, e.Status) }

// Unwrap returns one of the errors of package summary.
func (e *StatusError) Unwrap() error { return e.cause }

func statusError(status int) error {
	switch {
	case status >= 200 && status <= 299:
		return nil
	case status == http.StatusTooManyRequests || status == 529: // Anthropic's word for overloaded
		return &StatusError{status, summary.ErrModelBusy}
	case status >= 400 && status <= 499:
		return &StatusError{status, summary.ErrModelRefused}
	}
	return &StatusError{status, summary.ErrModelUnreachable}
}
