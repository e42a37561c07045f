// Package jsonstream reads JSON (RFC 8259) that may be larger than memory: one
// object whose large members are arrays, one value at a time.
//
// It bounds the size and nesting of each value. It is stricter than encoding/json:
// it refuses a name twice in one object, text that is not UTF-8, and member names
// in the wrong case. It does not know what the values mean.
//
// It and jsonlimit are the only packages that import the JSON library.
package jsonstream
