//go:build !race

package bundle_test

// many is the number of apps in tests of memory.
const many = 10_000
