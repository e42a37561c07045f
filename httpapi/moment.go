package httpapi

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// The layouts of a moment that is not a number of milliseconds (ISO 8601, as RFC
// 3339 profiles it), but for what may be left out: see [isoForm].
const (
	dateLayout = "2006-01-02"
	timeLayout = "2006-01-02T15:04:05.999999999Z07:00"
)

// isoForm is a date, or a date and a time whose seconds, fraction and zone may be
// left out. A space stands for the "+" of a zone, which a query that was not
// escaped turns into one.
var isoForm = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ]([0-9]{2}:[0-9]{2})(:[0-9]{2}(?:[.,][0-9]{1,9})?)?([Zz]|[+ -][0-9]{2}(?::?[0-9]{2})?)?)?$`)

// maxMoment is how long a moment may be that is looked at.
const maxMoment = 64

// moment returns a parameter that is a moment, and whether one was sent. A date is
// its first moment in UTC.
func (r *request) moment(name string) (at storage.Time, sent bool, err error) {
	return r.momentOr(name, 0)
}

// latest is [request.moment] for the end of a span of time, which is in the span:
// a date is its last millisecond. Nothing happened before the first one, and zero
// would be no bound.
func (r *request) latest(name string) (at storage.Time, sent bool, err error) {
	at, sent, err = r.momentOr(name, 24*time.Hour-time.Millisecond)
	if sent && err == nil {
		at = max(at, 1)
	}
	return at, sent, err
}

// momentOr reads a moment. After a date it is later by this much.
func (r *request) momentOr(name string, later time.Duration) (at storage.Time, sent bool, err error) {
	text, sent := r.query(name)
	if !sent {
		return 0, false, nil
	}
	at, ok := parseMoment(text, later)
	if !ok {
		return 0, true, badRequest("%s must be a time in milliseconds since 1970, or an ISO 8601 date or time such as 2026-05-04 or 2026-05-04T12:00:00Z", name)
	}
	return at, true, nil
}

// parseMoment reads a moment. What is before 1970 is its beginning.
func parseMoment(text string, later time.Duration) (storage.Time, bool) {
	if number := strings.TrimPrefix(text, "-"); number != "" && strings.Trim(number, digits) == "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil { // out of range: it is as late, or as early, as can be
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

// fullZone writes a zone the way the layout wants it. Without one it is UTC.
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
