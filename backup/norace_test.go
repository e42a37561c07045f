//go:build !race

package backup_test

// many is the number of apps in tests of memory.
const many = 10_000

const spoilt = 1000
