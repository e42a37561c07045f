// Package contract holds what a service answers against its OpenAPI document. It
// is for tests.
//
// It owns which operation an answer is of, whether the answer fits, what spoils a
// request, and which changes of a document break clients. It does not own how a
// document is made.
package contract
