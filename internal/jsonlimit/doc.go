// Package jsonlimit decodes JSON from untrusted sources within limits on depth
// and on the memory that the decoded values take.
//
// A short text can ask for a lot of memory: each {} of a list costs three bytes
// and becomes a whole struct. So every value is charged to a [Budget] before it is
// decoded, and a text that exceeds it is refused where that happens.
//
// The package does not own what the values mean.
package jsonlimit
