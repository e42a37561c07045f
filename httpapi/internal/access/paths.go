package access

import (
	"net/http"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/httpapi/internal/op"
)

// SessionRoutes is the prefix of the routes that stay reachable on an exposed
// service without a token.
const SessionRoutes = "/api/auth/admin-token"

// MetricsRoute is the route of the metrics, where Prometheus expects it.
const MetricsRoute = "/metrics"

// sensitive are the paths whose reads need the admin token on an exposed service.
// One that ends in a slash stands for the paths below it, any other for itself as
// well.
var sensitive = [...]string{
	"/api/ai/debug-log",
	"/api/backup/",
	"/api/deployment/",
	"/api/desktop/diagnostics",
	"/api/diagnostics/",
	"/api/export",
	"/api/import/",
	MetricsRoute,
}

// Under reports whether a path is the prefix or lies below it, segment by segment.
func Under(path, prefix string) bool {
	rest, ok := strings.CutPrefix(path, prefix)
	return ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(prefix, "/"))
}

// Mutates reports whether requests of a method change something.
func Mutates(method string) bool {
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return true
	}
	return false
}

// Gated reports whether a request needs the admin token on an exposed service.
func Gated(method, path string) bool {
	if path != MetricsRoute && !Under(path, "/api") || Under(path, SessionRoutes) {
		return false
	}
	if Mutates(method) {
		return true
	}
	return (method == http.MethodGet || method == http.MethodHead) && Sensitive(path)
}

// Sensitive reports whether what is read at a path is not for everyone.
func Sensitive(path string) bool {
	return slices.ContainsFunc(sensitive[:], func(prefix string) bool { return Under(path, prefix) })
}

// Readable reports whether a read token is enough for requests of a method to a path,
// whose operation has a token rule: for reads of what everyone may see while the service
// asks for no token, and for the metrics, whose readers should have no more.
func Readable(rule op.Token, method, path string) bool {
	return !Mutates(method) && rule == op.TokenIfExposed && (!Sensitive(path) || path == MetricsRoute)
}

// Guarded reports whether an operation needs at least a read token where every read does.
func Guarded(o op.Spec, method, path string) bool {
	return Readable(o.Token, method, path) && !o.Open && !Under(path, SessionRoutes)
}
