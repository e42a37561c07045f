// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// TokenStatusAnswer is what [Client.TokenStatus] returns. Whether an admin token is configured and the caller has it. It never contains the token.
type TokenStatusAnswer struct {
	Configured bool `json:"configured"` // Whether the service has an admin token
	Unlocked   bool `json:"unlocked"`   // Whether the caller has the admin token or an admin session
}
