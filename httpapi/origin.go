package httpapi

import (
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/httpapi/internal/access"
)

// sameOrigin refuses what would change something on behalf of a page of another
// origin (RFC 6454). The admin token in its header proves that no browser was
// tricked into the request, because no page can set it across origins. A
// session cookie proves so only where there is no Origin at all: browsers send
// both along. Where the host program decides, or a proxy signs people in, only the Origin proves it.
func (a *API) sameOrigin(r *request) error {
	if !access.Mutates(r.Method) || !access.Under(r.URL.Path, "/api") && (r.row == nil || !r.row.screen) {
		return nil
	}
	origins, sent := r.Header["Origin"]
	if len(origins) == 1 && originMatches(origins[0], r.host) {
		return nil
	}
	if access.Under(r.URL.Path, access.SessionRoutes) || r.row != nil && r.row.session { // sessions are for browsers, which always send the Origin
		return errOrigin
	}
	if a.headerToken(r) {
		return nil
	}
	if sent || a.authorized() { // how the host program knows the client, a page may abuse
		return errOrigin
	}
	// A proxy that signs people in does so for requests of every page.
	signedIn, err := a.signedIn(r)
	if err == nil && !signedIn {
		err = errOrigin
	}
	return err
}

// originMatches reports whether an Origin header names the host. Ports that are
// the default of the origin's scheme are the same as none.
func originMatches(origin string, host authority) bool {
	scheme, rest, ok := strings.Cut(origin, "://")
	if !ok {
		return false
	}
	var standard string
	switch {
	case strings.EqualFold(scheme, "http"):
		standard = "80"
	case strings.EqualFold(scheme, "https"):
		standard = "443"
	default:
		return false
	}
	from, ok := parseAuthority(rest)
	if !ok || from.host != host.host {
		return false
	}
	return orDefault(from.port, standard) == orDefault(host.port, standard)
}

func orDefault(port, standard string) string {
	if port == "" {
		return standard
	}
	return port
}

// sameSite refuses what a page of another site makes a browser request, by what
// the browser says about it (W3C, Fetch Metadata Request Headers): the page could
// learn from how long the answer takes, or use up a limit. Following a link to a
// read is allowed. Clients other than browsers send no such headers. The admin
// token in its header lifts the check, as it does that of the origin.
func (a *API) sameSite(r *request) error {
	if !says(r.Header["Sec-Fetch-Site"], "cross-site") || navigates(r) || a.headerToken(r) {
		return nil
	}
	return errSite
}

// navigates reports whether a request opens a page of its own: not one within a
// frame, and not what a form sends.
func navigates(r *request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	dest, sent := r.Header["Sec-Fetch-Dest"]
	return only(r.Header["Sec-Fetch-Mode"], "navigate") && (!sent || only(dest, "document"))
}

// says reports whether a header has a value, on whatever line and wherever in a
// list. A browser sends it once; what a proxy joined to it does not hide it.
func says(lines []string, value string) bool {
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(part), value) {
				return true
			}
		}
	}
	return false
}

// only reports whether a header has this value and no other.
func only(lines []string, value string) bool {
	return len(lines) == 1 && strings.EqualFold(strings.TrimSpace(lines[0]), value)
}
