// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// ClearModelLog is "DELETE /api/ai/debug-log": clear the log of language model requests.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ClearModelLog(ctx context.Context) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/ai/debug-log"}
	return fetch[SuccessAnswer](ctx, c, call)
}

// ModelLog is "GET /api/ai/debug-log": list logged language model requests.
// At most 60 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ModelLog(ctx context.Context) (ModelLogAnswer, error) {
	call := request{method: "GET", path: "/api/ai/debug-log"}
	return fetch[ModelLogAnswer](ctx, c, call)
}

// Models is "POST /api/ai/models": list the models of a provider.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) Models(ctx context.Context, body ModelTarget) (ModelAnswer, error) {
	call := request{method: "POST", path: "/api/ai/models"}
	call.value = body
	return fetch[ModelAnswer](ctx, c, call)
}

// TrySamplePolicy is "POST /api/ai/policy-sample": summarize a sample policy.
// At most 6 calls in 60 seconds.
// It wants the admin token.
func (c *Client) TrySamplePolicy(ctx context.Context, body ModelTarget) (TrialAnswer, error) {
	call := request{method: "POST", path: "/api/ai/policy-sample"}
	call.value = body
	return fetch[TrialAnswer](ctx, c, call)
}

// TestModel is "POST /api/ai/test": test the connection to a model.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) TestModel(ctx context.Context, body ModelTarget) (ModelAnswer, error) {
	call := request{method: "POST", path: "/api/ai/test"}
	call.value = body
	return fetch[ModelAnswer](ctx, c, call)
}
