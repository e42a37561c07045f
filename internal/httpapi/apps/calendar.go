package apps

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// calendarSpan is the length of the default interval of a calendar.
const calendarSpan = 90 * 24 * time.Hour

type calendarRequest struct {
	From   op.Optional[storage.Time] `query:"from" doc:"The first day. Defaults to 90 days ago. A time without a zone is UTC."`
	To     op.Optional[storage.Time] `query:"to" op:"end" doc:"The last day. Defaults to now."`
	Bucket changelog.Bucket          `query:"bucket" enum:"day,week,month" op:"loose" doc:"The period that one point covers. The default depends on the length of the interval." example:"month"`
	App    storage.AppID             `query:"appId" op:"loose" doc:"Count the changes of this app only." example:"1"`
}

// calendarAnswer is a calendar that expires if its interval ends now.
type calendarAnswer struct {
	changelog.Calendar
	until storage.Time
}

func (a calendarAnswer) ValidUntil() storage.Time { return a.until }

// calendarAge is how long a cached answer for an interval that ends now stays valid.
const calendarAge = time.Second

func (c changes) points(ctx context.Context, in calendarRequest) (answer calendarAnswer, err error) {
	now := storage.TimeOf(c.Now())
	q := changelog.CalendarQuery{From: now.Add(-calendarSpan), To: now, Bucket: in.Bucket, App: in.App}
	if in.From.Sent {
		q.From = in.From.Value
	}
	if in.To.Sent {
		q.To = in.To.Value
	}
	q.From = max(q.From, 1) // zero would mean no bound
	if q.From > q.To {
		return answer, op.BadRequest("from must not be after to")
	}
	if !in.To.Sent || !in.From.Sent {
		answer.until = now.Add(calendarAge)
	}
	answer.Calendar, err = c.Changelog.Calendar(ctx, q)
	return answer, err
}
