//go:build race

package backup_test

// many is how many apps memory is measured at: fewer with the race detector,
// which makes each many times as dear.
const many = 1_000

// spoilt is how many bundles are spoilt: fewer with the race detector.
const spoilt = 200
