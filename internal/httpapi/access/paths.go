package access

import (
	"net/http"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/op"
)

// SessionRoutes is the prefix of the routes that stay reachable on an exposed
// service without a token.
const SessionRoutes = "/api/auth/admin-token"

// MetricsRoute is the route of the metrics, where Prometheus expects it.
const MetricsRoute = "/metrics"

// sensitive are the paths below which requests without a route are answered as those of
// [op.Sensitive]. One that ends in a slash stands for the paths below it, any other for itself
// as well.
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

// Unrouted returns what a request has to have before it learns that it has no route.
func Unrouted(method, path string) op.Access {
	switch {
	case Under(path, SessionRoutes):
		return op.Public
	case !Under(path, "/api") && path != MetricsRoute, method == http.MethodOptions:
		return op.Open
	case slices.ContainsFunc(sensitive[:], func(prefix string) bool { return Under(path, prefix) }):
		return op.Sensitive
	case Mutates(method):
		return op.Change
	}
	return op.Open
}
