// Package jsonread reads JSON (RFC 8259) that others wrote, within limits. It is the only
// package that imports the JSON library, and does not know what the values mean.
//
// There are two ways to read. A stream ([Members], [Nested], [Elements]) may be larger than
// memory: one object whose large members are arrays, one value at a time, each within
// [Limits]. A text in memory is decoded into Go values within a [Budget], or searched without
// decoding it ([Strings], [Rows], [Object]).
//
// What both bound, and how they treat what JSON leaves open:
//
//   - Bytes: a value of a stream has at most Limits.Bytes. Who holds a text has bounded it.
//   - Depth: a value of a stream is nested at most Limits.Depth deep, a decoded text 128.
//   - Values: a value of a stream has at most Limits.Values, and an object that is read member
//     by member Limits.Members. A short text can become much memory, because each {} of a list
//     takes three bytes and becomes a whole struct: a Budget is charged for every Go value
//     before it is decoded.
//   - A name twice in one object, and text that is not UTF-8: errors in a stream, unless
//     Limits.Lenient; a Budget accepts both, and the last member counts.
//   - Names in the wrong case are other names, unlike in encoding/json.
//   - Numbers: 1.0, 1e0 and 1 are one number ([Whole]). In a stream, whole numbers that not
//     every library reads exactly are errors, unless Limits.Lenient.
//   - After the end: anything but white space is an error.
package jsonread
