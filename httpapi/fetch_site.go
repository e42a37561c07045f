package httpapi

import (
	"net/http"
	"strings"
)

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
