package review

import (
	"encoding/json"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// record writes a line of the activity log on an app, or on none when that is
// zero. The detail is of plain values only.
func (d *Desk) record(tx storage.Tx, now storage.Time, event string, app storage.App, summary string, detail map[string]any) error {
	text, err := json.Marshal(detail)
	if err != nil {
		return err
	}
	return activity.Record(tx, d.random, storage.Activity{
		Type: event, Status: activity.OK, App: app.ID, AppName: storage.Text(app.Name), Summary: storage.Text(summary),
		Detail: text, StartedAt: now, EndedAt: storage.NullTime(now),
	})
}
