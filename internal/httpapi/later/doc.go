// Package later has the results of requests whose clients do not wait for them.
//
// A result is in the database, so that any process answers for the work of another, and also
// after the one that did it has ended. It does not own the work, nor how a request is answered.
package later
