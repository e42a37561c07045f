// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// StartOver is "POST /api/admin/start-over": delete all data and settings.
// At most 3 calls in 600 seconds.
// It wants the admin token.
func (c *Client) StartOver(ctx context.Context) (DoneAnswer, error) {
	call := request{method: "POST", path: "/api/admin/start-over"}
	return fetch[DoneAnswer](ctx, c, call)
}

// ResetChangelog is "POST /api/dev/reset-changelog": delete the changelog.
// At most 6 calls in 600 seconds.
// It wants the admin token.
func (c *Client) ResetChangelog(ctx context.Context) (ChangelogResetAnswer, error) {
	call := request{method: "POST", path: "/api/dev/reset-changelog"}
	return fetch[ChangelogResetAnswer](ctx, c, call)
}

// SeedNotification is "POST /api/dev/seed-notification": create a notification for testing.
// At most 30 calls in 600 seconds.
// It wants the admin token.
func (c *Client) SeedNotification(ctx context.Context, body SeedNotificationBody) (NoticeAnswer, error) {
	call := request{method: "POST", path: "/api/dev/seed-notification"}
	call.value = body
	return fetch[NoticeAnswer](ctx, c, call)
}

// SeedSamplesParams are what may be left out. What is zero is not sent.
type SeedSamplesParams struct {
	Source  string // live, canned: live: apps of the App Store; canned: fictitious apps. Defaults to live.
	Country string // The two-letter code of the storefront. Defaults to the one in the settings.
	Limit   int64  // With live: the number of apps. Defaults to 10.
}

// SeedSamples is "POST /api/dev/seed-sample-data": create sample apps.
// At most 30 calls in 600 seconds.
// It wants the admin token.
func (c *Client) SeedSamples(ctx context.Context, params SeedSamplesParams) (SamplesAnswer, error) {
	call := request{method: "POST", path: "/api/dev/seed-sample-data"}
	call.optional("source", params.Source)
	call.optional("country", params.Country)
	call.optional("limit", number(params.Limit))
	return fetch[SamplesAnswer](ctx, c, call)
}

// StopSync is "POST /api/dev/sync-stop": stop the sync runner.
// At most 10 calls in 600 seconds.
// It wants the admin token.
func (c *Client) StopSync(ctx context.Context) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/dev/sync-stop"}
	return fetch[OkAnswer](ctx, c, call)
}

// WipeApps is "POST /api/dev/wipe-apps": delete all apps, their records and the activity log.
// At most 6 calls in 600 seconds.
// It wants the admin token.
func (c *Client) WipeApps(ctx context.Context) (WipedAnswer, error) {
	call := request{method: "POST", path: "/api/dev/wipe-apps"}
	return fetch[WipedAnswer](ctx, c, call)
}

// Reset is "POST /api/reset": delete all apps and their records.
// At most 30 calls in 600 seconds.
// It wants the admin token.
func (c *Client) Reset(ctx context.Context) (SuccessAnswer, error) {
	call := request{method: "POST", path: "/api/reset"}
	return fetch[SuccessAnswer](ctx, c, call)
}

// Settings is "GET /api/settings": get the settings.
func (c *Client) Settings(ctx context.Context) (Settings, error) {
	call := request{method: "GET", path: "/api/settings"}
	return fetch[Settings](ctx, c, call)
}

// ChangeSettings is "POST /api/settings": change settings.
// At most 30 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ChangeSettings(ctx context.Context, body ChangeSettingsBody) (SettingsAnswer, error) {
	call := request{method: "POST", path: "/api/settings"}
	call.value = body
	return fetch[SettingsAnswer](ctx, c, call)
}

// DesktopSettings is "GET /api/settings/desktop": get the desktop settings.
func (c *Client) DesktopSettings(ctx context.Context) (DesktopSettings, error) {
	call := request{method: "GET", path: "/api/settings/desktop"}
	return fetch[DesktopSettings](ctx, c, call)
}

// ChangeDesktopSettingsParams are what may be left out. What is zero is not sent.
type ChangeDesktopSettingsParams struct {
	XServiceRuntime string // desktop: The type of the client.
}

// ChangeDesktopSettings is "POST /api/settings/desktop": change the desktop settings.
// At most 20 calls in 60 seconds.
// It wants the admin token.
func (c *Client) ChangeDesktopSettings(ctx context.Context, params ChangeDesktopSettingsParams, body ChangeDesktopSettingsBody) (DesktopSettings, error) {
	call := request{method: "POST", path: "/api/settings/desktop"}
	call.header("X-Service-Runtime", params.XServiceRuntime)
	call.value = body
	return fetch[DesktopSettings](ctx, c, call)
}
