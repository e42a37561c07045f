// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// ActivityAnswer is what [Client.Activity] returns. An answer of `activity`: The activity log.
type ActivityAnswer struct {
	Limit   int64         `json:"limit"`  // How many are listed at most
	Offset  int64         `json:"offset"` // As it was sent, however large
	Rows    []ActivityRow `json:"rows"`   // The rows
	Since   *Time         `json:"since"`
	SortBy  string        `json:"sortBy"`  // What the rows are sorted by
	SortDir string        `json:"sortDir"` // The direction: asc or desc
	Status  *string       `json:"status"`  // The status
	Total   int64         `json:"total"`   // The number of all
	Type    *string       `json:"type"`    // The type
	Until   *Time         `json:"until"`
}

// RemovedAnswer is what [Client.RemoveHistory] returns. The number of records that were deleted.
type RemovedAnswer struct {
	Deleted int64 `json:"deleted"` // Number deleted
}

// ImportHistoryAnswer is what [Client.ImportHistory] returns.
type ImportHistoryAnswer struct {
	Result HistoryResult `json:"result"` // The result
}

// Cooldowns is what [Client.ClearCooldowns] returns. The cooldowns of all categories at a moment, for this replica.
type Cooldowns struct {
	Others    []Cooldown `json:"others"` // The active ones of further sources
	Scrape    Cooldown   `json:"scrape"` // The cooldown of the App Store's pages
	Search    Cooldown   `json:"search"` // The cooldown of the App Store's search
	ServerNow Time       `json:"serverNow"`
}

// Result is what [Client.Result] returns. The state of a request that did not wait, and then its answer.
type Result struct {
	Answer     json.RawMessage `json:"answer"` // The body that the request would have been answered with: that of the operation or, with a status from 400, a refusal. Null while it is running.
	EndedAt    *Time           `json:"endedAt"`
	HttpStatus int64           `json:"httpStatus"` // The status that the request would have been answered with; zero while it is running
	ID         string          `json:"id"`         // The ID
	StartedAt  Time            `json:"startedAt"`
	Status     string          `json:"status"` // The status
}

// RunsAnswer is what [Client.Runs] returns. An answer of `runs`: List bulk runs, the newest first.
type RunsAnswer struct {
	Limit  int64       `json:"limit"`  // How many are listed at most
	Offset int64       `json:"offset"` // As it was sent, however large
	Runs   []RunRecord `json:"runs"`   // The runs
	Total  int64       `json:"total"`  // The number of all
}

// RunRecord is what [Client.Run] returns. A run, open or ended. Its runner decides what its totals are.
type RunRecord struct {
	CurrentAppName *string         `json:"currentAppName"` // The name of the app that is being worked on; null: none
	EndedAt        *Time           `json:"endedAt"`
	ID             string          `json:"id"`        // The ID
	Initiator      string          `json:"initiator"` // Who started the run: user, schedule or another part of the service; null: no run
	Reason         *string         `json:"reason"`    // Why it was interrupted, failed, or given up
	Resumed        bool            `json:"resumed"`   // Whether the run was interrupted and resumed
	Runner         string          `json:"runner"`    // sync, wayback, policy, import: The name of the runner: sync, wayback, policy or import
	StartedAt      Time            `json:"startedAt"`
	Status         string          `json:"status"`  // The status
	Summary        RunSummary      `json:"summary"` // The summary
	Totals         json.RawMessage `json:"totals"`  // SyncTotals or HistoryTotals or PolicyTotals or json.RawMessage
	UpdatedAt      Time            `json:"updatedAt"`
}

// SyncStatus is what [Client.SyncStatus] returns. The schedule of syncs, with the times of the last and the next one.
type SyncStatus struct {
	IsDue     bool   `json:"isDue"`     // Whether a scheduled sync is due
	IsRunning bool   `json:"isRunning"` // Whether a sync is running
	LastRun   Time   `json:"lastRun"`
	NextRun   *Time  `json:"nextRun"`
	Schedule  string `json:"schedule"` // "manual", "daily" or "weekly"
}

