// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// PlanBackupFilesBody is what [Client.PlanBackupFiles] sends. The body of `planBackupFiles`: Set the schedule of backup files.
type PlanBackupFilesBody struct {
	Enabled        Optional[bool]    `json:"enabled,omitzero"`        // Whether scheduled backups are written; null: no folder
	IntervalHours  Optional[float64] `json:"intervalHours,omitzero"`  // Rounded, and the nearest from 1 to 720; null: 24
	RetentionCount Optional[float64] `json:"retentionCount,omitzero"` // How many are kept: rounded, and the nearest from 1 to 100; null: 10
}

// ExportAuditBundleWithBody is what [Client.ExportAuditBundleWith] sends. The body of `exportAuditBundleWith`: A bundle for another person, with options.
type ExportAuditBundleWithBody struct {
	IncludeRecommenderProfile *bool   `json:"includeRecommenderProfile,omitzero"` // Whether the bundle has the user's privacy profile. Defaults to false
	MigrationFlow             *bool   `json:"migrationFlow,omitzero"`             // Whether the bundle is for another installation of the same user. Defaults to false
	RecommenderName           *string `json:"recommenderName,omitzero"`           // Who recommends
}
