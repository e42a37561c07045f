// Package cache stores encoded answers until the next write to the tables that they are made from, and makes their entity
// tags. An answer that is too large for memory goes to a temporary file.
//
// It does not decide which answers depend on the database alone: an operation says so.
package cache
