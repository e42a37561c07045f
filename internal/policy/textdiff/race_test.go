//go:build race

package textdiff_test

// sampled is of how many hostile inputs one is read: fewer with the race detector,
// which makes each many times as slow.
const sampled = 5
