package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// exposed says whether others than the local machine reach the service. It
// follows from the configuration alone, never from a request.
func exposed(cfg Config, allowed hosts) bool {
	return cfg.NetworkExposed || allowed.beyondLoopback() || specific(cfg.BindAddress)
}

// specific says whether an address to listen on is one address that is not this
// machine's own. A wildcard is not, nor is a name.
func specific(bind string) bool {
	host, _, err := net.SplitHostPort(bind)
	if err != nil {
		host = strings.Trim(bind, "[]")
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && !addr.IsLoopback() && !addr.IsUnspecified()
}

// sessionRoutes is what stays reachable on an exposed instance without a token.
const sessionRoutes = "/api/auth/admin-token"

// gatedReads are the paths whose reads need the admin token on an exposed
// instance. One that ends in a slash stands for what lies below it, another
// for itself as well.
var gatedReads = [...]string{
	"/api/ai/debug-log",
	"/api/backup/",
	"/api/deployment/",
	"/api/desktop/diagnostics",
	"/api/diagnostics/",
	"/api/export",
	"/api/import/",
}

// under says whether a path is the prefix or lies below it, segment by segment.
func under(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(prefix, "/"))
}

// mutates says whether requests of a method change something.
func mutates(method string) bool {
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return true
	}
	return false
}

// gated says whether a request needs the admin token on an exposed instance.
func gated(method, path string) bool {
	if !under(path, "/api") || under(path, sessionRoutes) {
		return false
	}
	if mutates(method) {
		return true
	}
	if method != http.MethodGet && method != http.MethodHead {
		return false
	}
	for _, prefix := range gatedReads {
		if under(path, prefix) {
			return true
		}
	}
	return false
}
