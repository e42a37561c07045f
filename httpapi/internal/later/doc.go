// Package later has the results of requests whose clients do not wait for them.
//
// A result is in memory and belongs to the process that does the work. It does not own
// the work, nor how a request is answered.
package later
