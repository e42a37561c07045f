package review

import (
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// record writes an activity entry about an app, or about none if it is zero. The detail
// has values of basic types only.
func (s *Service) record(tx *storage.Tx, now storage.Time, event string, app storage.App, summary string, detail map[string]any) error {
	return activity.Record(tx, s.random, storage.Activity{
		Type: event, Status: activity.OK, App: app.ID, AppName: storage.Text(app.Name), Summary: storage.Text(summary),
		Detail: activity.Detail(detail), StartedAt: now, EndedAt: storage.NullTime(now),
	})
}
