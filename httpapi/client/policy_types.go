// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// PolicyPageBlocks is what [Client.ExcludePolicyBlock] returns. The blocks of a policy after a change.
type PolicyPageBlocks struct {
	ChangingBlocks []PolicyPageBlock `json:"changingBlocks"` // The blocks that differ at each fetch, if the policy is unstable
	ExcludedBlocks []PolicyPageBlock `json:"excludedBlocks"` // The blocks that are not part of the policy
}

// RegenerateAnswer is what [Client.Regenerate] returns. The outcome of all apps.
type RegenerateAnswer struct {
	Results []Regenerated `json:"results"` // The results, in the order of the request
}

// RegenerateLine is what [Client.FollowRegenerate] returns. A line of the work on policies.
type RegenerateLine struct {
	AppID   *int64        `json:"appId,omitzero"`   // The ID of the app
	Error   *string       `json:"error,omitzero"`   // What went wrong, in a sentence
	Kind    string        `json:"kind"`             // phase, done, error: The kind
	Phase   *PolicyStep   `json:"phase,omitzero"`   // The phase of the work
	Results []Regenerated `json:"results,omitzero"` // The results, in the order of the request
	Type    string        `json:"type"`             // phase, done, error: Same as kind
}

// PolicyProgress is what [Client.PolicyProgress] returns. How far an analysis is.
type PolicyProgress struct {
	LastRunLog   []PolicyStep `json:"lastRunLog"` // The steps of the last analysis, oldest first
	RunStartedAt *Time        `json:"runStartedAt"`
	RunStatus    string       `json:"runStatus"` // idle, running: Whether an analysis is running: idle or running
	Status       *string      `json:"status"`    // pending, source_ready, ready, needs_ai_config, fetch_error, unsupported_content_type, too_short, analysis_error, null: The status of the policy; null: it was never fetched
}

// PolicyStatus is what [Client.PolicyRun] returns. The state of the policy runner. The member state repeats it for clients that read it there..
type PolicyStatus struct {
	CurrentAppName *string       `json:"currentAppName"` // The name of the app that is being worked on; null: none
	Initiator      *string       `json:"initiator"`      // Who started the run: user, schedule or another part of the service; null: no run
	RunID          *string       `json:"runId"`          // The ID of the run; null: there is none
	Running        bool          `json:"running"`        // Whether work is in progress
	StartedAt      *Time         `json:"startedAt"`
	State          *PolicyState  `json:"state"`   // The state of the run; null: no run is open
	Status         string        `json:"status"`  // The status
	Summary        RunSummary    `json:"summary"` // The number of apps by outcome
	Totals         *PolicyTotals `json:"totals"`  // What the run has done so far; null: no run
	UpdatedAt      *Time         `json:"updatedAt"`
	WaitingUntil   *Time         `json:"waitingUntil"`
}

// PolicyRunAnswer is what [Client.ReadPolicies] returns. The response when a run has stopped.
type PolicyRunAnswer struct {
	DurationMs int64        `json:"durationMs"` // How long it took, in milliseconds
	Force      bool         `json:"force"`      // Whether policies whose text is recent are fetched as well
	Phase      string       `json:"phase"`      // fetch, all: The phase of the work
	Status     string       `json:"status"`     // How the run ended: done, cancelled, error, or paused, which is resumed later
	Totals     PolicyTotals `json:"totals"`     // What the run has done so far
}

