// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"io"
)

// ExportBackup is "GET /api/backup/export": export a signed backup.
// At most 12 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ExportBackup(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/backup/export"}
	return c.file(ctx, call)
}

// PreviewBackup is "POST /api/backup/preview": preview a backup.
func (c *Client) PreviewBackup(ctx context.Context, body io.Reader) (BackupAnswer, error) {
	call := request{method: "POST", path: "/api/backup/preview"}
	call.body = body
	return fetch[BackupAnswer](ctx, c, call)
}

// RestoreBackupParams are what may be left out. What is zero is not sent.
type RestoreBackupParams struct {
	AllowUntrusted        string // 1, true, yes, on, 0, false, no, off, : Accept a backup that is not signed, or was signed by another installation.
	XAllowUntrustedBackup string // 1, true, yes, on, 0, false, no, off, : Same as allowUntrusted.
}

// RestoreBackup is "POST /api/backup/restore": restore a backup, replacing all data and wait for the result.
// At most 3 calls in 600 seconds.
// It wants the admin token.
func (c *Client) RestoreBackup(ctx context.Context, params RestoreBackupParams, body io.Reader) (Restored, error) {
	call := request{method: "POST", path: "/api/backup/restore"}
	call.optional("allowUntrusted", params.AllowUntrusted)
	call.header("X-Allow-Untrusted-Backup", params.XAllowUntrustedBackup)
	call.body = body
	return fetch[Restored](ctx, c, call)
}

// StartRestoreBackupParams are what may be left out. What is zero is not sent.
type StartRestoreBackupParams struct {
	AllowUntrusted        string // 1, true, yes, on, 0, false, no, off, : Accept a backup that is not signed, or was signed by another installation.
	XAllowUntrustedBackup string // 1, true, yes, on, 0, false, no, off, : Same as allowUntrusted.
}

// StartRestoreBackup is "POST /api/backup/restore": restore a backup, replacing all data without waiting.
// At most 3 calls in 600 seconds.
// It wants the admin token.
func (c *Client) StartRestoreBackup(ctx context.Context, params StartRestoreBackupParams, body io.Reader) (Accepted, error) {
	call := request{method: "POST", path: "/api/backup/restore"}
	call.optional("allowUntrusted", params.AllowUntrusted)
	call.header("X-Allow-Untrusted-Backup", params.XAllowUntrustedBackup)
	call.query("wait", "0")
	call.body = body
	return fetch[Accepted](ctx, c, call)
}

// BackupFiles is "GET /api/backup/snapshots": list the backup files on the server, with their schedule.
func (c *Client) BackupFiles(ctx context.Context) (BackupFilesAnswer, error) {
	call := request{method: "GET", path: "/api/backup/snapshots"}
	return fetch[BackupFilesAnswer](ctx, c, call)
}

// MakeBackupFile is "POST /api/backup/snapshots": write a backup file now.
// At most 5 calls in 600 seconds.
// It wants the admin token.
func (c *Client) MakeBackupFile(ctx context.Context) (BackupMadeAnswer, error) {
	call := request{method: "POST", path: "/api/backup/snapshots"}
	return fetch[BackupMadeAnswer](ctx, c, call)
}

// PlanBackupFiles is "PUT /api/backup/snapshots": set the schedule of backup files.
// At most 20 calls in 60 seconds.
// It wants the admin token.
func (c *Client) PlanBackupFiles(ctx context.Context, body PlanBackupFilesBody) (BackupFilesAnswer, error) {
	call := request{method: "PUT", path: "/api/backup/snapshots"}
	call.value = body
	return fetch[BackupFilesAnswer](ctx, c, call)
}

// BackupFile is "GET /api/backup/snapshots/{filename}": download a backup file.
// It wants the admin token.
func (c *Client) BackupFile(ctx context.Context, filename string) (*File, error) {
	call := request{method: "GET", path: "/api/backup/snapshots/" + escape(filename)}
	return c.file(ctx, call)
}

// ExportCSV is "GET /api/export": export the tracked apps as CSV.
func (c *Client) ExportCSV(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/export"}
	return c.file(ctx, call)
}

// ExportJSON is "GET /api/export": export the tracked apps with their labels as JSON.
func (c *Client) ExportJSON(ctx context.Context) (ExportJSONAnswer, error) {
	call := request{method: "GET", path: "/api/export"}
	call.query("format", "json")
	return fetch[ExportJSONAnswer](ctx, c, call)
}

// ExportAuditBundleParams are what may be left out. What is zero is not sent.
type ExportAuditBundleParams struct {
	RecommenderName           string // The name of the author, who recommends the verdicts.
	IncludeRecommenderProfile string // 1, true, yes, on, 0, false, no, off, : Whether the bundle has the privacy profile of its author. Defaults to true.
	MigrationFlow             string // 1, true, yes, on, 0, false, no, off, : Whether to ask the importing user to review the recommendations.
}

// ExportAuditBundle is "GET /api/export/audit-bundle": export an audit bundle for another person.
// At most 5 calls in 60 seconds.
func (c *Client) ExportAuditBundle(ctx context.Context, params ExportAuditBundleParams) (*File, error) {
	call := request{method: "GET", path: "/api/export/audit-bundle"}
	call.optional("recommenderName", params.RecommenderName)
	call.optional("includeRecommenderProfile", params.IncludeRecommenderProfile)
	call.optional("migrationFlow", params.MigrationFlow)
	return c.file(ctx, call)
}

// ExportAuditBundleWith is "POST /api/export/audit-bundle": export an audit bundle for another person, with options.
// At most 5 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ExportAuditBundleWith(ctx context.Context, body ExportAuditBundleWithBody) (*File, error) {
	call := request{method: "POST", path: "/api/export/audit-bundle"}
	call.value = body
	return c.file(ctx, call)
}

// ImportAuditBundleParams are what may be left out. What is zero is not sent.
type ImportAuditBundleParams struct {
	AllowDuplicate string // 1, true, yes, on, 0, false, no, off, : Import a bundle that was imported before.
	Force          string // 1, true, yes, on, 0, false, no, off, : Import a bundle with an unsupported version of the format, or whose exported_at is no date or time of ISO 8601.
}

// ImportAuditBundle is "POST /api/import/audit-bundle": import an audit bundle.
func (c *Client) ImportAuditBundle(ctx context.Context, params ImportAuditBundleParams, body io.Reader) (ImportAnswer, error) {
	call := request{method: "POST", path: "/api/import/audit-bundle"}
	call.optional("allowDuplicate", params.AllowDuplicate)
	call.optional("force", params.Force)
	call.body = body
	return fetch[ImportAnswer](ctx, c, call)
}

// PreviewAuditBundleParams are what may be left out. What is zero is not sent.
type PreviewAuditBundleParams struct {
	AllowDuplicate string // 1, true, yes, on, 0, false, no, off, : Import a bundle that was imported before.
	Force          string // 1, true, yes, on, 0, false, no, off, : Import a bundle with an unsupported version of the format, or whose exported_at is no date or time of ISO 8601.
}

// PreviewAuditBundle is "POST /api/import/audit-bundle": preview the import of an audit bundle.
func (c *Client) PreviewAuditBundle(ctx context.Context, params PreviewAuditBundleParams, body io.Reader) (AuditBundlePreview, error) {
	call := request{method: "POST", path: "/api/import/audit-bundle"}
	call.optional("allowDuplicate", params.AllowDuplicate)
	call.optional("force", params.Force)
	call.query("preview", "1")
	call.body = body
	return fetch[AuditBundlePreview](ctx, c, call)
}
