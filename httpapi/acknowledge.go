package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// acknowledgeRequest is POST /api/apps/{id}/acknowledge. Its body may be left out.
type acknowledgeRequest struct {
	app    storage.AppID
	action storage.ReviewAction
	days   int
}

func (in *acknowledgeRequest) decode(r *request) (err error) {
	if in.app, err = r.knownAppID(); err != nil {
		return err
	}
	var body struct {
		Action     json.RawMessage `json:"action"`
		SnoozeDays json.RawMessage `json:"snoozeDays"`
	}
	if err := r.optionalObject(&body); err != nil {
		return err
	}
	in.action = storage.ReviewReviewed
	var action string
	if len(body.Action) > 0 && body.Action[0] == '"' && json.Unmarshal(body.Action, &action) == nil {
		in.action = storage.ReviewAction(strings.TrimSpace(action))
	}
	switch in.action {
	case storage.ReviewReviewed, storage.ReviewDismissed, storage.ReviewSnoozed, storage.ReviewUnsnoozed:
	default:
		return badRequest("action must be reviewed, dismissed, snoozed or unsnoozed")
	}
	in.days = 7
	if days, ok := asNumber(body.SnoozeDays); ok && (days == 1 || days == 30) {
		in.days = int(days)
	}
	return nil
}

// knownAppID returns the path's app. One that no app can have is not found.
func (r *request) knownAppID() (storage.AppID, error) {
	id, err := storage.ParseAppID(r.param("id"))
	if err != nil {
		return 0, storage.ErrNotFound
	}
	return id, nil
}

type acknowledgeAnswer struct {
	OK     bool           `json:"ok"`
	Record storage.Review `json:"record"`
}

// acknowledge answers "POST /api/apps/{id}/acknowledge".
func (a *API) acknowledge(ctx context.Context, in acknowledgeRequest) (acknowledgeAnswer, error) {
	record, err := a.cfg.Reviews.Acknowledge(ctx, in.app, in.action, in.days)
	return acknowledgeAnswer{true, record}, err
}

// undoRequest is POST /api/apps/{id}/acknowledge/undo.
type undoRequest struct {
	app    storage.AppID
	action string
	before storage.ReviewState
}

func (in *undoRequest) decode(r *request) (err error) {
	if in.app, err = r.knownAppID(); err != nil {
		return err
	}
	var body struct {
		ActionID string `json:"actionId"`
		PreState *struct {
			ChangeCount           json.RawMessage `json:"changeCount"`
			ChangesAcknowledgedAt json.RawMessage `json:"changesAcknowledgedAt"`
			ChangesSnoozedUntil   json.RawMessage `json:"changesSnoozedUntil"`
		} `json:"preState"`
	}
	if err := r.optionalObject(&body); err != nil {
		return err
	}
	if in.action = strings.TrimSpace(body.ActionID); in.action == "" {
		return badRequest("actionId is missing")
	}
	if body.PreState == nil {
		return badRequest("preState is missing")
	}
	var count, acknowledged, snoozed int64
	for _, member := range []struct {
		name string
		sent json.RawMessage
		to   *int64
	}{
		{"changeCount", body.PreState.ChangeCount, &count},
		{"changesAcknowledgedAt", body.PreState.ChangesAcknowledgedAt, &acknowledged},
		{"changesSnoozedUntil", body.PreState.ChangesSnoozedUntil, &snoozed},
	} {
		n, ok := asNumber(member.sent)
		if !ok || n < 0 || n > maxExact {
			return badRequest("preState.%s must be a number from 0", member.name)
		}
		*member.to = int64(n)
	}
	in.before = storage.ReviewState{
		ChangeCount: int(count), ChangesAcknowledgedAt: storage.Time(acknowledged), ChangesSnoozedUntil: storage.Time(snoozed),
	}
	return nil
}

// maxExact is the largest whole number that JSON carries exactly (RFC 8259, section 6).
const maxExact = 1<<53 - 1

// asNumber reads a JSON number, a string that is one, or null, which counts as
// zero. What is absent is no number.
func asNumber(sent json.RawMessage) (float64, bool) {
	text := string(bytes.TrimSpace(sent))
	if text == "null" {
		return 0, true
	}
	var quoted string
	if json.Unmarshal(sent, &quoted) == nil {
		text = strings.TrimSpace(quoted)
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// undo answers "POST /api/apps/{id}/acknowledge/undo".
func (a *API) undo(ctx context.Context, in undoRequest) (okAnswer, error) {
	return okAnswer{true}, a.cfg.Reviews.Undo(ctx, in.app, in.action, in.before)
}
