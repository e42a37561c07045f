package policies

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// models tests the language models that summarize policies, and shows the log of the latest
// requests to them.
type models struct{ services.Set }

func (m models) operations() []op.Operation {
	refusal := op.Refusal("ModelRefusal", func(*openapi.Reflector) openapi.Members {
		return openapi.Members{"ok": openapi.Boolean(), "message": openapi.Text()}
	})
	failure := op.Refusal("TrialFailed", func(*openapi.Reflector) openapi.Members {
		return openapi.Members{"ok": openapi.Boolean(), "message": openapi.Text(), "durationMs": openapi.IntegerFrom(0)}
	})
	spec := func(route, id, summary string, limit op.Limit) op.Spec {
		return op.Spec{
			Route: route, ID: id, Group: "ai", Summary: summary,
			Access: op.Administer, Limit: limit, MaxBody: 16 << 10,
			Example: `{"provider": "custom", "baseUrl": "https://models.example/v1", "model": "small"}`,
			Doc: op.Doc{
				BodyAs: "ModelTarget",
				Faults: map[int]op.Schema{http.StatusBadRequest: refusal, http.StatusRequestEntityTooLarge: refusal},
			},
		}
	}
	sample := spec("POST /api/ai/policy-sample", "trySamplePolicy", "Summarize a sample policy",
		op.Limit{Bucket: "ai.policy_sample", Calls: 6, Window: time.Minute})
	sample.Doc.Faults[http.StatusBadGateway] = failure
	return []op.Operation{
		op.New(spec("POST /api/ai/models", "models", "List the models of a provider",
			op.Limit{Bucket: "ai.models", Calls: 10, Window: time.Minute}), m.list),
		op.New(spec("POST /api/ai/test", "testModel", "Test the connection to a model",
			op.Limit{Bucket: "ai.test", Calls: 10, Window: time.Minute}), m.test),
		op.WithRequest(sample, m.trySample),
		op.NewPlain(op.Spec{
			Route: "GET /api/ai/debug-log", ID: "modelLog", Group: "ai", Summary: "List logged language model requests",
			Access: op.Administer, Limit: op.Limit{Bucket: "ai_debug_log.read", Calls: 60, Window: time.Minute},
		}, m.log),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/ai/debug-log", ID: "clearModelLog", Group: "ai", Summary: "Clear the log of language model requests",
			Access: op.Administer, Limit: op.Limit{Bucket: "ai_debug_log.clear", Calls: 10, Window: time.Minute},
		}, m.clearLog),
	}
}

// keyAsSet stands for the key in the settings.
const keyAsSet = "__SET__"

// maxKey is the maximum length of a key in bytes.
const maxKey = 4 << 10

// targetRequest names a model. Members of another type are ignored.
type targetRequest struct {
	Provider string    `json:"provider" enum:"openai,anthropic,custom,ollama" op:"loose,trim" doc:"Without a provider no request is made. ollama is an alias of custom."`
	Key      modelKey  `json:"apiKey" op:"loose" doc:"__SET__ stands for the saved key, and works only for the provider and URL it was saved for. A key that is too long is refused."`
	BaseURL  baseURL   `json:"baseUrl" op:"loose" doc:"Defaults to the provider's own URL; required for custom. An invalid URL is refused."`
	Model    modelName `json:"model" op:"loose" doc:"Defaults to a model of the provider. A name that is too long is refused."`
}

type modelKey string

func (modelKey) Schema() *openapi.Schema { return openapi.OrNull(openapi.TextOf(0, maxKey)) }

type baseURL string

func (baseURL) Schema() *openapi.Schema { return openapi.OrNull(openapi.Text()) }

type modelName string

func (modelName) Schema() *openapi.Schema {
	return openapi.OrNull(openapi.TextOf(0, settings.MaxAIModel))
}

// Refusal adds the members that clients of these operations expect.
func (*targetRequest) Refusal(err *op.Error) error {
	refusal := *err
	refusal.More = map[string]any{"ok": false, "message": refusal.Message}
	return &refusal
}

// refuse returns a refusal of a request that was decoded.
func (in *targetRequest) refuse(message string) error {
	return in.Refusal(&op.Error{Status: http.StatusBadRequest, Message: message})
}

// target returns the model of a request. The key in the settings is sent only to the
// provider and base URL in the settings; otherwise a client could have it sent
// anywhere.
func (m models) target(ctx context.Context, in targetRequest) (llm.Target, error) {
	set, err := storage.View(ctx, m.Store, llm.Load)
	if err != nil {
		return llm.Target{}, err
	}
	t, err := llm.NewTarget(in.Provider, string(in.BaseURL), string(in.Model), llm.Key(in.Key))
	switch {
	case err != nil:
		return t, in.refuse("baseUrl must be an http or https URL that is allowed, see SERVICE_OUTBOUND_ALLOW")
	case utf8.RuneCountInString(t.Model) > settings.MaxAIModel:
		return t, in.refuse(fmt.Sprintf("model is longer than %d characters", settings.MaxAIModel))
	case strings.ContainsAny(string(t.Key), "\r\n\x00") || len(t.Key) > maxKey:
		return t, in.refuse(fmt.Sprintf("apiKey must be one line of at most %d bytes", maxKey))
	}
	same := t.Provider == set.Provider && t.BaseURL == set.BaseURL
	if same {
		t.Timeouts = set.Timeouts
	}
	if t.Key == keyAsSet {
		if t.Key = ""; same {
			t.Key = set.Key
		}
	}
	return t, nil
}

