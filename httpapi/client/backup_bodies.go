// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// PlanBackupFilesBody is what [Client.PlanBackupFiles] sends. The body of `planBackupFiles`: Set the schedule of backup files.
type PlanBackupFilesBody struct {
	Enabled        Optional[bool]    `json:"enabled,omitzero"`        // Whether scheduled backups are written.
	IntervalHours  Optional[float64] `json:"intervalHours,omitzero"`  // The interval in hours, rounded and limited to 1 to 720. Null means 24.
	RetentionCount Optional[float64] `json:"retentionCount,omitzero"` // How many files are retained, rounded and limited to 1 to 100. Null means 10.
}

// ExportAuditBundleWithBody is what [Client.ExportAuditBundleWith] sends. The body of `exportAuditBundleWith`: Export an audit bundle for another person, with options.
type ExportAuditBundleWithBody struct {
	IncludeRecommenderProfile *bool   `json:"includeRecommenderProfile,omitzero"` // Whether the bundle has the privacy profile of its author. Defaults to true.
	MigrationFlow             *bool   `json:"migrationFlow,omitzero"`             // Whether to ask the importing user to review the recommendations. Defaults to false.
	RecommenderName           *string `json:"recommenderName,omitzero"`           // The name of the author, who recommends the verdicts.
}
