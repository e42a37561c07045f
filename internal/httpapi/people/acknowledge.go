package people

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// acknowledgements record that the changes of an app were seen.
type acknowledgements struct{ reviews *review.Service }

func (a acknowledgements) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "POST /api/apps/{id}/acknowledge", ID: "acknowledge", Group: "fleet", Summary: "Acknowledge, dismiss or snooze an app's changes",
			MaxBody: 2 << 10, BodyOptional: true, Refuses: []int{http.StatusNotFound},
			Example: `{"action": "snoozed", "snoozeDays": 7}`,
		}, a.acknowledge),
		op.New(op.Spec{
			Route: "POST /api/apps/{id}/acknowledge/undo", ID: "undoAcknowledge", Group: "fleet", Summary: "Undo an acknowledgement",
			MaxBody: 4 << 10, Refuses: []int{http.StatusNotFound, http.StatusGone, http.StatusConflict},
			Example: `{"actionId": "1", "preState": {"changeCount": 1, "changesAcknowledgedAt": 0, "changesSnoozedUntil": 0}}`,
		}, a.undo),
	}
}

// acknowledgeRequest accepts any string as action, so that Check can refuse unknown ones.
type acknowledgeRequest struct {
	App        storage.AppID          `path:"id" doc:"The ID of the app."`
	Action     storage.ReviewAction   `json:"action" op:"trim,default=reviewed" doc:"Defaults to reviewed. Unknown actions are refused."`
	SnoozeDays op.Optional[op.Number] `json:"snoozeDays" doc:"1, 7 or 30. Defaults to 7. It has no effect without the action snoozed."`
}

func (in *acknowledgeRequest) Check() error {
	switch in.Action {
	case storage.ReviewReviewed, storage.ReviewDismissed, storage.ReviewSnoozed, storage.ReviewUnsnoozed:
	default:
		return op.BadRequest("action must be reviewed, dismissed, snoozed or unsnoozed")
	}
	if in.SnoozeDays.Sent && !slices.Contains([]op.Number{1, 7, 30}, in.SnoozeDays.Value) {
		return op.BadRequest("snoozeDays must be 1, 7 or 30")
	}
	if in.Action != storage.ReviewSnoozed {
		in.SnoozeDays = op.Optional[op.Number]{} // has no effect
	}
	return nil
}

// days returns how long the app is snoozed.
func (in acknowledgeRequest) days() int {
	if !in.SnoozeDays.Sent {
		return 7
	}
	return int(in.SnoozeDays.Value)
}

type acknowledgeAnswer struct {
	OK     bool           `json:"ok"`     // whether it succeeded
	Record storage.Review `json:"record"` // the review
}

func (a acknowledgements) acknowledge(ctx context.Context, in acknowledgeRequest) (acknowledgeAnswer, error) {
	record, err := a.reviews.Acknowledge(ctx, in.App, in.Action, in.days())
	return acknowledgeAnswer{true, record}, err
}

type undoRequest struct {
	App storage.AppID `path:"id" doc:"The ID of the app."`
	// The ID of the action to undo, as the acknowledgement answered it.
	Action string `json:"actionId" op:"required,trim"`
	// What undoing restores: the state before the acknowledgement.
	PreState preState `json:"preState" op:"required"`
}

// preState is what the record of the app was before.
type preState struct {
	ChangeCount exactNumber `json:"changeCount" op:"required"` // number of changes
	// When the changes were last acknowledged; 0: never.
	AcknowledgedAt exactNumber `json:"changesAcknowledgedAt" op:"required"`
	// Until when the changes are snoozed; 0: they are not.
	SnoozedUntil exactNumber `json:"changesSnoozedUntil" op:"required"`
}

// exactNumber is a number from 0 without its fraction that JSON carries exactly, or a string of
// one. Null is zero.
type exactNumber int64

func (n *exactNumber) UnmarshalJSON(text []byte) error {
	var sent op.Number
	if sent.UnmarshalJSON(text) != nil || sent < 0 || sent > op.MaxExact {
		return errors.New("must be a number from 0")
	}
	*n = exactNumber(sent)
	return op.Part("", op.Number(*n) == sent)
}

func (exactNumber) Schema() *openapi.Schema {
	return openapi.AnyOf(openapi.IntegerOf(0, op.MaxExact), openapi.Matching(`^\s*[0-9]+\s*$`))
}

func (a acknowledgements) undo(ctx context.Context, in undoRequest) (op.OK, error) {
	// The service knows the state before, and what other actions have made of it. The client may only
	// want a shorter snooze.
	return op.OK{OK: true}, a.reviews.Undo(ctx, in.App, in.Action, storage.Time(in.PreState.SnoozedUntil))
}