// PolicyLine is what [Client.FollowPolicies] returns. A line of a policy run.
type PolicyLine struct {
	AppID      *int64          `json:"appId,omitzero"`      // The ID of the app
	Changes    []Entry         `json:"changes,omitzero"`    // The changes that were found
	DurationMs *int64          `json:"durationMs,omitzero"` // How long it took, in milliseconds
	Error      *string         `json:"error,omitzero"`      // What went wrong, in a sentence; missing: nothing
	Force      *bool           `json:"force,omitzero"`      // Whether policies whose text is recent are fetched as well
	Index      *int64          `json:"index,omitzero"`      // The position of the app in the run, from 0
	Initiator  *string         `json:"initiator,omitzero"`  // Who started the run: user, schedule or another part of the service
	Kind       string          `json:"kind"`                // batch-start, app-start, target, app-done, summary: The kind
	Name       *string         `json:"name,omitzero"`       // The name
	Note       *string         `json:"note,omitzero"`       // Why the app was skipped
	Phase      json.RawMessage `json:"phase,omitzero"`      // string or PolicyStep
	Reason     *string         `json:"reason,omitzero"`     // Why it was interrupted; missing: it was not
	RunID      *string         `json:"runId,omitzero"`      // The ID of the run
	StartedAt  *Time           `json:"startedAt,omitzero"`
	Status     *string         `json:"status,omitzero"`    // The status of the policy, or skipped; missing: the run gave up on the app
	Summary    *RunSummary     `json:"summary,omitzero"`   // The summary
	Throttled  *bool           `json:"throttled,omitzero"` // Whether the policy was not fetched because the text is recent
	Total      *int64          `json:"total,omitzero"`     // Number of apps in the run
	Totals     *PolicyTotals   `json:"totals,omitzero"`    // What the run has done so far
	Type       string          `json:"type"`               // batch-start, app-start, target, app-done, summary: Same as kind
}

// StartedAnswer is what [Client.StartPolicies] returns. The response of a request that does not wait.
type StartedAnswer struct {
	RunID string `json:"runId"` // The ID of the run
}

// PolicyVersion is what [Client.PolicyVersion] returns. A text of an app's policy.
type PolicyVersion struct {
	AppID              int64   `json:"appId"` // The ID of the app
	ArchiveSubmittedAt *Time   `json:"archiveSubmittedAt"`
	ArchiveURL         *string `json:"archiveUrl"`  // The URL of a copy of the page in the web archive; null: none
	ContentHash        string  `json:"contentHash"` // The digest of the text (SHA-256, hexadecimal)
	Extractor          string  `json:"extractor"`   // The name and version of the code that extracted the text
	FirstFetchedAt     Time    `json:"firstFetchedAt"`
	ID                 string  `json:"id"` // The ID
	LastFetchedAt      Time    `json:"lastFetchedAt"`
	PolicyURL          string  `json:"policyUrl"`         // The URL that was requested
	Replaces           *string `json:"replaces,omitzero"` // The version that is the same text under earlier rules: another extractor, or before a block was excluded. Zero: none. It is no change of the policy.
	SourceContentType  *string `json:"sourceContentType"` // The media type of the policy; null: not known
	SourceFinalURL     *string `json:"sourceFinalUrl"`    // The URL of the text, after redirects; null: not known
	SourceOrigin       *string `json:"sourceOrigin"`      // direct, browser_retry, wayback, null: How the text was fetched: directly, again as a browser would, or from the web archive; null: not known
	SourceText         string  `json:"sourceText"`        // The text of the policy
	SourceTitle        *string `json:"sourceTitle"`       // The title of the policy; null: none
	SourceWordCount    int64   `json:"sourceWordCount"`   // Number of words of the text
}

// PolicyComparison is what [Client.PolicyDiff] returns. The difference between two texts.
type PolicyComparison struct {
	Current  ComparedVersion `json:"current"`  // The current one
	Lines    []DiffLine      `json:"lines"`    // The lines of both texts
	Previous ComparedVersion `json:"previous"` // The previous one
	Stats    DiffStats       `json:"stats"`    // Number of changes by kind
}

// Regenerated is a part of [RegenerateAnswer]. The outcome of one app.
type Regenerated struct {
	Analysis *ShownPolicy `json:"analysis"`       // The state of the policy; null: it failed, see error
	AppID    int64        `json:"appId"`          // The ID of the app
	Error    *string      `json:"error,omitzero"` // What went wrong, in a sentence
}

