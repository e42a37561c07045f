//go:build !race

package textdiff_test

// sampled is of how many hostile inputs one is read: all of them.
const sampled = 1
