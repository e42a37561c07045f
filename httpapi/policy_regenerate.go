package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// maxRegenerated is how many policies one request has made anew.
const maxRegenerated = 50

// regenerateRequest is POST /api/policy/regenerate.
type regenerateRequest struct {
	apps   []storage.AppID
	one    bool // asked for as appId: what is wrong with it is the answer's status
	phase  policy.Phase
	stream bool
}

func (in *regenerateRequest) decode(r *request) error {
	var body struct {
		App    *storage.AppID  `json:"appId"`
		Apps   []storage.AppID `json:"appIds"`
		Phase  json.RawMessage `json:"phase"`
		Stream json.RawMessage `json:"stream"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	switch {
	case body.App != nil && body.Apps != nil:
		return badRequest("appId and appIds are not sent together")
	case body.App != nil:
		in.apps, in.one = []storage.AppID{*body.App}, true
	case len(body.Apps) == 0 || len(body.Apps) > maxRegenerated:
		return badRequest("appIds must be a list of 1 to %d apps", maxRegenerated)
	}
	for _, id := range body.Apps {
		if !slices.Contains(in.apps, id) {
			in.apps = append(in.apps, id)
		}
	}
	if slices.Contains(in.apps, 0) {
		return badRequest("appIds has one that is no app's")
	}
	in.phase = policy.AllPhases
	if body.Phase != nil && string(body.Phase) != "null" {
		phase, _ := jsonString(body.Phase)
		switch in.phase = policy.Phase(phase); in.phase {
		case policy.FetchPhase, policy.SummarisePhase, policy.AllPhases:
		default:
			return badRequest("phase must be fetch, summarise or all")
		}
	}
	in.stream = string(body.Stream) == "true"
	return nil
}

// regenerated is what came of one app.
type regenerated struct {
	App      storage.AppID `json:"appId"`
	Analysis *policy.Shown `json:"analysis"` // nil: see Error
	Error    string        `json:"error,omitempty"`
}

// regenerateAnswer is what came of all apps.
type regenerateAnswer struct {
	Results []regenerated `json:"results"`
}

// regenerate answers "POST /api/policy/regenerate".
func (a *API) regenerate(w http.ResponseWriter, r *request) error {
	in, err := decode[regenerateRequest, *regenerateRequest](r)
	if err != nil {
		return err
	}
	if err := a.mayRegenerate(r.Context(), in); err != nil {
		a.noteDetail(r, "policy.regenerate.failed", toAnswer(err).message, false)
		return err
	}
	if in.stream {
		return writeOut(w.(*response), r, &regenerateStream{a, r, in})
	}
	answer, err := a.regenerateAll(r, in, nil)
	if err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// mayRegenerate returns why nothing is done at all.
func (a *API) mayRegenerate(ctx context.Context, in regenerateRequest) error {
	return a.cfg.Store.View(ctx, func(tx storage.Tx) error {
		if in.phase != policy.SummarisePhase {
			if err := policy.Allowed(tx); err != nil {
				return err
			}
		}
		if !in.one {
			return nil
		}
		return policy.Named(tx, in.apps[0])
	})
}

// regenerateAll works on one app after the other. What is wrong with one is in its
// place, unless it was asked for alone.
func (a *API) regenerateAll(r *request, in regenerateRequest, tell func(storage.AppID, storage.PolicyStep)) (regenerateAnswer, error) {
	answer := regenerateAnswer{Results: make([]regenerated, 0, len(in.apps))}
	for _, id := range in.apps {
		one := regenerated{App: id}
		analysis, err := a.cfg.Policies.Regenerate(r.Context(), id, in.phase, func(s storage.PolicyStep) {
			if tell != nil {
				tell(id, s)
			}
		})
		if r.Context().Err() != nil {
			return answer, r.Context().Err()
		}
		if err == nil {
			one.Analysis, err = a.cfg.Policies.Show(r.Context(), id)
		}
		if err != nil {
			told := toAnswer(err)
			if in.one || told.status >= http.StatusInternalServerError && !errors.Is(err, context.DeadlineExceeded) {
				a.noteDetail(r, "policy.regenerate.failed", fmt.Sprintf("app=%s %s", id, told.message), false)
				return answer, err
			}
			one.Error = told.message
		}
		well := err == nil && analysis.Error == ""
		a.noteDetail(r, "policy.regenerate."+map[bool]string{true: "success", false: "failed"}[well],
			fmt.Sprintf("app=%s phase=%s status=%s", id, in.phase, analysis.Status), well)
		answer.Results = append(answer.Results, one)
	}
	return answer, nil
}

// regenerateStream tells each step as a line of NDJSON: phase as often as there is
// something to tell, then done or error. Beside kind there is type, which is the
// same.
type regenerateStream struct {
	api *API
	r   *request
	in  regenerateRequest
}

func (s *regenerateStream) header(h http.Header) {
	h["Content-Type"] = []string{"application/x-ndjson; charset=utf-8"}
	h["Cache-Control"] = []string{"no-store, no-transform"}
}

func (s *regenerateStream) writeTo(_ context.Context, w *pieces) error {
	var broken error
	send := func(kind string, parts ...any) {
		if broken != nil {
			return
		}
		text, err := object(append([]any{line{kind, kind}}, parts...)...)
		if err == nil {
			_, err = w.Write(text)
		}
		if err == nil {
			err = w.Flush()
		}
		broken = err
	}
	answer, err := s.api.regenerateAll(s.r, s.in, func(id storage.AppID, step storage.PolicyStep) {
		send("phase", targetLine{id}, map[string]any{"phase": step})
	})
	switch {
	case s.r.Context().Err() != nil:
		return s.r.Context().Err()
	case err != nil:
		told := toAnswer(err)
		if told.status >= http.StatusInternalServerError {
			s.api.cfg.Logger.ErrorContext(s.r.Context(), "a policy could not be made anew", "error", err)
		}
		send("error", map[string]any{"error": told.message})
	default:
		send("done", answer)
	}
	return broken
}

// policyStatusRequest is GET /api/policy/status/{appId}.
type policyStatusRequest struct{ app storage.AppID }

func (in *policyStatusRequest) decode(r *request) error {
	text := r.param("appId")
	digits := len(text) <= 20 && bytes.IndexFunc([]byte(text), func(c rune) bool { return c < '0' || c > '9' }) < 0
	if text == "" || !digits {
		return badRequest("appId must be 1 to 20 digits")
	}
	in.app, _ = storage.ParseAppID(text) // zero, one that no app can have, is not known
	return nil
}

// runOfPolicy is how far the work on an app's policy is.
type runOfPolicy struct {
	RunStatus    string                `json:"runStatus"`
	RunStartedAt storage.NullTime      `json:"runStartedAt"`
	LastRunLog   []storage.PolicyStep  `json:"lastRunLog"`
	Status       *storage.PolicyStatus `json:"status"` // nil: nobody ever looked at it
	until        storage.Time
}

func (p runOfPolicy) keptUntil() storage.Time { return p.until }

// policyStatus answers "GET /api/policy/status/{appId}".
func (a *API) policyStatus(ctx context.Context, in policyStatusRequest) (runOfPolicy, error) {
	answer := runOfPolicy{RunStatus: "idle", LastRunLog: []storage.PolicyStep{}}
	shown, err := a.cfg.Policies.Show(ctx, in.app)
	if err != nil || shown == nil {
		return answer, err
	}
	answer.RunStatus, answer.RunStartedAt = shown.RunStatus, storage.NullTime(shown.RunStarted)
	answer.LastRunLog = append(answer.LastRunLog, shown.LastRunLog...)
	answer.Status, answer.until = &shown.Status, shown.Until()
	return answer, nil
}
