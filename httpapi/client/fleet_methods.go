// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"strconv"
)

// AccessibilityProfile is "GET /api/accessibility-profile": the accessibility profile.
func (c *Client) AccessibilityProfile(ctx context.Context) (AccessibilityProfile, error) {
	call := request{method: "GET", path: "/api/accessibility-profile"}
	return fetch[AccessibilityProfile](ctx, c, call)
}

// SetAccessibilityProfile is "PUT /api/accessibility-profile": set the accessibility profile.
func (c *Client) SetAccessibilityProfile(ctx context.Context, body SetAccessibilityProfileBody) (AccessibilityProfile, error) {
	call := request{method: "PUT", path: "/api/accessibility-profile"}
	call.value = body
	return fetch[AccessibilityProfile](ctx, c, call)
}

// AnnotationsParams are what may be left out. What is zero is not sent.
type AnnotationsParams struct {
	AppID      int64  // Only notes on this app
	Visibility string // export, private, all: Only such notes; else all
}

// Annotations is "GET /api/annotations": notes on apps.
func (c *Client) Annotations(ctx context.Context, params AnnotationsParams) (AnnotationsAnswer, error) {
	call := request{method: "GET", path: "/api/annotations"}
	call.optional("appId", number(params.AppID))
	call.optional("visibility", params.Visibility)
	return fetch[AnnotationsAnswer](ctx, c, call)
}

// Annotate is "POST /api/annotations": write a note.
func (c *Client) Annotate(ctx context.Context, body AnnotateBody) (AnnotationAnswer, error) {
	call := request{method: "POST", path: "/api/annotations"}
	call.value = body
	return fetch[AnnotationAnswer](ctx, c, call)
}

