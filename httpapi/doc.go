// Package httpapi speaks HTTP to the services: it is the [http.Handler] of the
// whole interface.
//
// It owns the table of routes, the guards before them (host, origin, limits,
// admin token, site, body), the deadlines of a request, the admin session, the decoding of requests, the encoding
// of answers, and which error becomes which status. It does not own what a
// route does: that is in the services it is given.
//
// # How a request passes
//
// ServeHTTP is the only way in. The order is fixed, because each guard is a
// promise about what nobody reaches before it:
//
//	deadlines              the connection is closed when the client stalls
//	security headers, on every answer
//	host allowlist         400, before anything else
//	same origin            403, for what changes something under /api/
//	limit of the route     429, and a refused call counts as well
//	admin token            401
//	same site              403, for what a page of another site makes a browser ask
//	is there such a route  404, 405, 204 for OPTIONS
//	size of the body       413
//	the route's handler
//
// # How a route is written
//
// A handler is a function of a context and a request value to an answer value.
// The request value decodes and checks itself; call and read make a handler of
// the function. An answer is encoded before the first byte is sent. Only an
// answer that is a stream touches the connection.
//
// read is for what depends on the store alone: its answers are kept, encoded,
// until the store's next revision.
//
// What a route takes, answers and refuses is said once more by its operation, in
// the operations file of its group: of that, the table and the types of answers
// the OpenAPI document is made. After a change of it:
//
//	go test ./httpapi -run TestDocumentIsAsKept -update
//	go generate ./httpapi/client
package httpapi