// ControlAnswer is what [Client.ControlSync] returns. An answer of `controlSync`: Pause, resume or cancel the sync runner.
type ControlAnswer struct {
	Aborted *bool       `json:"aborted,omitzero"` // Work in progress is being aborted
	Ok      bool        `json:"ok"`               // Whether it succeeded
	Status  string      `json:"status"`           // See stateOf; idle if there is no run to cancel
	Summary *RunSummary `json:"summary,omitzero"` // The summary
}

// SyncAnswer is what [Client.Sync] returns. The counts, of apps and of entries of the changelog.
type SyncAnswer struct {
	Changes int64  `json:"changes"` // Number of entries that the sync added to the changelog
	RunID   string `json:"runId"`   // The ID of the run; null: there is none
	Synced  int64  `json:"synced"`  // Number of apps that were refreshed
}

// TasksAnswer is what [Client.ActiveTasks] returns. The status of the bulk runners.
type TasksAnswer struct {
	Policy  PolicyRunnerStatus  `json:"policy"`  // The policy run
	Sync    SyncRunnerStatus    `json:"sync"`    // The sync
	Wayback HistoryRunnerStatus `json:"wayback"` // The history import
}

// HistoryStatus is what [Client.HistoryRun] returns. The status of the runner. The state repeats it for clients that read it there..
type HistoryStatus struct {
	CurrentAppName *string        `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string        `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string        `json:"runId"`          // The ID of the run; null: there is none
	Running        bool           `json:"running"`        // Whether work is in progress
	StartedAt      *Time          `json:"startedAt"`
	State          *HistoryState  `json:"state"`   // Null when idle
	Status         string         `json:"status"`  // The status
	Summary        RunSummary     `json:"summary"` // The summary
	Totals         *HistoryTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time          `json:"updatedAt"`
	WaitingUntil   *Time          `json:"waitingUntil"`
}

// HistoryRunAnswer is what [Client.ImportAllHistory] returns. The answer when a run has stopped.
type HistoryRunAnswer struct {
	DurationMs int64         `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	Status     string        `json:"status"`     // How the run ended: done, cancelled, error, or paused, which is resumed later
	Totals     HistoryTotals `json:"totals"`     // What the run has done so far; null: no run
}

// HistoryLine is what [Client.FollowHistoryImport] returns. A line of a history import.
type HistoryLine struct {
	AppID        *int64         `json:"appId,omitzero"` // The ID of the app
	CaptureDate  *Time          `json:"captureDate,omitzero"`
	ChangeCount  *int64         `json:"changeCount,omitzero"`  // Number of changes; with the outcomes imported and unchanged
	Changes      []Entry        `json:"changes,omitzero"`      // The changes that were found
	DurationMs   *int64         `json:"durationMs,omitzero"`   // How long it took, in milliseconds; null: it has not ended
	Error        *string        `json:"error,omitzero"`        // Why there is no result
	ErrorMessage *string        `json:"errorMessage,omitzero"` // What was wrong, in a sentence for people
	Index        *int64         `json:"index,omitzero"`        // The place of the app in the run, from 0
	Initiator    *string        `json:"initiator,omitzero"`    // Who started the run: user, schedule or another part of the service; null: no run
	Kind         string         `json:"kind"`                  // batch-start, app-start, target, app-done, summary: The kind, which determines the other members
	Name         *string        `json:"name,omitzero"`         // The name
	Outcome      *string        `json:"outcome,omitzero"`      // What became of the target
	Reason       *string        `json:"reason,omitzero"`       // Why it was interrupted
	Result       *HistoryResult `json:"result,omitzero"`       // The result
	RunID        *string        `json:"runId,omitzero"`        // The ID of the run; null: there is none
	SaveNowURL   *string        `json:"saveNowUrl,omitzero"`   // The address at which the archive saves the page; with the outcome requested
	StartedAt    *Time          `json:"startedAt,omitzero"`
	Status       *string        `json:"status,omitzero"`  // How the run ended: done, cancelled, error, or paused, which is resumed later
	Summary      *RunSummary    `json:"summary,omitzero"` // The summary
	TargetDate   *Time          `json:"targetDate,omitzero"`
	Total        *int64         `json:"total,omitzero"`  // Number of apps in the run
	Totals       *HistoryTotals `json:"totals,omitzero"` // What the run has done so far; null: no run
	Type         string         `json:"type"`            // batch-start, app-start, target, app-done, summary: Same as kind
	Until        *Time          `json:"until,omitzero"`
	WaybackURL   *string        `json:"waybackUrl,omitzero"` // The address of the archived page
}

// ActivityRow is a part of [ActivityAnswer]. A line of the activity log.
type ActivityRow struct {
	AppID      *int64          `json:"appId"`      // The ID of the app
	AppName    *string         `json:"appName"`    // The name of the app
	Detail     json.RawMessage `json:"detail"`     // More about it; null or empty: nothing
	DurationMs *int64          `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	EndedAt    *Time           `json:"endedAt"`
	ID         string          `json:"id"`   // The ID
	Kind       string          `json:"kind"` // The type, or a variant of it
	StartedAt  Time            `json:"startedAt"`
	Status     string          `json:"status"`  // ok, error, partial or cancelled
	Summary    *string         `json:"summary"` // The summary
	Type       string          `json:"type"`    // What was done, such as scrape, resync or manual_sync
}

