// Package archtest checks the structure of the project: which package may import
// which, what exported names may show, how files are laid out, and which words are
// not used. What a linter can check is in .golangci.yml.
//
// Its tests run every check on this module, and on a small broken one in testdata,
// so that each check is known to fail.
//
// A new package fails the test until it has a place in the columns.
package archtest
