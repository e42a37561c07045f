// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ExportAuditBundleWithBody is what [Client.ExportAuditBundleWith] sends.
type ExportAuditBundleWithBody struct {
	IncludeRecommenderProfile *bool   `json:"includeRecommenderProfile,omitzero"`
	MigrationFlow             *bool   `json:"migrationFlow,omitzero"`
	RecommenderName           *string `json:"recommenderName,omitzero"` // Who recommends
}
