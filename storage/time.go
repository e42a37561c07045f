package storage

import (
	"strconv"
	"time"
)

// Time is a moment as the wire, a backup and the database have it: whole
// milliseconds since 1970-01-01 UTC. Zero is never.
type Time int64

// TimeOf returns t in whole milliseconds, cut off.
func TimeOf(t time.Time) Time { return Time(t.UnixMilli()) }

// Std returns t as a standard time in UTC.
func (t Time) Std() time.Time { return time.UnixMilli(int64(t)).UTC() }

// Add returns t moved by d, in whole milliseconds.
func (t Time) Add(d time.Duration) Time { return t + Time(d.Milliseconds()) }

// Sub returns how long after u t is.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t-u) * time.Millisecond }

// NullTime is a [Time] that is null in JSON when it is never.
type NullTime Time

// MarshalJSON writes the milliseconds, or null for never.
func (t NullTime) MarshalJSON() ([]byte, error) {
	if t == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(t), 10), nil
}