// HistoryResult is a part of [ImportHistoryAnswer]. The result of an import of one app. Attempted is the sum of the five numbers after it..
type HistoryResult struct {
	AppID              int64           `json:"appId"`              // The ID of the app
	Attempted          int64           `json:"attempted"`          // Targets
	Changes            []Found         `json:"changes"`            // What archived states show after the import, oldest first; never null
	Failed             int64           `json:"failed"`             // Number that failed
	Imported           int64           `json:"imported"`           // Number imported
	Pages              int64           `json:"pages"`              // Pages that were requested from the archive
	Skipped            int64           `json:"skipped"`            // Number that were skipped
	SnapshotsRequested int64           `json:"snapshotsRequested"` // Number of pages that the archive was asked to save
	Targets            []TargetOutcome `json:"targets"`            // In the order in which they were decided, never null
	Unchanged          int64           `json:"unchanged"`          // Number without a change
}

// Cooldown is a part of [Cooldowns]. The pause in requests of a category after the App Store throttled one.
type Cooldown struct {
	Active    bool    `json:"active"`    // Whether the cooldown is in force
	AppSource *string `json:"appSource"` // Empty: the main source
	Category  string  `json:"category"`  // The requests that wait
	Reason    string  `json:"reason"`    // Empty when it is not active
	ResumeAt  Time    `json:"resumeAt"`
}

// SyncTotals is a part of [RunRecord]. Counts what a sync found.
type SyncTotals struct {
	Attempted   int64 `json:"attempted"`   // Number that were tried
	Changes     int64 `json:"changes"`     // Number of entries that the sync added to the changelog
	Failed      int64 `json:"failed"`      // Number that failed
	RateLimited int64 `json:"rateLimited"` // Not tried because the App Store was rate limiting
	Skipped     int64 `json:"skipped"`     // Removed during the run
	Succeeded   int64 `json:"succeeded"`   // Number that succeeded
}

// HistoryTotals is a part of [RunRecord]. Counts what a run of Service.Job has done.
type HistoryTotals struct {
	AppsAttempted      int64 `json:"appsAttempted"`      // Without those that were removed during the run
	AppsWithImports    int64 `json:"appsWithImports"`    // Number of apps for which a past state was imported
	Failed             int64 `json:"failed"`             // Targets; the run counts failed apps
	Imported           int64 `json:"imported"`           // Number imported
	Pages              int64 `json:"pages"`              // Pages that were requested from the archive
	Skipped            int64 `json:"skipped"`            // Number that were skipped
	SnapshotsRequested int64 `json:"snapshotsRequested"` // Number of pages that the archive was asked to save
	TargetsAttempted   int64 `json:"targetsAttempted"`   // The sum of the five numbers that follow
	Unchanged          int64 `json:"unchanged"`          // Number without a change
}

