package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/cache"
	"github.com/privacylabels/auditor/internal/httpapi/document"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
)

// ownOperations returns the operations of this package: those of the admin session, and the
// OpenAPI document.
func (a *API) ownOperations() []op.Operation {
	cookie := op.Doc{Answer: op.Answer{Schema: op.Of[op.OK](), Headers: []op.Header{{Name: "Set-Cookie", Doc: "The admin session"}}}}
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "POST /api/auth/admin-token/login", ID: "login", Group: "auth", Summary: "Start an admin session",
			Access: op.Public, Limit: op.Every(time.Minute, 5, "admin-token-login"), MaxBody: 4 << 10,
			Example: `{"token": "wrong"}`, Refuses: []int{http.StatusUnauthorized}, Doc: cookie,
		}, a.login),
		op.WithRequest(op.Spec{
			Route: "POST /api/auth/admin-token/logout", ID: "logout", Group: "auth", Summary: "End the admin session",
			Access: op.Public, Doc: cookie,
		}, a.logout),
		op.WithRequest(op.Spec{
			Route: "GET /api/auth/admin-token/status", ID: "tokenStatus", Group: "auth", Summary: "Get whether an admin token is configured, and whether the caller has it",
			Access: op.Public,
		}, a.tokenStatus),
		op.New(op.Spec{
			Route: "GET /api/openapi.json", ID: "document", Group: "ops", Summary: "Get this OpenAPI document",
			Doc: op.Doc{Answer: op.Answer{Schema: op.Fixed(openapi.Object(nil))}, Tagged: true},
		}, func(context.Context, op.None) (*cache.Answer, error) { return a.document() }),
	}
}

// encodeDocument returns the OpenAPI document of the routes.
func (a *API) encodeDocument(rows []*route, packages []op.Package) (*cache.Answer, error) {
	var operations []op.Operation
	for _, row := range rows {
		operations = append(operations, row.Operation)
	}
	var types []op.Types
	for _, p := range packages {
		types = append(types, p.Types)
	}
	made, err := document.New(operations, types)
	if err != nil {
		return nil, err
	}
	return a.cache.Encode(made)
}

// loginRequest has a body that is checked only if a token is configured.
type loginRequest struct {
	Body op.Body[credentials] `body:""`
}

type credentials struct {
	Token string `json:"token" op:"required,min=1,max=4096"` // the token
}

// login begins an admin session.
func (a *API) login(_ context.Context, from op.Request, in loginRequest) (op.OK, error) {
	r := from.(*request)
	if !a.token.Configured {
		return op.OK{}, errNotConfigured
	}
	sent, err := in.Body.Decode()
	if err != nil {
		return op.OK{}, err
	}
	err = a.openSession(r, sent.Token)
	return op.OK{OK: err == nil}, err
}

// openSession begins an admin session for a client that has sent the token.
func (a *API) openSession(r *request, token string) error {
	if !a.token.Configured {
		return errNotConfigured
	}
	right := a.token.Matches(strings.TrimSpace(token))
	if err := a.judge(r, right, "invalid"); err != nil {
		return err
	}
	if !right {
		return errWrongToken
	}
	made, value, err := a.sessions.Open()
	if err != nil {
		return err
	}
	r.cookie, r.session = accepted, made.ID
	a.audits.Add(audit.Line{Actor: a.actor(r), Action: "admin_token.login", Success: true})
	http.SetCookie(&r.out, access.Cookie(value, r.secure))
	return nil
}

// logout ends the sessions that the request carries.
func (a *API) logout(ctx context.Context, from op.Request, _ op.None) (op.OK, error) {
	err := a.endSession(ctx, from.(*request))
	return op.OK{OK: err == nil}, err
}

// endSession ends the sessions that the request carries.
func (a *API) endSession(ctx context.Context, r *request) error {
	if a.token.Configured {
		found, _ := a.sessions.Find(r.Request)
		ended, err := a.sessions.End(ctx, found)
		if err != nil {
			return err
		}
		if ended > 0 { // a logout without a session is not recorded
			a.audits.Add(audit.Line{Actor: a.actor(r), Action: "admin_token.logout", Success: true})
		}
	}
	r.cookie, r.session = refused, ""
	http.SetCookie(&r.out, access.Cookie("", r.secure))
	return nil
}

// tokenStatusAnswer never holds the token.
type tokenStatusAnswer struct {
	Configured bool `json:"configured"` // whether the service has an admin token
	Unlocked   bool `json:"unlocked"`   // whether the caller has the admin token or an admin session
}

func (a *API) tokenStatus(_ context.Context, r op.Request, _ op.None) (tokenStatusAnswer, error) {
	unlocked, err := a.unlocked(r.(*request))
	return tokenStatusAnswer{a.token.Configured, unlocked}, err
}
