// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// TokenStatusAnswer is what [Client.TokenStatus] returns. Never holds the token.
type TokenStatusAnswer struct {
	Configured bool `json:"configured"` // Whether the service has an admin token
	Unlocked   bool `json:"unlocked"`   // Whether the caller has the admin token or an admin session
}
