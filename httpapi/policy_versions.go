package httpapi

import (
	"context"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// maxRecordID is how long an id in a path or a query may be that is looked up.
const maxRecordID = 128

// policyVersionRequest is GET /api/policy/version/{id}, and its diff.
type policyVersionRequest struct {
	id   storage.PolicyVersionID
	from storage.PolicyVersionID // zero: the one before
}

func (in *policyVersionRequest) decode(r *request) (err error) {
	if in.id, err = asPolicyVersionID("id", r.param("id")); err != nil {
		return err
	}
	from, sent := r.query("from")
	if !sent {
		return nil
	}
	if in.from, err = asPolicyVersionID("from", from); err != nil {
		return err
	}
	if in.from.App != in.id.App {
		return badRequest("from must be a version of the same app's policy")
	}
	return nil
}

// asPolicyVersionID reads an id. One that no version can have is not found.
func asPolicyVersionID(name, text string) (storage.PolicyVersionID, error) {
	if text == "" || len(text) > maxRecordID {
		return storage.PolicyVersionID{}, badRequest("%s must have 1 to %d characters", name, maxRecordID)
	}
	id, err := storage.ParsePolicyVersionID(text)
	if err != nil {
		return id, storage.ErrNotFound
	}
	return id, nil
}

// policyVersion answers "GET /api/policy/version/{id}".
func (a *API) policyVersion(ctx context.Context, in policyVersionRequest) (policy.Version, error) {
	return a.cfg.Policies.Version(ctx, in.id)
}

// policyDiff answers "GET /api/policy/version/{id}/diff".
func (a *API) policyDiff(ctx context.Context, in policyVersionRequest) (policy.Comparison, error) {
	return a.cfg.Policies.Compare(ctx, in.id, in.from)
}
