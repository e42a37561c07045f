package people

import (
	"context"

	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// audits are the lines of the audit log.
type audits struct{ store storage.Store }

func (a audits) operations() []op.Operation {
	return []op.Operation{op.New(op.Spec{
		Route: "GET /api/audit", ID: "audit", Group: "ops", Summary: "List privileged and refused requests, newest first",
		Access: op.Administer, Private: true,
	}, a.list)}
}

type auditRequest struct {
	Limit   int                       `query:"limit" op:"min=1,max=500,default=50" doc:"The maximum number of entries. Defaults to 50." example:"20"`
	Offset  op.Offset                 `query:"offset" doc:"The number of entries to skip." example:"0"`
	Action  string                    `query:"action" op:"max=120" doc:"Entries whose action begins with this text, such as backup or admin_token.login." example:"admin_token"`
	Success op.Optional[bool]         `query:"success" doc:"true: only requests that succeeded. false: only requests that were refused or failed." example:"0"`
	Since   op.Optional[storage.Time] `query:"since" doc:"Entries at or after this time. A date means its start, and a time without a zone is UTC."`
	Until   op.Optional[storage.Time] `query:"until" op:"end" doc:"Entries at or before this time. A date means its end, in UTC."`
}

type auditAnswer struct {
	Rows   []storage.Audit `json:"rows"`   // the rows
	Total  int             `json:"total"`  // the number of entries that match
	Limit  int             `json:"limit"`  // the page size
	Offset op.Offset       `json:"offset"` // the number of entries that were skipped
}

func (a audits) list(ctx context.Context, in auditRequest) (auditAnswer, error) {
	lines, total, err := audit.List(ctx, a.store, storage.AuditQuery{
		Prefix: in.Action, Success: in.Success.Sent && in.Success.Value, Failure: in.Success.Sent && !in.Success.Value,
		From: in.Since.Value, To: in.Until.Value, Limit: in.Limit, Offset: in.Offset.Skip,
	})
	if lines == nil {
		lines = []storage.Audit{}
	}
	return auditAnswer{lines, total, in.Limit, in.Offset}, err
}
