// Package archtest holds the project to its own plan: which package may import
// which, what a library must not touch, what its exported names may show, and
// how its files are laid out.
//
// It owns the plan as data (see columns.go and banned.go) and a check for each
// rule. Its tests run every check on this module, and on a small broken one in
// testdata, so that each check is known to fail. It does not own style: that is
// for gofmt, go vet and staticcheck.
//
// A new package fails the test until it has a place in the columns.
package archtest
