// Package openapi declares the parts of OpenAPI 3.1 that the document of the service uses, and
// derives schemas from Go types.
//
// It owns how a document is written as JSON and read back. It does not own the content of the
// document, which is declared beside the routes, in httpapi.
package openapi
