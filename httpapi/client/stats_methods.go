// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// Matrix is "GET /api/stats/matrix": get the matrix of apps and data categories.
func (c *Client) Matrix(ctx context.Context) (Matrix, error) {
	call := request{method: "GET", path: "/api/stats/matrix"}
	return fetch[Matrix](ctx, c, call)
}

// RadarParams are what may be left out. What is zero is not sent.
type RadarParams struct {
	Apps string // A comma-separated list of up to 20 apps. Defaults to the most recently refreshed apps that have a summary.
}

// Radar is "GET /api/stats/radar": compare the ratings of privacy policies.
func (c *Client) Radar(ctx context.Context, params RadarParams) (Radar, error) {
	call := request{method: "GET", path: "/api/stats/radar"}
	call.optional("apps", params.Apps)
	return fetch[Radar](ctx, c, call)
}

// CalendarParams are what may be left out. What is zero is not sent.
type CalendarParams struct {
	From   Time   // The first day. Defaults to 90 days ago. A time without a zone is UTC.
	To     Time   // The last day. Defaults to now.
	Bucket string // day, week, month: The period that one point covers. The default depends on the length of the interval.
	AppID  int64  // Count the changes of this app only.
}

// Calendar is "GET /api/stats/timeline": count changes over time.
func (c *Client) Calendar(ctx context.Context, params CalendarParams) (Calendar, error) {
	call := request{method: "GET", path: "/api/stats/timeline"}
	call.optional("from", number(int64(params.From)))
	call.optional("to", number(int64(params.To)))
	call.optional("bucket", params.Bucket)
	call.optional("appId", number(params.AppID))
	return fetch[Calendar](ctx, c, call)
}