// PolicyRunnerStatus is a part of [TasksAnswer]. The state of policy runs. The strings are null when none is open.
type PolicyRunnerStatus struct {
	CurrentAppName *string       `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string       `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string       `json:"runId"`          // The ID of the run; null: there is none
	Running        bool          `json:"running"`        // Whether work is in progress
	StartedAt      *Time         `json:"startedAt"`
	Status         string        `json:"status"`  // The status
	Summary        RunSummary    `json:"summary"` // The summary
	Totals         *PolicyTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time         `json:"updatedAt"`
	WaitingUntil   *Time         `json:"waitingUntil"`
}

// SyncRunnerStatus is a part of [TasksAnswer]. The state of syncs. The strings are null when none is open.
type SyncRunnerStatus struct {
	CurrentAppName *string     `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string     `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string     `json:"runId"`          // The ID of the run; null: there is none
	Running        bool        `json:"running"`        // Whether work is in progress
	StartedAt      *Time       `json:"startedAt"`
	Status         string      `json:"status"`  // The status
	Summary        RunSummary  `json:"summary"` // The summary
	Totals         *SyncTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time       `json:"updatedAt"`
	WaitingUntil   *Time       `json:"waitingUntil"`
}

// HistoryRunnerStatus is a part of [TasksAnswer]. The state of history imports. The strings are null when none is open.
type HistoryRunnerStatus struct {
	CurrentAppName *string        `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string        `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string        `json:"runId"`          // The ID of the run; null: there is none
	Running        bool           `json:"running"`        // Whether work is in progress
	StartedAt      *Time          `json:"startedAt"`
	Status         string         `json:"status"`  // The status
	Summary        RunSummary     `json:"summary"` // The summary
	Totals         *HistoryTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time          `json:"updatedAt"`
	WaitingUntil   *Time          `json:"waitingUntil"`
}

// HistoryState is a part of [HistoryStatus]. The state of an open history import.
type HistoryState struct {
	CancelRequestedAt *Time         `json:"cancelRequestedAt"`
	CurrentAppID      *int64        `json:"currentAppId"` // The ID of the app that is being worked on; null: none
	Initiator         string        `json:"initiator"`    // Who started the run: user, schedule or another part of the service; null: no run
	PauseRequestedAt  *Time         `json:"pauseRequestedAt"`
	PausedAt          *Time         `json:"pausedAt"`
	RunID             string        `json:"runId"` // The ID of the run; null: there is none
	StartedAt         *Time         `json:"startedAt"`
	Status            string        `json:"status"` // The status
	Totals            HistoryTotals `json:"totals"` // What the run has done so far; null: no run
	UpdatedAt         *Time         `json:"updatedAt"`
}

// Found is a part of [HistoryResult]. A change of an app's label that archived states show. It was made in the time after After and up to At. The changelog has it at At..
type Found struct {
	After Time `json:"after"`
	At    Time `json:"at"`
}

// TargetOutcome is a part of [HistoryResult]. The outcome of a target of an import. A run reports each to its subscribers..
type TargetOutcome struct {
	CaptureDate  *Time   `json:"captureDate,omitzero"`
	ChangeCount  *int64  `json:"changeCount,omitzero"`  // Number of changes; with the outcomes imported and unchanged
	ErrorMessage *string `json:"errorMessage,omitzero"` // What was wrong, in a sentence for people
	Outcome      string  `json:"outcome"`               // What became of the target
	SaveNowURL   *string `json:"saveNowUrl,omitzero"`   // The address at which the archive saves the page; with the outcome requested
	TargetDate   *Time   `json:"targetDate,omitzero"`
	Until        *Time   `json:"until,omitzero"`
	WaybackURL   *string `json:"waybackUrl,omitzero"` // The address of the archived page
}