// modelAnswer is the outcome of an exchange with the provider of a model.
type modelAnswer struct {
	OK        bool          `json:"ok"`                    // whether it succeeded
	Message   string        `json:"message,omitempty"`     // what happened, in a sentence
	Error     string        `json:"error,omitempty"`       // same as message; missing: it succeeded
	Status    int           `json:"status,omitempty"`      // the HTTP status of the response of the provider
	Count     *int          `json:"modelsCount,omitempty"` // the number of models of the provider
	LatencyMs *int64        `json:"latencyMs,omitempty"`   // how long the model took to answer, in milliseconds
	Models    *[]llm.Listed `json:"models,omitempty"`      // the models of the provider
}

func failing(message string) modelAnswer { return modelAnswer{Message: message, Error: message} }

// explain returns a message about why a model could not be used. It never includes
// the provider's response.
func explain(err error) string {
	switch {
	case errors.Is(err, netguard.ErrForbidden):
		return "The base URL, or a redirect, is not allowed: see SERVICE_OUTBOUND_ALLOW."
	case errors.Is(err, summary.ErrNeedsConfig):
		return "Choose a provider, and give it a key or a base URL."
	}
	return summary.Explain(err)
}

// exchange calls do if the request is complete, and returns the outcome. An error is
// the client's or the database's.
func (m models) exchange(ctx context.Context, in targetRequest, do func(llm.Target, *modelAnswer) error) (modelAnswer, error) {
	t, err := m.target(ctx, in)
	if err != nil {
		return modelAnswer{}, err
	}
	if err := t.Ready(); err != nil {
		return failing(explain(err)), nil
	}
	answer := modelAnswer{OK: true}
	began := m.Now()
	err = do(t, &answer)
	took := max(m.Now().Sub(began).Milliseconds(), 0)
	if ctx.Err() != nil {
		return answer, ctx.Err()
	}
	if err != nil {
		answer = failing(explain(err))
		if errors.Is(err, summary.ErrModelAnswer) { // explain describes a bad summary
			answer = failing("The server at the base URL does not list its models.")
		}
		if status, ok := errors.AsType[*llm.StatusError](err); ok {
			answer.Status = status.Status
		}
	}
	answer.LatencyMs = &took
	return answer, nil
}

func (m models) test(ctx context.Context, in targetRequest) (modelAnswer, error) {
	return m.exchange(ctx, in, func(t llm.Target, answer *modelAnswer) error {
		n, err := m.Models.Test(ctx, t)
		answer.Message, answer.Status, answer.Count = "The provider answers", http.StatusOK, &n
		return err
	})
}

func (m models) list(ctx context.Context, in targetRequest) (modelAnswer, error) {
	return m.exchange(ctx, in, func(t llm.Target, answer *modelAnswer) error {
		models, err := m.Models.List(ctx, t)
		answer.Models = &models
		return err
	})
}

// trialAnswer is a summary of the sample.
type trialAnswer struct {
	OK         bool                  `json:"ok"`         // whether it succeeded
	DurationMs int64                 `json:"durationMs"` // how long it took, in milliseconds
	Provider   string                `json:"provider"`   // the provider of the language model
	Model      string                `json:"model"`      // the language model; empty: none
	Mode       storage.PolicyMode    `json:"mode"`       // how the policy was summarised: as a whole or in parts
	Summary    storage.PolicySummary `json:"summary"`    // the summary
	Sample     llm.Sample            `json:"sample"`     // the policy that was summarised
	Phases     []storage.PolicyStep  `json:"phases"`     // the steps, in order
}

func (m models) trySample(ctx context.Context, r op.Request, in targetRequest) (trialAnswer, error) {
	t, err := m.target(ctx, in)
	if err != nil {
		return trialAnswer{}, err
	}
	if err := t.Ready(); err != nil {
		return trialAnswer{}, in.refuse(explain(err))
	}
	trial, err := m.Models.Try(ctx, t)
	if ctx.Err() != nil {
		return trialAnswer{}, ctx.Err()
	}
	op.NoteOutcome(r, "ai.policy_sample", "provider="+t.Provider, err)
	if err != nil {
		message := explain(err)
		return trialAnswer{}, &op.Error{Status: http.StatusBadGateway, Message: message, Cause: err, More: map[string]any{
			"ok": false, "message": message, "durationMs": trial.Took.Milliseconds(),
		}}
	}
	return trialAnswer{
		OK: true, DurationMs: trial.Took.Milliseconds(), Provider: t.Provider, Model: t.Model, Mode: trial.Summary.Mode,
		Summary: trial.Summary.PolicySummary, Sample: llm.NewSample(), Phases: trial.Steps,
	}, nil
}
