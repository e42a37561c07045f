// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// TokenStatusAnswer is what [Client.TokenStatus] returns.
type TokenStatusAnswer struct {
	Configured bool `json:"configured"`
	Unlocked   bool `json:"unlocked"`
}
