// Package httpapi is the HTTP interface of the services: an [http.Handler].
//
// It owns the table of routes, the guards before them (host, origin, limits,
// admin token, site, body), the deadlines of a request, the login, the encoding of
// answers, and which error becomes which status. It does not own what a route takes
// and does: that is in the packages below httpapi/internal and the services.
//
// # How a request is served
//
// ServeHTTP is the only way in. The order is fixed, because each guard is a
// promise about what cannot be reached before it:
//
//	deadlines              the connection is closed when the client stalls
//	security headers, on every answer
//	host allowlist         400, before anything else
//	invalid tokens         401 or 429, whatever the route requires
//	same origin            403, for what changes something under /api/
//	limit of the route     429, and a refused call counts as well
//	admin token, or what   401
//	the host program says
//	same site              403, for what a page of another site makes a browser request
//	route                  404, 405, 204 for OPTIONS
//	size of the body       413
//	handler
//
// An answer is encoded before its first byte is sent, so that an error can still
// become a status. Only a stream is encoded while it is sent. Answers of operations that
// depend on the database alone are cached until the next commit.
//
// A route is an operation in a package of httpapi/internal, see package op there and
// CONTRIBUTING.md.
//
// The OpenAPI document is made from the operations and the types of their answers.
// After a change:
//
//	go test ./httpapi -run TestDocumentIsGolden -update
//	go generate ./httpapi/client
package httpapi
