// Package client calls the HTTP API of the service: a method for each operation, a type
// for each body. It imports the standard library only.
//
// Methods and types are generated from the OpenAPI document of the service, at
// /api/openapi.json, which also describes valid values, limits and the admin token.
//
// A method returns an [*Error] if the service refuses the request. A method that returns a
// sequence sends its request when the caller ranges over the sequence.
package client

//go:generate go test ../../internal/clientgen -run TestClientFollowsTheDocument -update
