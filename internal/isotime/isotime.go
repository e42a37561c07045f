package isotime

import (
	"regexp"
	"strings"
	"time"
)

// Pattern is a regular expression for what [Parse] takes: a date, or a date and a time whose
// seconds, fraction and zone may be missing.
const Pattern = `^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ]([0-9]{2}:[0-9]{2})(:[0-9]{2}(?:[.,][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$`

const layout = "2006-01-02T15:04:05.999999999Z07:00"

// maxLength is the maximum length of a text that is parsed, in bytes.
const maxLength = 64

var form = regexp.MustCompile(Pattern)

// Parse parses a date or a time. Without a zone it is in UTC. A date is its first moment, and
// day reports that the text had no time.
func Parse(text string) (at time.Time, day, ok bool) {
	if len(text) > maxLength {
		return time.Time{}, false, false
	}
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return time.Time{}, false, false
	}
	date, clock, seconds, zone := parts[1], parts[2], parts[3], parts[4]
	if clock == "" {
		at, err := time.Parse(time.DateOnly, date)
		return at, err == nil, err == nil
	}
	if seconds == "" {
		seconds = ":00"
	}
	at, err := time.Parse(layout, date+"T"+clock+seconds+fullZone(zone))
	return at, false, err == nil
}

// fullZone converts a zone to the form of the layout. A missing zone is UTC.
func fullZone(zone string) string {
	switch zone = strings.ReplaceAll(zone, ":", ""); {
	case zone == "", strings.EqualFold(zone, "Z"):
		return "Z"
	case len(zone) == len("+00"):
		zone += "00"
	}
	return zone[:3] + ":" + zone[3:]
}
