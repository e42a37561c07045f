package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/httpapi/internal/access"
	"github.com/privacylabels/auditor/httpapi/internal/op"
)

// Access is what a request may do. Each level includes the ones before it.
type Access uint8

const (
	// NoAccess allows only the routes of the admin session, which then do nothing.
	NoAccess Access = iota
	// ReadAccess allows all reads except those of the data export, audit bundles, backups,
	// diagnostics, metrics, the audit log, the log of requests to the language model and the
	// list of read tokens; docs/API.md has their paths. Requests to the App Store that they
	// cause have the lowest priority, so it can be given to anyone.
	ReadAccess
	// ChangeAccess also allows changes: tracking apps, starting runs, writing notes.
	ChangeAccess
	// AdminAccess allows everything, including settings, backups and deletions.
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
	if !r.asked {
		r.asked = true
		if given := a.cfg.Authorize(r.Request); given <= AdminAccess {
			r.access = given
		}
	}
	return r.access
}

// admit refuses a request that may not use its route.
func (a *API) admit(r *request) error {
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
