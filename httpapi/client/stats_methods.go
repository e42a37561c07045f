// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// Matrix is "GET /api/stats/matrix": apps against categories of data.
func (c *Client) Matrix(ctx context.Context) (Matrix, error) {
	call := request{method: "GET", path: "/api/stats/matrix"}
	return fetch[Matrix](ctx, c, call)
}

// RadarParams are what may be left out. What is zero is not sent.
type RadarParams struct {
	Apps string // Up to 20 apps, with commas between them; else those with a summary that were refreshed last
}

// Radar is "GET /api/stats/radar": how the policies of apps are rated.
func (c *Client) Radar(ctx context.Context, params RadarParams) (Radar, error) {
	call := request{method: "GET", path: "/api/stats/radar"}
	call.optional("apps", params.Apps)
	return fetch[Radar](ctx, c, call)
}

// CalendarParams are what may be left out. What is zero is not sent.
type CalendarParams struct {
	From   Time   // Of the first day; else 90 days ago. A time without a zone is in UTC
	To     Time   // Of the last day; else now
	Bucket string // day, week, month: What a point stands for; else what suits the time
	AppID  int64  // Only this app
}

// Calendar is "GET /api/stats/timeline": changes over time.
func (c *Client) Calendar(ctx context.Context, params CalendarParams) (Calendar, error) {
	call := request{method: "GET", path: "/api/stats/timeline"}
	call.optional("from", number(int64(params.From)))
	call.optional("to", number(int64(params.To)))
	call.optional("bucket", params.Bucket)
	call.optional("appId", number(params.AppID))
	return fetch[Calendar](ctx, c, call)
}
