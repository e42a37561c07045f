// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"strconv"
)

// AccessibilityProfile is "GET /api/accessibility-profile": get the accessibility profile.
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
	AppID      int64  // Notes on this app only.
	ChangeID   string // Notes on this change only.
	Visibility string // export, private, all: Notes with this visibility only. Defaults to all.
}

// Annotations is "GET /api/annotations": list notes.
func (c *Client) Annotations(ctx context.Context, params AnnotationsParams) (AnnotationsAnswer, error) {
	call := request{method: "GET", path: "/api/annotations"}
	call.optional("appId", number(params.AppID))
	call.optional("changeId", params.ChangeID)
	call.optional("visibility", params.Visibility)
	return fetch[AnnotationsAnswer](ctx, c, call)
}

// Annotate is "POST /api/annotations": add a note to an app.
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

// EditAnnotation is "PATCH /api/annotations/{id}": edit a note.
func (c *Client) EditAnnotation(ctx context.Context, id int64, body EditAnnotationBody) (AnnotationAnswer, error) {
	call := request{method: "PATCH", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	call.value = body
	return fetch[AnnotationAnswer](ctx, c, call)
}

// RestoreAnnotation is "PUT /api/annotations/{id}": restore a deleted note.
func (c *Client) RestoreAnnotation(ctx context.Context, id int64) (AnnotationAnswer, error) {
	call := request{method: "PUT", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	return fetch[AnnotationAnswer](ctx, c, call)
}

// DeleteApp is "DELETE /api/apps": stop tracking an app and delete its records.
// At most 60 calls in 60 seconds.
// It wants the admin token.
func (c *Client) DeleteApp(ctx context.Context, id int64) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps"}
	call.query("id", strconv.FormatInt(id, 10))
	return fetch[SuccessAnswer](ctx, c, call)
}

// ListAppsParams are what may be left out. What is zero is not sent.
type ListAppsParams struct {
	Devices string // Only apps on these devices: a comma-separated list of device IDs. unattached stands for apps on no device, all for all apps. If no device of the list exists, all apps are returned.
}

// ListApps is "GET /api/apps": list all tracked apps.
func (c *Client) ListApps(ctx context.Context, params ListAppsParams) ([]App, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.optional("devices", params.Devices)
	return fetch[[]App](ctx, c, call)
}

// PageOfAppsParams are what may be left out. What is zero is not sent.
type PageOfAppsParams struct {
	Offset   int64  // With limit: the number of apps to skip.
	Meta     string // grid: With limit: include the data that a grid view needs. Other values are ignored and listed in X-Ignored-Parameters.
	Q        string // With limit: only apps whose name, developer or bundle ID contains this text, ignoring case.
	Sort     string // name, developer, risk, changed, checked, added: With limit: what to sort by. changed is the number of refreshes with changes since the last review, checked the time of the last refresh, added that of the first. Defaults to name.
	Order    string // asc, desc: With limit: the direction of sort. Defaults to asc for name and developer, and to desc for the others. Ties are sorted by name and ID, those of checked and added by descending ID. The direction that is not the default reverses the whole list, including ties.
	Risk     string // high, moderate, low, minimal, unknown: With limit: only apps with this risk. The risk is high if data is used to track the user, moderate if three or more categories of data are linked to the user, low if any data is collected, minimal if none is, and unknown if the app has no privacy details.
	Changed  string // 1, true, yes, on, 0, false, no, off, : With limit: only apps with changes to review, that is changes that were neither reviewed nor dismissed and are not snoozed now.
	Failed   string // 1, true, yes, on, 0, false, no, off, : With limit: only apps whose last refresh failed.
	Delisted string // 1, true, yes, on, 0, false, no, off, : With limit: only apps that the App Store no longer lists.
	Devices  string // Only apps on these devices: a comma-separated list of device IDs. unattached stands for apps on no device, all for all apps. If no device of the list exists, all apps are returned.
}

// PageOfApps is "GET /api/apps": list tracked apps page by page.
func (c *Client) PageOfApps(ctx context.Context, limit int64, params PageOfAppsParams) (AppsPage, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("limit", strconv.FormatInt(limit, 10))
	call.optional("offset", number(params.Offset))
	call.optional("meta", params.Meta)
	call.optional("q", params.Q)
	call.optional("sort", params.Sort)
	call.optional("order", params.Order)
	call.optional("risk", params.Risk)
	call.optional("changed", params.Changed)
	call.optional("failed", params.Failed)
	call.optional("delisted", params.Delisted)
	call.optional("devices", params.Devices)
	return fetch[AppsPage](ctx, c, call)
}

// App is "GET /api/apps": get an app with its labels.
func (c *Client) App(ctx context.Context, id string) (AppDetail, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("id", id)
	return fetch[AppDetail](ctx, c, call)
}

// AppTimelineParams are what may be left out. What is zero is not sent.
type AppTimelineParams struct {
	Before Time  // With changelog: rows before this time. Use the time of the last row of the previous page.
	Limit  int64 // The page size. With changelog: the maximum number of rows, at most 50.
}

// AppTimeline is "GET /api/apps": get the timeline of an app.
func (c *Client) AppTimeline(ctx context.Context, id string, params AppTimelineParams) ([]TimelineRow, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("id", id)
	call.optional("before", number(int64(params.Before)))
	call.optional("limit", number(params.Limit))
	call.query("changelog", "true")
	return fetch[[]TimelineRow](ctx, c, call)
}

// GroupedAppsParams are what may be left out. What is zero is not sent.
type GroupedAppsParams struct {
	Devices string // Only apps on these devices: a comma-separated list of device IDs. unattached stands for apps on no device, all for all apps. If no device of the list exists, all apps are returned.
}

// GroupedApps is "GET /api/apps": group tracked apps by what they collect.
func (c *Client) GroupedApps(ctx context.Context, params GroupedAppsParams) ([]GroupAnswer, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.optional("devices", params.Devices)
	call.query("view", "grouped")
	return fetch[[]GroupAnswer](ctx, c, call)
}

// DeleteAppByID is "DELETE /api/apps/{id}": stop tracking an app and delete its records.
// At most 60 calls in 60 seconds.
// It wants the admin token.
func (c *Client) DeleteAppByID(ctx context.Context, id int64) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps/" + escape(strconv.FormatInt(id, 10))}
	return fetch[SuccessAnswer](ctx, c, call)
}

