// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// ActivityAnswer is what [Client.Activity] returns.
type ActivityAnswer struct {
	Limit   int64         `json:"limit"`
	Offset  int64         `json:"offset"` // As it was sent, however large
	Rows    []ActivityRow `json:"rows"`
	Since   *Time         `json:"since"`
	SortBy  string        `json:"sortBy"`
	SortDir string        `json:"sortDir"`
	Status  *string       `json:"status"`
	Total   int64         `json:"total"`
	Type    *string       `json:"type"`
	Until   *Time         `json:"until"`
}

// RemovedAnswer is what [Client.RemoveHistory] returns.
type RemovedAnswer struct {
	Deleted int64 `json:"deleted"`
}

// ImportHistoryAnswer is what [Client.ImportHistory] returns.
type ImportHistoryAnswer struct {
	Result HistoryResult `json:"result"`
}

// Cooldowns is what [Client.ClearCooldowns] returns.
type Cooldowns struct {
	Others    []Cooldown `json:"others"`
	Scrape    Cooldown   `json:"scrape"`
	Search    Cooldown   `json:"search"`
	ServerNow Time       `json:"serverNow"`
}

// RunsAnswer is what [Client.Runs] returns.
type RunsAnswer struct {
	Limit  int64       `json:"limit"`
	Offset int64       `json:"offset"` // As it was sent, however large
	Runs   []RunRecord `json:"runs"`
	Total  int64       `json:"total"`
}

// RunRecord is what [Client.Run] returns.
type RunRecord struct {
	CurrentAppName *string         `json:"currentAppName"`
	EndedAt        *Time           `json:"endedAt"`
	ID             string          `json:"id"`
	Initiator      string          `json:"initiator"`
	Reason         *string         `json:"reason"`
	Resumed        bool            `json:"resumed"`
	Runner         string          `json:"runner"`
	StartedAt      Time            `json:"startedAt"`
	Status         string          `json:"status"`
	Summary        RunSummary      `json:"summary"`
	Totals         json.RawMessage `json:"totals"` // json.RawMessage or json.RawMessage
	UpdatedAt      Time            `json:"updatedAt"`
}

// SyncStatus is what [Client.SyncStatus] returns.
type SyncStatus struct {
	IsDue     bool   `json:"isDue"`
	IsRunning bool   `json:"isRunning"`
	LastRun   Time   `json:"lastRun"`
	NextRun   *Time  `json:"nextRun"`
	Schedule  string `json:"schedule"`
}

// ControlAnswer is what [Client.ControlSync] returns.
type ControlAnswer struct {
	Aborted *bool       `json:"aborted,omitzero"`
	Ok      bool        `json:"ok"`
	Status  string      `json:"status"`
	Summary *RunSummary `json:"summary,omitzero"`
}

// SyncAnswer is what [Client.Sync] returns.
type SyncAnswer struct {
	Changes int64  `json:"changes"`
	RunID   string `json:"runId"`
	Synced  int64  `json:"synced"`
}

// TasksAnswer is what [Client.ActiveTasks] returns.
type TasksAnswer struct {
	Policy  RunnerStatus `json:"policy"`
	Sync    RunnerStatus `json:"sync"`
	Wayback RunnerStatus `json:"wayback"`
}

// HistoryStatus is what [Client.HistoryRun] returns.
type HistoryStatus struct {
	CurrentAppName *string         `json:"currentAppName"`
	Initiator      *string         `json:"initiator"`
	RunID          *string         `json:"runId"`
	Running        bool            `json:"running"`
	StartedAt      *Time           `json:"startedAt"`
	State          *HistoryState   `json:"state"`
	Status         string          `json:"status"`
	Summary        RunSummary      `json:"summary"`
	Totals         json.RawMessage `json:"totals"` // SyncTotals or HistoryTotals or PolicyTotals
	UpdatedAt      *Time           `json:"updatedAt"`
	WaitingUntil   *Time           `json:"waitingUntil"`
}

// BulkAnswer is what [Client.ImportAllHistory] returns.
type BulkAnswer struct {
	DurationMs int64           `json:"durationMs"`
	Status     string          `json:"status"`
	Totals     json.RawMessage `json:"totals"` // SyncTotals or HistoryTotals or PolicyTotals
}

