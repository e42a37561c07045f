// Package httpapi is the HTTP interface of the services: an [http.Handler].
//
// It owns the table of routes, the guards before them (host, origin, limits,
// admin token, site, body), the deadlines of a request, the login, the encoding of
// answers, and the mapping of errors to statuses. It does not own the parameters and
// the behaviour of a route, which are in the packages below internal/httpapi and in the
// services.
//
// # How a request is served
//
// Every request passes these steps, in this order. The order is fixed, because each guard
// promises that nothing after it is reached without it:
//
//	deadlines              the connection is closed when the client stalls
//	security headers       on every answer
//	host allowlist         400
//	invalid tokens         429 after ten from an address, whatever the route requires
//	same origin            403, for requests that change something under /api/
//	limit of the route     429; refused calls count as well
//	admin token, or        401, or 403 if the route requires one and none is configured
//	the authorizer         on a service that is not exposed, and for a user who is known
//	                       and may do less
//	same site              403, for requests that a page of another site causes
//	route                  404, 405, 204 for OPTIONS
//	size of the body       413
//	handler
//
// An answer is encoded before its first byte is sent, so that an error can still
// become a status. Only a stream is encoded while it is sent. Answers that depend on the
// database alone are cached until the next write to a table that they were made from.
//
// A route is an operation in a package of internal/httpapi, see package op there and
// CONTRIBUTING.md.
//
// The OpenAPI document is made from the operations and the types of their answers, and docs/ROUTES.md,
// the client and the recorded answers follow. After a change:
//
//	go generate ./internal/httpapi
package httpapi

//go:generate go test ./document -run TestCommentsAreThoseOfTheSource -update
//go:generate go test . -run "TestDocumentIsGolden|TestRoutesPage" -update
//go:generate go generate ../../httpapi/client
//go:generate go test ../e2e -run TestOracle -update
