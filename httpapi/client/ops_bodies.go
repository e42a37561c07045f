// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// CheckDatabaseBody is what [Client.CheckDatabase] sends. The body of `checkDatabase`: Check the database.
type CheckDatabaseBody struct {
	RunIntegrityCheck bool `json:"runIntegrityCheck"` // Whether to read the whole database. Defaults to false
}

// MeasureRuntimeBody is what [Client.MeasureRuntime] sends. The body of `measureRuntime`: Turn the measurement of slow transactions on or off.
type MeasureRuntimeBody struct {
	ProfilingEnabled bool `json:"profilingEnabled"` // Whether slow transactions are measured
}

// CreateReadTokenBody is what [Client.CreateReadToken] sends. The body of `createReadToken`: Create a read token and get its secret, which is not shown again.
type CreateReadTokenBody struct {
	ExpiresAt *Time  `json:"expiresAt,omitzero"`
	Name      string `json:"name"` // A name for the person or program that uses the token.
}
