// Package jsonstream reads JSON (RFC 8259) that is larger than memory: one
// object, of whose members the large ones are arrays, a value at a time.
//
// It owns what is JSON and what is not, and how large and how deep one value may
// be. It is strict where encoding/json is lenient: a name twice in one object,
// text that is not UTF-8, and letters of the wrong case in a member's name are
// not accepted. It does not own what the values mean.
//
// It and jsonlimit are the only packages that know which library reads the tokens.
package jsonstream
