// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// CheckDatabaseBody is what [Client.CheckDatabase] sends.
type CheckDatabaseBody struct {
	RunIntegrityCheck bool `json:"runIntegrityCheck"`
}

// MeasureRuntimeBody is what [Client.MeasureRuntime] sends.
type MeasureRuntimeBody struct {
	ProfilingEnabled bool `json:"profilingEnabled"`
}
