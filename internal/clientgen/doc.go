// Package clientgen writes the part of httpapi/client that follows from the
// OpenAPI document: a type for each body and a method for each operation. It is
// for tests, of which one writes the files and says when they are out of date.
package clientgen
