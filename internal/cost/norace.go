//go:build !race

package cost

// Raced reports whether the race detector is on, which makes everything many times as slow.
const Raced = false
