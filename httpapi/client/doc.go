// Package client speaks to the HTTP interface of the service: a method for each
// operation, a type for each body. It needs nothing but the standard library.
//
// It owns how a request is written and an answer read. It does not own what they
// are: methods and types are made from the OpenAPI document that the service has
// at /api/openapi.json, whose rules on values, limits and the admin token hold.
//
// A method returns an [*Error] when the service refuses. One that returns a
// sequence sends its request when the sequence is ranged over.
package client

//go:generate go test ../../internal/clientgen -run TestClientFollowsTheDocument -update