// PolicyState is a part of [PolicyStatus]. The state of an open policy run.
type PolicyState struct {
	CurrentAppID *int64       `json:"currentAppId"` // The ID of the app that is being worked on; null: none
	Force        bool         `json:"force"`        // Whether policies whose text is recent are fetched as well
	Initiator    string       `json:"initiator"`    // Who started the run: user, schedule or another part of the service
	Phase        string       `json:"phase"`        // fetch, all: The phase of the work
	RunID        string       `json:"runId"`        // The ID of the run
	StartedAt    *Time        `json:"startedAt"`
	Totals       PolicyTotals `json:"totals"` // What the run has done so far
	UpdatedAt    *Time        `json:"updatedAt"`
}

// RunSummary is a part of [PolicyStatus]. The number of apps of a run by outcome.
type RunSummary struct {
	Completed int64 `json:"completed"` // The number of completed apps
	Failed    int64 `json:"failed"`    // The number of failed apps
	Skipped   int64 `json:"skipped"`   // The number of skipped apps
	Total     int64 `json:"total"`     // The number of apps
}

// PolicyTotals is a part of [PolicyStatus]. The number of apps of a policy run by outcome.
type PolicyTotals struct {
	Attempted int64 `json:"attempted"` // The number of apps that were attempted
	Failed    int64 `json:"failed"`    // The number of apps that failed
	Skipped   int64 `json:"skipped"`   // The number of apps that were removed during the run, or whose fetching was disabled
	Succeeded int64 `json:"succeeded"` // The number of apps that succeeded
	Throttled int64 `json:"throttled"` // The number of apps that were not fetched because their text is recent
}

// ComparedVersion is a part of [PolicyComparison]. One of two texts that are compared.
type ComparedVersion struct {
	FirstFetchedAt  Time   `json:"firstFetchedAt"`
	ID              string `json:"id"` // The ID
	LastFetchedAt   Time   `json:"lastFetchedAt"`
	SourceWordCount int64  `json:"sourceWordCount"` // Number of words of the text
}

// DiffLine is a part of [PolicyComparison]. A line of either text, without its end.
type DiffLine struct {
	Moved      *bool     `json:"moved,omitzero"`      // Whether the other text has the same line at another place: it is removed here and added there, or the reverse
	Text       string    `json:"text"`                // The text
	Type       string    `json:"type"`                // unchanged, added, removed: The type
	Uncompared *bool     `json:"uncompared,omitzero"` // Whether the line was rewritten, and too much was for its words to be compared. The other form of the line is next to it.
	Words      []DiffRun `json:"words,omitzero"`      // The parts of a line that was rewritten, which together are its text. In a removed line they are unchanged or removed, in an added line unchanged or added. The adjacent line is the other version. Missing: there is no other version.
}

// DiffStats is a part of [PolicyComparison]. The number of lines by kind.
type DiffStats struct {
	Added      int64          `json:"added"`      // The number of added lines
	Paragraphs DiffParagraphs `json:"paragraphs"` // How many paragraphs were added, removed, changed and moved
	Removed    int64          `json:"removed"`    // The number of removed lines
	Truncated  bool           `json:"truncated"`  // Whether there are Uncompared lines
	Unchanged  int64          `json:"unchanged"`  // The number of unchanged lines
}

// DiffRun is a part of [DiffLine]. A part of a line.
type DiffRun struct {
	Text string `json:"text"` // The text of the part, never empty
	Type string `json:"type"` // unchanged, added, removed: Whether the part is unchanged, added or removed. Adjacent parts have different types
}

// DiffParagraphs is a part of [DiffStats]. Counts the paragraphs of a difference, which are its lines that are not blank. A paragraph counts once..
type DiffParagraphs struct {
	Added   int64 `json:"added"`   // New ones
	Changed int64 `json:"changed"` // Rewritten ones
	Moved   int64 `json:"moved"`   // Those that are elsewhere now
	Removed int64 `json:"removed"` // Those that are gone
}
