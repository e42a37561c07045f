// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"strconv"
)

// ActivityParams are what may be left out. What is zero is not sent.
type ActivityParams struct {
	Limit   int64  // The maximum number of entries. Defaults to 50.
	Offset  int64  // The number of entries to skip.
	Type    string // scrape, resync, policy_summary, scheduled_sync, manual_sync, import, wayback_import, backup_export, backup_restore, reset: Entries of this type only.
	Status  string // ok, error, partial, cancelled: Entries with this outcome only.
	Since   Time   // Entries that began at or after this time. A date means its start, and a time without a zone is UTC.
	Until   Time   // Entries that began at or before this time. A date means its end, in UTC.
	SortBy  string // started_at, ended_at, duration_ms: The member to sort by. Defaults to started_at.
	SortDir string // asc, desc: The sort direction. Defaults to desc.
}

// Activity is "GET /api/activity": list the activity log.
func (c *Client) Activity(ctx context.Context, params ActivityParams) (ActivityAnswer, error) {
	call := request{method: "GET", path: "/api/activity"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	call.optional("type", params.Type)
	call.optional("status", params.Status)
	call.optional("since", number(int64(params.Since)))
	call.optional("until", number(int64(params.Until)))
	call.optional("sortBy", params.SortBy)
	call.optional("sortDir", params.SortDir)
	return fetch[ActivityAnswer](ctx, c, call)
}

// RecordSession is "POST /api/activity/queue-session": record a session in which the user decided on apps.
func (c *Client) RecordSession(ctx context.Context, body RecordSessionBody) error {
	call := request{method: "POST", path: "/api/activity/queue-session"}
	call.value = body
	return c.send(ctx, call)
}

// RemoveHistory is "DELETE /api/apps/{id}/import-history": delete the history of an app that was imported from the web archive.
// It wants the admin token.
func (c *Client) RemoveHistory(ctx context.Context, id int64) (RemovedAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/import-history"}
	return fetch[RemovedAnswer](ctx, c, call)
}

// ImportHistory is "POST /api/apps/{id}/import-history": import the history of an app from the web archive and wait for the result.
// At most 3 calls in 60 seconds.
func (c *Client) ImportHistory(ctx context.Context, id int64, body ImportHistoryBody) (ImportHistoryAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/import-history"}
	call.value = body
	return fetch[ImportHistoryAnswer](ctx, c, call)
}

// StartImportHistory is "POST /api/apps/{id}/import-history": import the history of an app from the web archive without waiting.
// At most 3 calls in 60 seconds.
func (c *Client) StartImportHistory(ctx context.Context, id int64, body ImportHistoryBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/import-history"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// ClearCooldowns is "DELETE /api/rate-limit/status": clear the rate-limit cooldowns.
// At most 10 calls in 60 seconds.
func (c *Client) ClearCooldowns(ctx context.Context, body ClearCooldownsBody) (Cooldowns, error) {
	call := request{method: "DELETE", path: "/api/rate-limit/status"}
	call.value = body
	return fetch[Cooldowns](ctx, c, call)
}

// Cooldowns is "GET /api/rate-limit/status": get the rate-limit cooldowns.
func (c *Client) Cooldowns(ctx context.Context) (Cooldowns, error) {
	call := request{method: "GET", path: "/api/rate-limit/status"}
	return fetch[Cooldowns](ctx, c, call)
}

// Result is "GET /api/results/{id}": get the result of a request that did not wait.
func (c *Client) Result(ctx context.Context, id string) (Result, error) {
	call := request{method: "GET", path: "/api/results/" + escape(id)}
	return fetch[Result](ctx, c, call)
}

// RunsParams are what may be left out. What is zero is not sent.
type RunsParams struct {
	Runner string // sync, wayback, policy, import: The runs of this runner only.
	Limit  int64  // The page size.
	Offset int64  // The number of runs to skip.
}

// Runs is "GET /api/runs": list bulk runs, newest first.
func (c *Client) Runs(ctx context.Context, params RunsParams) (RunsAnswer, error) {
	call := request{method: "GET", path: "/api/runs"}
	call.optional("runner", params.Runner)
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[RunsAnswer](ctx, c, call)
}

// Run is "GET /api/runs/{id}": get a bulk run.
func (c *Client) Run(ctx context.Context, id string) (RunRecord, error) {
	call := request{method: "GET", path: "/api/runs/" + escape(id)}
	return fetch[RunRecord](ctx, c, call)
}

// SyncStatus is "GET /api/sync/status": get the state of the sync runner.
func (c *Client) SyncStatus(ctx context.Context) (SyncStatus, error) {
	call := request{method: "GET", path: "/api/sync/status"}
	return fetch[SyncStatus](ctx, c, call)
}

// ControlSync is "PATCH /api/sync/trigger": pause, resume or cancel the sync runner.
// At most 20 calls in 60 seconds.
func (c *Client) ControlSync(ctx context.Context, body ControlSyncBody) (ControlAnswer, error) {
	call := request{method: "PATCH", path: "/api/sync/trigger"}
	call.value = body
	return fetch[ControlAnswer](ctx, c, call)
}

// Sync is "POST /api/sync/trigger": refresh all apps and wait for the result.
// At most 10 calls in 600 seconds.
func (c *Client) Sync(ctx context.Context) (SyncAnswer, error) {
	call := request{method: "POST", path: "/api/sync/trigger"}
	return fetch[SyncAnswer](ctx, c, call)
}

// StartSync is "POST /api/sync/trigger": refresh all apps without waiting.
// At most 10 calls in 600 seconds.
func (c *Client) StartSync(ctx context.Context) (StartedAnswer, error) {
	call := request{method: "POST", path: "/api/sync/trigger"}
	call.query("wait", "0")
	return fetch[StartedAnswer](ctx, c, call)
}

// ActiveTasks is "GET /api/tasks/active": get the state of the three bulk runners.
func (c *Client) ActiveTasks(ctx context.Context) (TasksAnswer, error) {
	call := request{method: "GET", path: "/api/tasks/active"}
	return fetch[TasksAnswer](ctx, c, call)
}

// RemoveAllHistory is "DELETE /api/wayback/import-all": delete the history of all apps that was imported from the web archive.
// It wants the admin token.
func (c *Client) RemoveAllHistory(ctx context.Context) (RemovedAnswer, error) {
	call := request{method: "DELETE", path: "/api/wayback/import-all"}
	return fetch[RemovedAnswer](ctx, c, call)
}

// HistoryRun is "GET /api/wayback/import-all": get the state of the web archive runner.
func (c *Client) HistoryRun(ctx context.Context) (HistoryStatus, error) {
	call := request{method: "GET", path: "/api/wayback/import-all"}
	return fetch[HistoryStatus](ctx, c, call)
}

// ControlHistoryRun is "PATCH /api/wayback/import-all": pause, resume or cancel the web archive runner.
// At most 20 calls in 60 seconds.
func (c *Client) ControlHistoryRun(ctx context.Context, body ControlHistoryRunBody) (ControlAnswer, error) {
	call := request{method: "PATCH", path: "/api/wayback/import-all"}
	call.value = body
	return fetch[ControlAnswer](ctx, c, call)
}

// ImportAllHistoryParams are what may be left out. What is zero is not sent.
type ImportAllHistoryParams struct {
	IntervalMonths int64  // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	Force          string // 1, true, yes, on, 0, false, no, off, : Start a new run, even if one is paused
}

// ImportAllHistory is "POST /api/wayback/import-all": import the history of all apps and wait for the result.
// At most 2 calls in 60 seconds.
func (c *Client) ImportAllHistory(ctx context.Context, params ImportAllHistoryParams) (HistoryRunAnswer, error) {
	call := request{method: "POST", path: "/api/wayback/import-all"}
	call.optional("intervalMonths", number(params.IntervalMonths))
	call.optional("force", params.Force)
	return fetch[HistoryRunAnswer](ctx, c, call)
}

// FollowHistoryImportParams are what may be left out. What is zero is not sent.
type FollowHistoryImportParams struct {
	IntervalMonths int64  // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	Force          string // 1, true, yes, on, 0, false, no, off, : Start a new run, even if one is paused
}

// FollowHistoryImport is "POST /api/wayback/import-all": import the history of all apps and stream the progress.
// At most 2 calls in 60 seconds.
func (c *Client) FollowHistoryImport(ctx context.Context, params FollowHistoryImportParams) iter.Seq2[HistoryLine, error] {
	call := request{method: "POST", path: "/api/wayback/import-all"}
	call.optional("intervalMonths", number(params.IntervalMonths))
	call.optional("force", params.Force)
	call.query("stream", "1")
	return lines[HistoryLine](ctx, c, call)
}

// StartHistoryImportParams are what may be left out. What is zero is not sent.
type StartHistoryImportParams struct {
	IntervalMonths int64  // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	Force          string // 1, true, yes, on, 0, false, no, off, : Start a new run, even if one is paused
}

// StartHistoryImport is "POST /api/wayback/import-all": import the history of all apps without waiting.
// At most 2 calls in 60 seconds.
func (c *Client) StartHistoryImport(ctx context.Context, params StartHistoryImportParams) (StartedAnswer, error) {
	call := request{method: "POST", path: "/api/wayback/import-all"}
	call.optional("intervalMonths", number(params.IntervalMonths))
	call.optional("force", params.Force)
	call.query("wait", "0")
	return fetch[StartedAnswer](ctx, c, call)
}
