package notify

import (
	"fmt"
	"io"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

const (
	// MaxSummarized is the number of notifications that a summary has, the worst ones. The rest is
	// counted.
	MaxSummarized = 50

	// commitDelay is how long after its time a notification may be committed. A summary
	// leaves out younger ones for the next summary, so that none is missed.
	commitDelay = time.Minute
)

// summary is a kind of message about many notifications.
type summary struct {
	kind  storage.DeliveryKind
	every time.Duration
	title string
}

// summary returns the kind of summary that the endpoint gets. It reports false if the
// endpoint gets none.
func (e endpoint) summary() (summary, bool) {
	switch e.Frequency {
	case settings.DailySummary:
		return summary{storage.DeliveryDaily, 24 * time.Hour, "Daily summary"}, true
	case settings.WeeklySummary:
		return summary{storage.DeliveryWeekly, 7 * 24 * time.Hour, "Weekly summary"}, true
	}
	return summary{}, false
}

// window is the time range that a summary covers, to excluded.
type window struct{ from, to storage.Time }

// summaryDue returns when the next summary for the endpoint is due, and the window that it
// would cover now: the time since the last summary or, for the first one, one interval.
func (e endpoint) summaryDue(tx *storage.Tx, now storage.Time) (due storage.Time, within window, err error) {
	s, ok := e.summary()
	if !ok || e.disabled() != "" {
		return never, window{}, nil
	}
	last, err := settings.Time(tx, e.clock)
	if err != nil {
		return never, window{}, err
	}
	to := now.Add(-commitDelay)
	if last == 0 || last > now.Add(commitDelay) { // the first one, or the clock was set back
		return now, window{to.Add(-s.every), to}, nil
	}
	if e.atHour {
		return e.nextHour(last, s.every).Add(commitDelay), window{last, to}, nil
	}
	return last.Add(s.every + commitDelay), window{last, to}, nil
}

// nextHour returns when the next summary of a destination is made, given the time of the last
// one. It is at the hour of the destination. After a summary at that hour it is exactly every
// later, after any other summary at most every later.
func (e endpoint) nextHour(last storage.Time, every time.Duration) storage.Time {
	zone := settings.TimeZone(e.TimeZone)
	t := last.Std().In(zone)
	at := func(days int) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day()+days, e.Hour, 0, 0, 0, zone)
	}
	days := 0
	if !at(0).After(t) {
		days = 1
	}
	return storage.TimeOf(at(days + int(every/day) - 1))
}

// summarize queues a summary for the endpoint if one is due and has notifications, and
// advances its clock.
func summarize(tx *storage.Tx, e endpoint, now storage.Time, random io.Reader) error {
	due, within, err := e.summaryDue(tx, now)
	if err != nil || due > now {
		return err
	}
	wanted, err := switchesOf(tx)
	if err != nil {
		return err
	}
	how, _ := e.summary()
	d, total, err := wanted.summary(tx, e, how, within, now)
	if err != nil {
		return err
	}
	if err := settings.PutTime(tx, e.clock, within.to); err != nil || total == 0 {
		return err
	}
	if d.ID, err = storage.NewID(now, random); err != nil {
		return err
	}
	return enqueue(tx, d, now)
}

// summary returns the message that sums up the notifications for an endpoint within a time range, and how
// many these are.
func (s switches) summary(tx *storage.Tx, e endpoint, how summary, within window, now storage.Time) (d storage.Delivery, total int, err error) {
	d = storage.Delivery{Endpoint: e.id, Host: e.host(), Kind: how.kind, QueuedAt: now}
	var apps changelog.Tally
	for n, err := range tx.Notifications.List(storage.NotificationQuery{}) {
		if err != nil {
			return d, total, err
		}
		if n.CreatedAt < within.from {
			break
		}
		if n.CreatedAt >= within.to {
			continue
		}
		ok, err := s.deliverable(tx, e, n)
		if err != nil {
			return d, total, err
		}
		if !ok {
			continue
		}
		d.QueuedAt = max(d.QueuedAt, e.from(n, now))
		total++
		item, err := itemOfNotification(n)
		if err != nil {
			return d, total, err
		}
		if d.Items = append(d.Items, item); len(d.Items) >= 2*MaxSummarized {
			d.Items = worstOf(d.Items, MaxSummarized)
		}
		if n.App != 0 {
			for _, e := range n.Changes {
				apps.Add(n.App, e)
			}
		}
	}
	d.Items = worstOf(d.Items, MaxSummarized)
	d.Omitted = total - len(d.Items)
	told := apps.Briefing().String()
	switch {
	case told != "":
		d.Title = how.title + ": " + told
	case total == 1:
		d.Title = how.title + ": 1 notification"
	default:
		d.Title = fmt.Sprintf("%s: %d notifications", how.title, total)
	}
	return d, total, nil
}
