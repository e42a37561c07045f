//go:build race

package backup_test

// many is the number of apps in tests of memory: fewer with the race detector, which
// is slow.
const many = 1_000

// spoilt is the number of damaged backups: fewer with the race detector.
const spoilt = 200
