package op

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// The layouts of times that are not a number of milliseconds: ISO 8601 in the profile of RFC
// 3339. For the parts that may be missing, see [isoForm].
const (
	dateLayout = "2006-01-02"
	timeLayout = "2006-01-02T15:04:05.999999999Z07:00"
)

// isoForm matches a date, or a date and a time whose seconds, fraction and zone may be
// missing. It accepts a space in place of the "+" of a zone, because an unescaped "+" in a
// query is decoded as a space.
var isoForm = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ]([0-9]{2}:[0-9]{2})(:[0-9]{2}(?:[.,][0-9]{1,9})?)?([Zz]|[+ -][0-9]{2}(?::?[0-9]{2})?)?)?$`)

// maxMoment is the maximum length of a time that is parsed.
const maxMoment = 64

// ParseMoment parses a time. Later is added to the start of a date without a time. A time
// before 1970 becomes the beginning of 1970.
func ParseMoment(text string, later time.Duration) (storage.Time, bool) {
	if number := strings.TrimPrefix(text, "-"); number != "" && strings.Trim(number, decimals) == "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil { // out of range: use the latest or the earliest time
			n = math.MaxInt64
		}
		if strings.HasPrefix(text, "-") {
			n = 0
		}
		return storage.Time(min(n, int64(storage.MaxAppID))), true
	}
	if len(text) > maxMoment {
		return 0, false
	}
	parts := isoForm.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	date, clock, seconds, zone := parts[1], parts[2], parts[3], parts[4]
	if clock == "" {
		day, err := time.Parse(dateLayout, date)
		return max(storage.TimeOf(day.Add(later)), 0), err == nil
	}
	if seconds == "" {
		seconds = ":00"
	}
	t, err := time.Parse(timeLayout, date+"T"+clock+seconds+fullZone(zone))
	return max(storage.TimeOf(t), 0), err == nil
}

// fullZone converts a zone to the form of the layout. A missing zone is UTC.
func fullZone(zone string) string {
	switch zone = strings.ReplaceAll(zone, ":", ""); {
	case zone == "", strings.EqualFold(zone, "Z"):
		return "Z"
	case zone[0] == ' ':
		zone = "+" + zone[1:]
	}
	if len(zone) == len("+00") {
		zone += "00"
	}
	return zone[:3] + ":" + zone[3:]
}
