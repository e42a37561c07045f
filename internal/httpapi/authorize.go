package httpapi

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/op"
)

// Access is what a request may do. Each level includes the ones before it.
type Access uint8

// The levels of access. Package auditor, which has the same for its users, describes them.
const (
	NoAccess Access = iota
	ReadAccess
	ChangeAccess
	AdminAccess
)

// Authorizer decides what a request may do.
type Authorizer func(*http.Request) Access

// neededAccess returns the access that an [Authorizer] has to grant.
func neededAccess(asked op.Access) Access {
	switch asked {
	case op.Public:
		return NoAccess
	case op.Open, op.Read:
		return ReadAccess
	case op.Change:
		return ChangeAccess
	}
	return AdminAccess
}

// authorized reports whether an [Authorizer] decides about requests, in place of the admin
// token.
func (a *API) authorized() bool { return a.cfg.Authorize != nil }

// granted returns the access that the [Authorizer] grants a request. It calls it only once.
func (a *API) granted(r *request) Access {
	if r.trusted {
		return AdminAccess
	}
	if !r.asked {
		r.asked = true
		if given := a.cfg.Authorize(r.Request); given <= AdminAccess {
			r.access = given
		}
	}
	return r.access
}

// trustedKey is the key of the mark of [Trust] in a context.
type trustedKey struct{}

// Trust returns a context whose requests come from the program that serves the API: they have all access, and no
// limits of rate and time.
func Trust(ctx context.Context) context.Context { return context.WithValue(ctx, trustedKey{}, true) }

// takeTrust reports whether the context of a request has the mark of [Trust], and takes it away: what the service calls
// gets the context of the request, and may call the handler with it.
func takeTrust(req *http.Request) (*http.Request, bool) {
	if trusted, _ := req.Context().Value(trustedKey{}).(bool); !trusted {
		return req, false
	}
	return req.WithContext(context.WithValue(req.Context(), trustedKey{}, false)), true
}

// admit refuses a request that may not use its route.
func (a *API) admit(r *request) error {
	if r.trusted {
		return nil
	}
	asked := access.Unrouted(r.Method, r.URL.Path)
	if r.row != nil {
		asked = r.row.Access
	}
	refusal, err := a.refusal(r, asked)
	if refusal == nil || err != nil {
		return err
	}
	why := "unauthorised"
	if refusal == errNoToken {
		why = "admin_token_not_configured"
	}
	a.noteRefusal(r, why)
	return refusal
}

// refusal returns the error for a request that does not have the access that it asks for, or
// nil. Err is an error of the database.
func (a *API) refusal(r *request, asked op.Access) (refused *requestError, err error) {
	switch {
	case a.authorized():
		refused = a.withheld(r, asked)
	case asked == op.Develop && !a.token.Configured && !a.exposed:
		return errNoToken, nil
	case asked >= op.Administer && a.token.Configured, asked == op.Administer && a.exposed:
		refused = errToken
	case asked >= op.Metrics && a.exposed:
		refused = errExposed
	case asked == op.Read && a.cfg.RequireTokenToRead:
		refused = errRead
	}
	if refused == nil {
		return nil, nil
	}

	ok, err := a.unlocked(r)
	if !ok && err == nil && asked <= op.Metrics {
		ok, err = a.mayRead(r)
	}
	switch {
	case ok, err != nil:
		return nil, err
	case r.user != "" && !r.wrongToken && refused != errRead:
		return errTooLittle, nil
	}
	return refused, nil
}

// withheld returns the error for a request to which the [Authorizer] grants less than it asks
// for, or nil.
func (a *API) withheld(r *request, asked op.Access) *requestError {
	need := neededAccess(asked)
	switch {
	case need == NoAccess, a.granted(r) >= need:
		return nil
	case a.granted(r) > NoAccess:
		return errTooLittle
	}
	return errWithheld
}
