//go:build race

package wayback_test

// indexCap is how long hostile answers of the index are, in bytes: less with the
// race detector, which makes each many times as slow.
const indexCap = 512 << 10
