package httpapi

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/access"
)

// sameOrigin refuses requests that change something and may have been caused by a page of
// another origin (RFC 6454). A matching Origin header shows that they were not, as does the
// browser's word where the header is hidden, see hiddenOrigin. So does the
// admin token in a header, because no page can set that across origins. A session cookie
// does only if there is no Origin header, because browsers send both. If the [Authorizer]
// decides, or a proxy authenticates users, only the Origin header counts.
func (a *API) sameOrigin(r *request) error {
	if !access.Mutates(r.Method) || !access.Under(r.URL.Path, "/api") && (r.row == nil || !r.row.screen) {
		return nil
	}
	origins, sent := r.Header["Origin"]
	if len(origins) == 1 && (originMatches(origins[0], r.host, r.secure) || hiddenOrigin(r)) {
		return nil
	}
	if access.Under(r.URL.Path, access.SessionRoutes) || r.row != nil && r.row.session { // only browsers have sessions, and they always send the Origin
		return errOrigin
	}
	if a.headerToken(r) {
		return nil
	}
	if sent || a.authorized() { // a page may be able to use the credentials of the host program, such as cookies
		return errOrigin
	}
	// The user that a proxy names does not count, because the proxy authenticates the
	// requests of every page.
	signedIn, err := a.signedIn(r)
	if err == nil && !signedIn {
		err = errOrigin
	}
	return err
}

// hiddenOrigin reports whether a request of this origin hides it. A page whose proxy sets the
// Referrer-Policy no-referrer sends "null" with its forms (Fetch, section 3.2), and the browser
// says nevertheless that they are of the same origin. Of an opaque origin, such as that of a
// sandboxed frame, it says that they are not.
func hiddenOrigin(r *request) bool {
	return only(r.Header["Origin"], "null") && only(r.Header["Sec-Fetch-Site"], "same-origin")
}

// originMatches reports whether an Origin header names the host. The default port of the
// origin's scheme equals no port. Over TLS the origin must have it as well, because anyone on
// the network can answer in place of the page without it; otherwise a proxy may speak TLS.
func originMatches(origin string, host authority, secure bool) bool {
	scheme, rest, ok := strings.Cut(origin, "://")
	if !ok {
		return false
	}
	var standard string
	switch {
	case strings.EqualFold(scheme, "http") && !secure:
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
	return cmp.Or(from.port, standard) == cmp.Or(host.port, standard)
}

// sameSite refuses requests that a page of another site caused, according to the browser (W3C,
// Fetch Metadata Request Headers). Such a page could measure how long an answer takes, or use
// up a limit. Following a link to a read is allowed. Clients other than browsers send no such
// headers. The admin token in a header disables the check, as in sameOrigin.
func (a *API) sameSite(r *request) error {
	if !says(r.Header["Sec-Fetch-Site"], "cross-site") || navigates(r) || a.headerToken(r) {
		return nil
	}
	return errSite
}

// navigates reports whether a request opens a top-level page. Frames and forms do not.
func navigates(r *request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	dest, sent := r.Header["Sec-Fetch-Dest"]
	return only(r.Header["Sec-Fetch-Mode"], "navigate") && (!sent || only(dest, "document"))
}

// says reports whether a header has a value, on any line and anywhere in a list. A browser
// sends one value; one that a proxy appended does not hide it.
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

// only reports whether a header has exactly this value.
func only(lines []string, value string) bool {
	return len(lines) == 1 && strings.EqualFold(strings.TrimSpace(lines[0]), value)
}
