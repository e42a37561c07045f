// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// Reset is "POST /api/reset": empty the fleet.
// At most 30 calls in 600 seconds.
// It wants the admin token.
func (c *Client) Reset(ctx context.Context) (SuccessAnswer, error) {
	call := request{method: "POST", path: "/api/reset"}
	return fetch[SuccessAnswer](ctx, c, call)
}

// Settings is "GET /api/settings": the settings.
func (c *Client) Settings(ctx context.Context) (Settings, error) {
	call := request{method: "GET", path: "/api/settings"}
	return fetch[Settings](ctx, c, call)
}

// ChangeSettings is "POST /api/settings": change settings.
// At most 30 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ChangeSettings(ctx context.Context, body ChangeSettingsBody) (SuccessAnswer, error) {
	call := request{method: "POST", path: "/api/settings"}
	call.value = body
	return fetch[SuccessAnswer](ctx, c, call)
}

// DesktopSettings is "GET /api/settings/desktop": the settings of the desktop application.
func (c *Client) DesktopSettings(ctx context.Context) (DesktopSettings, error) {
	call := request{method: "GET", path: "/api/settings/desktop"}
	return fetch[DesktopSettings](ctx, c, call)
}

// ChangeDesktopSettingsParams are what may be left out. What is zero is not sent.
type ChangeDesktopSettingsParams struct {
	XServiceRuntime string // desktop: What the client is
}

// ChangeDesktopSettings is "POST /api/settings/desktop": change the settings of the desktop application.
// At most 20 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ChangeDesktopSettings(ctx context.Context, params ChangeDesktopSettingsParams, body ChangeDesktopSettingsBody) (DesktopSettings, error) {
	call := request{method: "POST", path: "/api/settings/desktop"}
	call.header("X-Service-Runtime", params.XServiceRuntime)
	call.value = body
	return fetch[DesktopSettings](ctx, c, call)
}
