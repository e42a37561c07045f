// Package openapi has the parts of an OpenAPI document (version 3.1) that ours is
// made of, and makes schemas of Go types.
//
// It owns how a document is written as JSON and read back. It does not own what
// is in ours: that lies beside the routes, in httpapi.
package openapi
