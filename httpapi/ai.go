package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// keyAsSet is sent in place of the key that is set.
const keyAsSet = "__SET__"

// maxModel is how long the name of a model is, in characters.
const maxModel = 200

// targetOf reads which model a request is about. The key that is set is only for
// the provider and the base URL that are set: else whoever may ask for a test
// could have it sent anywhere. What is wrong with it is the client's.
func (a *API) targetOf(r *request) (llm.Target, error) {
	var body struct {
		Provider json.RawMessage `json:"provider"`
		Key      json.RawMessage `json:"apiKey"`
		BaseURL  json.RawMessage `json:"baseUrl"`
		Model    json.RawMessage `json:"model"`
	}
	if err := r.object(&body); err != nil {
		return llm.Target{}, notOK(err)
	}
	provider, _ := jsonString(body.Provider)
	key, _ := jsonString(body.Key)
	base, _ := jsonString(body.BaseURL)
	name, _ := jsonString(body.Model)
	var set llm.Target
	err := a.cfg.Store.View(r.Context(), func(tx storage.Tx) (err error) {
		set, err = llm.Load(tx)
		return err
	})
	if err != nil {
		return llm.Target{}, err
	}
	t, err := llm.NewTarget(strings.TrimSpace(provider), base, name, llm.Key(key))
	switch {
	case err != nil:
		return t, notOK(badRequest("baseUrl is not an address that may be asked"))
	case utf8.RuneCountInString(t.Model) > maxModel || strings.ContainsAny(string(t.Key), "\r\n\x00") || len(t.Key) > maxToken:
		return t, notOK(badRequest("model or apiKey is too long, or no line"))
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

// notOK adds what clients of these routes look for to an answer that is an error.
func notOK(err error) error {
	told := *toAnswer(err)
	told.more = map[string]any{"ok": false, "message": told.message}
	return &told
}

// modelAnswer says how an exchange with who runs a model went.
type modelAnswer struct {
	OK        bool          `json:"ok"`
	Message   string        `json:"message,omitempty"`
	Error     string        `json:"error,omitempty"` // as Message, when it is not OK
	Status    int           `json:"status,omitempty"`
	Count     *int          `json:"modelsCount,omitempty"`
	LatencyMs *int64        `json:"latencyMs,omitempty"`
	Models    *[]llm.Listed `json:"models,omitempty"`
}

func failing(message string) modelAnswer { return modelAnswer{Message: message, Error: message} }

// sayOf explains why a model was of no use. What it answered is never shown.
func sayOf(err error) string {
	switch {
	case errors.Is(err, netguard.ErrForbidden):
		return "The base URL leads to an address that this installation does not ask. See SERVICE_OUTBOUND_ALLOW."
	case errors.Is(err, policy.ErrNeedsConfig):
		return "Choose a provider, and give it a key or a base URL."
	}
	return policy.ExplainSummary(err)
}

// exchange reads a request about a model, calls do when there is enough to ask it,
// and says how that went. An error is the client's or the store's.
func (a *API) exchange(r *request, do func(llm.Target, *modelAnswer) error) (modelAnswer, error) {
	t, err := a.targetOf(r)
	if err != nil {
		return modelAnswer{}, err
	}
	if err := t.Ready(); err != nil {
		return failing(sayOf(err)), nil
	}
	answer := modelAnswer{OK: true}
	began := a.cfg.Now()
	err = do(t, &answer)
	took := max(a.cfg.Now().Sub(began).Milliseconds(), 0)
	if r.Context().Err() != nil {
		return answer, r.Context().Err()
	}
	if err != nil {
		answer = failing(sayOf(err))
		if errors.Is(err, policy.ErrModelAnswer) { // no summary was asked for
			answer = failing("What answers at the base URL has no list of models.")
		}
		if status, ok := errors.AsType[*llm.StatusError](err); ok {
			answer.Status = status.Status
		}
	}
	answer.LatencyMs = &took
	return answer, nil
}

// testModel answers "POST /api/ai/test".
func (a *API) testModel(w http.ResponseWriter, r *request) error {
	answer, err := a.exchange(r, func(t llm.Target, answer *modelAnswer) error {
		n, err := a.cfg.Models.Test(r.Context(), t)
		answer.Message, answer.Status, answer.Count = "The provider answers", http.StatusOK, &n
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// listModels answers "POST /api/ai/models".
func (a *API) listModels(w http.ResponseWriter, r *request) error {
	answer, err := a.exchange(r, func(t llm.Target, answer *modelAnswer) error {
		models, err := a.cfg.Models.List(r.Context(), t)
		answer.Models = &models
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// trialAnswer is a summary of the sample.
type trialAnswer struct {
	OK         bool                  `json:"ok"`
	DurationMs int64                 `json:"durationMs"`
	Provider   string                `json:"provider"`
	Model      string                `json:"model"`
	Mode       storage.PolicyMode    `json:"mode"`
	Summary    storage.PolicySummary `json:"summary"`
	Sample     llm.Sample            `json:"sample"`
	Phases     []storage.PolicyStep  `json:"phases"`
}

// trySample answers "POST /api/ai/policy-sample".
func (a *API) trySample(w http.ResponseWriter, r *request) error {
	t, err := a.targetOf(r)
	if err != nil {
		return err
	}
	if err := t.Ready(); err != nil {
		return notOK(badRequest("%s", sayOf(err)))
	}
	trial, err := a.cfg.Models.Try(r.Context(), t)
	switch {
	case r.Context().Err() != nil:
		return r.Context().Err()
	case err != nil:
		message := sayOf(err)
		a.noteDetail(r, "ai.policy_sample.failed", fmt.Sprintf("provider=%s", t.Provider), false)
		return &requestError{status: http.StatusBadGateway, message: message, cause: err, more: map[string]any{
			"ok": false, "message": message, "durationMs": trial.Took.Milliseconds(),
		}}
	}
	a.noteDetail(r, "ai.policy_sample.success", fmt.Sprintf("provider=%s", t.Provider), true)
	return writeJSON(w, r, trialAnswer{
		OK: true, DurationMs: trial.Took.Milliseconds(), Provider: t.Provider, Model: t.Model, Mode: trial.Summary.Mode,
		Summary: trial.Summary.PolicySummary, Sample: llm.NewSample(), Phases: trial.Steps,
	})
}

// aiLogAnswer is what models were asked, newest first.
type aiLogAnswer struct {
	Rows []aiLogRow `json:"rows"`
}

// aiLogRow leaves out what is not known.
type aiLogRow struct {
	ID         string        `json:"id"`
	CreatedAt  storage.Time  `json:"createdAt"`
	App        storage.AppID `json:"appId,omitempty"`
	AppName    string        `json:"appName,omitempty"`
	Provider   string        `json:"provider,omitempty"`
	Model      string        `json:"model,omitempty"`
	Phase      string        `json:"phase,omitempty"`
	Prompt     string        `json:"prompt,omitempty"`
	Response   string        `json:"response,omitempty"`
	DurationMS int64         `json:"durationMs"`
	Error      string        `json:"error,omitempty"`
}

// aiLog answers "GET /api/ai/debug-log".
func (a *API) aiLog(ctx context.Context, _ nothing) (answer aiLogAnswer, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) error {
		answer.Rows = []aiLogRow{}
		for l, err := range tx.AILogs().List(storage.AILogQuery{Limit: llm.MaxLogged}) {
			if err != nil {
				return err
			}
			answer.Rows = append(answer.Rows, aiLogRow(l))
		}
		return nil
	})
	return answer, err
}

// clearAILog answers "DELETE /api/ai/debug-log".
func (a *API) clearAILog(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	err := a.cfg.Store.Update(r.Context(), func(tx storage.Tx) error {
		_, err := tx.AILogs().Clear()
		return err
	})
	if err != nil {
		return err
	}
	a.note(r, "ai_debug_log.cleared", true)
	return writeJSON(w, r, successAnswer{true})
}