// AppByID is "GET /api/apps/{id}": get an app with its labels by its ID.
func (c *Client) AppByID(ctx context.Context, id string) (AppDetail, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(id)}
	return fetch[AppDetail](ctx, c, call)
}

// TimelineByIDParams are what may be left out. What is zero is not sent.
type TimelineByIDParams struct {
	Before Time  // With changelog: rows before this time. Use the time of the last row of the previous page.
	Limit  int64 // With changelog: the maximum number of rows, at most 50.
}

// TimelineByID is "GET /api/apps/{id}": get the timeline of an app by its ID.
func (c *Client) TimelineByID(ctx context.Context, id string, params TimelineByIDParams) ([]TimelineRow, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(id)}
	call.optional("before", number(int64(params.Before)))
	call.optional("limit", number(params.Limit))
	call.query("changelog", "true")
	return fetch[[]TimelineRow](ctx, c, call)
}

// Acknowledge is "POST /api/apps/{id}/acknowledge": acknowledge, dismiss or snooze an app's changes.
func (c *Client) Acknowledge(ctx context.Context, id int64, body AcknowledgeBody) (AcknowledgeAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/acknowledge"}
	call.value = body
	return fetch[AcknowledgeAnswer](ctx, c, call)
}

// UndoAcknowledge is "POST /api/apps/{id}/acknowledge/undo": undo an acknowledgement.
func (c *Client) UndoAcknowledge(ctx context.Context, id int64, body UndoAcknowledgeBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/acknowledge/undo"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// Concerns is "GET /api/apps/{id}/concerns": list the concerns about an app: where its label exceeds the privacy profile.
func (c *Client) Concerns(ctx context.Context, id int64) (ConcernsAnswer, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/concerns"}
	return fetch[ConcernsAnswer](ctx, c, call)
}

// ReopenConcern is "DELETE /api/apps/{id}/concerns/{category}": withdraw the decision on a concern.
func (c *Client) ReopenConcern(ctx context.Context, id int64, category string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/concerns/" + escape(category)}
	return fetch[OkAnswer](ctx, c, call)
}

// AcceptConcern is "PUT /api/apps/{id}/concerns/{category}": accept or defer a concern.
func (c *Client) AcceptConcern(ctx context.Context, id int64, category string, body AcceptConcernBody) (ConcernAnswer, error) {
	call := request{method: "PUT", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/concerns/" + escape(category)}
	call.value = body
	return fetch[ConcernAnswer](ctx, c, call)
}

// LabelTrust is "GET /api/apps/{id}/trust": get the age and the claims of an app's label, and where the policy disagrees.
func (c *Client) LabelTrust(ctx context.Context, id int64) (LabelTrust, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/trust"}
	return fetch[LabelTrust](ctx, c, call)
}

// Compare is "GET /api/compare": compare the privacy labels of two apps.
// At most 30 calls in 60 seconds.
func (c *Client) Compare(ctx context.Context, a string, b string) (Comparison, error) {
	call := request{method: "GET", path: "/api/compare"}
	call.query("a", a)
	call.query("b", b)
	return fetch[Comparison](ctx, c, call)
}

// Preview is "GET /api/preview": preview an app without tracking it.
// At most 30 calls in 60 seconds.
func (c *Client) Preview(ctx context.Context, address string) (PreviewAnswer, error) {
	call := request{method: "GET", path: "/api/preview"}
	call.query("url", address)
	return fetch[PreviewAnswer](ctx, c, call)
}

// PrivacyProfile is "GET /api/privacy-profile": get the privacy profile.
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

// ProfileMismatchesParams are what may be left out. What is zero is not sent.
type ProfileMismatchesParams struct {
	Limit   int64  // The page size.
	Offset  int64  // The number of apps to skip.
	Devices string // Apps on these devices only, as in the list of apps.
}

// ProfileMismatches is "GET /api/privacy-profile/mismatches": list apps whose label exceeds the privacy profile.
func (c *Client) ProfileMismatches(ctx context.Context, params ProfileMismatchesParams) (MismatchesPage, error) {
	call := request{method: "GET", path: "/api/privacy-profile/mismatches"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	call.optional("devices", params.Devices)
	return fetch[MismatchesPage](ctx, c, call)
}

// RelatedAppsParams are what may be left out. What is zero is not sent.
type RelatedAppsParams struct {
	Mode  string // top_in_category, may_also_like: Where related apps come from. Defaults to the chart of the app's genre.
	Limit int64  // The maximum number of apps. Defaults to 5.
}

// RelatedApps is "GET /api/related-apps": list App Store apps related to a tracked app.
func (c *Client) RelatedApps(ctx context.Context, sourceAppId int64, params RelatedAppsParams) (RelatedApps, error) {
	call := request{method: "GET", path: "/api/related-apps"}
	call.query("sourceAppId", strconv.FormatInt(sourceAppId, 10))
	call.optional("mode", params.Mode)
	call.optional("limit", number(params.Limit))
	return fetch[RelatedApps](ctx, c, call)
}

// Scrape is "POST /api/scrape": track or refresh apps and wait for the result.
// At most 30 calls in 60 seconds.
func (c *Client) Scrape(ctx context.Context, body ScrapeBody) (ScrapeAnswer, error) {
	call := request{method: "POST", path: "/api/scrape"}
	call.value = body
	return fetch[ScrapeAnswer](ctx, c, call)
}

// StartScrape is "POST /api/scrape": track or refresh apps without waiting.
// At most 30 calls in 60 seconds.
func (c *Client) StartScrape(ctx context.Context, body ScrapeBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/scrape"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// Search is "POST /api/search": search the App Store and wait for the result.
// At most 60 calls in 60 seconds.
func (c *Client) Search(ctx context.Context, body SearchBody) (SearchAnswer, error) {
	call := request{method: "POST", path: "/api/search"}
	call.value = body
	return fetch[SearchAnswer](ctx, c, call)
}

// StartSearch is "POST /api/search": search the App Store without waiting.
// At most 60 calls in 60 seconds.
func (c *Client) StartSearch(ctx context.Context, body SearchBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/search"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// RemoveFromShortlistParams are what may be left out. What is zero is not sent.
type RemoveFromShortlistParams struct {
	ID               string // The ID of the entry.
	SourceAppID      int64  // Identifies the entry together with candidateAppleId, if id is missing.
	CandidateAppleID int64  // See sourceAppId.
	All              string // 1, true, yes, on, 0, false, no, off, : Remove all entries. Takes precedence over the other parameters.
}

// RemoveFromShortlist is "DELETE /api/shortlist": remove apps from the shortlist.
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

// Shortlist is "GET /api/shortlist": get the shortlist.
// At most 120 calls in 60 seconds.
func (c *Client) Shortlist(ctx context.Context) (Shortlist, error) {
	call := request{method: "GET", path: "/api/shortlist"}
	return fetch[Shortlist](ctx, c, call)
}

// AddToShortlist is "POST /api/shortlist": add an app to the shortlist.
// At most 60 calls in 60 seconds.
// It wants the admin token.
func (c *Client) AddToShortlist(ctx context.Context, body AddToShortlistBody) (ShortlistAnswer, error) {
	call := request{method: "POST", path: "/api/shortlist"}
	call.value = body
	return fetch[ShortlistAnswer](ctx, c, call)
}

// ShortlistMarkdown is "GET /api/shortlist/export": export the shortlist as Markdown.
// At most 30 calls in 60 seconds.
func (c *Client) ShortlistMarkdown(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/shortlist/export"}
	return c.file(ctx, call)
}

// ShortlistJSON is "GET /api/shortlist/export": export the shortlist as JSON.
// At most 30 calls in 60 seconds.
func (c *Client) ShortlistJSON(ctx context.Context) (ShortlistJSONAnswer, error) {
	call := request{method: "GET", path: "/api/shortlist/export"}
	call.query("format", "json")
	return fetch[ShortlistJSONAnswer](ctx, c, call)
}

// Summary is "GET /api/summary": count the apps, notifications and runs that need attention.
func (c *Client) Summary(ctx context.Context) (Summary, error) {
	call := request{method: "GET", path: "/api/summary"}
	return fetch[Summary](ctx, c, call)
}

// ClearVerdictParams are what may be left out. What is zero is not sent.
type ClearVerdictParams struct {
	Source     string // user, imported: Which verdict to clear. Defaults to the user's.
	SourceName string // With source=imported: the name of the source.
}

// ClearVerdict is "DELETE /api/verdicts": clear the verdict on an app.
func (c *Client) ClearVerdict(ctx context.Context, appId int64, params ClearVerdictParams) (ClearVerdictAnswer, error) {
	call := request{method: "DELETE", path: "/api/verdicts"}
	call.query("appId", strconv.FormatInt(appId, 10))
	call.optional("source", params.Source)
	call.optional("sourceName", params.SourceName)
	return fetch[ClearVerdictAnswer](ctx, c, call)
}

// Verdicts is "GET /api/verdicts": list verdicts.
func (c *Client) Verdicts(ctx context.Context, appId int64) (VerdictsAnswer, error) {
	call := request{method: "GET", path: "/api/verdicts"}
	call.query("appId", strconv.FormatInt(appId, 10))
	return fetch[VerdictsAnswer](ctx, c, call)
}

// SetVerdict is "POST /api/verdicts": set the verdict on an app.
func (c *Client) SetVerdict(ctx context.Context, body SetVerdictBody) (VerdictAnswer, error) {
	call := request{method: "POST", path: "/api/verdicts"}
	call.value = body
	return fetch[VerdictAnswer](ctx, c, call)
}

// SetVerdicts is "POST /api/verdicts/bulk": set the verdict on several apps.
func (c *Client) SetVerdicts(ctx context.Context, body SetVerdictsBody) (BulkVerdictAnswer, error) {
	call := request{method: "POST", path: "/api/verdicts/bulk"}
	call.value = body
	return fetch[BulkVerdictAnswer](ctx, c, call)
}
