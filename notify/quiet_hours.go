package notify

import (
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// quietHours is the part of the day in which notifications that can wait are delayed: from
// start until before end, in the local time of a zone. If end is before start, they extend
// past midnight. The zero value delays nothing.
type quietHours struct {
	start, end time.Duration // since midnight
	zone       *time.Location
}

// quietHoursOf returns the quiet hours of the settings, or the zero value if they are switched
// off or not set.
func quietHoursOf(tx *storage.Tx) (quietHours, error) {
	flags, err := feature.Resolve(tx)
	if err != nil || !flags.On(feature.QuietHours) {
		return quietHours{}, err
	}
	var start, end, zone string
	for _, s := range []struct {
		name string
		into *string
	}{{settings.QuietHoursStart, &start}, {settings.QuietHoursEnd, &end}, {settings.QuietHoursTimeZone, &zone}} {
		if *s.into, err = settings.Text(tx, s.name); err != nil {
			return quietHours{}, err
		}
	}
	return parseQuietHours(start, end, zone), nil
}

// parseQuietHours returns the zero value unless both start and end are times of day.
func parseQuietHours(start, end, zone string) quietHours {
	from, ok := settings.TimeOfDay(start)
	to, set := settings.TimeOfDay(end)
	if !ok || !set {
		return quietHours{}
	}
	return quietHours{from, to, settings.TimeZone(zone)}
}

// contain reports whether a local time is within the quiet hours.
func (q quietHours) contain(local time.Time) bool {
	at := sinceMidnight(local)
	if q.start <= q.end {
		return q.start <= at && at < q.end
	}
	return q.start <= at || at < q.end
}

// until returns the end of the quiet hours if now is within them, otherwise zero. It follows
// local time where clocks change: an end that is skipped is reached at the change, and an
// hour that repeats is quiet twice.
func (q quietHours) until(now storage.Time) storage.NullTime {
	if q.start == q.end {
		return 0
	}
	t := now.Std().In(q.zone)
	for q.contain(t) {
		end := t.Add((q.end - sinceMidnight(t) + day) % day)
		_, changed := t.ZoneBounds()
		if changed.IsZero() || end.Before(changed) {
			t = end
			break
		}
		t = changed.In(q.zone)
	}
	if until := storage.TimeOf(t); until != now {
		return storage.NullTime(until)
	}
	return 0
}

// delay reports whether quiet hours delay a message that was queued before them: if they delay
// all of its notifications. One that was queued in quiet hours, such as a summary or a message
// that a person sends again, is not delayed.
func (q quietHours) delay(d storage.Delivery) bool {
	return q.until(d.QueuedAt) == 0 && !slices.ContainsFunc(d.Items, func(i storage.DeliveryItem) bool { return !quiet(i.Type) })
}

const day = 24 * time.Hour

// sinceMidnight returns the time of day as a duration.
func sinceMidnight(t time.Time) time.Duration {
	hour, minute, second := t.Clock()
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second + time.Duration(t.Nanosecond())
}

// heldUntil returns a function that returns until when quiet hours delay a type of
// notification. The function reads the quiet hours once, when it first needs them.
func heldUntil(tx *storage.Tx, now storage.Time) func(storage.NotificationType) (storage.NullTime, error) {
	var until storage.NullTime
	known := false
	return func(t storage.NotificationType) (storage.NullTime, error) {
		if !quiet(t) {
			return 0, nil
		}
		if !known {
			hours, err := quietHoursOf(tx)
			if err != nil {
				return 0, err
			}
			until, known = hours.until(now), true
		}
		return until, nil
	}
}
