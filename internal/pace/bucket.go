package pace

import "time"

// bucket is a token bucket: it gains a turn in each interval, up to burst turns. It is
// stored as the time at which it was last empty, so that no turn is lost to rounding.
type bucket struct {
	interval time.Duration
	burst    int
	empty    time.Time
}

// newBucket returns a full bucket.
func newBucket(interval time.Duration, burst int, now time.Time) bucket {
	return bucket{interval: interval, burst: burst, empty: now.Add(-interval * time.Duration(burst))}
}

// until returns how long it takes until the bucket has n turns, zero if it has.
func (b *bucket) until(n int, now time.Time) time.Duration {
	return max(b.refilled(now).Add(b.interval*time.Duration(n)).Sub(now), 0)
}

// take takes a turn. The bucket must have one.
func (b *bucket) take(now time.Time) { b.empty = b.refilled(now).Add(b.interval) }

// refilled returns when the bucket was empty, with at most burst turns since.
func (b *bucket) refilled(now time.Time) time.Time {
	if full := now.Add(-b.interval * time.Duration(b.burst)); b.empty.Before(full) {
		return full
	}
	return b.empty
}
