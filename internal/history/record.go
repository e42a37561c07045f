package history

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// activityType is the type of every activity entry of this package.
const activityType = "wayback_import"

// importRecord holds the data of the activity entry for the import of one app.
type importRecord struct {
	result Result
	began  storage.Time
	err    error // why it failed; nil: it succeeded

	ofRun, resumed bool
}

// recordImport writes the activity entry for the import of an app, if it is still tracked.
func (s *Service) recordImport(tx *storage.Tx, r importRecord) error {
	app, found, err := storage.Find(tx.Apps, r.result.App)
	if err != nil || !found {
		return err
	}
	line := storage.Activity{
		Type: activityType, Status: r.status(), App: app.ID, AppName: storage.Text(app.Name),
		StartedAt: r.began, EndedAt: storage.NullTime(s.stamp()), Summary: storage.Text(app.Name + ": " + r.result.summary()),
	}
	members := map[string]any{"mode": "app", "result": r.result}
	if r.ofRun {
		members["mode"], members["resumedRun"] = "bulk-app", r.resumed
	}
	if r.err != nil {
		line.Summary = storage.Text("Could not import the history of " + app.Name)
		members["errorMessage"] = r.err.Error()
		if errors.Is(r.err, runner.ErrAbandoned) {
			line.Summary = runner.AbandonedSummary(app.Name)
		}
	}
	line.Detail = activity.Detail(members)
	return activity.Record(tx, s.random, line)
}

func (r importRecord) status() string {
	switch {
	case errors.Is(r.err, context.Canceled), errors.Is(r.err, context.DeadlineExceeded), errors.Is(r.err, runner.ErrStopping):
		return activity.Cancelled
	case r.err == nil && r.result.Failed == 0:
		return activity.OK
	case r.result.Imported+r.result.Unchanged > 0:
		return activity.Partial
	}
	return activity.Failed
}

// recordRequest records that the archive was asked to capture the page of an app. It stores a
// snapshot without a label, which the feed never shows.
func (s *Service) recordRequest(tx *storage.Tx, id storage.AppID, o TargetOutcome) error {
	if err := checkTracked(tx, id); err != nil {
		return err
	}
	newest, err := timeline.Newest(tx, id)
	if err != nil {
		return err
	}
	snapshot := storage.Snapshot{
		ID:     storage.SnapshotID{App: id, At: timeline.NextMoment(newest, s.stamp())},
		Source: storage.SourceLive, TriggeredBy: storage.TriggerWayback, Entries: 1,
	}
	return timeline.Save(tx, snapshot, []storage.Entry{{
		Type: storage.EntryWayback, Category: storage.CategoryWaybackAttempt,
		Description: fmt.Sprintf("The web archive had no page of %s, and was asked to capture one.", o.TargetDate.Std().Format("January 2006")),
		More:        activity.Detail(map[string]any{"waybackEvent": o.Outcome, "saveNowUrl": o.SaveNowURL, "targetDate": o.TargetDate}),
	}})
}
