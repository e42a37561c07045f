//go:build !race

package wayback_test

// indexCap is how long hostile answers of the index are, in bytes: as
// much as is read of one.
const indexCap = 4 << 20
