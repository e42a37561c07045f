// Package clientgen writes the part of httpapi/client that follows from the
// OpenAPI document: a type for each body and a method for each operation. It is
// for tests: one of them writes the files, and fails if they are out of date.
package clientgen
