// Package viewstream writes what a read transaction sees while it sees it.
//
// A store may restart a transaction, but what has been sent cannot be taken back.
// The package turns that case into an error.
package viewstream
