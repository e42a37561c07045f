// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"encoding/json"
)

// FeatureFlags is "GET /api/feature-flags": list feature flags.
func (c *Client) FeatureFlags(ctx context.Context) (FlagsAnswer, error) {
	call := request{method: "GET", path: "/api/feature-flags"}
	return fetch[FlagsAnswer](ctx, c, call)
}

// ClearOverridesParams are what may be left out. What is zero is not sent.
type ClearOverridesParams struct {
	Surface string // Clear the overrides of this surface only.
}

// ClearOverrides is "DELETE /api/feature-flags/overrides": clear all feature flag overrides.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ClearOverrides(ctx context.Context, params ClearOverridesParams) (ClearOverridesAnswer, error) {
	call := request{method: "DELETE", path: "/api/feature-flags/overrides"}
	call.optional("surface", params.Surface)
	return fetch[ClearOverridesAnswer](ctx, c, call)
}

// OverrideFlags is "POST /api/feature-flags/overrides": override feature flags.
// At most 30 calls in 60 seconds.
// It wants the admin token.
// The answer is OneOverrideAnswer or OverridesAnswer.
func (c *Client) OverrideFlags(ctx context.Context, body OverrideFlagsBody) (json.RawMessage, error) {
	call := request{method: "POST", path: "/api/feature-flags/overrides"}
	call.value = body
	return fetch[json.RawMessage](ctx, c, call)
}

// ClearOverride is "DELETE /api/feature-flags/overrides/{key}": clear the override of a feature flag.
// At most 30 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ClearOverride(ctx context.Context, key string) (ClearFlagAnswer, error) {
	call := request{method: "DELETE", path: "/api/feature-flags/overrides/" + escape(key)}
	return fetch[ClearFlagAnswer](ctx, c, call)
}

// Focus is "GET /api/focus": get the focus.
func (c *Client) Focus(ctx context.Context) (FocusAnswer, error) {
	call := request{method: "GET", path: "/api/focus"}
	return fetch[FocusAnswer](ctx, c, call)
}

// SetFocus is "POST /api/focus": set the focus.
func (c *Client) SetFocus(ctx context.Context, body SetFocusBody) (Focus, error) {
	call := request{method: "POST", path: "/api/focus"}
	call.value = body
	return fetch[Focus](ctx, c, call)
}
