// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"strconv"
)

// HistoryStats is "GET /api/apps/{id}/history-stats": summarize the recorded history of an app.
func (c *Client) HistoryStats(ctx context.Context, id int64) (HistoryStats, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/history-stats"}
	return fetch[HistoryStats](ctx, c, call)
}

// SinceInstall is "GET /api/apps/{id}/since-install": list what changed since an app was installed.
func (c *Client) SinceInstall(ctx context.Context, id int64) (SinceInstall, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/since-install"}
	return fetch[SinceInstall](ctx, c, call)
}

// ChangelogParams are what may be left out. What is zero is not sent.
type ChangelogParams struct {
	From       Time   // Changes observed at or after this time. A date means its start, and a time without a zone is UTC.
	To         Time   // Changes observed at or before this time. A date means its end, in UTC.
	Since      string // Changes that were committed after this cursor, in commit order; 0 is the beginning. The response has the next cursor. Without since, only the newest snapshots are read: see X-Window-Truncated.
	AppID      string // Changes of this app only.
	App        string // An alias of appId
	Type       string // A comma-separated list of added, modified, policy, removed and wayback. Other values are ignored and listed in X-Ignored-Parameters.
	Types      string // An alias of type
	Category   string // A comma-separated list of accessibility, availability, background-location, listing, privacy-label, privacy-policy and wayback-attempt. Other values are ignored and listed in X-Ignored-Parameters.
	Categories string // An alias of category
	Limit      int64  // The maximum number of entries. Defaults to 100.
	Offset     int64  // The number of entries to skip. With since it has no effect.
}

// Changelog is "GET /api/changelog": list recorded changes.
func (c *Client) Changelog(ctx context.Context, params ChangelogParams) (Feed, error) {
	call := request{method: "GET", path: "/api/changelog"}
	call.optional("from", number(int64(params.From)))
	call.optional("to", number(int64(params.To)))
	call.optional("since", params.Since)
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
	AppID int64 // Changes of this app only.
}

// AtomFeed is "GET /api/feeds/atom": get recorded changes as an Atom feed.
func (c *Client) AtomFeed(ctx context.Context, params AtomFeedParams) (*File, error) {
	call := request{method: "GET", path: "/api/feeds/atom"}
	call.optional("appId", number(params.AppID))
	return c.file(ctx, call)
}

// JSONFeedParams are what may be left out. What is zero is not sent.
type JSONFeedParams struct {
	AppID int64 // Changes of this app only.
}

// JSONFeed is "GET /api/feeds/json": get recorded changes as a JSON feed.
func (c *Client) JSONFeed(ctx context.Context, params JSONFeedParams) (JsonFeed, error) {
	call := request{method: "GET", path: "/api/feeds/json"}
	call.optional("appId", number(params.AppID))
	return fetch[JsonFeed](ctx, c, call)
}

// Readers is "GET /api/readers": list the readers of the changelog.
func (c *Client) Readers(ctx context.Context) (ReadersAnswer, error) {
	call := request{method: "GET", path: "/api/readers"}
	return fetch[ReadersAnswer](ctx, c, call)
}

// ForgetReader is "DELETE /api/readers/{name}": remove a reader.
func (c *Client) ForgetReader(ctx context.Context, name string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/readers/" + escape(name)}
	return fetch[OkAnswer](ctx, c, call)
}

// Reader is "GET /api/readers/{name}": get the cursor of a reader.
func (c *Client) Reader(ctx context.Context, name string) (ChangelogReader, error) {
	call := request{method: "GET", path: "/api/readers/" + escape(name)}
	return fetch[ChangelogReader](ctx, c, call)
}

// SetReader is "PUT /api/readers/{name}": set the cursor of a reader.
func (c *Client) SetReader(ctx context.Context, name string, body SetReaderBody) (ChangelogReader, error) {
	call := request{method: "PUT", path: "/api/readers/" + escape(name)}
	call.value = body
	return fetch[ChangelogReader](ctx, c, call)
}
