// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// ActivityAnswer is what [Client.Activity] returns. An answer of `activity`: List the activity log.
type ActivityAnswer struct {
	Limit   int64         `json:"limit"`  // The page size
	Offset  int64         `json:"offset"` // The offset as sent, however large
	Rows    []ActivityRow `json:"rows"`   // The rows
	Since   *Time         `json:"since"`
	SortBy  string        `json:"sortBy"`  // What the rows are sorted by
	SortDir string        `json:"sortDir"` // The direction: asc or desc
	Status  *string       `json:"status"`  // The outcome that was asked for; null: all
	Total   int64         `json:"total"`   // The number of entries that match
	Type    *string       `json:"type"`    // The type that was asked for; null: all
	Until   *Time         `json:"until"`
}

// RemovedAnswer is what [Client.RemoveHistory] returns. The number of records that were deleted.
type RemovedAnswer struct {
	Deleted int64 `json:"deleted"` // The number of deleted records
}

// ImportHistoryAnswer is what [Client.ImportHistory] returns.
type ImportHistoryAnswer struct {
	Result HistoryResult `json:"result"` // The result
}

// Cooldowns is what [Client.ClearCooldowns] returns. The cooldowns of all categories on this replica.
type Cooldowns struct {
	Others    []Cooldown `json:"others"` // The active cooldowns of further sources
	Scrape    Cooldown   `json:"scrape"` // The cooldown of the App Store's pages
	Search    Cooldown   `json:"search"` // The cooldown of the App Store's search
	ServerNow Time       `json:"serverNow"`
}

// Result is what [Client.Result] returns. The state of a request that did not wait and, when it has ended, its response.
type Result struct {
	Answer     json.RawMessage `json:"answer"` // The body of the response: that of the operation, or an error if httpStatus is 400 or more. Null: the request is still running.
	EndedAt    *Time           `json:"endedAt"`
	HttpStatus int64           `json:"httpStatus"` // The status of the response; 0: the request is still running
	ID         string          `json:"id"`         // The ID
	StartedAt  Time            `json:"startedAt"`
	Status     string          `json:"status"` // The status
}

// RunsAnswer is what [Client.Runs] returns. An answer of `runs`: List bulk runs, newest first.
type RunsAnswer struct {
	Limit  int64       `json:"limit"`  // The page size
	Offset int64       `json:"offset"` // The offset as sent, however large
	Runs   []RunRecord `json:"runs"`   // The runs
	Total  int64       `json:"total"`  // The number of all
}

// RunRecord is what [Client.Run] returns. A run, open or ended. Its totals depend on its runner.
type RunRecord struct {
	CurrentAppName *string         `json:"currentAppName"` // The name of the app that is being worked on; null: none
	EndedAt        *Time           `json:"endedAt"`
	ID             string          `json:"id"`        // The ID
	Initiator      string          `json:"initiator"` // Who started the run: user, schedule or another part of the service
	Reason         *string         `json:"reason"`    // Why it was interrupted, failed or was given up; null: it was not
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
	Schedule  string `json:"schedule"` // When all apps are refreshed: manual (never automatically), daily or weekly
}

// ControlAnswer is what [Client.ControlSync] returns. An answer of `controlSync`: Pause, resume or cancel the sync runner.
type ControlAnswer struct {
	Aborted *bool       `json:"aborted,omitzero"` // Whether work in progress is being aborted
	Ok      bool        `json:"ok"`               // Whether it succeeded
	Status  string      `json:"status"`           // The status of the run: running, paused, error, cancelled or done; pause_requested or cancel_requested until the process that works on it has reacted; idle: there is no run
	Summary *RunSummary `json:"summary,omitzero"` // The number of apps by outcome
}

// SyncAnswer is what [Client.Sync] returns. The outcome of a sync: numbers of apps and of changelog entries.
type SyncAnswer struct {
	Changes int64  `json:"changes"` // Number of entries that the sync added to the changelog
	RunID   string `json:"runId"`   // The ID of the run
	Synced  int64  `json:"synced"`  // Number of apps that were refreshed
}

// TasksAnswer is what [Client.ActiveTasks] returns. The state of the bulk runners.
type TasksAnswer struct {
	Policy  PolicyRunnerStatus  `json:"policy"`  // The policy run
	Sync    SyncRunnerStatus    `json:"sync"`    // The sync
	Wayback HistoryRunnerStatus `json:"wayback"` // The history import
}

// HistoryStatus is what [Client.HistoryRun] returns. The state of the web archive runner. The member state repeats it for clients that read it there..
type HistoryStatus struct {
	CurrentAppName *string        `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string        `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string        `json:"runId"`          // The ID of the run; null: there is none
	Running        bool           `json:"running"`        // Whether work is in progress
	StartedAt      *Time          `json:"startedAt"`
	State          *HistoryState  `json:"state"`   // The state of the run; null: no run is open
	Status         string         `json:"status"`  // The status
	Summary        RunSummary     `json:"summary"` // The number of apps by outcome
	Totals         *HistoryTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time          `json:"updatedAt"`
	WaitingUntil   *Time          `json:"waitingUntil"`
}

