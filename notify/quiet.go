package notify

import (
	"time"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// quietHours are the part of the day in which nothing that can wait is told, by the
// clock on a wall of a time zone: from start to before end, past midnight when
// the end is the earlier one. The zero value is never.
type quietHours struct {
	start, end time.Duration // since midnight
	zone       *time.Location
}

// quietHoursOf returns the quiet hours, none while they are switched off or not
// set.
func quietHoursOf(tx storage.Tx) (quietHours, error) {
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
	from, ok := settings.TimeOfDay(start)
	to, set := settings.TimeOfDay(end)
	if !ok || !set {
		return quietHours{}, nil
	}
	return quietHours{from, to, settings.TimeZone(zone)}, nil
}

// hold says whether they have begun and not ended at a moment.
func (q quietHours) hold(local time.Time) bool {
	at := sinceMidnight(local)
	if q.start <= q.end {
		return q.start <= at && at < q.end
	}
	return q.start <= at || at < q.end
}

// until returns the first moment after now that is not within them, zero when now
// is not either. Where clocks are changed, it is what the clock on the wall
// shows that counts: an end that is skipped has come when it is skipped, and an
// hour that is shown twice is quiet twice.
func (q quietHours) until(now storage.Time) storage.NullTime {
	if q.start == q.end {
		return 0
	}
	t := now.Std().In(q.zone)
	for q.hold(t) {
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

const day = 24 * time.Hour

// sinceMidnight returns what the clock on the wall shows.
func sinceMidnight(t time.Time) time.Duration {
	hour, minute, second := t.Clock()
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second + time.Duration(t.Nanosecond())
}

// heldUntil returns until when a notification of a type is held back from now on,
// in one state of the store. It reads what quiet hours there are when a type needs
// them, once.
func heldUntil(tx storage.Tx, now storage.Time) func(storage.NotificationType) (storage.NullTime, error) {
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