// HistoryLine is what [Client.FollowHistoryImport] returns.
type HistoryLine struct {
	AppID        *int64          `json:"appId,omitzero"` // The number of an app in the store
	CaptureDate  *Time           `json:"captureDate,omitzero"`
	ChangeCount  *int64          `json:"changeCount,omitzero"`
	Changes      []Entry         `json:"changes,omitzero"`
	DurationMs   *int64          `json:"durationMs,omitzero"`
	Error        *string         `json:"error,omitzero"`
	ErrorMessage *string         `json:"errorMessage,omitzero"`
	Index        *int64          `json:"index,omitzero"`
	Initiator    *string         `json:"initiator,omitzero"`
	Kind         string          `json:"kind"` // batch-start, app-start, target, app-done, summary
	Name         *string         `json:"name,omitzero"`
	Outcome      *string         `json:"outcome,omitzero"`
	Reason       *string         `json:"reason,omitzero"`
	Result       *HistoryResult  `json:"result,omitzero"`
	RunID        *string         `json:"runId,omitzero"`
	SaveNowURL   *string         `json:"saveNowUrl,omitzero"`
	StartedAt    *Time           `json:"startedAt,omitzero"`
	Status       *string         `json:"status,omitzero"`
	Summary      *RunSummary     `json:"summary,omitzero"`
	TargetDate   *Time           `json:"targetDate,omitzero"`
	Total        *int64          `json:"total,omitzero"`
	Totals       json.RawMessage `json:"totals,omitzero"` // SyncTotals or HistoryTotals or PolicyTotals
	Type         string          `json:"type"`            // batch-start, app-start, target, app-done, summary: As kind
	Until        *Time           `json:"until,omitzero"`
	WaybackURL   *string         `json:"waybackUrl,omitzero"`
}

// ActivityRow is a part of [ActivityAnswer].
type ActivityRow struct {
	AppID      *int64          `json:"appId"` // The number of an app in the store
	AppName    *string         `json:"appName"`
	Detail     json.RawMessage `json:"detail"`
	DurationMs *int64          `json:"durationMs"`
	EndedAt    *Time           `json:"endedAt"`
	ID         string          `json:"id"`
	Kind       string          `json:"kind"`
	StartedAt  Time            `json:"startedAt"`
	Status     string          `json:"status"`
	Summary    *string         `json:"summary"`
	Type       string          `json:"type"`
}

// HistoryResult is a part of [ImportHistoryAnswer].
type HistoryResult struct {
	AppID              int64           `json:"appId"` // The number of an app in the store
	Attempted          int64           `json:"attempted"`
	Changes            []Found         `json:"changes"`
	Failed             int64           `json:"failed"`
	Imported           int64           `json:"imported"`
	Pages              int64           `json:"pages"`
	Skipped            int64           `json:"skipped"`
	SnapshotsRequested int64           `json:"snapshotsRequested"`
	Targets            []TargetOutcome `json:"targets"`
	Unchanged          int64           `json:"unchanged"`
}

// Cooldown is a part of [Cooldowns].
type Cooldown struct {
	Active    bool    `json:"active"`
	AppSource *string `json:"appSource"`
	Category  string  `json:"category"`
	Reason    string  `json:"reason"`
	ResumeAt  Time    `json:"resumeAt"`
}

// RunnerStatus is a part of [TasksAnswer].
type RunnerStatus struct {
	CurrentAppName *string         `json:"currentAppName"`
	Initiator      *string         `json:"initiator"`
	RunID          *string         `json:"runId"`
	Running        bool            `json:"running"`
	StartedAt      *Time           `json:"startedAt"`
	Status         string          `json:"status"`
	Summary        RunSummary      `json:"summary"`
	Totals         json.RawMessage `json:"totals"` // SyncTotals or HistoryTotals or PolicyTotals
	UpdatedAt      *Time           `json:"updatedAt"`
	WaitingUntil   *Time           `json:"waitingUntil"`
}

// HistoryState is a part of [HistoryStatus].
type HistoryState struct {
	CancelRequestedAt *Time           `json:"cancelRequestedAt"`
	CurrentAppID      *int64          `json:"currentAppId"` // The number of an app in the store
	Initiator         string          `json:"initiator"`
	PauseRequestedAt  *Time           `json:"pauseRequestedAt"`
	PausedAt          *Time           `json:"pausedAt"`
	RunID             string          `json:"runId"`
	StartedAt         *Time           `json:"startedAt"`
	Status            string          `json:"status"`
	Totals            json.RawMessage `json:"totals"` // SyncTotals or HistoryTotals or PolicyTotals
	UpdatedAt         *Time           `json:"updatedAt"`
}

// Found is a part of [HistoryResult].
type Found struct {
	After Time `json:"after"`
	At    Time `json:"at"`
}

// TargetOutcome is a part of [HistoryResult].
type TargetOutcome struct {
	CaptureDate  *Time   `json:"captureDate,omitzero"`
	ChangeCount  *int64  `json:"changeCount,omitzero"`
	ErrorMessage *string `json:"errorMessage,omitzero"`
	Outcome      string  `json:"outcome"`
	SaveNowURL   *string `json:"saveNowUrl,omitzero"`
	TargetDate   *Time   `json:"targetDate,omitzero"`
	Until        *Time   `json:"until,omitzero"`
	WaybackURL   *string `json:"waybackUrl,omitzero"`
}
