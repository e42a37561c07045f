package netguard

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter parses a Retry-After header (RFC 9110, section 10.2.3) and returns how long to
// wait. It returns zero for a header that is missing, invalid or in the past. The caller
// limits the result.
func RetryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	seconds, err := strconv.ParseUint(value, 10, 32)
	switch {
	case err == nil:
		return time.Duration(seconds) * time.Second
	case errors.Is(err, strconv.ErrRange):
		return math.MaxUint32 * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(0, at.Sub(now))
}
