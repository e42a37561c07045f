package data

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/snapshots"
)

// resets are the operations that delete records.
type resets struct{ services.Set }

func (s resets) operations() []op.Operation {
	busy := []int{http.StatusConflict}
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "POST /api/reset", ID: "reset", Group: "admin", Summary: "Delete all apps and their records",
			Access: op.Administer, Limit: op.Limit{Bucket: "reset", Calls: 30, Window: 10 * time.Minute}, Refuses: busy,
		}, s.reset),
		op.WithRequest(op.Spec{
			Route: "POST /api/admin/start-over", ID: "startOver", Group: "admin", Summary: "Delete all data and settings",
			Access: op.Administer, Limit: op.Every(10*time.Minute, 3, "admin.start_over"), Refuses: busy,
		}, s.startOver),
		op.WithRequest(op.Spec{
			Route: "POST /api/dev/wipe-apps", ID: "wipeApps", Group: "admin", Summary: "Delete all apps, their records and the activity log",
			Access: op.Develop, Limit: op.Every(10*time.Minute, 6, "dev.wipe_apps"), Refuses: busy,
		}, s.wipeApps),
		op.WithRequest(op.Spec{
			Route: "POST /api/dev/reset-changelog", ID: "resetChangelog", Group: "admin", Summary: "Delete the changelog",
			Access: op.Develop, Limit: op.Every(10*time.Minute, 6, "dev.reset_changelog"), Refuses: busy,
		}, s.resetChangelog),
	}
}

// resetAnswer is the answer of a reset.
type resetAnswer struct {
	Success bool `json:"success"` // whether it succeeded
	snapshots.Before
}

func (s resets) reset(ctx context.Context, r op.Request, _ op.None) (resetAnswer, error) {
	kept, err := s.Snapshots.Before(ctx)
	if err != nil {
		return resetAnswer{}, err
	}
	apps, err := s.Backup.Reset(ctx)
	noteSuccess(r, "reset", fmt.Sprintf("apps=%d", apps), err)
	return resetAnswer{true, kept}, err
}

// doneAnswer is the answer of an operation that may take long.
type doneAnswer struct {
	OK         bool  `json:"ok"`         // whether it succeeded
	DurationMs int64 `json:"durationMs"` // how long it took, in milliseconds
}

// doneSince returns the answer of an operation that began at a time.
func doneSince(start, now time.Time) doneAnswer {
	return doneAnswer{true, max(now.Sub(start), 0).Milliseconds()}
}

// startedOverAnswer is the answer of starting over.
type startedOverAnswer struct {
	doneAnswer
	snapshots.Before
}

func (s resets) startOver(ctx context.Context, r op.Request, _ op.None) (startedOverAnswer, error) {
	start := s.Now()
	kept, err := s.Snapshots.Before(ctx)
	if err == nil {
		err = s.Backup.StartOver(ctx)
	}
	op.NoteOutcome(r, "admin.start_over", "", err)
	return startedOverAnswer{doneSince(start, s.Now()), kept}, err
}

type wipedAnswer struct {
	doneAnswer
	RowsRemoved int `json:"rowsRemoved"` // number of records that were deleted
}

func (s resets) wipeApps(ctx context.Context, r op.Request, _ op.None) (wipedAnswer, error) {
	start := s.Now()
	rows, err := s.Backup.Wipe(ctx)
	noteSuccess(r, "dev.wipe_apps", fmt.Sprintf("rows=%d", rows), err)
	return wipedAnswer{doneSince(start, s.Now()), rows}, err
}

// changelogResetAnswer is what was deleted of the changelog.
type changelogResetAnswer struct {
	doneAnswer
	Snapshots int `json:"snapshotsRemoved"`     // number of snapshots that were deleted
	Reviews   int `json:"reviewActionsRemoved"` // number of reviews that were deleted
	Apps      int `json:"appsTouched"`          // number of apps whose changes were deleted
}

func (s resets) resetChangelog(ctx context.Context, r op.Request, _ op.None) (changelogResetAnswer, error) {
	start := s.Now()
	done, err := s.Fleet.ResetChangelog(ctx)
	noteSuccess(r, "dev.reset_changelog", fmt.Sprintf("snapshots=%d, reviews=%d, apps=%d", done.Snapshots, done.Reviews, done.Apps), err)
	return changelogResetAnswer{doneSince(start, s.Now()), done.Snapshots, done.Reviews, done.Apps}, err
}
