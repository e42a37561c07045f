//go:build race

package bundle_test

// many is the number of apps in tests of memory: fewer with the race detector, which
// is slow.
const many = 1_000
