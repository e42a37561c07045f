// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// Login is "POST /api/auth/admin-token/login": start an admin session.
// At most 5 calls in 60 seconds.
func (c *Client) Login(ctx context.Context, body LoginBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/auth/admin-token/login"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// Logout is "POST /api/auth/admin-token/logout": end the admin session.
func (c *Client) Logout(ctx context.Context) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/auth/admin-token/logout"}
	return fetch[OkAnswer](ctx, c, call)
}

// TokenStatus is "GET /api/auth/admin-token/status": get whether an admin token is configured, and whether the caller has it.
func (c *Client) TokenStatus(ctx context.Context) (TokenStatusAnswer, error) {
	call := request{method: "GET", path: "/api/auth/admin-token/status"}
	return fetch[TokenStatusAnswer](ctx, c, call)
}
