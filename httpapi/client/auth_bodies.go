// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// LoginBody is what [Client.Login] sends. The body of `login`: Start an admin session.
type LoginBody struct {
	Token string `json:"token"` // The token
}