// HistoryRunAnswer is what [Client.ImportAllHistory] returns. The response when a run has stopped.
type HistoryRunAnswer struct {
	DurationMs int64         `json:"durationMs"` // How long it took, in milliseconds
	Status     string        `json:"status"`     // How the run ended: done, cancelled, error, or paused, which is resumed later
	Totals     HistoryTotals `json:"totals"`     // What the run has done so far
}

// HistoryLine is what [Client.FollowHistoryImport] returns. A line of a history import.
type HistoryLine struct {
	AppID        *int64         `json:"appId,omitzero"` // The ID of the app
	CaptureDate  *Time          `json:"captureDate,omitzero"`
	ChangeCount  *int64         `json:"changeCount,omitzero"`  // Number of changes; with the outcomes imported and unchanged
	Changes      []Entry        `json:"changes,omitzero"`      // The changes that were found
	DurationMs   *int64         `json:"durationMs,omitzero"`   // How long it took, in milliseconds
	Error        *string        `json:"error,omitzero"`        // Why there is no result
	ErrorMessage *string        `json:"errorMessage,omitzero"` // What went wrong, in a sentence
	Index        *int64         `json:"index,omitzero"`        // The position of the app in the run, from 0
	Initiator    *string        `json:"initiator,omitzero"`    // Who started the run: user, schedule or another part of the service
	Kind         string         `json:"kind"`                  // batch-start, app-start, target, app-done, summary: The kind
	Name         *string        `json:"name,omitzero"`         // The name
	Outcome      *string        `json:"outcome,omitzero"`      // The outcome of the target
	Reason       *string        `json:"reason,omitzero"`       // Why it was interrupted; missing: it was not
	Result       *HistoryResult `json:"result,omitzero"`       // The result
	RunID        *string        `json:"runId,omitzero"`        // The ID of the run
	SaveNowURL   *string        `json:"saveNowUrl,omitzero"`   // The URL at which the archive saves the page; only with the outcome requested
	StartedAt    *Time          `json:"startedAt,omitzero"`
	Status       *string        `json:"status,omitzero"`  // How the run ended: done, cancelled, error, or paused, which is resumed later
	Summary      *RunSummary    `json:"summary,omitzero"` // The summary
	TargetDate   *Time          `json:"targetDate,omitzero"`
	Total        *int64         `json:"total,omitzero"`  // Number of apps in the run
	Totals       *HistoryTotals `json:"totals,omitzero"` // What the run has done so far
	Type         string         `json:"type"`            // batch-start, app-start, target, app-done, summary: Same as kind
	Until        *Time          `json:"until,omitzero"`
	WaybackURL   *string        `json:"waybackUrl,omitzero"` // The URL of the archived page
}

