// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"strconv"
)

// ExcludePolicyBlock is "POST /api/policy/blocks/{appId}": mark a block of the page as not part of the policy.
func (c *Client) ExcludePolicyBlock(ctx context.Context, appId int64, body ExcludePolicyBlockBody) (PolicyPageBlocks, error) {
	call := request{method: "POST", path: "/api/policy/blocks/" + escape(strconv.FormatInt(appId, 10))}
	call.value = body
	return fetch[PolicyPageBlocks](ctx, c, call)
}

// ReadmitPolicyBlock is "DELETE /api/policy/blocks/{appId}/{block}": make an excluded block part of the policy again.
func (c *Client) ReadmitPolicyBlock(ctx context.Context, appId int64, block string) (PolicyPageBlocks, error) {
	call := request{method: "DELETE", path: "/api/policy/blocks/" + escape(strconv.FormatInt(appId, 10)) + "/" + escape(block)}
	return fetch[PolicyPageBlocks](ctx, c, call)
}

// Regenerate is "POST /api/policy/regenerate": regenerate policy summaries and wait for the result.
// At most 10 calls in 60 seconds.
func (c *Client) Regenerate(ctx context.Context, body RegenerateBody) (RegenerateAnswer, error) {
	call := request{method: "POST", path: "/api/policy/regenerate"}
	call.value = body
	return fetch[RegenerateAnswer](ctx, c, call)
}

// FollowRegenerate is "POST /api/policy/regenerate": regenerate policy summaries and stream the progress.
// At most 10 calls in 60 seconds.
func (c *Client) FollowRegenerate(ctx context.Context, body RegenerateBody) iter.Seq2[RegenerateLine, error] {
	call := request{method: "POST", path: "/api/policy/regenerate"}
	body.Stream = new(true)
	call.value = body
	return lines[RegenerateLine](ctx, c, call)
}

// StartRegenerate is "POST /api/policy/regenerate": regenerate policy summaries without waiting.
// At most 10 calls in 60 seconds.
func (c *Client) StartRegenerate(ctx context.Context, body RegenerateBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/policy/regenerate"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// PolicyProgress is "GET /api/policy/status/{appId}": get the policy status of an app.
func (c *Client) PolicyProgress(ctx context.Context, appId int64) (PolicyProgress, error) {
	call := request{method: "GET", path: "/api/policy/status/" + escape(strconv.FormatInt(appId, 10))}
	return fetch[PolicyProgress](ctx, c, call)
}

// PolicyRun is "GET /api/policy/sync-all": get the state of the policy runner.
func (c *Client) PolicyRun(ctx context.Context) (PolicyStatus, error) {
	call := request{method: "GET", path: "/api/policy/sync-all"}
	return fetch[PolicyStatus](ctx, c, call)
}

// ReadPolicies is "POST /api/policy/sync-all": fetch the policies of all apps and wait for the result.
// At most 4 calls in 60 seconds.
func (c *Client) ReadPolicies(ctx context.Context, body ReadPoliciesBody) (PolicyRunAnswer, error) {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	call.value = body
	return fetch[PolicyRunAnswer](ctx, c, call)
}

// FollowPolicies is "POST /api/policy/sync-all": fetch the policies of all apps and stream the progress.
// At most 4 calls in 60 seconds.
func (c *Client) FollowPolicies(ctx context.Context, body ReadPoliciesBody) iter.Seq2[PolicyLine, error] {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	body.Stream = new(true)
	call.value = body
	return lines[PolicyLine](ctx, c, call)
}

// StartPolicies is "POST /api/policy/sync-all": fetch the policies of all apps without waiting.
// At most 4 calls in 60 seconds.
func (c *Client) StartPolicies(ctx context.Context, body ReadPoliciesBody) (StartedAnswer, error) {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	call.query("wait", "0")
	call.value = body
	return fetch[StartedAnswer](ctx, c, call)
}

// PolicyVersion is "GET /api/policy/version/{id}": get a version of a policy text.
// At most 120 calls in 60 seconds.
func (c *Client) PolicyVersion(ctx context.Context, id string) (PolicyVersion, error) {
	call := request{method: "GET", path: "/api/policy/version/" + escape(id)}
	return fetch[PolicyVersion](ctx, c, call)
}

// PolicyDiffParams are what may be left out. What is zero is not sent.
type PolicyDiffParams struct {
	From string // The version of the same policy to compare with. Defaults to the previous version.
}

// PolicyDiff is "GET /api/policy/version/{id}/diff": compare two versions of a policy text.
// At most 60 calls in 60 seconds.
func (c *Client) PolicyDiff(ctx context.Context, id string, params PolicyDiffParams) (PolicyComparison, error) {
	call := request{method: "GET", path: "/api/policy/version/" + escape(id) + "/diff"}
	call.optional("from", params.From)
	return fetch[PolicyComparison](ctx, c, call)
}