// DeleteAnnotation is "DELETE /api/annotations/{id}": delete a note.
func (c *Client) DeleteAnnotation(ctx context.Context, id int64) (AnnotationAnswer, error) {
	call := request{method: "DELETE", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	return fetch[AnnotationAnswer](ctx, c, call)
}

// EditAnnotation is "PATCH /api/annotations/{id}": change a note.
func (c *Client) EditAnnotation(ctx context.Context, id int64, body EditAnnotationBody) (AnnotationAnswer, error) {
	call := request{method: "PATCH", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	call.value = body
	return fetch[AnnotationAnswer](ctx, c, call)
}

// RestoreAnnotation is "PUT /api/annotations/{id}": take back the deletion of a note.
func (c *Client) RestoreAnnotation(ctx context.Context, id int64) (AnnotationAnswer, error) {
	call := request{method: "PUT", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	return fetch[AnnotationAnswer](ctx, c, call)
}

// DeleteApp is "DELETE /api/apps": forget an app.
// At most 60 calls in 60 seconds.
// It wants the admin token.
func (c *Client) DeleteApp(ctx context.Context, id int64) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps"}
	call.query("id", strconv.FormatInt(id, 10))
	return fetch[SuccessAnswer](ctx, c, call)
}

// ListAppsParams are what may be left out. What is zero is not sent.
type ListAppsParams struct {
	Devices string // Only the apps of these devices, with commas between them; unattached: of none; all. Without one that is there: all
}

// ListApps is "GET /api/apps": all tracked apps.
func (c *Client) ListApps(ctx context.Context, params ListAppsParams) ([]App, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.optional("devices", params.Devices)
	return fetch[[]App](ctx, c, call)
}

// PageOfAppsParams are what may be left out. What is zero is not sent.
type PageOfAppsParams struct {
	Offset  int64  // With limit: skip so many apps first
	Meta    string // grid: With limit: what a grid shows beside the apps. Another value is ignored, and named in X-Ignored-Parameters
	Devices string // Only the apps of these devices, with commas between them; unattached: of none; all. Without one that is there: all
}

// PageOfApps is "GET /api/apps": a page of the tracked apps.
func (c *Client) PageOfApps(ctx context.Context, limit int64, params PageOfAppsParams) (AppsPage, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("limit", strconv.FormatInt(limit, 10))
	call.optional("offset", number(params.Offset))
	call.optional("meta", params.Meta)
	call.optional("devices", params.Devices)
	return fetch[AppsPage](ctx, c, call)
}

// App is "GET /api/apps": an app with its labels.
func (c *Client) App(ctx context.Context, id string) (AppDetail, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("id", id)
	return fetch[AppDetail](ctx, c, call)
}

// AppTimeline is "GET /api/apps": what was seen of an app, and when.
func (c *Client) AppTimeline(ctx context.Context, id string) ([]TimelineRow, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("id", id)
	call.query("changelog", "true")
	return fetch[[]TimelineRow](ctx, c, call)
}

// GroupedAppsParams are what may be left out. What is zero is not sent.
type GroupedAppsParams struct {
	Devices string // Only the apps of these devices, with commas between them; unattached: of none; all. Without one that is there: all
}

// GroupedApps is "GET /api/apps": the apps by what they collect.
func (c *Client) GroupedApps(ctx context.Context, params GroupedAppsParams) ([]GroupAnswer, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.optional("devices", params.Devices)
	call.query("view", "grouped")
	return fetch[[]GroupAnswer](ctx, c, call)
}

// Acknowledge is "POST /api/apps/{id}/acknowledge": acknowledge, dismiss or snooze an app's changes.
func (c *Client) Acknowledge(ctx context.Context, id int64, body AcknowledgeBody) (AcknowledgeAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/acknowledge"}
	call.value = body
	return fetch[AcknowledgeAnswer](ctx, c, call)
}

// UndoAcknowledge is "POST /api/apps/{id}/acknowledge/undo": take back an acknowledgement.
func (c *Client) UndoAcknowledge(ctx context.Context, id int64, body UndoAcknowledgeBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/acknowledge/undo"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// Compare is "GET /api/compare": compare the labels of apps.
// At most 30 calls in 60 seconds.
func (c *Client) Compare(ctx context.Context, a string, b string) (Comparison, error) {
	call := request{method: "GET", path: "/api/compare"}
	call.query("a", a)
	call.query("b", b)
	return fetch[Comparison](ctx, c, call)
}

// Preview is "GET /api/preview": look at an app without tracking it.
// At most 30 calls in 60 seconds.
func (c *Client) Preview(ctx context.Context, address string) (PreviewAnswer, error) {
	call := request{method: "GET", path: "/api/preview"}
	call.query("url", address)
	return fetch[PreviewAnswer](ctx, c, call)
}

// PrivacyProfile is "GET /api/privacy-profile": the privacy profile.
func (c *Client) PrivacyProfile(ctx context.Context) (PrivacyProfile, error) {
	call := request{method: "GET", path: "/api/privacy-profile"}
	return fetch[PrivacyProfile](ctx, c, call)
}

// SetPrivacyProfile is "PUT /api/privacy-profile": set the privacy profile.
func (c *Client) SetPrivacyProfile(ctx context.Context, body SetPrivacyProfileBody) (PrivacyProfile, error) {
	call := request{method: "PUT", path: "/api/privacy-profile"}
	call.value = body
	return fetch[PrivacyProfile](ctx, c, call)
}

// RelatedAppsParams are what may be left out. What is zero is not sent.
type RelatedAppsParams struct {
	Mode  string // top_in_category, may_also_like: Where to look; else in the chart of its genre
	Limit int64  // At most so many; else 5
}

// RelatedApps is "GET /api/related-apps": apps that the store shows beside a tracked one.
func (c *Client) RelatedApps(ctx context.Context, sourceAppId int64, params RelatedAppsParams) (RelatedApps, error) {
	call := request{method: "GET", path: "/api/related-apps"}
	call.query("sourceAppId", strconv.FormatInt(sourceAppId, 10))
	call.optional("mode", params.Mode)
	call.optional("limit", number(params.Limit))
	return fetch[RelatedApps](ctx, c, call)
}

// Scrape is "POST /api/scrape": track apps, or refresh them.
// At most 30 calls in 60 seconds.
func (c *Client) Scrape(ctx context.Context, body ScrapeBody) (ScrapeAnswer, error) {
	call := request{method: "POST", path: "/api/scrape"}
	call.value = body
	return fetch[ScrapeAnswer](ctx, c, call)
}

// Search is "POST /api/search": search the store.
// At most 60 calls in 60 seconds.
func (c *Client) Search(ctx context.Context, body SearchBody) (SearchAnswer, error) {
	call := request{method: "POST", path: "/api/search"}
	call.value = body
	return fetch[SearchAnswer](ctx, c, call)
}

// RemoveFromShortlistParams are what may be left out. What is zero is not sent.
type RemoveFromShortlistParams struct {
	ID               string // The entry
	SourceAppID      int64  // In place of id, with candidateAppleId
	CandidateAppleID int64
	All              string // 1, true, yes, on, 0, false, no, off, : In place of both: every entry
}

// RemoveFromShortlist is "DELETE /api/shortlist": take an app off the shortlist.
// At most 60 calls in 60 seconds.
// It wants the admin token.
func (c *Client) RemoveFromShortlist(ctx context.Context, params RemoveFromShortlistParams) (RemoveFromShortlistAnswer, error) {
	call := request{method: "DELETE", path: "/api/shortlist"}
	call.optional("id", params.ID)
	call.optional("sourceAppId", number(params.SourceAppID))
	call.optional("candidateAppleId", number(params.CandidateAppleID))
	call.optional("all", params.All)
	return fetch[RemoveFromShortlistAnswer](ctx, c, call)
}

// Shortlist is "GET /api/shortlist": the shortlist.
// At most 120 calls in 60 seconds.
func (c *Client) Shortlist(ctx context.Context) (Shortlist, error) {
	call := request{method: "GET", path: "/api/shortlist"}
	return fetch[Shortlist](ctx, c, call)
}

// AddToShortlist is "POST /api/shortlist": put an app on the shortlist.
// At most 60 calls in 60 seconds.
// It wants the admin token.
func (c *Client) AddToShortlist(ctx context.Context, body AddToShortlistBody) (ShortlistAnswer, error) {
	call := request{method: "POST", path: "/api/shortlist"}
	call.value = body
	return fetch[ShortlistAnswer](ctx, c, call)
}

// ShortlistMarkdown is "GET /api/shortlist/export": the shortlist as Markdown.
// At most 30 calls in 60 seconds.
func (c *Client) ShortlistMarkdown(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/shortlist/export"}
	return c.file(ctx, call)
}

// ShortlistJSON is "GET /api/shortlist/export": the shortlist as JSON.
// At most 30 calls in 60 seconds.
func (c *Client) ShortlistJSON(ctx context.Context) (ShortlistJSONAnswer, error) {
	call := request{method: "GET", path: "/api/shortlist/export"}
	call.query("format", "json")
	return fetch[ShortlistJSONAnswer](ctx, c, call)
}

// ClearVerdictParams are what may be left out. What is zero is not sent.
type ClearVerdictParams struct {
	Source     string // user, imported: Whose; else the user's
	SourceName string // With source=imported: the name of who decided
}

// ClearVerdict is "DELETE /api/verdicts": take back the verdict on an app.
func (c *Client) ClearVerdict(ctx context.Context, appId int64, params ClearVerdictParams) (ClearVerdictAnswer, error) {
	call := request{method: "DELETE", path: "/api/verdicts"}
	call.query("appId", strconv.FormatInt(appId, 10))
	call.optional("source", params.Source)
	call.optional("sourceName", params.SourceName)
	return fetch[ClearVerdictAnswer](ctx, c, call)
}

// Verdicts is "GET /api/verdicts": verdicts on apps.
func (c *Client) Verdicts(ctx context.Context, appId int64) (VerdictsAnswer, error) {
	call := request{method: "GET", path: "/api/verdicts"}
	call.query("appId", strconv.FormatInt(appId, 10))
	return fetch[VerdictsAnswer](ctx, c, call)
}

// SetVerdict is "POST /api/verdicts": give a verdict on an app.
func (c *Client) SetVerdict(ctx context.Context, body SetVerdictBody) (VerdictAnswer, error) {
	call := request{method: "POST", path: "/api/verdicts"}
	call.value = body
	return fetch[VerdictAnswer](ctx, c, call)
}

// SetVerdicts is "POST /api/verdicts/bulk": give verdicts on many apps.
func (c *Client) SetVerdicts(ctx context.Context, body SetVerdictsBody) (BulkVerdictAnswer, error) {
	call := request{method: "POST", path: "/api/verdicts/bulk"}
	call.value = body
	return fetch[BulkVerdictAnswer](ctx, c, call)
}
