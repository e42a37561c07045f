// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// LoginBody is what [Client.Login] sends.
type LoginBody struct {
	Token string `json:"token"`
}
