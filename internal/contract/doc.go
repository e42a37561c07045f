// Package contract checks the answers of a service against its OpenAPI document,
// generates invalid requests, and finds changes of a document that break clients.
// It is for tests.
package contract
