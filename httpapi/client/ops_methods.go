// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"encoding/json"
)

// AuditParams are what may be left out. What is zero is not sent.
type AuditParams struct {
	Limit   int64  // The maximum number of entries. Defaults to 50.
	Offset  int64  // The number of entries to skip.
	Action  string // Entries whose action begins with this text, such as backup or admin_token.login.
	Success string // 1, true, yes, on, 0, false, no, off, : true: only requests that succeeded. false: only requests that were refused or failed.
	Since   Time   // Entries at or after this time. A date means its start, and a time without a zone is UTC.
	Until   Time   // Entries at or before this time. A date means its end, in UTC.
}

// Audit is "GET /api/audit": list privileged and refused requests, newest first.
// It wants the admin token.
func (c *Client) Audit(ctx context.Context, params AuditParams) (AuditAnswer, error) {
	call := request{method: "GET", path: "/api/audit"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	call.optional("action", params.Action)
	call.optional("success", params.Success)
	call.optional("since", number(int64(params.Since)))
	call.optional("until", number(int64(params.Until)))
	return fetch[AuditAnswer](ctx, c, call)
}

// Deployment is "GET /api/deployment/diagnostics": get the deployment diagnostics.
func (c *Client) Deployment(ctx context.Context) (DeploymentAnswer, error) {
	call := request{method: "GET", path: "/api/deployment/diagnostics"}
	return fetch[DeploymentAnswer](ctx, c, call)
}

// SupportBundle is "GET /api/deployment/support-bundle": get a support bundle without secrets or app names.
func (c *Client) SupportBundle(ctx context.Context) (SupportAnswer, error) {
	call := request{method: "GET", path: "/api/deployment/support-bundle"}
	return fetch[SupportAnswer](ctx, c, call)
}

// DesktopDiagnostics is "GET /api/desktop/diagnostics": get the desktop diagnostics.
func (c *Client) DesktopDiagnostics(ctx context.Context) (DesktopAnswer, error) {
	call := request{method: "GET", path: "/api/desktop/diagnostics"}
	return fetch[DesktopAnswer](ctx, c, call)
}

// Diagnostics is "GET /api/diagnostics/bundle": get all diagnostics.
func (c *Client) Diagnostics(ctx context.Context) (BundleAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/bundle"}
	return fetch[BundleAnswer](ctx, c, call)
}

// Database is "GET /api/diagnostics/database": get the state of the database.
func (c *Client) Database(ctx context.Context) (DatabaseAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/database"}
	return fetch[DatabaseAnswer](ctx, c, call)
}

// CheckDatabase is "POST /api/diagnostics/database": check the database.
// At most 4 calls in 60 seconds.
// It wants the admin token.
func (c *Client) CheckDatabase(ctx context.Context, body CheckDatabaseBody) (DatabaseAnswer, error) {
	call := request{method: "POST", path: "/api/diagnostics/database"}
	call.value = body
	return fetch[DatabaseAnswer](ctx, c, call)
}

// Disk is "GET /api/diagnostics/disk": get disk usage.
func (c *Client) Disk(ctx context.Context) (DiskAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/disk"}
	return fetch[DiskAnswer](ctx, c, call)
}

// ClearErrors is "DELETE /api/diagnostics/errors": clear recent errors.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ClearErrors(ctx context.Context) (FaultsAnswer, error) {
	call := request{method: "DELETE", path: "/api/diagnostics/errors"}
	return fetch[FaultsAnswer](ctx, c, call)
}

// ErrorsParams are what may be left out. What is zero is not sent.
type ErrorsParams struct {
	Limit int64 // The maximum number of entries. Defaults to all that are kept.
}

// Errors is "GET /api/diagnostics/errors": list recent errors.
func (c *Client) Errors(ctx context.Context, params ErrorsParams) (FaultsAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/errors"}
	call.optional("limit", number(params.Limit))
	return fetch[FaultsAnswer](ctx, c, call)
}

// LastCheck is "GET /api/diagnostics/health": get the report of the last data check.
// The answer is Report or NeverChecked.
func (c *Client) LastCheck(ctx context.Context) (json.RawMessage, error) {
	call := request{method: "GET", path: "/api/diagnostics/health"}
	return fetch[json.RawMessage](ctx, c, call)
}

// CheckHealth is "POST /api/diagnostics/health": check the stored data.
// At most 4 calls in 60 seconds.
// It wants the admin token.
func (c *Client) CheckHealth(ctx context.Context) (Report, error) {
	call := request{method: "POST", path: "/api/diagnostics/health"}
	return fetch[Report](ctx, c, call)
}

// ClearRuntime is "DELETE /api/diagnostics/runtime": reset runtime metrics.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ClearRuntime(ctx context.Context) (RuntimeAnswer, error) {
	call := request{method: "DELETE", path: "/api/diagnostics/runtime"}
	return fetch[RuntimeAnswer](ctx, c, call)
}

// Runtime is "GET /api/diagnostics/runtime": get runtime metrics.
func (c *Client) Runtime(ctx context.Context) (RuntimeAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/runtime"}
	return fetch[RuntimeAnswer](ctx, c, call)
}

// MeasureRuntime is "POST /api/diagnostics/runtime": turn the measurement of slow transactions on or off.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) MeasureRuntime(ctx context.Context, body MeasureRuntimeBody) (RuntimeAnswer, error) {
	call := request{method: "POST", path: "/api/diagnostics/runtime"}
	call.value = body
	return fetch[RuntimeAnswer](ctx, c, call)
}

// Health is "GET /api/health": check that the service is alive.
func (c *Client) Health(ctx context.Context) (HealthAnswer, error) {
	call := request{method: "GET", path: "/api/health"}
	return fetch[HealthAnswer](ctx, c, call)
}

// Document is "GET /api/openapi.json": get this OpenAPI document.
func (c *Client) Document(ctx context.Context) (json.RawMessage, error) {
	call := request{method: "GET", path: "/api/openapi.json"}
	return fetch[json.RawMessage](ctx, c, call)
}

// ReadTokens is "GET /api/read-tokens": list read tokens and paired browsers, newest first.
// It wants the admin token.
func (c *Client) ReadTokens(ctx context.Context) (ReadTokensAnswer, error) {
	call := request{method: "GET", path: "/api/read-tokens"}
	return fetch[ReadTokensAnswer](ctx, c, call)
}

// CreateReadToken is "POST /api/read-tokens": create a read token and get its secret, which is not shown again.
// It wants the admin token.
func (c *Client) CreateReadToken(ctx context.Context, body CreateReadTokenBody) (CreatedReadToken, error) {
	call := request{method: "POST", path: "/api/read-tokens"}
	call.value = body
	return fetch[CreatedReadToken](ctx, c, call)
}

// RevokeReadToken is "DELETE /api/read-tokens/{id}": revoke a read token or unpair a browser.
// It wants the admin token.
func (c *Client) RevokeReadToken(ctx context.Context, id string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/read-tokens/" + escape(id)}
	return fetch[OkAnswer](ctx, c, call)
}

// Ready is "GET /api/ready": check that the service is ready.
func (c *Client) Ready(ctx context.Context) (ReadyAnswer, error) {
	call := request{method: "GET", path: "/api/ready"}
	return fetch[ReadyAnswer](ctx, c, call)
}

// Metrics is "GET /metrics": get the metrics, for Prometheus.
func (c *Client) Metrics(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/metrics"}
	return c.file(ctx, call)
}
