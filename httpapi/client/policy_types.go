// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// RegenerateAnswer is what [Client.Regenerate] returns.
type RegenerateAnswer struct {
	Results []Regenerated `json:"results"`
}

// RegenerateLine is what [Client.FollowRegenerate] returns.
type RegenerateLine struct {
	AppID   *int64        `json:"appId,omitzero"` // The number of an app in the store
	Error   *string       `json:"error,omitzero"`
	Kind    string        `json:"kind"` // phase, done, error
	Phase   *PolicyStep   `json:"phase,omitzero"`
	Results []Regenerated `json:"results,omitzero"`
	Type    string        `json:"type"` // phase, done, error: Same as kind.
}

// PolicyProgress is what [Client.PolicyProgress] returns.
type PolicyProgress struct {
	LastRunLog   []PolicyStep `json:"lastRunLog"`
	RunStartedAt *Time        `json:"runStartedAt"`
	RunStatus    string       `json:"runStatus"` // idle, running
	Status       *string      `json:"status"`    // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error, null
}

// PolicyStatus is what [Client.PolicyRun] returns.
type PolicyStatus struct {
	CurrentAppName *string         `json:"currentAppName"`
	Initiator      *string         `json:"initiator"`
	RunID          *string         `json:"runId"`
	Running        bool            `json:"running"`
	StartedAt      *Time           `json:"startedAt"`
	State          *PolicyState    `json:"state"`
	Status         string          `json:"status"`
	Summary        RunSummary      `json:"summary"`
	Totals         json.RawMessage `json:"totals"` // SyncTotals or HistoryTotals or PolicyTotals
	UpdatedAt      *Time           `json:"updatedAt"`
	WaitingUntil   *Time           `json:"waitingUntil"`
}

// ReadPoliciesAnswer is what [Client.ReadPolicies] returns.
type ReadPoliciesAnswer struct {
	DurationMs int64           `json:"durationMs"`
	Force      bool            `json:"force"`
	Phase      string          `json:"phase"` // fetch, all
	Status     string          `json:"status"`
	Totals     json.RawMessage `json:"totals"` // SyncTotals or HistoryTotals or PolicyTotals
}

// PolicyLine is what [Client.FollowPolicies] returns.
type PolicyLine struct {
	AppID      *int64          `json:"appId,omitzero"` // The number of an app in the store
	Changes    []Entry         `json:"changes,omitzero"`
	DurationMs *int64          `json:"durationMs,omitzero"`
	Error      *string         `json:"error,omitzero"`
	Force      *bool           `json:"force,omitzero"`
	Index      *int64          `json:"index,omitzero"`
	Initiator  *string         `json:"initiator,omitzero"`
	Kind       string          `json:"kind"` // batch-start, app-start, target, app-done, summary
	Name       *string         `json:"name,omitzero"`
	Note       *string         `json:"note,omitzero"`
	Phase      json.RawMessage `json:"phase,omitzero"` // string or PolicyStep
	Reason     *string         `json:"reason,omitzero"`
	RunID      *string         `json:"runId,omitzero"`
	StartedAt  *Time           `json:"startedAt,omitzero"`
	Status     *string         `json:"status,omitzero"`
	Summary    *RunSummary     `json:"summary,omitzero"`
	Throttled  *bool           `json:"throttled,omitzero"`
	Total      *int64          `json:"total,omitzero"`
	Totals     json.RawMessage `json:"totals,omitzero"` // SyncTotals or HistoryTotals or PolicyTotals
	Type       string          `json:"type"`            // batch-start, app-start, target, app-done, summary: As kind
}

// StartedAnswer is what [Client.StartPolicies] returns.
type StartedAnswer struct {
	RunID string `json:"runId"`
}

