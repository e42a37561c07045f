package apps

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/httpapi/internal/op"
)

// trust is how far the label of an app can be relied on.
type trust struct{ policies *policy.Service }

func (t trust) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/apps/{id}/trust", ID: "labelTrust", Group: "fleet",
			Summary: "Get the age and the claims of an app's label, and where the policy disagrees",
			Cached:  true, Refuses: []int{http.StatusNotFound},
		}, t.get),
	}
}

func (t trust) get(ctx context.Context, in op.AppRequest) (policy.Trust, error) {
	return t.policies.Trust(ctx, in.App)
}
