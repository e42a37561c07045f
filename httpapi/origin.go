package httpapi

import "strings"

// sameOrigin refuses what would change something on behalf of a page of another
// origin (RFC 6454). The admin token in its header proves that no browser was
// tricked into the request, because no page can set it across origins. A
// session cookie proves so only where there is no Origin at all: browsers send
// both along.
func (a *API) sameOrigin(r *request) error {
	if !mutates(r.Method) || !under(r.URL.Path, "/api") {
		return nil
	}
	origins, sent := r.Header["Origin"]
	if len(origins) == 1 && originMatches(origins[0], r.host) {
		return nil
	}
	if under(r.URL.Path, sessionRoutes) { // sessions are for browsers, which always send the Origin
		return errOrigin
	}
	if a.headerToken(r) {
		return nil
	}
	if sent {
		return errOrigin
	}
	unlocked, err := a.unlocked(r)
	if err == nil && !unlocked {
		err = errOrigin
	}
	return err
}

// originMatches says whether an Origin header names the host. Ports that are
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
