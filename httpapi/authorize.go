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

// neededAccess returns the access that an operation needs, which follows from its token rule,
// from its path (see [access.Sensitive]) and from whether it changes something.
func neededAccess(rule op.Token, method, path string) Access {
	switch {
	case access.Under(path, access.SessionRoutes):
		return NoAccess
	case rule != op.TokenIfExposed, access.Sensitive(path):
		return AdminAccess
	case access.Mutates(method):
		return ChangeAccess
	}
	return ReadAccess
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
