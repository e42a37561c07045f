package settings

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// timeOfDay is the kind of a time of day, or empty.
func timeOfDay() kind {
	return kind{
		Values: Values{Form: ClockForm},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			text, ok := asText(sent)
			if _, valid := TimeOfDay(text); !ok || !valid && text != "" {
				return "", errors.New("must be a time of day such as 22:30, or empty")
			}
			return text, nil
		},
		show: func(kept string) any { return kept },
	}
}

// TimeOfDay parses a time of day, from 00:00 to 23:59, and returns the time since midnight.
func TimeOfDay(text string) (time.Duration, bool) {
	if len(text) != len("22:30") { // Parse accepts an hour of one digit
		return 0, false
	}
	at, err := time.Parse("15:04", text)
	return at.Sub(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)), err == nil
}

// maxZone is the maximum length of the name of a time zone, in bytes.
const maxZone = 64

// timeZone is the kind of a time zone, or empty.
func timeZone() kind {
	return kind{
		Values: Values{Form: TimeZoneForm},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			name, ok := asText(sent)
			if _, known := zone(name); !ok || !known {
				return "", errors.New("must be the name of a time zone such as Europe/Berlin, or empty")
			}
			return name, nil
		},
		show: func(kept string) any { return kept },
	}
}

// TimeZone returns the time zone with a name in the IANA database, or UTC if the name is empty
// or unknown. The name Local is unknown, so that all processes with one database agree.
func TimeZone(name string) *time.Location {
	location, ok := zone(name)
	if !ok {
		return time.UTC
	}
	return location
}

// KnownTimeZone reports whether a name is that of a time zone, or empty.
func KnownTimeZone(name string) bool {
	_, ok := zone(name)
	return ok
}

func zone(name string) (*time.Location, bool) {
	if name == "Local" || len(name) > maxZone {
		return nil, false
	}
	location, err := time.LoadLocation(name)
	return location, err == nil
}
