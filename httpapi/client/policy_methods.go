// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"iter"
)

// PolicyRun is "GET /api/policy/sync-all": state of the policy runner.
func (c *Client) PolicyRun(ctx context.Context) (PolicyStatus, error) {
	call := request{method: "GET", path: "/api/policy/sync-all"}
	return fetch[PolicyStatus](ctx, c, call)
}

// ReadPolicies is "POST /api/policy/sync-all": read the policies of all apps, and wait for the end.
// At most 4 calls in 60 seconds.
func (c *Client) ReadPolicies(ctx context.Context, body ReadPoliciesBody) (ReadPoliciesAnswer, error) {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	call.value = body
	return fetch[ReadPoliciesAnswer](ctx, c, call)
}

// FollowPolicies is "POST /api/policy/sync-all": read the policies of all apps, and follow it.
// At most 4 calls in 60 seconds.
func (c *Client) FollowPolicies(ctx context.Context, body ReadPoliciesBody) iter.Seq2[PolicyLine, error] {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	body.Stream = new(true)
	call.value = body
	return lines[PolicyLine](ctx, c, call)
}
