package op

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/isotime"
	"github.com/privacylabels/auditor/storage"
)

// isoPattern matches the times that [ParseMoment] takes, apart from numbers.
var isoPattern = strings.Replace(isotime.Pattern, "[+-]", "[+ -]", 1)

// ParseMoment parses a time: a number of milliseconds, or a date or time of ISO 8601. Later is
// added to the start of a date without a time. A time before 1970 becomes the beginning of 1970,
// and a number after [storage.MaxTime] becomes that.
func ParseMoment(text string, later time.Duration) (storage.Time, bool) {
	if number := strings.TrimPrefix(text, "-"); number != "" && strings.Trim(number, decimals) == "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil { // out of range: use the latest or the earliest time
			n = math.MaxInt64
		}
		if strings.HasPrefix(text, "-") {
			n = 0
		}
		return storage.Time(n).Bounded(), true
	}
	// An unescaped "+" of a zone in a query is decoded as a space.
	if i := strings.LastIndexByte(text, ' '); i > len(time.DateOnly) {
		text = text[:i] + "+" + text[i+1:]
	}
	at, day, ok := isotime.Parse(text)
	if day {
		at = at.Add(later)
	}
	return max(storage.TimeOf(at), 0), ok
}
