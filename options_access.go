package auditor

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// WithAdminToken sets the shared secret that destructive and sensitive routes require.
// Default: empty; these routes are then protected by the host and origin checks, and
// closed to the network.
func WithAdminToken(token string) Option {
	return checked(token == strings.TrimSpace(token), func(c *config) { c.api.AdminToken = token }, "WithAdminToken: the token has space around it")
}

// WithRequireTokenToRead sets whether every read needs a read token (CreateReadToken of [Auditor.Client]), a
// paired browser, a user of [WithTrustedHeader] or the admin token. Only the health checks,
// /api/health and /api/ready, and the routes of the admin session stay open. The service
// then counts as network-exposed. The option needs [WithAdminToken] or [WithTrustedHeader],
// and cannot be combined with [WithAuthorizer]. Default: false.
func WithRequireTokenToRead(required bool) Option {
	return set(func(c *config) { c.api.RequireTokenToRead = required })
}

// WithTrustedHeader sets the header, such as X-Forwarded-User, in which a proxy names the
// user whom it has authenticated. The header is ignored unless the connection comes from one
// of these networks. The proxy must remove the header from the requests of its clients.
// Users may read, and those of [WithTrustedAdmins] may do everything. The audit log names
// the user. The service then counts as network-exposed. The option cannot be combined with
// [WithAuthorizer]. Default: none.
func WithTrustedHeader(name string, proxies ...netip.Prefix) Option {
	return func(c *config) error {
		if name == "" || len(proxies) == 0 {
			return errors.New("auditor: WithTrustedHeader: the name of the header or the networks of the proxies are missing")
		}
		for _, network := range proxies {
			if !network.IsValid() { // the zero Prefix contains no address
				return fmt.Errorf("auditor: WithTrustedHeader: %v is not a network; make it with netip.ParsePrefix", network)
			}
		}
		c.api.TrustedHeader, c.api.TrustedProxies = name, append([]netip.Prefix(nil), proxies...)
		return nil
	}
}

// WithTrustedAdmins adds users of [WithTrustedHeader] who may do everything, as with the
// admin token; "*" stands for all users. Names are compared byte by byte. Default: none, so
// that all users of the proxy may only read.
func WithTrustedAdmins(users ...string) Option {
	return set(func(c *config) { c.api.TrustedAdmins = append(c.api.TrustedAdmins, users...) })
}

// checkAccess returns an error for each set of options about access that contradict each other.
func (c *config) checkAccess() error {
	var wrong []error
	for _, one := range []struct {
		contradicts bool
		message     string
	}{
		{c.api.Authorize != nil && c.api.AdminToken != "", "WithAuthorizer and WithAdminToken exclude each other: leave one out"},
		{c.api.Authorize != nil && c.api.RequireTokenToRead, "WithAuthorizer and WithRequireTokenToRead exclude each other: the authorizer decides who may read"},
		{c.api.Authorize != nil && c.api.TrustedHeader != "", "WithAuthorizer and WithTrustedHeader exclude each other: leave one out"},
		{c.api.Authorize == nil && c.api.RequireTokenToRead && c.api.AdminToken == "" && c.api.TrustedHeader == "", "WithRequireTokenToRead needs WithAdminToken or WithTrustedHeader, or nothing could be read"},
		{c.api.TrustedHeader == "" && len(c.api.TrustedAdmins) > 0, "WithTrustedAdmins needs WithTrustedHeader, which names the users"},
	} {
		if one.contradicts {
			wrong = append(wrong, errors.New("auditor: "+one.message))
		}
	}
	return errors.Join(wrong...)
}

// Access is what a request may do. Each level includes the ones before it.
type Access uint8

const (
	// NoAccess allows only the routes of the admin session, which then do nothing.
	NoAccess = Access(httpapi.NoAccess)
	// ReadAccess allows all reads except those of the data export, audit bundles, backups, diagnostics, metrics, the audit
	// log, the log of requests to the language model and the list of read tokens; docs/API.md has their paths. Requests to
	// the App Store that they cause have the lowest priority, so it can be given to anyone.
	ReadAccess = Access(httpapi.ReadAccess)
	// ChangeAccess also allows changes: tracking apps, starting runs, writing notes.
	ChangeAccess = Access(httpapi.ChangeAccess)
	// AdminAccess allows everything, including settings, backups and deletions.
	AdminAccess = Access(httpapi.AdminAccess)
)

// WithAuthorizer lets the program that embeds the service decide what each request may
// do, for example by its own login. It replaces the admin token, so it cannot be combined
// with [WithAdminToken]. It also replaces the check of the Host header, so the service
// answers under every host name unless [WithAllowedHosts] lists some. The service counts as
// network-exposed. Requests that change something still need an Origin that matches their
// Host, whatever their access.
//
// The function is called at most once for a request, after the check of the origin and the
// rate limit, with the request as the handler receives it. It must be safe for concurrent
// use and must not read the body. A request without any access is answered
// with 401, one with less than it needs with 403. The login route of the admin session answers 503.
//
// Read tokens work as well; creating one needs AdminAccess. A request with a read token or
// from a paired browser may read, whatever the function returns. They are for clients that
// cannot use the login of the program, such as feed readers. A token in the URL is removed
// before the function sees the request.
func WithAuthorizer(authorize func(*http.Request) Access) Option {
	return checked(authorize != nil, func(c *config) {
		c.api.Authorize = func(r *http.Request) httpapi.Access { return httpapi.Access(authorize(r)) }
	}, "WithAuthorizer: the function is nil")
}
