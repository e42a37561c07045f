// Package jsonlimit decodes JSON from untrusted sources within limits on depth and
// memory.
//
// A short text can require a lot of memory: each {} of a list takes three bytes and
// becomes a whole struct. So every value is charged to a [Budget] before it is decoded,
// and a text that exceeds the budget is refused at that point.
package jsonlimit
