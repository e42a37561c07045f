// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"strconv"
)

// HistoryStats is "GET /api/apps/{id}/history-stats": how much history an app has.
func (c *Client) HistoryStats(ctx context.Context, id int64) (HistoryStats, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/history-stats"}
	return fetch[HistoryStats](ctx, c, call)
}

// SinceInstall is "GET /api/apps/{id}/since-install": what changed since an app was installed.
func (c *Client) SinceInstall(ctx context.Context, id int64) (SinceInstall, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/since-install"}
	return fetch[SinceInstall](ctx, c, call)
}

// ChangelogParams are what may be left out. What is zero is not sent.
type ChangelogParams struct {
	From       Time   // Only what was seen then, or later. A date is its first moment in UTC, and a time without a zone is in UTC
	To         Time   // Only what was seen then, or earlier. A date is its last moment in UTC
	AppID      string // Only changes of this app
	App        string // Another name of appId
	Type       string // Some of added, modified, policy, removed and wayback, with commas between them. Others are ignored, and named in X-Ignored-Parameters
	Types      string // Another name of type
	Category   string // Some of accessibility, privacy-label, privacy-policy and wayback-attempt, with commas between them. Others are ignored, and named in X-Ignored-Parameters
	Categories string // Another name of category
	Limit      int64  // At most so many; else 100
	Offset     int64  // Skip so many first
}

// Changelog is "GET /api/changelog": the feed of recorded changes.
func (c *Client) Changelog(ctx context.Context, params ChangelogParams) (Feed, error) {
	call := request{method: "GET", path: "/api/changelog"}
	call.optional("from", number(int64(params.From)))
	call.optional("to", number(int64(params.To)))
	call.optional("appId", params.AppID)
	call.optional("app", params.App)
	call.optional("type", params.Type)
	call.optional("types", params.Types)
	call.optional("category", params.Category)
	call.optional("categories", params.Categories)
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[Feed](ctx, c, call)
}

// AtomFeedParams are what may be left out. What is zero is not sent.
type AtomFeedParams struct {
	AppID int64 // Only changes of this app
}

// AtomFeed is "GET /api/feeds/atom": the feed of recorded changes, for a feed reader.
func (c *Client) AtomFeed(ctx context.Context, params AtomFeedParams) (*File, error) {
	call := request{method: "GET", path: "/api/feeds/atom"}
	call.optional("appId", number(params.AppID))
	return c.file(ctx, call)
}

// JSONFeedParams are what may be left out. What is zero is not sent.
type JSONFeedParams struct {
	AppID int64 // Only changes of this app
}

// JSONFeed is "GET /api/feeds/json": the feed of recorded changes, as a JSON feed.
func (c *Client) JSONFeed(ctx context.Context, params JSONFeedParams) (JsonFeed, error) {
	call := request{method: "GET", path: "/api/feeds/json"}
	call.optional("appId", number(params.AppID))
	return fetch[JsonFeed](ctx, c, call)
}
