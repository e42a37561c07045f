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

// CreateReadTokenBody is what [Client.CreateReadToken] sends.
type CreateReadTokenBody struct {
	ExpiresAt *Time  `json:"expiresAt,omitzero"`
	Name      string `json:"name"` // Who or what reads with it
}
