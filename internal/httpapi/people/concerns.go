package people

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// concerns are the categories of data in which apps exceed the privacy profile.
type concerns struct{ reviews *review.Service }

func (c concerns) operations() []op.Operation {
	const route = " /api/apps/{id}/concerns"
	missing := []int{http.StatusNotFound}
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET" + route, ID: "concerns", Group: "fleet", Summary: "List the concerns about an app: where its label exceeds the privacy profile",
			Member: "concerns", Refuses: missing,
		}, c.list),
		op.New(op.Spec{
			Route: "PUT" + route + "/{category}", ID: "acceptConcern", Group: "fleet", Summary: "Accept or defer a concern", Member: "concern",
			MaxBody: 128 << 10, BodyOptional: true, Refuses: missing, Example: `{"deferDays": 7, "note": "Needed for the map."}`,
		}, c.accept),
		op.New(op.Spec{
			Route: "DELETE" + route + "/{category}", ID: "reopenConcern", Group: "fleet", Summary: "Withdraw the decision on a concern", Refuses: missing,
		}, c.reopen),
	}
}

func (c concerns) list(ctx context.Context, in op.AppRequest) ([]review.Concern, error) {
	return c.reviews.Concerns(ctx, in.App)
}

// concernRequest names a concern.
type concernRequest struct {
	op.AppRequest
	Category string `path:"category" doc:"A category of data, such as LOCATION"`
}

func (in concernRequest) id() storage.ConcernID {
	return storage.ConcernID{App: in.App, Category: in.Category}
}

type acceptRequest struct {
	concernRequest
	DeferDays op.Nullable[*int] `json:"deferDays" doc:"The concern is open again after this many days: 1, 7 or 30. Absent or null: it is accepted permanently."`
	// A note in the user's words; missing or empty: none.
	Note string `json:"note" op:"trim"`
}

func (in *acceptRequest) Check() error {
	if in.DeferDays.Value == nil {
		return nil
	}
	switch *in.DeferDays.Value {
	case 1, 7, 30:
		return nil
	}
	return op.BadRequest("deferDays must be 1, 7 or 30")
}

func (c concerns) accept(ctx context.Context, in acceptRequest) (review.Concern, error) {
	var days int // for good
	if in.DeferDays.Value != nil {
		days = *in.DeferDays.Value
	}
	return c.reviews.AcceptConcern(ctx, in.id(), days, in.Note)
}

func (c concerns) reopen(ctx context.Context, in concernRequest) (op.OK, error) {
	return op.OK{OK: true}, c.reviews.ReopenConcern(ctx, in.id())
}
