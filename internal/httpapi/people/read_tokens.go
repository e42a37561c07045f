package people

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/storage"
)

// readTokens are the secrets with which others may read.
type readTokens struct{ tokens *readtoken.Service }

func (t readTokens) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/read-tokens", ID: "readTokens", Group: "ops", Summary: "List read tokens and paired browsers, newest first",
			Access: op.Administer, Private: true, Member: "tokens", Doc: op.Doc{As: "ReadTokensAnswer"},
		}, t.tokens.List),
		op.WithRequest(op.Spec{
			Route: "POST /api/read-tokens", ID: "createReadToken", Group: "ops", Summary: "Create a read token and get its secret, which is not shown again",
			Access: op.Administer, MaxBody: 4 << 10, Private: true, Refuses: []int{http.StatusConflict}, Example: `{"name": "Feed reader"}`,
		}, t.create),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/read-tokens/{id}", ID: "revokeReadToken", Group: "ops", Summary: "Revoke a read token or unpair a browser",
			Access: op.Administer, Refuses: []int{http.StatusNotFound},
		}, t.revoke),
	}
}

type createReadTokenRequest struct {
	Name      string                    `json:"name" op:"required,trim,max=100" doc:"A name for the person or program that uses the token."`
	ExpiresAt op.Optional[storage.Time] `json:"expiresAt" doc:"When the token expires. Absent: never."`
}

func (t readTokens) create(ctx context.Context, r op.Request, in createReadTokenRequest) (readtoken.Created, error) {
	if in.ExpiresAt.Sent && in.ExpiresAt.Value == 0 { // the service takes it for never
		op.NoteOutcome(r, "read_token.create", in.Name, readtoken.ErrExpiry)
		return readtoken.Created{}, readtoken.ErrExpiry
	}
	made, err := t.tokens.Create(ctx, in.Name, storage.NullTime(in.ExpiresAt.Value))
	op.NoteOutcome(r, "read_token.create", in.Name, err)
	return made, err
}

type revokeReadTokenRequest struct {
	ID string `path:"id" doc:"The ID of the read token."`
}

func (t readTokens) revoke(ctx context.Context, r op.Request, in revokeReadTokenRequest) (op.OK, error) {
	gone, err := t.tokens.Revoke(ctx, in.ID)
	op.NoteOutcome(r, "read_token.revoke", string(gone.Name), err)
	return op.OK{OK: err == nil}, err
}
