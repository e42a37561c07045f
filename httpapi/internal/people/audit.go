package people

import (
	"context"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/storage"
)

// audits are the lines of the audit log.
type audits struct{ store storage.Store }

func (a audits) operations() []op.Operation {
	return []op.Operation{op.New(op.Spec{
		Route: "GET /api/audit", ID: "audit", Group: "ops", Summary: "List privileged and refused requests, newest first",
		Token: op.TokenIfSet, Private: true,
	}, a.list)}
}

type auditRequest struct {
	Limit   int                       `query:"limit" op:"min=1,max=500,default=50" doc:"At most so many; else 50" example:"20"`
	Offset  int                       `query:"offset" op:"min=0" doc:"Skip so many first" example:"0"`
	Action  string                    `query:"action" op:"max=120" doc:"Only actions that begin with this, such as backup or admin_token.login" example:"admin_token"`
	Success op.Optional[bool]         `query:"success" doc:"Only what succeeded, or only what was refused or failed" example:"0"`
	Since   op.Optional[storage.Time] `query:"since" doc:"Only what happened then, or later. A date is its first moment in UTC, and a time without a zone is in UTC"`
	Until   op.Optional[storage.Time] `query:"until" op:"end" doc:"Only what happened then, or earlier. A date is its last moment in UTC"`
}

type auditAnswer struct {
	Rows   []storage.Audit `json:"rows"`
	Total  int             `json:"total"` // of the lines that match
	Limit  int             `json:"limit"`
	Offset int             `json:"offset"`
}

func (a audits) list(ctx context.Context, in auditRequest) (auditAnswer, error) {
	lines, total, err := audit.List(ctx, a.store, storage.AuditQuery{
		Prefix: in.Action, Success: in.Success.Sent && in.Success.Value, Failure: in.Success.Sent && !in.Success.Value,
		From: in.Since.Value, To: in.Until.Value, Limit: in.Limit, Offset: in.Offset,
	})
	if lines == nil {
		lines = []storage.Audit{}
	}
	return auditAnswer{lines, total, in.Limit, in.Offset}, err
}
