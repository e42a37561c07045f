package policies

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

// versions are the recorded texts of the policies of apps, and the state of the work on them.
type versions struct{ policies *policy.Service }

func (v versions) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/policy/version/{id}", ID: "policyVersion", Group: "policy", Summary: "Get a version of a policy text",
			Limit:  op.Limit{Bucket: "policy.version.read", Calls: 120, Window: time.Minute},
			Cached: true, Refuses: []int{http.StatusNotFound},
		}, v.show),
		op.New(op.Spec{
			Route: "GET /api/policy/version/{id}/diff", ID: "policyDiff", Group: "policy", Summary: "Compare two versions of a policy text",
			Limit:  op.Limit{Bucket: "policy.version.diff", Calls: 60, Window: time.Minute},
			Cached: true, Refuses: []int{http.StatusNotFound},
		}, v.compare),
		op.New(op.Spec{
			Route: "GET /api/policy/status/{appId}", ID: "policyProgress", Group: "policy", Summary: "Get the policy status of an app",
			Cached: true,
		}, v.progress),
	}
}

// versionID is the ID of a version. An invalid ID decodes as one of op.NoApp, which
// no version has.
type versionID storage.PolicyVersionID

// maxVersionID is the length of the longest text that is parsed, in bytes.
const maxVersionID = 128

func (v *versionID) UnmarshalText(text []byte) error {
	if len(text) == 0 || len(text) > maxVersionID {
		return fmt.Errorf("must have 1 to %d characters", maxVersionID)
	}
	id, err := storage.ParsePolicyVersionID(string(text))
	if err != nil {
		id.App = op.NoApp
	}
	*v = versionID(id)
	return nil
}

func (versionID) Schema() *openapi.Schema { return openapi.TextOf(1, maxVersionID) }

type versionRequest struct {
	ID versionID `path:"id" op:"required" doc:"The ID of the version, as found in changelog entries and apps." example:"0000000000000001-0000000000000000000000000000000000000000000000000000000000000000"`
}

func (v versions) show(ctx context.Context, in versionRequest) (policy.Version, error) {
	return v.policies.Version(ctx, storage.PolicyVersionID(in.ID))
}

type diffRequest struct {
	versionRequest
	From versionID `query:"from" doc:"The version of the same policy to compare with. Defaults to the previous version."`
}

func (in *diffRequest) Check() error {
	switch in.From.App {
	case 0: // not sent
		return nil
	case in.ID.App:
		return nil
	case op.NoApp:
		return &op.Error{Status: http.StatusNotFound, Message: "Not found", Hint: "from is not the ID of a version"}
	}
	return op.BadRequest("from must be a version of the same app's policy")
}

func (v versions) compare(ctx context.Context, in diffRequest) (policy.Comparison, error) {
	return v.policies.Compare(ctx, storage.PolicyVersionID(in.ID), storage.PolicyVersionID(in.From))
}