// PolicyVersion is what [Client.PolicyVersion] returns.
type PolicyVersion struct {
	AppID              int64   `json:"appId"` // The number of an app in the store
	ArchiveSubmittedAt *Time   `json:"archiveSubmittedAt"`
	ArchiveURL         *string `json:"archiveUrl"`
	ContentHash        string  `json:"contentHash"`
	Extractor          string  `json:"extractor"`
	FirstFetchedAt     Time    `json:"firstFetchedAt"`
	ID                 string  `json:"id"`
	LastFetchedAt      Time    `json:"lastFetchedAt"`
	PolicyURL          string  `json:"policyUrl"`
	SourceContentType  *string `json:"sourceContentType"`
	SourceFinalURL     *string `json:"sourceFinalUrl"`
	SourceOrigin       *string `json:"sourceOrigin"` // direct, browser_retry, wayback, null
	SourceText         string  `json:"sourceText"`
	SourceTitle        *string `json:"sourceTitle"`
	SourceWordCount    int64   `json:"sourceWordCount"`
}

// PolicyComparison is what [Client.PolicyDiff] returns.
type PolicyComparison struct {
	Current  ComparedVersion `json:"current"`
	Lines    []DiffLine      `json:"lines"`
	Previous ComparedVersion `json:"previous"`
	Stats    DiffStats       `json:"stats"`
}

// Regenerated is a part of [RegenerateAnswer].
type Regenerated struct {
	Analysis *ShownPolicy `json:"analysis"`
	AppID    int64        `json:"appId"` // The number of an app in the store
	Error    *string      `json:"error,omitzero"`
}

// PolicyState is a part of [PolicyStatus].
type PolicyState struct {
	CurrentAppID *int64          `json:"currentAppId"` // The number of an app in the store
	Force        bool            `json:"force"`
	Initiator    string          `json:"initiator"`
	Phase        string          `json:"phase"` // fetch, all
	RunID        string          `json:"runId"`
	StartedAt    *Time           `json:"startedAt"`
	Totals       json.RawMessage `json:"totals"` // SyncTotals or HistoryTotals or PolicyTotals
	UpdatedAt    *Time           `json:"updatedAt"`
}

// RunSummary is a part of [PolicyStatus].
type RunSummary struct {
	Completed int64 `json:"completed"`
	Failed    int64 `json:"failed"`
	Skipped   int64 `json:"skipped"`
	Total     int64 `json:"total"`
}

// SyncTotals is a part of [PolicyStatus].
type SyncTotals struct {
	Attempted   int64 `json:"attempted"`
	Changes     int64 `json:"changes"`
	Failed      int64 `json:"failed"`
	RateLimited int64 `json:"rateLimited"`
	Skipped     int64 `json:"skipped"`
	Succeeded   int64 `json:"succeeded"`
}

// HistoryTotals is a part of [PolicyStatus].
type HistoryTotals struct {
	AppsAttempted      int64 `json:"appsAttempted"`
	AppsWithImports    int64 `json:"appsWithImports"`
	Failed             int64 `json:"failed"`
	Imported           int64 `json:"imported"`
	Pages              int64 `json:"pages"`
	Skipped            int64 `json:"skipped"`
	SnapshotsRequested int64 `json:"snapshotsRequested"`
	TargetsAttempted   int64 `json:"targetsAttempted"`
	Unchanged          int64 `json:"unchanged"`
}

// PolicyTotals is a part of [PolicyStatus].
type PolicyTotals struct {
	Attempted int64 `json:"attempted"`
	Failed    int64 `json:"failed"`
	Skipped   int64 `json:"skipped"`
	Succeeded int64 `json:"succeeded"`
	Throttled int64 `json:"throttled"`
}

// ComparedVersion is a part of [PolicyComparison].
type ComparedVersion struct {
	FirstFetchedAt  Time   `json:"firstFetchedAt"`
	ID              string `json:"id"`
	LastFetchedAt   Time   `json:"lastFetchedAt"`
	SourceWordCount int64  `json:"sourceWordCount"`
}

// DiffLine is a part of [PolicyComparison].
type DiffLine struct {
	Text  string    `json:"text"`
	Type  string    `json:"type"` // unchanged, added, removed
	Words []DiffRun `json:"words,omitzero"`
}

// DiffStats is a part of [PolicyComparison].
type DiffStats struct {
	Added     int64 `json:"added"`
	Removed   int64 `json:"removed"`
	Truncated bool  `json:"truncated"`
	Unchanged int64 `json:"unchanged"`
}

// DiffRun is a part of [DiffLine].
type DiffRun struct {
	Text string `json:"text"`
	Type string `json:"type"` // unchanged, added, removed
}