// ActivityRow is a part of [ActivityAnswer]. A line of the activity log.
type ActivityRow struct {
	AppID      *int64          `json:"appId"`      // The ID of the app
	AppName    *string         `json:"appName"`    // The name of the app
	Detail     json.RawMessage `json:"detail"`     // More about it; null or empty: nothing
	DurationMs *int64          `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	EndedAt    *Time           `json:"endedAt"`
	ID         string          `json:"id"`   // The ID
	Kind       string          `json:"kind"` // The type or a variant of it
	StartedAt  Time            `json:"startedAt"`
	Status     string          `json:"status"`  // ok, error, partial or cancelled
	Summary    *string         `json:"summary"` // The summary
	Type       string          `json:"type"`    // What was done, such as scrape, resync or manual_sync
}

// HistoryResult is a part of [ImportHistoryAnswer]. The outcome of an import of one app. attempted is the sum of the five numbers after it..
type HistoryResult struct {
	AppID              int64           `json:"appId"`              // The ID of the app
	Attempted          int64           `json:"attempted"`          // The number of targets
	Changes            []Found         `json:"changes"`            // The changes that archived pages show after the import, oldest first
	Failed             int64           `json:"failed"`             // The number of targets that failed
	Imported           int64           `json:"imported"`           // The number of past states that were imported
	Pages              int64           `json:"pages"`              // Pages that were requested from the archive
	Skipped            int64           `json:"skipped"`            // The number of targets that were skipped
	SnapshotsRequested int64           `json:"snapshotsRequested"` // Number of pages that the archive was asked to save
	Targets            []TargetOutcome `json:"targets"`            // In the order in which they were decided, never null
	Unchanged          int64           `json:"unchanged"`          // The number of targets without a change
}

// Cooldown is a part of [Cooldowns]. The pause of a category of requests after the App Store limited the rate.
type Cooldown struct {
	Active    bool    `json:"active"`    // Whether the cooldown is in force
	AppSource *string `json:"appSource"` // The source that the requests go to; null: the App Store
	Category  string  `json:"category"`  // The category of requests that have to wait
	Reason    string  `json:"reason"`    // Why the cooldown began; empty: it is not active
	ResumeAt  Time    `json:"resumeAt"`
}

// SyncTotals is a part of [RunRecord]. The totals of a sync.
type SyncTotals struct {
	Attempted   int64 `json:"attempted"`   // The number of apps that were attempted
	Changes     int64 `json:"changes"`     // Number of entries that the sync added to the changelog
	Failed      int64 `json:"failed"`      // The number of apps that failed
	RateLimited int64 `json:"rateLimited"` // The number of apps that were not attempted because the App Store was rate limiting
	Skipped     int64 `json:"skipped"`     // The number of apps that were removed during the run
	Succeeded   int64 `json:"succeeded"`   // The number of apps that succeeded
}

// HistoryTotals is a part of [RunRecord]. The totals of a history import.
type HistoryTotals struct {
	AppsAttempted      int64 `json:"appsAttempted"`      // The number of apps, without those that were removed during the run
	AppsWithImports    int64 `json:"appsWithImports"`    // Number of apps for which a past state was imported
	Failed             int64 `json:"failed"`             // The number of targets that failed. The run counts failed apps separately
	Imported           int64 `json:"imported"`           // The number of past states that were imported
	Pages              int64 `json:"pages"`              // Pages that were requested from the archive
	Skipped            int64 `json:"skipped"`            // The number of targets that were skipped
	SnapshotsRequested int64 `json:"snapshotsRequested"` // Number of pages that the archive was asked to save
	TargetsAttempted   int64 `json:"targetsAttempted"`   // The number of targets: the sum of the five numbers that follow
	Unchanged          int64 `json:"unchanged"`          // The number of targets without a change
}

// PolicyRunnerStatus is a part of [TasksAnswer]. The state of the policy runner. Members that are strings are null if no run is open.
type PolicyRunnerStatus struct {
	CurrentAppName *string       `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string       `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string       `json:"runId"`          // The ID of the run; null: there is none
	Running        bool          `json:"running"`        // Whether work is in progress
	StartedAt      *Time         `json:"startedAt"`
	Status         string        `json:"status"`  // The status
	Summary        RunSummary    `json:"summary"` // The number of apps by outcome
	Totals         *PolicyTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time         `json:"updatedAt"`
	WaitingUntil   *Time         `json:"waitingUntil"`
}

// SyncRunnerStatus is a part of [TasksAnswer]. The state of the sync runner. Members that are strings are null if no run is open.
type SyncRunnerStatus struct {
	CurrentAppName *string     `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string     `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string     `json:"runId"`          // The ID of the run; null: there is none
	Running        bool        `json:"running"`        // Whether work is in progress
	StartedAt      *Time       `json:"startedAt"`
	Status         string      `json:"status"`  // The status
	Summary        RunSummary  `json:"summary"` // The number of apps by outcome
	Totals         *SyncTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time       `json:"updatedAt"`
	WaitingUntil   *Time       `json:"waitingUntil"`
}

// HistoryRunnerStatus is a part of [TasksAnswer]. The state of the web archive runner. Members that are strings are null if no run is open.
type HistoryRunnerStatus struct {
	CurrentAppName *string        `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string        `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string        `json:"runId"`          // The ID of the run; null: there is none
	Running        bool           `json:"running"`        // Whether work is in progress
	StartedAt      *Time          `json:"startedAt"`
	Status         string         `json:"status"`  // The status
	Summary        RunSummary     `json:"summary"` // The number of apps by outcome
	Totals         *HistoryTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time          `json:"updatedAt"`
	WaitingUntil   *Time          `json:"waitingUntil"`
}

// HistoryState is a part of [HistoryStatus]. The state of an open history import.
type HistoryState struct {
	CancelRequestedAt *Time         `json:"cancelRequestedAt"`
	CurrentAppID      *int64        `json:"currentAppId"` // The ID of the app that is being worked on; null: none
	Initiator         string        `json:"initiator"`    // Who started the run: user, schedule or another part of the service
	PauseRequestedAt  *Time         `json:"pauseRequestedAt"`
	PausedAt          *Time         `json:"pausedAt"`
	RunID             string        `json:"runId"` // The ID of the run
	StartedAt         *Time         `json:"startedAt"`
	Status            string        `json:"status"` // The status
	Totals            HistoryTotals `json:"totals"` // What the run has done so far
	UpdatedAt         *Time         `json:"updatedAt"`
}

// Found is a part of [HistoryResult]. A change of a label that archived pages show. It was made after the time `after` and at or before the time `at`, which is its time in the changelog..
type Found struct {
	After Time `json:"after"`
	At    Time `json:"at"`
}

// TargetOutcome is a part of [HistoryResult]. The outcome of a target of an import.
type TargetOutcome struct {
	CaptureDate  *Time   `json:"captureDate,omitzero"`
	ChangeCount  *int64  `json:"changeCount,omitzero"`  // Number of changes; with the outcomes imported and unchanged
	ErrorMessage *string `json:"errorMessage,omitzero"` // What went wrong, in a sentence
	Outcome      string  `json:"outcome"`               // The outcome of the target
	SaveNowURL   *string `json:"saveNowUrl,omitzero"`   // The URL at which the archive saves the page; only with the outcome requested
	TargetDate   *Time   `json:"targetDate,omitzero"`
	Until        *Time   `json:"until,omitzero"`
	WaybackURL   *string `json:"waybackUrl,omitzero"` // The URL of the archived page
}
