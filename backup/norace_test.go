//go:build !race

package backup_test

// many is how many apps memory is measured at.
const many = 10_000

const spoilt = 1000
