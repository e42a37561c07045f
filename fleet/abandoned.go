package fleet

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// Abandon implements [runner.Abandoner].
func (j syncJob) Abandon(tx storage.Tx, item runner.Item) (runner.Abandoned, error) {
	app, err := appOf(tx, item.Subject)
	if errors.Is(err, storage.ErrNotFound) {
		return runner.Abandoned{}, nil
	}
	if err != nil {
		return runner.Abandoned{}, err
	}
	return runner.Abandoned{App: app.ID}, j.RecordAbandoned(tx, item.Run, app.ID, app.Name, app.URL)
}

// RecordAbandoned writes a line on an app that a run abandoned, see
// [runner.ErrAbandoned], in the activity log. The app is zero when it is not tracked.
func (l *Library) RecordAbandoned(tx storage.Tx, run storage.Run, app storage.AppID, name, url string) error {
	now := l.stamp()
	return activity.Record(tx, l.random, storage.Activity{
		Type: activityType(app == 0), Status: activity.Failed, App: app, AppName: storage.Text(name),
		StartedAt: now, EndedAt: storage.NullTime(now), Summary: abandonedSummary(name),
		Detail: detail(map[string]any{
			"mode": "bulk-app", "runId": run.ID, "runner": run.Runner, "url": url, "errorMessage": Explain(runner.ErrAbandoned),
		}),
	})
}

// longestAbandonedName is how many runes of a name go before the reason, which must
// not be cut.
const longestAbandonedName = 100

func abandonedSummary(name string) storage.Text {
	runes := []rune(name)
	return storage.Text(fmt.Sprintf("%s: %v", string(runes[:min(len(runes), longestAbandonedName)]), runner.ErrAbandoned))
}

// Abandon implements [runner.Abandoner]. What was imported of the app's past before
// stays, and is counted.
func (j historyJob) Abandon(tx storage.Tx, item runner.Item) (a runner.Abandoned, err error) {
	app, err := appOf(tx, item.Subject)
	if errors.Is(err, storage.ErrNotFound) {
		return runner.Abandoned{}, nil
	}
	if err != nil {
		return runner.Abandoned{}, err
	}
	var kept progress
	if item.Kept != nil {
		_ = json.Unmarshal(item.Kept, &kept) // what is not ours counts nothing
	}
	if kept.Began == 0 || kept.FirstSeen != app.FirstSeen {
		kept = progress{Began: j.stamp()}
	}
	result := resultOf(app.ID, kept.Decided)
	counts := historyCountsOf(item.Run)
	counts.add(result)
	if a.Totals, err = json.Marshal(counts); err != nil {
		return runner.Abandoned{}, err
	}
	a.App, a.Detail = app.ID, detail(map[string]any{"error": Explain(runner.ErrAbandoned)})
	return a, j.tellOfHistory(tx, historyLine{
		mode: "bulk-app", result: result, began: kept.Began, err: runner.ErrAbandoned, ofRun: true, resumed: item.Run.Resumed,
	})
}
