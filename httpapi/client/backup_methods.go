// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"io"
)

// ExportBackup is "GET /api/backup/export": a signed backup of everything.
// At most 12 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ExportBackup(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/backup/export"}
	return c.file(ctx, call)
}

// PreviewBackup is "POST /api/backup/preview": what a backup holds.
func (c *Client) PreviewBackup(ctx context.Context, body io.Reader) (BackupAnswer, error) {
	call := request{method: "POST", path: "/api/backup/preview"}
	call.body = body
	return fetch[BackupAnswer](ctx, c, call)
}

// RestoreBackupParams are what may be left out. What is zero is not sent.
type RestoreBackupParams struct {
	AllowUntrusted        string // 1, true, yes, on, 0, false, no, off, : Accept a backup that another installation signed, or that is not signed
	XAllowUntrustedBackup string // 1, true, yes, on, 0, false, no, off, : As allowUntrusted
}

// RestoreBackup is "POST /api/backup/restore": replace everything by a backup, and wait for the end.
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
	AllowUntrusted        string // 1, true, yes, on, 0, false, no, off, : Accept a backup that another installation signed, or that is not signed
	XAllowUntrustedBackup string // 1, true, yes, on, 0, false, no, off, : As allowUntrusted
}

// StartRestoreBackup is "POST /api/backup/restore": replace everything by a backup, and do not wait.
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

// BackupFiles is "GET /api/backup/snapshots": backup files on the server, and their schedule.
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

// BackupFile is "GET /api/backup/snapshots/{filename}": a backup file.
// It wants the admin token.
func (c *Client) BackupFile(ctx context.Context, filename string) (*File, error) {
	call := request{method: "GET", path: "/api/backup/snapshots/" + escape(filename)}
	return c.file(ctx, call)
}

// ExportCSV is "GET /api/export": the fleet as a table.
func (c *Client) ExportCSV(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/export"}
	return c.file(ctx, call)
}

// ExportJSON is "GET /api/export": the fleet with its labels.
func (c *Client) ExportJSON(ctx context.Context) (ExportJSONAnswer, error) {
	call := request{method: "GET", path: "/api/export"}
	call.query("format", "json")
	return fetch[ExportJSONAnswer](ctx, c, call)
}

// ExportAuditBundleParams are what may be left out. What is zero is not sent.
type ExportAuditBundleParams struct {
	RecommenderName           string // Who recommends
	IncludeRecommenderProfile string // 1, true, yes, on, 0, false, no, off, : Else true
	MigrationFlow             string // 1, true, yes, on, 0, false, no, off, : The apps come with their addresses, to move house
}

// ExportAuditBundle is "GET /api/export/audit-bundle": a bundle for another person.
// At most 5 calls in 60 seconds.
func (c *Client) ExportAuditBundle(ctx context.Context, params ExportAuditBundleParams) (*File, error) {
	call := request{method: "GET", path: "/api/export/audit-bundle"}
	call.optional("recommenderName", params.RecommenderName)
	call.optional("includeRecommenderProfile", params.IncludeRecommenderProfile)
	call.optional("migrationFlow", params.MigrationFlow)
	return c.file(ctx, call)
}

// ExportAuditBundleWith is "POST /api/export/audit-bundle": a bundle for another person, with options.
// At most 5 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ExportAuditBundleWith(ctx context.Context, body ExportAuditBundleWithBody) (*File, error) {
	call := request{method: "POST", path: "/api/export/audit-bundle"}
	call.value = body
	return c.file(ctx, call)
}

// ImportAuditBundleParams are what may be left out. What is zero is not sent.
type ImportAuditBundleParams struct {
	AllowDuplicate string // 1, true, yes, on, 0, false, no, off, : Import it though it was imported before
	Force          string // 1, true, yes, on, 0, false, no, off, : Read a bundle of another version all the same
}

// ImportAuditBundle is "POST /api/import/audit-bundle": take over a bundle.
func (c *Client) ImportAuditBundle(ctx context.Context, params ImportAuditBundleParams, body io.Reader) (ImportAnswer, error) {
	call := request{method: "POST", path: "/api/import/audit-bundle"}
	call.optional("allowDuplicate", params.AllowDuplicate)
	call.optional("force", params.Force)
	call.body = body
	return fetch[ImportAnswer](ctx, c, call)
}

// PreviewAuditBundleParams are what may be left out. What is zero is not sent.
type PreviewAuditBundleParams struct {
	AllowDuplicate string // 1, true, yes, on, 0, false, no, off, : Import it though it was imported before
	Force          string // 1, true, yes, on, 0, false, no, off, : Read a bundle of another version all the same
}

// PreviewAuditBundle is "POST /api/import/audit-bundle": what taking over a bundle would do.
func (c *Client) PreviewAuditBundle(ctx context.Context, params PreviewAuditBundleParams, body io.Reader) (AuditBundlePreview, error) {
	call := request{method: "POST", path: "/api/import/audit-bundle"}
	call.optional("allowDuplicate", params.AllowDuplicate)
	call.optional("force", params.Force)
	call.query("preview", "1")
	call.body = body
	return fetch[AuditBundlePreview](ctx, c, call)
}
