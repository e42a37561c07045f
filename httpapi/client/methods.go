// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"strconv"
)

// AccessibilityProfile sends GET /api/accessibility-profile: get the accessibility profile.
func (c *Client) AccessibilityProfile(ctx context.Context) (AccessibilityProfile, error) {
	call := request{method: "GET", path: "/api/accessibility-profile"}
	return fetch[AccessibilityProfile](ctx, c, call)
}

// SetAccessibilityProfile sends PUT /api/accessibility-profile: set the accessibility profile.
func (c *Client) SetAccessibilityProfile(ctx context.Context, body SetAccessibilityProfileBody) (AccessibilityProfile, error) {
	call := request{method: "PUT", path: "/api/accessibility-profile"}
	call.value = body
	return fetch[AccessibilityProfile](ctx, c, call)
}

// AnnotationsParams has the optional parameters of [Client.Annotations]. A zero field is not sent.
type AnnotationsParams struct {
	AppID      int64  // Notes on this app only.
	ChangeID   string // Notes on this change only.
	Visibility string // export, private, all: Notes with this visibility only. Defaults to all.
}

// Annotations sends GET /api/annotations: list notes.
func (c *Client) Annotations(ctx context.Context, params AnnotationsParams) (AnnotationsAnswer, error) {
	call := request{method: "GET", path: "/api/annotations"}
	call.optional("appId", number(params.AppID))
	call.optional("changeId", params.ChangeID)
	call.optional("visibility", params.Visibility)
	return fetch[AnnotationsAnswer](ctx, c, call)
}

// Annotate sends POST /api/annotations: add a note to an app.
func (c *Client) Annotate(ctx context.Context, body AnnotateBody) (AnnotationAnswer, error) {
	call := request{method: "POST", path: "/api/annotations"}
	call.value = body
	return fetch[AnnotationAnswer](ctx, c, call)
}

// DeleteAnnotation sends DELETE /api/annotations/{id}: delete a note.
func (c *Client) DeleteAnnotation(ctx context.Context, id int64) (AnnotationAnswer, error) {
	call := request{method: "DELETE", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	return fetch[AnnotationAnswer](ctx, c, call)
}

// EditAnnotation sends PATCH /api/annotations/{id}: edit a note.
func (c *Client) EditAnnotation(ctx context.Context, id int64, body EditAnnotationBody) (AnnotationAnswer, error) {
	call := request{method: "PATCH", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	call.value = body
	return fetch[AnnotationAnswer](ctx, c, call)
}

// RestoreAnnotation sends PUT /api/annotations/{id}: restore a deleted note.
func (c *Client) RestoreAnnotation(ctx context.Context, id int64) (AnnotationAnswer, error) {
	call := request{method: "PUT", path: "/api/annotations/" + escape(strconv.FormatInt(id, 10))}
	return fetch[AnnotationAnswer](ctx, c, call)
}

// DeleteAppParams has the optional parameters of [Client.DeleteApp]. A zero field is not sent.
type DeleteAppParams struct {
	Purge string // 1, true, yes, on, 0, false, no, off, : Delete the records at once: the app cannot be restored, nor can one that was removed before.
}

// DeleteApp sends DELETE /api/apps: stop tracking an app and delete its records.
// The service allows a client 60 calls in 60 seconds.
// It requires the admin token.
func (c *Client) DeleteApp(ctx context.Context, id int64, params DeleteAppParams) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps"}
	call.query("id", strconv.FormatInt(id, 10))
	call.optional("purge", params.Purge)
	return fetch[SuccessAnswer](ctx, c, call)
}

// ListAppsParams has the optional parameters of [Client.ListApps]. A zero field is not sent.
type ListAppsParams struct {
	Devices string // Only apps on these devices: a comma-separated list of device IDs. unattached stands for apps on no device, all for all apps. If no device of the list exists, all apps are returned.
}

// ListApps sends GET /api/apps: list all tracked apps.
func (c *Client) ListApps(ctx context.Context, params ListAppsParams) ([]App, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.optional("devices", params.Devices)
	return fetch[[]App](ctx, c, call)
}

// PageOfAppsParams has the optional parameters of [Client.PageOfApps]. A zero field is not sent.
type PageOfAppsParams struct {
	Offset        int64  // With limit: the number of apps to skip.
	Meta          string // grid: With limit: include the data that a grid view needs. Other values are ignored and listed in X-Ignored-Parameters.
	Q             string // With limit: only apps whose name, developer or bundle ID contains this text, ignoring case.
	Sort          string // name, developer, risk, changed, checked, added: With limit: what to sort by. changed is the number of refreshes with changes since the last review, checked the time of the last refresh, added that of the first. Defaults to name.
	Order         string // asc, desc: With limit: the direction of sort. Defaults to asc for name and developer, and to desc for the others. Ties are sorted by name and ID, those of checked and added by descending ID. The direction that is not the default reverses the whole list, including ties.
	Risk          string // high, moderate, low, minimal, unknown: With limit: only apps with this risk. The risk is high if data is used to track the user, moderate if three or more categories of data are linked to the user, low if any data is collected, minimal if none is, and unknown if the app has no privacy details.
	Changed       string // 1, true, yes, on, 0, false, no, off, : With limit: only apps with changes to review, that is changes that were neither reviewed nor dismissed and are not snoozed now.
	Failed        string // 1, true, yes, on, 0, false, no, off, : With limit: only apps whose last refresh failed.
	Delisted      string // 1, true, yes, on, 0, false, no, off, : With limit: only apps that the App Store no longer lists.
	Tag           string // With limit: only apps with this tag.
	Paused        string // 1, true, yes, on, 0, false, no, off, : With limit: only apps that runs leave out.
	Store         string // With limit: only apps of this store: appstore, play, or the name of a further source.
	BundleID      string // With limit: only apps with this bundle ID or package name, ignoring case.
	Collects      string // CONTACT_INFO, HEALTH_AND_FITNESS, FINANCIAL_INFO, LOCATION, SENSITIVE_INFO, CONTACTS, USER_CONTENT, BROWSING_HISTORY, SEARCH_HISTORY, IDENTIFIERS, PURCHASES, USAGE_DATA, DIAGNOSTICS, OTHER: With limit: only apps that collect this category of data, as far as use says.
	Use           string // not_linked, linked, tracking: With limit: only apps that collect the category of collects, or any, at least in this way: linked also selects tracking.
	Verdict       string // safe, replace, uninstall: With limit: only apps with this verdict of the user.
	Undecided     string // 1, true, yes, on, 0, false, no, off, : With limit: only apps without a verdict of the user.
	BeyondProfile string // 1, true, yes, on, 0, false, no, off, : With limit: only apps that go beyond the privacy profile. Without a profile, none does.
	AgeRating     string // With limit: only apps with this age rating.
	Devices       string // Only apps on these devices: a comma-separated list of device IDs. unattached stands for apps on no device, all for all apps. If no device of the list exists, all apps are returned.
}

// PageOfApps sends GET /api/apps: list tracked apps page by page.
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
	call.optional("tag", params.Tag)
	call.optional("paused", params.Paused)
	call.optional("store", params.Store)
	call.optional("bundleId", params.BundleID)
	call.optional("collects", params.Collects)
	call.optional("use", params.Use)
	call.optional("verdict", params.Verdict)
	call.optional("undecided", params.Undecided)
	call.optional("beyondProfile", params.BeyondProfile)
	call.optional("ageRating", params.AgeRating)
	call.optional("devices", params.Devices)
	return fetch[AppsPage](ctx, c, call)
}

// App sends GET /api/apps: get an app with its labels.
func (c *Client) App(ctx context.Context, id string) (AppDetail, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("id", id)
	return fetch[AppDetail](ctx, c, call)
}

// AppTimelineParams has the optional parameters of [Client.AppTimeline]. A zero field is not sent.
type AppTimelineParams struct {
	Before Time  // With changelog: rows before this time. Use the time of the last row of the previous page.
	Limit  int64 // The page size. With changelog: the maximum number of rows, at most 50.
}

// AppTimeline sends GET /api/apps: get the timeline of an app.
func (c *Client) AppTimeline(ctx context.Context, id string, params AppTimelineParams) ([]TimelineRow, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.query("id", id)
	call.optional("before", number(int64(params.Before)))
	call.optional("limit", number(params.Limit))
	call.query("changelog", "true")
	return fetch[[]TimelineRow](ctx, c, call)
}

// GroupedAppsParams has the optional parameters of [Client.GroupedApps]. A zero field is not sent.
type GroupedAppsParams struct {
	Devices string // Only apps on these devices: a comma-separated list of device IDs. unattached stands for apps on no device, all for all apps. If no device of the list exists, all apps are returned.
}

// GroupedApps sends GET /api/apps: group tracked apps by what they collect.
func (c *Client) GroupedApps(ctx context.Context, params GroupedAppsParams) ([]GroupAnswer, error) {
	call := request{method: "GET", path: "/api/apps"}
	call.optional("devices", params.Devices)
	call.query("view", "grouped")
	return fetch[[]GroupAnswer](ctx, c, call)
}

// ExportAppsCSVParams has the optional parameters of [Client.ExportAppsCSV]. A zero field is not sent.
type ExportAppsCSVParams struct {
	Q             string // Only apps whose name, developer or bundle ID contains this text, ignoring case.
	Sort          string // name, developer, risk, changed, checked, added: What to sort by, as in the list. Defaults to name.
	Order         string // asc, desc: The direction of sort, as in the list.
	Risk          string // high, moderate, low, minimal, unknown: Only apps with this risk.
	Changed       string // 1, true, yes, on, 0, false, no, off, : Only apps with changes to review.
	Failed        string // 1, true, yes, on, 0, false, no, off, : Only apps whose last refresh failed.
	Delisted      string // 1, true, yes, on, 0, false, no, off, : Only apps that the App Store no longer lists.
	Tag           string // Only apps with this tag.
	Paused        string // 1, true, yes, on, 0, false, no, off, : Only apps that runs leave out.
	Store         string // Only apps of this store: appstore, play, or the name of a further source.
	BundleID      string // Only apps with this bundle ID or package name, ignoring case.
	Collects      string // CONTACT_INFO, HEALTH_AND_FITNESS, FINANCIAL_INFO, LOCATION, SENSITIVE_INFO, CONTACTS, USER_CONTENT, BROWSING_HISTORY, SEARCH_HISTORY, IDENTIFIERS, PURCHASES, USAGE_DATA, DIAGNOSTICS, OTHER: Only apps that collect this category of data, as far as use says.
	Use           string // not_linked, linked, tracking: Only apps that collect the category of collects, or any, at least in this way.
	Verdict       string // safe, replace, uninstall: Only apps with this verdict of the user.
	Undecided     string // 1, true, yes, on, 0, false, no, off, : Only apps without a verdict of the user.
	BeyondProfile string // 1, true, yes, on, 0, false, no, off, : Only apps that go beyond the privacy profile. Without a profile, none does.
	AgeRating     string // Only apps with this age rating.
	Devices       string // Only apps on these devices: a comma-separated list of device IDs, as in the list.
}

// ExportAppsCSV sends GET /api/apps/export: export tracked apps for a spreadsheet.
// The service allows a client 12 calls in 60 seconds.
func (c *Client) ExportAppsCSV(ctx context.Context, params ExportAppsCSVParams) (*File, error) {
	call := request{method: "GET", path: "/api/apps/export"}
	call.optional("q", params.Q)
	call.optional("sort", params.Sort)
	call.optional("order", params.Order)
	call.optional("risk", params.Risk)
	call.optional("changed", params.Changed)
	call.optional("failed", params.Failed)
	call.optional("delisted", params.Delisted)
	call.optional("tag", params.Tag)
	call.optional("paused", params.Paused)
	call.optional("store", params.Store)
	call.optional("bundleId", params.BundleID)
	call.optional("collects", params.Collects)
	call.optional("use", params.Use)
	call.optional("verdict", params.Verdict)
	call.optional("undecided", params.Undecided)
	call.optional("beyondProfile", params.BeyondProfile)
	call.optional("ageRating", params.AgeRating)
	call.optional("devices", params.Devices)
	call.query("format", "csv")
	return c.file(ctx, call)
}

// ExportAppsJSONParams has the optional parameters of [Client.ExportAppsJSON]. A zero field is not sent.
type ExportAppsJSONParams struct {
	Q             string // Only apps whose name, developer or bundle ID contains this text, ignoring case.
	Sort          string // name, developer, risk, changed, checked, added: What to sort by, as in the list. Defaults to name.
	Order         string // asc, desc: The direction of sort, as in the list.
	Risk          string // high, moderate, low, minimal, unknown: Only apps with this risk.
	Changed       string // 1, true, yes, on, 0, false, no, off, : Only apps with changes to review.
	Failed        string // 1, true, yes, on, 0, false, no, off, : Only apps whose last refresh failed.
	Delisted      string // 1, true, yes, on, 0, false, no, off, : Only apps that the App Store no longer lists.
	Tag           string // Only apps with this tag.
	Paused        string // 1, true, yes, on, 0, false, no, off, : Only apps that runs leave out.
	Store         string // Only apps of this store: appstore, play, or the name of a further source.
	BundleID      string // Only apps with this bundle ID or package name, ignoring case.
	Collects      string // CONTACT_INFO, HEALTH_AND_FITNESS, FINANCIAL_INFO, LOCATION, SENSITIVE_INFO, CONTACTS, USER_CONTENT, BROWSING_HISTORY, SEARCH_HISTORY, IDENTIFIERS, PURCHASES, USAGE_DATA, DIAGNOSTICS, OTHER: Only apps that collect this category of data, as far as use says.
	Use           string // not_linked, linked, tracking: Only apps that collect the category of collects, or any, at least in this way.
	Verdict       string // safe, replace, uninstall: Only apps with this verdict of the user.
	Undecided     string // 1, true, yes, on, 0, false, no, off, : Only apps without a verdict of the user.
	BeyondProfile string // 1, true, yes, on, 0, false, no, off, : Only apps that go beyond the privacy profile. Without a profile, none does.
	AgeRating     string // Only apps with this age rating.
	Devices       string // Only apps on these devices: a comma-separated list of device IDs, as in the list.
}

// ExportAppsJSON sends GET /api/apps/export: export tracked apps as JSON.
// The service allows a client 12 calls in 60 seconds.
func (c *Client) ExportAppsJSON(ctx context.Context, params ExportAppsJSONParams) ([]ExportRecord, error) {
	call := request{method: "GET", path: "/api/apps/export"}
	call.optional("q", params.Q)
	call.optional("sort", params.Sort)
	call.optional("order", params.Order)
	call.optional("risk", params.Risk)
	call.optional("changed", params.Changed)
	call.optional("failed", params.Failed)
	call.optional("delisted", params.Delisted)
	call.optional("tag", params.Tag)
	call.optional("paused", params.Paused)
	call.optional("store", params.Store)
	call.optional("bundleId", params.BundleID)
	call.optional("collects", params.Collects)
	call.optional("use", params.Use)
	call.optional("verdict", params.Verdict)
	call.optional("undecided", params.Undecided)
	call.optional("beyondProfile", params.BeyondProfile)
	call.optional("ageRating", params.AgeRating)
	call.optional("devices", params.Devices)
	return fetch[[]ExportRecord](ctx, c, call)
}

// RemovedApps sends GET /api/apps/removed: list the removed apps that can be restored.
func (c *Client) RemovedApps(ctx context.Context) (RemovedApps, error) {
	call := request{method: "GET", path: "/api/apps/removed"}
	return fetch[RemovedApps](ctx, c, call)
}

// DeleteAppByID sends DELETE /api/apps/{id}: stop tracking an app and delete its records.
// The service allows a client 60 calls in 60 seconds.
// It requires the admin token.
func (c *Client) DeleteAppByID(ctx context.Context, id int64) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps/" + escape(strconv.FormatInt(id, 10))}
	return fetch[SuccessAnswer](ctx, c, call)
}

// AppByID sends GET /api/apps/{id}: get an app with its labels by its ID.
func (c *Client) AppByID(ctx context.Context, id string) (AppDetail, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(id)}
	return fetch[AppDetail](ctx, c, call)
}

// TimelineByIDParams has the optional parameters of [Client.TimelineByID]. A zero field is not sent.
type TimelineByIDParams struct {
	Before Time  // With changelog: rows before this time. Use the time of the last row of the previous page.
	Limit  int64 // With changelog: the maximum number of rows, at most 50.
}

// TimelineByID sends GET /api/apps/{id}: get the timeline of an app by its ID.
func (c *Client) TimelineByID(ctx context.Context, id string, params TimelineByIDParams) ([]TimelineRow, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(id)}
	call.optional("before", number(int64(params.Before)))
	call.optional("limit", number(params.Limit))
	call.query("changelog", "true")
	return fetch[[]TimelineRow](ctx, c, call)
}

// Acknowledge sends POST /api/apps/{id}/acknowledge: acknowledge, dismiss or snooze an app's changes.
func (c *Client) Acknowledge(ctx context.Context, id int64, body AcknowledgeBody) (AcknowledgeAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/acknowledge"}
	call.value = body
	return fetch[AcknowledgeAnswer](ctx, c, call)
}

// UndoAcknowledge sends POST /api/apps/{id}/acknowledge/undo: undo an acknowledgement.
func (c *Client) UndoAcknowledge(ctx context.Context, id int64, body UndoAcknowledgeBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/acknowledge/undo"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// Concerns sends GET /api/apps/{id}/concerns: list the concerns about an app: where its label exceeds the privacy profile.
func (c *Client) Concerns(ctx context.Context, id int64) (ConcernsAnswer, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/concerns"}
	return fetch[ConcernsAnswer](ctx, c, call)
}

// ReopenConcern sends DELETE /api/apps/{id}/concerns/{category}: withdraw the decision on a concern.
func (c *Client) ReopenConcern(ctx context.Context, id int64, category string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/concerns/" + escape(category)}
	return fetch[OkAnswer](ctx, c, call)
}

// AcceptConcern sends PUT /api/apps/{id}/concerns/{category}: accept or defer a concern.
func (c *Client) AcceptConcern(ctx context.Context, id int64, category string, body AcceptConcernBody) (ConcernAnswer, error) {
	call := request{method: "PUT", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/concerns/" + escape(category)}
	call.value = body
	return fetch[ConcernAnswer](ctx, c, call)
}

// LabelAtParams has the optional parameters of [Client.LabelAt]. A zero field is not sent.
type LabelAtParams struct {
	At Time // The label as it was last read at or before this time. Defaults to the newest.
}

// LabelAt sends GET /api/apps/{id}/label: get the label that an app had at a time, and the one before.
func (c *Client) LabelAt(ctx context.Context, id int64, params LabelAtParams) (LabelAt, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/label"}
	call.optional("at", number(int64(params.At)))
	return fetch[LabelAt](ctx, c, call)
}

// AppMarks sends GET /api/apps/{id}/marks: get the tags of an app, and whether runs refresh it.
func (c *Client) AppMarks(ctx context.Context, id int64) (AppMarks, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/marks"}
	return fetch[AppMarks](ctx, c, call)
}

// SetAppMarks sends PUT /api/apps/{id}/marks: set the tags of an app, and whether runs refresh it.
func (c *Client) SetAppMarks(ctx context.Context, id int64, body SetAppMarksBody) (AppMarks, error) {
	call := request{method: "PUT", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/marks"}
	call.value = body
	return fetch[AppMarks](ctx, c, call)
}

// UnpairApp sends DELETE /api/apps/{id}/pair: remove the pair of an app.
func (c *Client) UnpairApp(ctx context.Context, id int64) (Unpaired, error) {
	call := request{method: "DELETE", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/pair"}
	return fetch[Unpaired](ctx, c, call)
}

// AppPair sends GET /api/apps/{id}/pair: get the same app in the other store, or suggestions.
func (c *Client) AppPair(ctx context.Context, id int64) (PairState, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/pair"}
	return fetch[PairState](ctx, c, call)
}

// PairApp sends PUT /api/apps/{id}/pair: record that two apps are one app in two stores.
func (c *Client) PairApp(ctx context.Context, id int64, body PairAppBody) (ShownPair, error) {
	call := request{method: "PUT", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/pair"}
	call.value = body
	return fetch[ShownPair](ctx, c, call)
}

// RestoreApp sends POST /api/apps/{id}/restore: bring a removed app back with all its records.
// The service allows a client 60 calls in 60 seconds.
// It requires the admin token.
func (c *Client) RestoreApp(ctx context.Context, id int64) (SuccessAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/restore"}
	return fetch[SuccessAnswer](ctx, c, call)
}

// AppStorefrontsParams has the optional parameters of [Client.AppStorefronts]. A zero field is not sent.
type AppStorefrontsParams struct {
	Countries string // The storefronts to read now: up to 20 countries of two lower-case letters, separated by commas. Without, none is read, and the answer has all that were read before.
}

// AppStorefronts sends GET /api/apps/{id}/storefronts: compare an app in several storefronts of the App Store and wait for the result.
// The service allows a client 20 calls in 60 seconds.
func (c *Client) AppStorefronts(ctx context.Context, id int64, params AppStorefrontsParams) (Storefronts, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/storefronts"}
	call.optional("countries", params.Countries)
	return fetch[Storefronts](ctx, c, call)
}

// StartAppStorefrontsParams has the optional parameters of [Client.StartAppStorefronts]. A zero field is not sent.
type StartAppStorefrontsParams struct {
	Countries string // The storefronts to read now: up to 20 countries of two lower-case letters, separated by commas. Without, none is read, and the answer has all that were read before.
}

// StartAppStorefronts sends GET /api/apps/{id}/storefronts: compare an app in several storefronts of the App Store without waiting.
// The service allows a client 20 calls in 60 seconds.
func (c *Client) StartAppStorefronts(ctx context.Context, id int64, params StartAppStorefrontsParams) (Accepted, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/storefronts"}
	call.optional("countries", params.Countries)
	call.query("wait", "0")
	return fetch[Accepted](ctx, c, call)
}

// LabelTrust sends GET /api/apps/{id}/trust: get the age and the claims of an app's label, and where the policy disagrees.
func (c *Client) LabelTrust(ctx context.Context, id int64) (LabelTrust, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/trust"}
	return fetch[LabelTrust](ctx, c, call)
}

// Compare sends GET /api/compare: compare the privacy labels of two apps.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) Compare(ctx context.Context, a string, b string) (Comparison, error) {
	call := request{method: "GET", path: "/api/compare"}
	call.query("a", a)
	call.query("b", b)
	return fetch[Comparison](ctx, c, call)
}

// PairsParams has the optional parameters of [Client.Pairs]. A zero field is not sent.
type PairsParams struct {
	Differs string // 1, true, yes, on, 0, false, no, off, : Only the pairs whose declarations differ.
	Limit   int64  // The maximum number of pairs. Defaults to 500.
	After   int64  // Only pairs after this ID: the next of the page before.
}

// Pairs sends GET /api/pairs: list the apps that are paired in two stores, with what only one store declares.
func (c *Client) Pairs(ctx context.Context, params PairsParams) (PairList, error) {
	call := request{method: "GET", path: "/api/pairs"}
	call.optional("differs", params.Differs)
	call.optional("limit", number(params.Limit))
	call.optional("after", number(params.After))
	return fetch[PairList](ctx, c, call)
}

// Preview sends GET /api/preview: preview an app without tracking it.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) Preview(ctx context.Context, address string) (PreviewAnswer, error) {
	call := request{method: "GET", path: "/api/preview"}
	call.query("url", address)
	return fetch[PreviewAnswer](ctx, c, call)
}

// PrivacyProfile sends GET /api/privacy-profile: get the privacy profile.
func (c *Client) PrivacyProfile(ctx context.Context) (PrivacyProfile, error) {
	call := request{method: "GET", path: "/api/privacy-profile"}
	return fetch[PrivacyProfile](ctx, c, call)
}

// SetPrivacyProfile sends PUT /api/privacy-profile: set the privacy profile.
func (c *Client) SetPrivacyProfile(ctx context.Context, body SetPrivacyProfileBody) (PrivacyProfile, error) {
	call := request{method: "PUT", path: "/api/privacy-profile"}
	call.value = body
	return fetch[PrivacyProfile](ctx, c, call)
}

// ProfileMismatchesParams has the optional parameters of [Client.ProfileMismatches]. A zero field is not sent.
type ProfileMismatchesParams struct {
	Limit   int64  // The page size.
	Offset  int64  // The number of apps to skip.
	Devices string // Apps on these devices only, as in the list of apps.
}

// ProfileMismatches sends GET /api/privacy-profile/mismatches: list apps whose label exceeds the privacy profile.
func (c *Client) ProfileMismatches(ctx context.Context, params ProfileMismatchesParams) (MismatchesPage, error) {
	call := request{method: "GET", path: "/api/privacy-profile/mismatches"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	call.optional("devices", params.Devices)
	return fetch[MismatchesPage](ctx, c, call)
}

// RelatedAppsParams has the optional parameters of [Client.RelatedApps]. A zero field is not sent.
type RelatedAppsParams struct {
	Mode  string // top_in_category, may_also_like: Where related apps come from. Defaults to the chart of the app's genre.
	Limit int64  // The maximum number of apps. Defaults to 5.
}

// RelatedApps sends GET /api/related-apps: list App Store apps related to a tracked app.
func (c *Client) RelatedApps(ctx context.Context, sourceAppId int64, params RelatedAppsParams) (RelatedApps, error) {
	call := request{method: "GET", path: "/api/related-apps"}
	call.query("sourceAppId", strconv.FormatInt(sourceAppId, 10))
	call.optional("mode", params.Mode)
	call.optional("limit", number(params.Limit))
	return fetch[RelatedApps](ctx, c, call)
}

// Scrape sends POST /api/scrape: track or refresh apps and wait for the result.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) Scrape(ctx context.Context, body ScrapeBody) (ScrapeAnswer, error) {
	call := request{method: "POST", path: "/api/scrape"}
	call.value = body
	return fetch[ScrapeAnswer](ctx, c, call)
}

// StartScrape sends POST /api/scrape: track or refresh apps without waiting.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) StartScrape(ctx context.Context, body ScrapeBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/scrape"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// Search sends POST /api/search: search the App Store and wait for the result.
// The service allows a client 60 calls in 60 seconds.
func (c *Client) Search(ctx context.Context, body SearchBody) (SearchAnswer, error) {
	call := request{method: "POST", path: "/api/search"}
	call.value = body
	return fetch[SearchAnswer](ctx, c, call)
}

// StartSearch sends POST /api/search: search the App Store without waiting.
// The service allows a client 60 calls in 60 seconds.
func (c *Client) StartSearch(ctx context.Context, body SearchBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/search"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// RemoveFromShortlistParams has the optional parameters of [Client.RemoveFromShortlist]. A zero field is not sent.
type RemoveFromShortlistParams struct {
	ID               string // The ID of the entry.
	SourceAppID      int64  // Identifies the entry together with candidateAppleId, if id is missing.
	CandidateAppleID int64  // See sourceAppId.
	All              string // 1, true, yes, on, 0, false, no, off, : Remove all entries. Takes precedence over the other parameters.
}

// RemoveFromShortlist sends DELETE /api/shortlist: remove apps from the shortlist.
// The service allows a client 60 calls in 60 seconds.
// It requires the admin token.
func (c *Client) RemoveFromShortlist(ctx context.Context, params RemoveFromShortlistParams) (RemoveFromShortlistAnswer, error) {
	call := request{method: "DELETE", path: "/api/shortlist"}
	call.optional("id", params.ID)
	call.optional("sourceAppId", number(params.SourceAppID))
	call.optional("candidateAppleId", number(params.CandidateAppleID))
	call.optional("all", params.All)
	return fetch[RemoveFromShortlistAnswer](ctx, c, call)
}

// Shortlist sends GET /api/shortlist: get the shortlist.
// The service allows a client 120 calls in 60 seconds.
func (c *Client) Shortlist(ctx context.Context) (Shortlist, error) {
	call := request{method: "GET", path: "/api/shortlist"}
	return fetch[Shortlist](ctx, c, call)
}

// AddToShortlist sends POST /api/shortlist: add an app to the shortlist.
// The service allows a client 60 calls in 60 seconds.
// It requires the admin token.
func (c *Client) AddToShortlist(ctx context.Context, body AddToShortlistBody) (ShortlistAnswer, error) {
	call := request{method: "POST", path: "/api/shortlist"}
	call.value = body
	return fetch[ShortlistAnswer](ctx, c, call)
}

// ShortlistMarkdown sends GET /api/shortlist/export: export the shortlist as Markdown.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) ShortlistMarkdown(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/shortlist/export"}
	return c.file(ctx, call)
}

// ShortlistJSON sends GET /api/shortlist/export: export the shortlist as JSON.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) ShortlistJSON(ctx context.Context) (ShortlistJSONAnswer, error) {
	call := request{method: "GET", path: "/api/shortlist/export"}
	call.query("format", "json")
	return fetch[ShortlistJSONAnswer](ctx, c, call)
}

// Summary sends GET /api/summary: count the apps, notifications and runs that need attention.
func (c *Client) Summary(ctx context.Context) (Summary, error) {
	call := request{method: "GET", path: "/api/summary"}
	return fetch[Summary](ctx, c, call)
}

// Tags sends GET /api/tags: list the tags of apps.
func (c *Client) Tags(ctx context.Context) (AllTags, error) {
	call := request{method: "GET", path: "/api/tags"}
	return fetch[AllTags](ctx, c, call)
}

// ClearVerdictParams has the optional parameters of [Client.ClearVerdict]. A zero field is not sent.
type ClearVerdictParams struct {
	Source     string // user, imported: Which verdict to clear. Defaults to the user's.
	SourceName string // With source=imported: the name of the source.
}

// ClearVerdict sends DELETE /api/verdicts: clear the verdict on an app.
func (c *Client) ClearVerdict(ctx context.Context, appId int64, params ClearVerdictParams) (ClearVerdictAnswer, error) {
	call := request{method: "DELETE", path: "/api/verdicts"}
	call.query("appId", strconv.FormatInt(appId, 10))
	call.optional("source", params.Source)
	call.optional("sourceName", params.SourceName)
	return fetch[ClearVerdictAnswer](ctx, c, call)
}

// Verdicts sends GET /api/verdicts: list verdicts.
func (c *Client) Verdicts(ctx context.Context, appId int64) (VerdictsAnswer, error) {
	call := request{method: "GET", path: "/api/verdicts"}
	call.query("appId", strconv.FormatInt(appId, 10))
	return fetch[VerdictsAnswer](ctx, c, call)
}

// SetVerdict sends POST /api/verdicts: set the verdict on an app.
func (c *Client) SetVerdict(ctx context.Context, body SetVerdictBody) (VerdictAnswer, error) {
	call := request{method: "POST", path: "/api/verdicts"}
	call.value = body
	return fetch[VerdictAnswer](ctx, c, call)
}

// SetVerdicts sends POST /api/verdicts/bulk: set the verdict on several apps.
func (c *Client) SetVerdicts(ctx context.Context, body SetVerdictsBody) (BulkVerdictAnswer, error) {
	call := request{method: "POST", path: "/api/verdicts/bulk"}
	call.value = body
	return fetch[BulkVerdictAnswer](ctx, c, call)
}

// HistoryStats sends GET /api/apps/{id}/history-stats: summarize the recorded history of an app.
func (c *Client) HistoryStats(ctx context.Context, id int64) (HistoryStats, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/history-stats"}
	return fetch[HistoryStats](ctx, c, call)
}

// SinceInstall sends GET /api/apps/{id}/since-install: list what changed since an app was installed.
func (c *Client) SinceInstall(ctx context.Context, id int64) (SinceInstall, error) {
	call := request{method: "GET", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/since-install"}
	return fetch[SinceInstall](ctx, c, call)
}

// ChangelogParams has the optional parameters of [Client.Changelog]. A zero field is not sent.
type ChangelogParams struct {
	From       Time   // Changes observed at or after this time. A date means its start, and a time without a zone is UTC.
	To         Time   // Changes observed at or before this time. A date means its end, in UTC.
	Since      string // Changes that were committed after this cursor, in commit order; 0 is the beginning. The response has the next cursor. Without since, only the newest snapshots are read: see X-Window-Truncated.
	AppID      string // Changes of this app only.
	App        string // An alias of appId
	Device     string // Changes of the apps on the device with this ID only.
	Tag        string // Changes of the apps with this tag only.
	Type       string // A comma-separated list of added, modified, policy, removed and wayback. Other values are ignored and listed in X-Ignored-Parameters.
	Types      string // An alias of type
	Category   string // A comma-separated list of accessibility, availability, background-location, listing, privacy-label, privacy-policy and wayback-attempt. Other values are ignored and listed in X-Ignored-Parameters.
	Categories string // An alias of category
	Limit      int64  // The maximum number of entries. Defaults to 100. More than 500 counts as 500.
	Offset     int64  // The number of entries to skip. With since it has no effect.
}

// Changelog sends GET /api/changelog: list recorded changes.
func (c *Client) Changelog(ctx context.Context, params ChangelogParams) (Feed, error) {
	call := request{method: "GET", path: "/api/changelog"}
	call.optional("from", number(int64(params.From)))
	call.optional("to", number(int64(params.To)))
	call.optional("since", params.Since)
	call.optional("appId", params.AppID)
	call.optional("app", params.App)
	call.optional("device", params.Device)
	call.optional("tag", params.Tag)
	call.optional("type", params.Type)
	call.optional("types", params.Types)
	call.optional("category", params.Category)
	call.optional("categories", params.Categories)
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[Feed](ctx, c, call)
}

// ChangeEvidence sends GET /api/changes/{id}/evidence: get the evidence of a change as a signed zip.
func (c *Client) ChangeEvidence(ctx context.Context, id string) (*File, error) {
	call := request{method: "GET", path: "/api/changes/" + escape(id) + "/evidence"}
	return c.file(ctx, call)
}

// AtomFeedParams has the optional parameters of [Client.AtomFeed]. A zero field is not sent.
type AtomFeedParams struct {
	AppID int64 // Changes of this app only.
}

// AtomFeed sends GET /api/feeds/atom: get recorded changes as an Atom feed.
func (c *Client) AtomFeed(ctx context.Context, params AtomFeedParams) (*File, error) {
	call := request{method: "GET", path: "/api/feeds/atom"}
	call.optional("appId", number(params.AppID))
	return c.file(ctx, call)
}

// JSONFeedParams has the optional parameters of [Client.JSONFeed]. A zero field is not sent.
type JSONFeedParams struct {
	AppID int64 // Changes of this app only.
}

// JSONFeed sends GET /api/feeds/json: get recorded changes as a JSON feed.
func (c *Client) JSONFeed(ctx context.Context, params JSONFeedParams) (JsonFeed, error) {
	call := request{method: "GET", path: "/api/feeds/json"}
	call.optional("appId", number(params.AppID))
	return fetch[JsonFeed](ctx, c, call)
}

// Readers sends GET /api/readers: list the readers of the changelog.
func (c *Client) Readers(ctx context.Context) (ReadersAnswer, error) {
	call := request{method: "GET", path: "/api/readers"}
	return fetch[ReadersAnswer](ctx, c, call)
}

// ForgetReader sends DELETE /api/readers/{name}: remove a reader.
func (c *Client) ForgetReader(ctx context.Context, name string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/readers/" + escape(name)}
	return fetch[OkAnswer](ctx, c, call)
}

// Reader sends GET /api/readers/{name}: get the cursor of a reader.
func (c *Client) Reader(ctx context.Context, name string) (ChangelogReader, error) {
	call := request{method: "GET", path: "/api/readers/" + escape(name)}
	return fetch[ChangelogReader](ctx, c, call)
}

// SetReader sends PUT /api/readers/{name}: set the cursor of a reader.
func (c *Client) SetReader(ctx context.Context, name string, body SetReaderBody) (ChangelogReader, error) {
	call := request{method: "PUT", path: "/api/readers/" + escape(name)}
	call.value = body
	return fetch[ChangelogReader](ctx, c, call)
}

// NotificationPrefs sends GET /api/notification-prefs: get the notification preferences.
func (c *Client) NotificationPrefs(ctx context.Context) (NotificationPrefs, error) {
	call := request{method: "GET", path: "/api/notification-prefs"}
	return fetch[NotificationPrefs](ctx, c, call)
}

// SetNotificationPrefs sends PUT /api/notification-prefs: set the notification preferences.
func (c *Client) SetNotificationPrefs(ctx context.Context, body SetNotificationPrefsBody) (NotificationPrefs, error) {
	call := request{method: "PUT", path: "/api/notification-prefs"}
	call.value = body
	return fetch[NotificationPrefs](ctx, c, call)
}

// NotificationsParams has the optional parameters of [Client.Notifications]. A zero field is not sent.
type NotificationsParams struct {
	Limit  int64 // The maximum number of entries.
	Offset int64 // The number of entries to skip.
}

// Notifications sends GET /api/notifications: list notifications, newest first.
func (c *Client) Notifications(ctx context.Context, params NotificationsParams) (NotificationsPage, error) {
	call := request{method: "GET", path: "/api/notifications"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[NotificationsPage](ctx, c, call)
}

// MarkNotifications sends POST /api/notifications: mark notifications read or unread.
func (c *Client) MarkNotifications(ctx context.Context, body MarkNotificationsBody) (MarkAnswer, error) {
	call := request{method: "POST", path: "/api/notifications"}
	call.value = body
	return fetch[MarkAnswer](ctx, c, call)
}

// DeliveriesParams has the optional parameters of [Client.Deliveries]. A zero field is not sent.
type DeliveriesParams struct {
	Limit  int64 // The maximum number of entries.
	Offset int64 // The number of entries to skip.
}

// Deliveries sends GET /api/notifications/deliveries: list webhook deliveries.
func (c *Client) Deliveries(ctx context.Context, params DeliveriesParams) (DeliveryPage, error) {
	call := request{method: "GET", path: "/api/notifications/deliveries"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[DeliveryPage](ctx, c, call)
}

// RetryDelivery sends POST /api/notifications/deliveries/{id}/retry: retry a webhook delivery.
func (c *Client) RetryDelivery(ctx context.Context, id string) (RetryAnswer, error) {
	call := request{method: "POST", path: "/api/notifications/deliveries/" + escape(id) + "/retry"}
	return fetch[RetryAnswer](ctx, c, call)
}

// Destinations sends GET /api/notifications/destinations: list the destinations of notifications.
func (c *Client) Destinations(ctx context.Context) (DestinationsAnswer, error) {
	call := request{method: "GET", path: "/api/notifications/destinations"}
	return fetch[DestinationsAnswer](ctx, c, call)
}

// AddDestination sends POST /api/notifications/destinations: add a destination of notifications.
// It requires the admin token.
func (c *Client) AddDestination(ctx context.Context, body AddDestinationBody) (DestinationAnswer, error) {
	call := request{method: "POST", path: "/api/notifications/destinations"}
	call.value = body
	return fetch[DestinationAnswer](ctx, c, call)
}

// PreviewDestination sends POST /api/notifications/destinations/preview: show what a destination would get.
// It requires the admin token.
func (c *Client) PreviewDestination(ctx context.Context, body PreviewDestinationBody) (PreviewedMessages, error) {
	call := request{method: "POST", path: "/api/notifications/destinations/preview"}
	call.value = body
	return fetch[PreviewedMessages](ctx, c, call)
}

// RemoveDestination sends DELETE /api/notifications/destinations/{id}: remove a destination of notifications.
// It requires the admin token.
func (c *Client) RemoveDestination(ctx context.Context, id string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/notifications/destinations/" + escape(id)}
	return fetch[OkAnswer](ctx, c, call)
}

// ChangeDestination sends PATCH /api/notifications/destinations/{id}: change a destination of notifications.
// It requires the admin token.
func (c *Client) ChangeDestination(ctx context.Context, id string, body ChangeDestinationBody) (DestinationAnswer, error) {
	call := request{method: "PATCH", path: "/api/notifications/destinations/" + escape(id)}
	call.value = body
	return fetch[DestinationAnswer](ctx, c, call)
}

// TestDestination sends POST /api/notifications/destinations/{id}/test: send a test message to a destination.
// It requires the admin token.
func (c *Client) TestDestination(ctx context.Context, id string) (TestResult, error) {
	call := request{method: "POST", path: "/api/notifications/destinations/" + escape(id) + "/test"}
	return fetch[TestResult](ctx, c, call)
}

// TestWebhook sends POST /api/notifications/webhook-test: send a test message to a webhook.
func (c *Client) TestWebhook(ctx context.Context, body TestWebhookBody) (TestResult, error) {
	call := request{method: "POST", path: "/api/notifications/webhook-test"}
	call.value = body
	return fetch[TestResult](ctx, c, call)
}

// ExcludePolicyBlock sends POST /api/policy/blocks/{appId}: mark a block of the page as not part of the policy.
func (c *Client) ExcludePolicyBlock(ctx context.Context, appId int64, body ExcludePolicyBlockBody) (PolicyPageBlocks, error) {
	call := request{method: "POST", path: "/api/policy/blocks/" + escape(strconv.FormatInt(appId, 10))}
	call.value = body
	return fetch[PolicyPageBlocks](ctx, c, call)
}

// ReadmitPolicyBlock sends DELETE /api/policy/blocks/{appId}/{block}: make an excluded block part of the policy again.
func (c *Client) ReadmitPolicyBlock(ctx context.Context, appId int64, block string) (PolicyPageBlocks, error) {
	call := request{method: "DELETE", path: "/api/policy/blocks/" + escape(strconv.FormatInt(appId, 10)) + "/" + escape(block)}
	return fetch[PolicyPageBlocks](ctx, c, call)
}

// Regenerate sends POST /api/policy/regenerate: regenerate policy summaries and wait for the result.
// The service allows a client 10 calls in 60 seconds.
func (c *Client) Regenerate(ctx context.Context, body RegenerateBody) (RegenerateAnswer, error) {
	call := request{method: "POST", path: "/api/policy/regenerate"}
	call.value = body
	return fetch[RegenerateAnswer](ctx, c, call)
}

// FollowRegenerate sends POST /api/policy/regenerate: regenerate policy summaries and stream the progress.
// The service allows a client 10 calls in 60 seconds.
func (c *Client) FollowRegenerate(ctx context.Context, body RegenerateBody) iter.Seq2[RegenerateLine, error] {
	call := request{method: "POST", path: "/api/policy/regenerate"}
	body.Stream = new(true)
	call.value = body
	return lines[RegenerateLine](ctx, c, call)
}

// StartRegenerate sends POST /api/policy/regenerate: regenerate policy summaries without waiting.
// The service allows a client 10 calls in 60 seconds.
func (c *Client) StartRegenerate(ctx context.Context, body RegenerateBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/policy/regenerate"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// PolicyProgress sends GET /api/policy/status/{appId}: get the policy status of an app.
func (c *Client) PolicyProgress(ctx context.Context, appId int64) (PolicyProgress, error) {
	call := request{method: "GET", path: "/api/policy/status/" + escape(strconv.FormatInt(appId, 10))}
	return fetch[PolicyProgress](ctx, c, call)
}

// PolicyRun sends GET /api/policy/sync-all: get the state of the policy runner.
func (c *Client) PolicyRun(ctx context.Context) (PolicyStatus, error) {
	call := request{method: "GET", path: "/api/policy/sync-all"}
	return fetch[PolicyStatus](ctx, c, call)
}

// ReadPolicies sends POST /api/policy/sync-all: fetch the policies of all apps and wait for the result.
// The service allows a client 4 calls in 60 seconds.
func (c *Client) ReadPolicies(ctx context.Context, body ReadPoliciesBody) (PolicyRunAnswer, error) {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	call.value = body
	return fetch[PolicyRunAnswer](ctx, c, call)
}

// FollowPolicies sends POST /api/policy/sync-all: fetch the policies of all apps and stream the progress.
// The service allows a client 4 calls in 60 seconds.
func (c *Client) FollowPolicies(ctx context.Context, body ReadPoliciesBody) iter.Seq2[PolicyLine, error] {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	body.Stream = new(true)
	call.value = body
	return lines[PolicyLine](ctx, c, call)
}

// StartPolicies sends POST /api/policy/sync-all: fetch the policies of all apps without waiting.
// The service allows a client 4 calls in 60 seconds.
func (c *Client) StartPolicies(ctx context.Context, body ReadPoliciesBody) (StartedAnswer, error) {
	call := request{method: "POST", path: "/api/policy/sync-all"}
	call.query("wait", "0")
	call.value = body
	return fetch[StartedAnswer](ctx, c, call)
}

// PolicyVersion sends GET /api/policy/version/{id}: get a version of a policy text.
// The service allows a client 120 calls in 60 seconds.
func (c *Client) PolicyVersion(ctx context.Context, id string) (PolicyVersion, error) {
	call := request{method: "GET", path: "/api/policy/version/" + escape(id)}
	return fetch[PolicyVersion](ctx, c, call)
}

// PolicyDiffParams has the optional parameters of [Client.PolicyDiff]. A zero field is not sent.
type PolicyDiffParams struct {
	From string // The version of the same policy to compare with. Defaults to the previous version.
}

// PolicyDiff sends GET /api/policy/version/{id}/diff: compare two versions of a policy text.
// The service allows a client 60 calls in 60 seconds.
func (c *Client) PolicyDiff(ctx context.Context, id string, params PolicyDiffParams) (PolicyComparison, error) {
	call := request{method: "GET", path: "/api/policy/version/" + escape(id) + "/diff"}
	call.optional("from", params.From)
	return fetch[PolicyComparison](ctx, c, call)
}

// ClearModelLog sends DELETE /api/ai/debug-log: clear the log of language model requests.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ClearModelLog(ctx context.Context) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/ai/debug-log"}
	return fetch[SuccessAnswer](ctx, c, call)
}

// ModelLog sends GET /api/ai/debug-log: list logged language model requests.
// The service allows a client 60 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ModelLog(ctx context.Context) (ModelLogAnswer, error) {
	call := request{method: "GET", path: "/api/ai/debug-log"}
	return fetch[ModelLogAnswer](ctx, c, call)
}

// Models sends POST /api/ai/models: list the models of a provider.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) Models(ctx context.Context, body ModelTarget) (ModelAnswer, error) {
	call := request{method: "POST", path: "/api/ai/models"}
	call.value = body
	return fetch[ModelAnswer](ctx, c, call)
}

// TrySamplePolicy sends POST /api/ai/policy-sample: summarize a sample policy.
// The service allows a client 6 calls in 60 seconds.
// It requires the admin token.
func (c *Client) TrySamplePolicy(ctx context.Context, body ModelTarget) (TrialAnswer, error) {
	call := request{method: "POST", path: "/api/ai/policy-sample"}
	call.value = body
	return fetch[TrialAnswer](ctx, c, call)
}

// TestModel sends POST /api/ai/test: test the connection to a model.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) TestModel(ctx context.Context, body ModelTarget) (ModelAnswer, error) {
	call := request{method: "POST", path: "/api/ai/test"}
	call.value = body
	return fetch[ModelAnswer](ctx, c, call)
}

// ListDevelopersParams has the optional parameters of [Client.ListDevelopers]. A zero field is not sent.
type ListDevelopersParams struct {
	Q      string // Only developers whose name contains this text, ignoring case and accents.
	Sort   string // apps, risk, changes, last, name: What to sort by: the number of apps, the worst risk, the number of changes, the last change, each the highest first, or the name. Defaults to apps. Ties are sorted by name.
	Limit  int64  // The page size. Defaults to 50.
	Offset int64  // The number of developers to skip.
}

// ListDevelopers sends GET /api/developers: list the developers of the tracked apps.
func (c *Client) ListDevelopers(ctx context.Context, params ListDevelopersParams) (DevelopersAnswer, error) {
	call := request{method: "GET", path: "/api/developers"}
	call.optional("q", params.Q)
	call.optional("sort", params.Sort)
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[DevelopersAnswer](ctx, c, call)
}

// Matrix sends GET /api/stats/matrix: get the matrix of apps and data categories.
func (c *Client) Matrix(ctx context.Context) (Matrix, error) {
	call := request{method: "GET", path: "/api/stats/matrix"}
	return fetch[Matrix](ctx, c, call)
}

// PanelStatsParams has the optional parameters of [Client.PanelStats]. A zero field is not sent.
type PanelStatsParams struct {
	From     Time   // A time in the first period. Defaults to a year ago.
	To       Time   // A time in the last period. Defaults to now.
	Interval string // week, month: The length of a period: week, from Monday, or month; in UTC. Defaults to month.
	By       string // genre, price, rating, developer, tag, country: Group the apps by what was observed last. An app counts in the group of each of its tags. Of many groups, the 100 with the most apps of each source have rows. Default: one group.
	Carry    int64  // For how many days before a period an app may have been observed last. Defaults to 45.
}

// PanelStats sends GET /api/stats/panel: count how common the items of labels were, by period.
func (c *Client) PanelStats(ctx context.Context, params PanelStatsParams) (PanelAnswer, error) {
	call := request{method: "GET", path: "/api/stats/panel"}
	call.optional("from", number(int64(params.From)))
	call.optional("to", number(int64(params.To)))
	call.optional("interval", params.Interval)
	call.optional("by", params.By)
	call.optional("carry", number(params.Carry))
	return fetch[PanelAnswer](ctx, c, call)
}

// RadarParams has the optional parameters of [Client.Radar]. A zero field is not sent.
type RadarParams struct {
	Apps string // A comma-separated list of up to 20 apps. Defaults to the most recently refreshed apps that have a summary.
}

// Radar sends GET /api/stats/radar: compare the ratings of privacy policies.
func (c *Client) Radar(ctx context.Context, params RadarParams) (Radar, error) {
	call := request{method: "GET", path: "/api/stats/radar"}
	call.optional("apps", params.Apps)
	return fetch[Radar](ctx, c, call)
}

// CalendarParams has the optional parameters of [Client.Calendar]. A zero field is not sent.
type CalendarParams struct {
	From   Time   // The first day. Defaults to 90 days ago. A time without a zone is UTC.
	To     Time   // The last day. Defaults to now.
	Bucket string // day, week, month: The period that one point covers. The default depends on the length of the interval.
	AppID  int64  // Count the changes of this app only.
}

// Calendar sends GET /api/stats/timeline: count changes over time.
func (c *Client) Calendar(ctx context.Context, params CalendarParams) (Calendar, error) {
	call := request{method: "GET", path: "/api/stats/timeline"}
	call.optional("from", number(int64(params.From)))
	call.optional("to", number(int64(params.To)))
	call.optional("bucket", params.Bucket)
	call.optional("appId", number(params.AppID))
	return fetch[Calendar](ctx, c, call)
}

// ActivityParams has the optional parameters of [Client.Activity]. A zero field is not sent.
type ActivityParams struct {
	Limit   int64  // The maximum number of entries. Defaults to 50.
	Offset  int64  // The number of entries to skip.
	Type    string // scrape, resync, policy_summary, scheduled_sync, manual_sync, import, wayback_import, backup_export, backup_restore, reset: Entries of this type only.
	Status  string // ok, error, partial, cancelled: Entries with this outcome only.
	Since   Time   // Entries that began at or after this time. A date means its start, and a time without a zone is UTC.
	Until   Time   // Entries that began at or before this time. A date means its end, in UTC.
	SortBy  string // started_at, ended_at, duration_ms: The member to sort by. Defaults to started_at.
	SortDir string // asc, desc: The sort direction. Defaults to desc.
}

// Activity sends GET /api/activity: list the activity log.
func (c *Client) Activity(ctx context.Context, params ActivityParams) (ActivityAnswer, error) {
	call := request{method: "GET", path: "/api/activity"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	call.optional("type", params.Type)
	call.optional("status", params.Status)
	call.optional("since", number(int64(params.Since)))
	call.optional("until", number(int64(params.Until)))
	call.optional("sortBy", params.SortBy)
	call.optional("sortDir", params.SortDir)
	return fetch[ActivityAnswer](ctx, c, call)
}

// RecordSession sends POST /api/activity/queue-session: record a session in which the user decided on apps.
func (c *Client) RecordSession(ctx context.Context, body RecordSessionBody) error {
	call := request{method: "POST", path: "/api/activity/queue-session"}
	call.value = body
	return c.send(ctx, call)
}

// RemoveHistory sends DELETE /api/apps/{id}/import-history: delete the history of an app that was imported from the web archive.
// It requires the admin token.
func (c *Client) RemoveHistory(ctx context.Context, id int64) (RemovedAnswer, error) {
	call := request{method: "DELETE", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/import-history"}
	return fetch[RemovedAnswer](ctx, c, call)
}

// ImportHistory sends POST /api/apps/{id}/import-history: import the history of an app from the web archive and wait for the result.
// The service allows a client 3 calls in 60 seconds.
func (c *Client) ImportHistory(ctx context.Context, id int64, body ImportHistoryBody) (ImportHistoryAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/import-history"}
	call.value = body
	return fetch[ImportHistoryAnswer](ctx, c, call)
}

// StartImportHistory sends POST /api/apps/{id}/import-history: import the history of an app from the web archive without waiting.
// The service allows a client 3 calls in 60 seconds.
func (c *Client) StartImportHistory(ctx context.Context, id int64, body ImportHistoryBody) (Accepted, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/import-history"}
	call.query("wait", "0")
	call.value = body
	return fetch[Accepted](ctx, c, call)
}

// PreviewImportHistory sends POST /api/apps/{id}/import-history/preview: preview the import of the history of an app from the web archive.
// The service allows a client 3 calls in 60 seconds.
func (c *Client) PreviewImportHistory(ctx context.Context, id int64, body PreviewImportHistoryBody) (PlanAnswer, error) {
	call := request{method: "POST", path: "/api/apps/" + escape(strconv.FormatInt(id, 10)) + "/import-history/preview"}
	call.value = body
	return fetch[PlanAnswer](ctx, c, call)
}

// ClearCooldowns sends DELETE /api/rate-limit/status: clear the rate-limit cooldowns.
// The service allows a client 10 calls in 60 seconds.
func (c *Client) ClearCooldowns(ctx context.Context, body ClearCooldownsBody) (Cooldowns, error) {
	call := request{method: "DELETE", path: "/api/rate-limit/status"}
	call.value = body
	return fetch[Cooldowns](ctx, c, call)
}

// Cooldowns sends GET /api/rate-limit/status: get the rate-limit cooldowns.
func (c *Client) Cooldowns(ctx context.Context) (Cooldowns, error) {
	call := request{method: "GET", path: "/api/rate-limit/status"}
	return fetch[Cooldowns](ctx, c, call)
}

// Result sends GET /api/results/{id}: get the result of a request that did not wait.
func (c *Client) Result(ctx context.Context, id string) (Result, error) {
	call := request{method: "GET", path: "/api/results/" + escape(id)}
	return fetch[Result](ctx, c, call)
}

// RunsParams has the optional parameters of [Client.Runs]. A zero field is not sent.
type RunsParams struct {
	Runner string // sync, wayback, policy, import: The runs of this runner only.
	Limit  int64  // The page size.
	Offset int64  // The number of runs to skip.
}

// Runs sends GET /api/runs: list bulk runs, newest first.
func (c *Client) Runs(ctx context.Context, params RunsParams) (RunsAnswer, error) {
	call := request{method: "GET", path: "/api/runs"}
	call.optional("runner", params.Runner)
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	return fetch[RunsAnswer](ctx, c, call)
}

// Run sends GET /api/runs/{id}: get a bulk run.
func (c *Client) Run(ctx context.Context, id string) (RunRecord, error) {
	call := request{method: "GET", path: "/api/runs/" + escape(id)}
	return fetch[RunRecord](ctx, c, call)
}

// SyncStatus sends GET /api/sync/status: get the state of the sync runner.
func (c *Client) SyncStatus(ctx context.Context) (SyncStatus, error) {
	call := request{method: "GET", path: "/api/sync/status"}
	return fetch[SyncStatus](ctx, c, call)
}

// ControlSync sends PATCH /api/sync/trigger: pause, resume or cancel the sync runner.
// The service allows a client 20 calls in 60 seconds.
func (c *Client) ControlSync(ctx context.Context, body ControlSyncBody) (ControlAnswer, error) {
	call := request{method: "PATCH", path: "/api/sync/trigger"}
	call.value = body
	return fetch[ControlAnswer](ctx, c, call)
}

// Sync sends POST /api/sync/trigger: refresh all apps and wait for the result.
// The service allows a client 10 calls in 600 seconds.
func (c *Client) Sync(ctx context.Context) (SyncAnswer, error) {
	call := request{method: "POST", path: "/api/sync/trigger"}
	return fetch[SyncAnswer](ctx, c, call)
}

// StartSync sends POST /api/sync/trigger: refresh all apps without waiting.
// The service allows a client 10 calls in 600 seconds.
func (c *Client) StartSync(ctx context.Context) (StartedAnswer, error) {
	call := request{method: "POST", path: "/api/sync/trigger"}
	call.query("wait", "0")
	return fetch[StartedAnswer](ctx, c, call)
}

// ActiveTasks sends GET /api/tasks/active: get the state of the three bulk runners.
func (c *Client) ActiveTasks(ctx context.Context) (TasksAnswer, error) {
	call := request{method: "GET", path: "/api/tasks/active"}
	return fetch[TasksAnswer](ctx, c, call)
}

// RemoveAllHistory sends DELETE /api/wayback/import-all: delete the history of all apps that was imported from the web archive.
// It requires the admin token.
func (c *Client) RemoveAllHistory(ctx context.Context) (RemovedAnswer, error) {
	call := request{method: "DELETE", path: "/api/wayback/import-all"}
	return fetch[RemovedAnswer](ctx, c, call)
}

// HistoryRun sends GET /api/wayback/import-all: get the state of the web archive runner.
func (c *Client) HistoryRun(ctx context.Context) (HistoryStatus, error) {
	call := request{method: "GET", path: "/api/wayback/import-all"}
	return fetch[HistoryStatus](ctx, c, call)
}

// ControlHistoryRun sends PATCH /api/wayback/import-all: pause, resume or cancel the web archive runner.
// The service allows a client 20 calls in 60 seconds.
func (c *Client) ControlHistoryRun(ctx context.Context, body ControlHistoryRunBody) (ControlAnswer, error) {
	call := request{method: "PATCH", path: "/api/wayback/import-all"}
	call.value = body
	return fetch[ControlAnswer](ctx, c, call)
}

// ImportAllHistoryParams has the optional parameters of [Client.ImportAllHistory]. A zero field is not sent.
type ImportAllHistoryParams struct {
	IntervalMonths int64  // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	Force          string // 1, true, yes, on, 0, false, no, off, : Start a new run, even if one is paused
}

// ImportAllHistory sends POST /api/wayback/import-all: import the history of all apps and wait for the result.
// The service allows a client 2 calls in 60 seconds.
func (c *Client) ImportAllHistory(ctx context.Context, params ImportAllHistoryParams) (HistoryRunAnswer, error) {
	call := request{method: "POST", path: "/api/wayback/import-all"}
	call.optional("intervalMonths", number(params.IntervalMonths))
	call.optional("force", params.Force)
	return fetch[HistoryRunAnswer](ctx, c, call)
}

// FollowHistoryImportParams has the optional parameters of [Client.FollowHistoryImport]. A zero field is not sent.
type FollowHistoryImportParams struct {
	IntervalMonths int64  // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	Force          string // 1, true, yes, on, 0, false, no, off, : Start a new run, even if one is paused
}

// FollowHistoryImport sends POST /api/wayback/import-all: import the history of all apps and stream the progress.
// The service allows a client 2 calls in 60 seconds.
func (c *Client) FollowHistoryImport(ctx context.Context, params FollowHistoryImportParams) iter.Seq2[HistoryLine, error] {
	call := request{method: "POST", path: "/api/wayback/import-all"}
	call.optional("intervalMonths", number(params.IntervalMonths))
	call.optional("force", params.Force)
	call.query("stream", "1")
	return lines[HistoryLine](ctx, c, call)
}

// StartHistoryImportParams has the optional parameters of [Client.StartHistoryImport]. A zero field is not sent.
type StartHistoryImportParams struct {
	IntervalMonths int64  // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	Force          string // 1, true, yes, on, 0, false, no, off, : Start a new run, even if one is paused
}

// StartHistoryImport sends POST /api/wayback/import-all: import the history of all apps without waiting.
// The service allows a client 2 calls in 60 seconds.
func (c *Client) StartHistoryImport(ctx context.Context, params StartHistoryImportParams) (StartedAnswer, error) {
	call := request{method: "POST", path: "/api/wayback/import-all"}
	call.optional("intervalMonths", number(params.IntervalMonths))
	call.optional("force", params.Force)
	call.query("wait", "0")
	return fetch[StartedAnswer](ctx, c, call)
}

// ForgetImportParams has the optional parameters of [Client.ForgetImport]. A zero field is not sent.
type ForgetImportParams struct {
	RemoveApps string // 1, true, yes, on, 0, false, no, off, : Also stop tracking the apps of the import, even those that another import contains as well.
}

// ForgetImport sends DELETE /api/imports: delete an import.
// It requires the admin token.
func (c *Client) ForgetImport(ctx context.Context, id string, params ForgetImportParams) (DeletedImportAnswer, error) {
	call := request{method: "DELETE", path: "/api/imports"}
	call.query("id", id)
	call.optional("removeApps", params.RemoveApps)
	return fetch[DeletedImportAnswer](ctx, c, call)
}

// Imports sends GET /api/imports: list all imports, newest first.
func (c *Client) Imports(ctx context.Context) ([]Import, error) {
	call := request{method: "GET", path: "/api/imports"}
	return fetch[[]Import](ctx, c, call)
}

// ShowImport sends GET /api/imports: get an import with its items.
func (c *Client) ShowImport(ctx context.Context, id string) (ImportDetails, error) {
	call := request{method: "GET", path: "/api/imports"}
	call.query("id", id)
	return fetch[ImportDetails](ctx, c, call)
}

// BeginImport sends POST /api/imports: start an import.
func (c *Client) BeginImport(ctx context.Context, body BeginImportBody) (Import, error) {
	call := request{method: "POST", path: "/api/imports"}
	call.value = body
	return fetch[Import](ctx, c, call)
}

// CompleteImport sends POST /api/imports/complete: complete an import.
func (c *Client) CompleteImport(ctx context.Context, body CompleteImportBody) (Import, error) {
	call := request{method: "POST", path: "/api/imports/complete"}
	call.value = body
	return fetch[Import](ctx, c, call)
}

// AddImportItems sends POST /api/imports/items: add items to an import.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) AddImportItems(ctx context.Context, body AddImportItemsBody) (ImportItemsAnswer, error) {
	call := request{method: "POST", path: "/api/imports/items"}
	call.value = body
	return fetch[ImportItemsAnswer](ctx, c, call)
}

// ChangeImportMatch sends POST /api/imports/items/change-match: choose another app for an item of an import.
func (c *Client) ChangeImportMatch(ctx context.Context, body ChangeImportMatchBody) (RematchedImportItem, error) {
	call := request{method: "POST", path: "/api/imports/items/change-match"}
	call.value = body
	return fetch[RematchedImportItem](ctx, c, call)
}

// RetryImportItem sends POST /api/imports/items/retry: retry an item of an import.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) RetryImportItem(ctx context.Context, body RetryImportItemBody) (RetriedImportItem, error) {
	call := request{method: "POST", path: "/api/imports/items/retry"}
	call.value = body
	return fetch[RetriedImportItem](ctx, c, call)
}

// UpdateImportItem sends POST /api/imports/items/update: change an item of an import.
func (c *Client) UpdateImportItem(ctx context.Context, body UpdateImportItemBody) (ImportItemAnswer, error) {
	call := request{method: "POST", path: "/api/imports/items/update"}
	call.value = body
	return fetch[ImportItemAnswer](ctx, c, call)
}

// ImportQueue sends GET /api/imports/queue: get the state of the import queue.
func (c *Client) ImportQueue(ctx context.Context) (ImportQueue, error) {
	call := request{method: "GET", path: "/api/imports/queue"}
	return fetch[ImportQueue](ctx, c, call)
}

// WorkOnImports sends POST /api/imports/queue: process the import queue.
func (c *Client) WorkOnImports(ctx context.Context) (ImportsWorkedOn, error) {
	call := request{method: "POST", path: "/api/imports/queue"}
	return fetch[ImportsWorkedOn](ctx, c, call)
}

// ManualApps sends GET /api/manual-apps: list manual apps.
// The service allows a client 120 calls in 60 seconds.
func (c *Client) ManualApps(ctx context.Context) (ManualAppsAnswer, error) {
	call := request{method: "GET", path: "/api/manual-apps"}
	return fetch[ManualAppsAnswer](ctx, c, call)
}

// AddManualApp sends POST /api/manual-apps: add a manual app.
// The service allows a client 30 calls in 60 seconds.
// It requires the admin token.
func (c *Client) AddManualApp(ctx context.Context, body AddManualAppBody) (ManualAppAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps"}
	call.value = body
	return fetch[ManualAppAnswer](ctx, c, call)
}

// AddManualApps sends POST /api/manual-apps/bulk: add several manual apps.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) AddManualApps(ctx context.Context, body AddManualAppsBody) (ManualBulkAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps/bulk"}
	call.value = body
	return fetch[ManualBulkAnswer](ctx, c, call)
}

// DeleteManualApp sends DELETE /api/manual-apps/{id}: delete a manual app.
// The service allows a client 30 calls in 60 seconds.
// It requires the admin token.
func (c *Client) DeleteManualApp(ctx context.Context, id string) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/manual-apps/" + escape(id)}
	return fetch[SuccessAnswer](ctx, c, call)
}

// ManualApp sends GET /api/manual-apps/{id}: get a manual app.
// The service allows a client 120 calls in 60 seconds.
func (c *Client) ManualApp(ctx context.Context, id string) (ManualAppAnswer, error) {
	call := request{method: "GET", path: "/api/manual-apps/" + escape(id)}
	return fetch[ManualAppAnswer](ctx, c, call)
}

// EditManualApp sends PUT /api/manual-apps/{id}: change a manual app.
// The service allows a client 30 calls in 60 seconds.
// It requires the admin token.
func (c *Client) EditManualApp(ctx context.Context, id string, body EditManualAppBody) (ManualAppAnswer, error) {
	call := request{method: "PUT", path: "/api/manual-apps/" + escape(id)}
	call.value = body
	return fetch[ManualAppAnswer](ctx, c, call)
}

// ManualPolicyVersion sends GET /api/manual-apps/{id}/policy-version/{versionId}: get a policy version of a manual app.
// The service allows a client 120 calls in 60 seconds.
func (c *Client) ManualPolicyVersion(ctx context.Context, id string, versionId string) (ManualVersionAnswer, error) {
	call := request{method: "GET", path: "/api/manual-apps/" + escape(id) + "/policy-version/" + escape(versionId)}
	return fetch[ManualVersionAnswer](ctx, c, call)
}

// RestoreManualApp sends POST /api/manual-apps/{id}/restore: restore a deleted manual app.
// The service allows a client 30 calls in 60 seconds.
// It requires the admin token.
func (c *Client) RestoreManualApp(ctx context.Context, id string, body RestoreManualAppBody) (ManualAppAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps/" + escape(id) + "/restore"}
	call.value = body
	return fetch[ManualAppAnswer](ctx, c, call)
}

// ReadManualPolicy sends POST /api/manual-apps/{id}/scrape: fetch the policy of a manual app.
// The service allows a client 10 calls in 60 seconds.
func (c *Client) ReadManualPolicy(ctx context.Context, id string) (ManualScrapeAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps/" + escape(id) + "/scrape"}
	return fetch[ManualScrapeAnswer](ctx, c, call)
}

// NoteDeviceBackup sends POST /api/device-actions/backup: record a device backup.
func (c *Client) NoteDeviceBackup(ctx context.Context, body NoteDeviceBackupBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/device-actions/backup"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// UninstallGateParams has the optional parameters of [Client.UninstallGate]. A zero field is not sent.
type UninstallGateParams struct {
	AcknowledgeNoBackup string // 1, true, yes, on, 0, false, no, off, : Whether the user accepts that there is no recent backup.
}

// UninstallGate sends GET /api/device-actions/uninstall: check whether an app may be removed from a device.
func (c *Client) UninstallGate(ctx context.Context, ecid string, params UninstallGateParams) (UninstallGate, error) {
	call := request{method: "GET", path: "/api/device-actions/uninstall"}
	call.query("ecid", ecid)
	call.optional("acknowledgeNoBackup", params.AcknowledgeNoBackup)
	return fetch[UninstallGate](ctx, c, call)
}

// NoteUninstall sends POST /api/device-actions/uninstall: record the removal of an app from a device.
func (c *Client) NoteUninstall(ctx context.Context, body NoteUninstallBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/device-actions/uninstall"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// ResetDeviceScope sends DELETE /api/device-scope: reset the device scope.
func (c *Client) ResetDeviceScope(ctx context.Context) (DeviceScopeAnswer, error) {
	call := request{method: "DELETE", path: "/api/device-scope"}
	return fetch[DeviceScopeAnswer](ctx, c, call)
}

// DeviceScope sends GET /api/device-scope: get the device scope.
func (c *Client) DeviceScope(ctx context.Context) (DeviceScopeAnswer, error) {
	call := request{method: "GET", path: "/api/device-scope"}
	return fetch[DeviceScopeAnswer](ctx, c, call)
}

// SetDeviceScope sends PUT /api/device-scope: set the device scope.
func (c *Client) SetDeviceScope(ctx context.Context, body SetDeviceScopeBody) (DeviceScopeAnswer, error) {
	call := request{method: "PUT", path: "/api/device-scope"}
	call.value = body
	return fetch[DeviceScopeAnswer](ctx, c, call)
}

// CommitDeviceSync sends POST /api/device-sync/commit: apply a device sync.
// The service allows a client 15 calls in 60 seconds.
func (c *Client) CommitDeviceSync(ctx context.Context, body CommitDeviceSyncBody) (DeviceSynced, error) {
	call := request{method: "POST", path: "/api/device-sync/commit"}
	call.value = body
	return fetch[DeviceSynced](ctx, c, call)
}

// PreviewDeviceSync sends POST /api/device-sync/preview: preview the changes of a device sync.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) PreviewDeviceSync(ctx context.Context, body PreviewDeviceSyncBody) (PreviewSyncAnswer, error) {
	call := request{method: "POST", path: "/api/device-sync/preview"}
	call.value = body
	return fetch[PreviewSyncAnswer](ctx, c, call)
}

// Devices sends GET /api/devices: list devices, most recently synced first.
func (c *Client) Devices(ctx context.Context) (DevicesAnswer, error) {
	call := request{method: "GET", path: "/api/devices"}
	return fetch[DevicesAnswer](ctx, c, call)
}

// FindDevice sends GET /api/devices: find a device by its ECID.
func (c *Client) FindDevice(ctx context.Context, ecid string) (FoundDevice, error) {
	call := request{method: "GET", path: "/api/devices"}
	call.query("ecid", ecid)
	return fetch[FoundDevice](ctx, c, call)
}

// AddDevice sends POST /api/devices: add a device.
// The service allows a client 20 calls in 60 seconds.
func (c *Client) AddDevice(ctx context.Context, body AddDeviceBody) (DeviceAnswer, error) {
	call := request{method: "POST", path: "/api/devices"}
	call.value = body
	return fetch[DeviceAnswer](ctx, c, call)
}

// DevicesOfApp sends GET /api/devices/for-app/{appId}: list the devices that have an app.
func (c *Client) DevicesOfApp(ctx context.Context, appId int64) (DevicesForAnswer, error) {
	call := request{method: "GET", path: "/api/devices/for-app/" + escape(strconv.FormatInt(appId, 10))}
	return fetch[DevicesForAnswer](ctx, c, call)
}

// RemoveDevice sends DELETE /api/devices/{id}: delete a device.
// The service allows a client 15 calls in 60 seconds.
func (c *Client) RemoveDevice(ctx context.Context, id string) (OrphanedAnswer, error) {
	call := request{method: "DELETE", path: "/api/devices/" + escape(id)}
	return fetch[OrphanedAnswer](ctx, c, call)
}

// Device sends GET /api/devices/{id}: get a device.
func (c *Client) Device(ctx context.Context, id string) (DeviceDetail, error) {
	call := request{method: "GET", path: "/api/devices/" + escape(id)}
	return fetch[DeviceDetail](ctx, c, call)
}

// RenameDevice sends PATCH /api/devices/{id}: rename a device or set its owner.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) RenameDevice(ctx context.Context, id string, body EditDeviceBody) (DeviceAnswer, error) {
	call := request{method: "PATCH", path: "/api/devices/" + escape(id)}
	call.value = body
	return fetch[DeviceAnswer](ctx, c, call)
}

// MergeDevices sends PATCH /api/devices/{id}: merge a device into another.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) MergeDevices(ctx context.Context, id string, body EditDeviceBody) (MergedDevicesAnswer, error) {
	call := request{method: "PATCH", path: "/api/devices/" + escape(id)}
	call.value = body
	return fetch[MergedDevicesAnswer](ctx, c, call)
}

// BundlesOfDevice sends GET /api/devices/{id}/bundles: list the bundle IDs of a device.
func (c *Client) BundlesOfDevice(ctx context.Context, id string) (DeviceBundlesAnswer, error) {
	call := request{method: "GET", path: "/api/devices/" + escape(id) + "/bundles"}
	return fetch[DeviceBundlesAnswer](ctx, c, call)
}

// AppsOfDevice sends GET /api/devices/{id}/tracked-apps: list the tracked apps of a device.
func (c *Client) AppsOfDevice(ctx context.Context, id string) (DeviceAppsAnswer, error) {
	call := request{method: "GET", path: "/api/devices/" + escape(id) + "/tracked-apps"}
	return fetch[DeviceAppsAnswer](ctx, c, call)
}

// FeatureFlags sends GET /api/feature-flags: list feature flags.
func (c *Client) FeatureFlags(ctx context.Context) (FlagsAnswer, error) {
	call := request{method: "GET", path: "/api/feature-flags"}
	return fetch[FlagsAnswer](ctx, c, call)
}

// ClearOverridesParams has the optional parameters of [Client.ClearOverrides]. A zero field is not sent.
type ClearOverridesParams struct {
	Surface string // Clear the overrides of this surface only.
}

// ClearOverrides sends DELETE /api/feature-flags/overrides: clear all feature flag overrides.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ClearOverrides(ctx context.Context, params ClearOverridesParams) (ClearOverridesAnswer, error) {
	call := request{method: "DELETE", path: "/api/feature-flags/overrides"}
	call.optional("surface", params.Surface)
	return fetch[ClearOverridesAnswer](ctx, c, call)
}

// OverrideFlags sends POST /api/feature-flags/overrides: override feature flags.
// The service allows a client 30 calls in 60 seconds.
// It requires the admin token.
// The answer is OneOverrideAnswer or OverridesAnswer.
func (c *Client) OverrideFlags(ctx context.Context, body OverrideFlagsBody) (json.RawMessage, error) {
	call := request{method: "POST", path: "/api/feature-flags/overrides"}
	call.value = body
	return fetch[json.RawMessage](ctx, c, call)
}

// ClearOverride sends DELETE /api/feature-flags/overrides/{key}: clear the override of a feature flag.
// The service allows a client 30 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ClearOverride(ctx context.Context, key string) (ClearFlagAnswer, error) {
	call := request{method: "DELETE", path: "/api/feature-flags/overrides/" + escape(key)}
	return fetch[ClearFlagAnswer](ctx, c, call)
}

// Focus sends GET /api/focus: get the focus.
func (c *Client) Focus(ctx context.Context) (FocusAnswer, error) {
	call := request{method: "GET", path: "/api/focus"}
	return fetch[FocusAnswer](ctx, c, call)
}

// SetFocus sends POST /api/focus: set the focus.
func (c *Client) SetFocus(ctx context.Context, body SetFocusBody) (Focus, error) {
	call := request{method: "POST", path: "/api/focus"}
	call.value = body
	return fetch[Focus](ctx, c, call)
}

// Coachmarks sends GET /api/coachmark-state: get which hints were seen.
func (c *Client) Coachmarks(ctx context.Context) (CoachmarksAnswer, error) {
	call := request{method: "GET", path: "/api/coachmark-state"}
	return fetch[CoachmarksAnswer](ctx, c, call)
}

// SetCoachmarks sends POST /api/coachmark-state: mark a hint as seen.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) SetCoachmarks(ctx context.Context, body SetCoachmarksBody) (SetCoachmarksAnswer, error) {
	call := request{method: "POST", path: "/api/coachmark-state"}
	call.value = body
	return fetch[SetCoachmarksAnswer](ctx, c, call)
}

// ResetDashboard sends DELETE /api/dashboard/layout: reset the dashboard layout.
// The service allows a client 20 calls in 60 seconds.
func (c *Client) ResetDashboard(ctx context.Context) (LayoutAnswer, error) {
	call := request{method: "DELETE", path: "/api/dashboard/layout"}
	return fetch[LayoutAnswer](ctx, c, call)
}

// Dashboard sends GET /api/dashboard/layout: get the dashboard layout.
func (c *Client) Dashboard(ctx context.Context) (LayoutAnswer, error) {
	call := request{method: "GET", path: "/api/dashboard/layout"}
	return fetch[LayoutAnswer](ctx, c, call)
}

// SetDashboard sends PUT /api/dashboard/layout: set the dashboard layout.
// The service allows a client 60 calls in 60 seconds.
func (c *Client) SetDashboard(ctx context.Context, body SetDashboardBody) (LayoutAnswer, error) {
	call := request{method: "PUT", path: "/api/dashboard/layout"}
	call.value = body
	return fetch[LayoutAnswer](ctx, c, call)
}

// ChooseDashboard sends POST /api/dashboard/layout/preset: choose a dashboard preset.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) ChooseDashboard(ctx context.Context, body ChooseDashboardBody) (LayoutAnswer, error) {
	call := request{method: "POST", path: "/api/dashboard/layout/preset"}
	call.value = body
	return fetch[LayoutAnswer](ctx, c, call)
}

// DateFormat sends GET /api/date-format: get the date format.
func (c *Client) DateFormat(ctx context.Context) (DateFormatAnswer, error) {
	call := request{method: "GET", path: "/api/date-format"}
	return fetch[DateFormatAnswer](ctx, c, call)
}

// SetDateFormat sends POST /api/date-format: set the date format.
func (c *Client) SetDateFormat(ctx context.Context, body SetDateFormatBody) (DateFormatAnswer, error) {
	call := request{method: "POST", path: "/api/date-format"}
	call.value = body
	return fetch[DateFormatAnswer](ctx, c, call)
}

// DevMenu sends GET /api/dev-menu-state: get whether the developer menu is shown.
func (c *Client) DevMenu(ctx context.Context) (DevMenuAnswer, error) {
	call := request{method: "GET", path: "/api/dev-menu-state"}
	return fetch[DevMenuAnswer](ctx, c, call)
}

// SetDevMenu sends POST /api/dev-menu-state: show or hide the developer menu.
// The service allows a client 30 calls in 60 seconds.
func (c *Client) SetDevMenu(ctx context.Context, body SetDevMenuBody) (SetDevMenuAnswer, error) {
	call := request{method: "POST", path: "/api/dev-menu-state"}
	call.value = body
	return fetch[SetDevMenuAnswer](ctx, c, call)
}

// Locale sends GET /api/locale: get the language.
func (c *Client) Locale(ctx context.Context) (LocaleAnswer, error) {
	call := request{method: "GET", path: "/api/locale"}
	return fetch[LocaleAnswer](ctx, c, call)
}

// SetLocale sends POST /api/locale: set the language.
func (c *Client) SetLocale(ctx context.Context, body SetLocaleBody) (SetLocaleAnswer, error) {
	call := request{method: "POST", path: "/api/locale"}
	call.value = body
	return fetch[SetLocaleAnswer](ctx, c, call)
}

// Preferences sends GET /api/preferences: get the preferences.
func (c *Client) Preferences(ctx context.Context) (PreferencesAnswer, error) {
	call := request{method: "GET", path: "/api/preferences"}
	return fetch[PreferencesAnswer](ctx, c, call)
}

// SetPreferences sends PUT /api/preferences: set preferences.
func (c *Client) SetPreferences(ctx context.Context, body SetPreferencesBody) (PreferencesAnswer, error) {
	call := request{method: "PUT", path: "/api/preferences"}
	call.value = body
	return fetch[PreferencesAnswer](ctx, c, call)
}

// UserTasks sends GET /api/user-tasks: list the user's tasks.
func (c *Client) UserTasks(ctx context.Context) (TaskList, error) {
	call := request{method: "GET", path: "/api/user-tasks"}
	return fetch[TaskList](ctx, c, call)
}

// ChangeUserTask sends POST /api/user-tasks: change a user task.
// The service allows a client 60 calls in 60 seconds.
func (c *Client) ChangeUserTask(ctx context.Context, body ChangeUserTaskBody) (TaskList, error) {
	call := request{method: "POST", path: "/api/user-tasks"}
	call.value = body
	return fetch[TaskList](ctx, c, call)
}

// Welcome sends POST /api/welcomed-at: record that the user was welcomed.
func (c *Client) Welcome(ctx context.Context) (WelcomeAnswer, error) {
	call := request{method: "POST", path: "/api/welcomed-at"}
	return fetch[WelcomeAnswer](ctx, c, call)
}

// StartOver sends POST /api/admin/start-over: delete all data and settings.
// The service allows a client 3 calls in 600 seconds.
// It requires the admin token.
func (c *Client) StartOver(ctx context.Context) (StartedOverAnswer, error) {
	call := request{method: "POST", path: "/api/admin/start-over"}
	return fetch[StartedOverAnswer](ctx, c, call)
}

// ResetChangelog sends POST /api/dev/reset-changelog: delete the changelog.
// The service allows a client 6 calls in 600 seconds.
// It requires the admin token.
func (c *Client) ResetChangelog(ctx context.Context) (ChangelogResetAnswer, error) {
	call := request{method: "POST", path: "/api/dev/reset-changelog"}
	return fetch[ChangelogResetAnswer](ctx, c, call)
}

// SeedNotification sends POST /api/dev/seed-notification: create a notification for testing.
// The service allows a client 30 calls in 600 seconds.
// It requires the admin token.
func (c *Client) SeedNotification(ctx context.Context, body SeedNotificationBody) (NoticeAnswer, error) {
	call := request{method: "POST", path: "/api/dev/seed-notification"}
	call.value = body
	return fetch[NoticeAnswer](ctx, c, call)
}

// SeedSamplesParams has the optional parameters of [Client.SeedSamples]. A zero field is not sent.
type SeedSamplesParams struct {
	Source  string // live, canned: live: apps of the App Store; canned: fictitious apps. Defaults to live.
	Country string // The two-letter code of the storefront. Defaults to the one in the settings.
	Limit   int64  // With live: the number of apps. Defaults to 10.
}

// SeedSamples sends POST /api/dev/seed-sample-data: create sample apps.
// The service allows a client 30 calls in 600 seconds.
// It requires the admin token.
func (c *Client) SeedSamples(ctx context.Context, params SeedSamplesParams) (SamplesAnswer, error) {
	call := request{method: "POST", path: "/api/dev/seed-sample-data"}
	call.optional("source", params.Source)
	call.optional("country", params.Country)
	call.optional("limit", number(params.Limit))
	return fetch[SamplesAnswer](ctx, c, call)
}

// StopSync sends POST /api/dev/sync-stop: stop the sync runner.
// The service allows a client 10 calls in 600 seconds.
// It requires the admin token.
func (c *Client) StopSync(ctx context.Context) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/dev/sync-stop"}
	return fetch[OkAnswer](ctx, c, call)
}

// WipeApps sends POST /api/dev/wipe-apps: delete all apps, their records and the activity log.
// The service allows a client 6 calls in 600 seconds.
// It requires the admin token.
func (c *Client) WipeApps(ctx context.Context) (WipedAnswer, error) {
	call := request{method: "POST", path: "/api/dev/wipe-apps"}
	return fetch[WipedAnswer](ctx, c, call)
}

// Reset sends POST /api/reset: delete all apps and their records.
// The service allows a client 30 calls in 600 seconds.
// It requires the admin token.
func (c *Client) Reset(ctx context.Context) (ResetAnswer, error) {
	call := request{method: "POST", path: "/api/reset"}
	return fetch[ResetAnswer](ctx, c, call)
}

// ForgetFilter sends DELETE /api/saved-filters: remove a saved filter.
func (c *Client) ForgetFilter(ctx context.Context, list string, name string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/saved-filters"}
	call.query("list", list)
	call.query("name", name)
	return fetch[OkAnswer](ctx, c, call)
}

// SavedFilters sends GET /api/saved-filters: list the saved filters of lists.
func (c *Client) SavedFilters(ctx context.Context) (FiltersAnswer, error) {
	call := request{method: "GET", path: "/api/saved-filters"}
	return fetch[FiltersAnswer](ctx, c, call)
}

// SaveFilter sends PUT /api/saved-filters: save a filter of a list under a name.
func (c *Client) SaveFilter(ctx context.Context, body SaveFilterBody) (Filter, error) {
	call := request{method: "PUT", path: "/api/saved-filters"}
	call.value = body
	return fetch[Filter](ctx, c, call)
}

// Settings sends GET /api/settings: get the settings.
func (c *Client) Settings(ctx context.Context) (Settings, error) {
	call := request{method: "GET", path: "/api/settings"}
	return fetch[Settings](ctx, c, call)
}

// ChangeSettings sends POST /api/settings: change settings.
// The service allows a client 30 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ChangeSettings(ctx context.Context, body ChangeSettingsBody) (SettingsAnswer, error) {
	call := request{method: "POST", path: "/api/settings"}
	call.value = body
	return fetch[SettingsAnswer](ctx, c, call)
}

// DesktopSettings sends GET /api/settings/desktop: get the desktop settings.
func (c *Client) DesktopSettings(ctx context.Context) (DesktopSettings, error) {
	call := request{method: "GET", path: "/api/settings/desktop"}
	return fetch[DesktopSettings](ctx, c, call)
}

// ChangeDesktopSettingsParams has the optional parameters of [Client.ChangeDesktopSettings]. A zero field is not sent.
type ChangeDesktopSettingsParams struct {
	XServiceRuntime string // desktop: The type of the client.
}

// ChangeDesktopSettings sends POST /api/settings/desktop: change the desktop settings.
// The service allows a client 20 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ChangeDesktopSettings(ctx context.Context, params ChangeDesktopSettingsParams, body ChangeDesktopSettingsBody) (DesktopSettings, error) {
	call := request{method: "POST", path: "/api/settings/desktop"}
	call.header("X-Service-Runtime", params.XServiceRuntime)
	call.value = body
	return fetch[DesktopSettings](ctx, c, call)
}

// Login sends POST /api/auth/admin-token/login: start an admin session.
// The service allows a client 5 calls in 60 seconds.
func (c *Client) Login(ctx context.Context, body LoginBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/auth/admin-token/login"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// Logout sends POST /api/auth/admin-token/logout: end the admin session.
func (c *Client) Logout(ctx context.Context) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/auth/admin-token/logout"}
	return fetch[OkAnswer](ctx, c, call)
}

// TokenStatus sends GET /api/auth/admin-token/status: get whether an admin token is configured, and whether the caller has it.
func (c *Client) TokenStatus(ctx context.Context) (TokenStatusAnswer, error) {
	call := request{method: "GET", path: "/api/auth/admin-token/status"}
	return fetch[TokenStatusAnswer](ctx, c, call)
}

// ExportBackup sends GET /api/backup/export: export a signed backup.
// The service allows a client 12 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ExportBackup(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/backup/export"}
	return c.file(ctx, call)
}

// PreviewBackup sends POST /api/backup/preview: preview a backup.
func (c *Client) PreviewBackup(ctx context.Context, body io.Reader) (BackupAnswer, error) {
	call := request{method: "POST", path: "/api/backup/preview"}
	call.body = body
	return fetch[BackupAnswer](ctx, c, call)
}

// RestoreBackupParams has the optional parameters of [Client.RestoreBackup]. A zero field is not sent.
type RestoreBackupParams struct {
	AllowUntrusted        string // 1, true, yes, on, 0, false, no, off, : Accept a backup that is not signed, or was signed by another installation.
	XAllowUntrustedBackup string // 1, true, yes, on, 0, false, no, off, : Same as allowUntrusted.
}

// RestoreBackup sends POST /api/backup/restore: restore a backup, replacing all data and wait for the result.
// The service allows a client 3 calls in 600 seconds.
// It requires the admin token.
func (c *Client) RestoreBackup(ctx context.Context, params RestoreBackupParams, body io.Reader) (Restored, error) {
	call := request{method: "POST", path: "/api/backup/restore"}
	call.optional("allowUntrusted", params.AllowUntrusted)
	call.header("X-Allow-Untrusted-Backup", params.XAllowUntrustedBackup)
	call.body = body
	return fetch[Restored](ctx, c, call)
}

// StartRestoreBackupParams has the optional parameters of [Client.StartRestoreBackup]. A zero field is not sent.
type StartRestoreBackupParams struct {
	AllowUntrusted        string // 1, true, yes, on, 0, false, no, off, : Accept a backup that is not signed, or was signed by another installation.
	XAllowUntrustedBackup string // 1, true, yes, on, 0, false, no, off, : Same as allowUntrusted.
}

// StartRestoreBackup sends POST /api/backup/restore: restore a backup, replacing all data without waiting.
// The service allows a client 3 calls in 600 seconds.
// It requires the admin token.
func (c *Client) StartRestoreBackup(ctx context.Context, params StartRestoreBackupParams, body io.Reader) (Accepted, error) {
	call := request{method: "POST", path: "/api/backup/restore"}
	call.optional("allowUntrusted", params.AllowUntrusted)
	call.header("X-Allow-Untrusted-Backup", params.XAllowUntrustedBackup)
	call.query("wait", "0")
	call.body = body
	return fetch[Accepted](ctx, c, call)
}

// BackupFiles sends GET /api/backup/snapshots: list the backup files on the server, with their schedule.
func (c *Client) BackupFiles(ctx context.Context) (BackupFilesAnswer, error) {
	call := request{method: "GET", path: "/api/backup/snapshots"}
	return fetch[BackupFilesAnswer](ctx, c, call)
}

// MakeBackupFile sends POST /api/backup/snapshots: write a backup file now.
// The service allows a client 5 calls in 600 seconds.
// It requires the admin token.
func (c *Client) MakeBackupFile(ctx context.Context) (BackupMadeAnswer, error) {
	call := request{method: "POST", path: "/api/backup/snapshots"}
	return fetch[BackupMadeAnswer](ctx, c, call)
}

// PlanBackupFiles sends PUT /api/backup/snapshots: set the schedule of backup files.
// The service allows a client 20 calls in 60 seconds.
// It requires the admin token.
func (c *Client) PlanBackupFiles(ctx context.Context, body PlanBackupFilesBody) (BackupFilesAnswer, error) {
	call := request{method: "PUT", path: "/api/backup/snapshots"}
	call.value = body
	return fetch[BackupFilesAnswer](ctx, c, call)
}

// BackupFile sends GET /api/backup/snapshots/{filename}: download a backup file.
// It requires the admin token.
func (c *Client) BackupFile(ctx context.Context, filename string) (*File, error) {
	call := request{method: "GET", path: "/api/backup/snapshots/" + escape(filename)}
	return c.file(ctx, call)
}

// ExportDatasetParams has the optional parameters of [Client.ExportDataset]. A zero field is not sent.
type ExportDatasetParams struct {
	AsOf           Time   // Leave out what was observed after this time. A date means its end, in UTC.
	KnownAt        Time   // Leave out what was stored after this time, whatever it is about, such as captures of the web archive that were imported since. A date means its end, in UTC.
	Since          Time   // Leave out states that ended before this time, and earlier observations, changes and runs.
	Source         string // Only apps of this source: appstore, or the name of another one.
	Tag            string // Only apps with this tag.
	Licence        string // The SPDX identifier of the licence to name.
	Runs           string // 1, true, yes, on, 0, false, no, off, : Include runs. They are not in backups, so without them a data set has the same bytes after a restore.
	Texts          string // 1, true, yes, on, 0, false, no, off, : Include the texts of privacy policies.
	ForSpreadsheet string // 1, true, yes, on, 0, false, no, off, : Put an apostrophe before cells that a spreadsheet would take for formulas. Otherwise cells are exact.
	Compress       string // gzip, zstd: How tables are compressed within the zip. gzip: they are .csv.gz; zstd: .csv.zst.
}

// ExportDataset sends GET /api/dataset: export the record as a data set and wait for the result.
func (c *Client) ExportDataset(ctx context.Context, params ExportDatasetParams) (*File, error) {
	call := request{method: "GET", path: "/api/dataset"}
	call.optional("asOf", number(int64(params.AsOf)))
	call.optional("knownAt", number(int64(params.KnownAt)))
	call.optional("since", number(int64(params.Since)))
	call.optional("source", params.Source)
	call.optional("tag", params.Tag)
	call.optional("licence", params.Licence)
	call.optional("runs", params.Runs)
	call.optional("texts", params.Texts)
	call.optional("forSpreadsheet", params.ForSpreadsheet)
	call.optional("compress", params.Compress)
	return c.file(ctx, call)
}

// StartDatasetParams has the optional parameters of [Client.StartDataset]. A zero field is not sent.
type StartDatasetParams struct {
	AsOf           Time   // Leave out what was observed after this time. A date means its end, in UTC.
	KnownAt        Time   // Leave out what was stored after this time, whatever it is about, such as captures of the web archive that were imported since. A date means its end, in UTC.
	Since          Time   // Leave out states that ended before this time, and earlier observations, changes and runs.
	Source         string // Only apps of this source: appstore, or the name of another one.
	Tag            string // Only apps with this tag.
	Licence        string // The SPDX identifier of the licence to name.
	Runs           string // 1, true, yes, on, 0, false, no, off, : Include runs. They are not in backups, so without them a data set has the same bytes after a restore.
	Texts          string // 1, true, yes, on, 0, false, no, off, : Include the texts of privacy policies.
	ForSpreadsheet string // 1, true, yes, on, 0, false, no, off, : Put an apostrophe before cells that a spreadsheet would take for formulas. Otherwise cells are exact.
	Compress       string // gzip, zstd: How tables are compressed within the zip. gzip: they are .csv.gz; zstd: .csv.zst.
}

// StartDataset sends GET /api/dataset: export the record as a data set without waiting.
func (c *Client) StartDataset(ctx context.Context, params StartDatasetParams) (Accepted, error) {
	call := request{method: "GET", path: "/api/dataset"}
	call.optional("asOf", number(int64(params.AsOf)))
	call.optional("knownAt", number(int64(params.KnownAt)))
	call.optional("since", number(int64(params.Since)))
	call.optional("source", params.Source)
	call.optional("tag", params.Tag)
	call.optional("licence", params.Licence)
	call.optional("runs", params.Runs)
	call.optional("texts", params.Texts)
	call.optional("forSpreadsheet", params.ForSpreadsheet)
	call.optional("compress", params.Compress)
	call.query("wait", "0")
	return fetch[Accepted](ctx, c, call)
}

// DatasetFile sends GET /api/dataset/files/{id}: get a data set whose client did not wait for it.
func (c *Client) DatasetFile(ctx context.Context, id string) (*File, error) {
	call := request{method: "GET", path: "/api/dataset/files/" + escape(id)}
	return c.file(ctx, call)
}

// ExportCSV sends GET /api/export: export the tracked apps as CSV.
func (c *Client) ExportCSV(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/api/export"}
	return c.file(ctx, call)
}

// ExportJSON sends GET /api/export: export the tracked apps with their labels as JSON.
func (c *Client) ExportJSON(ctx context.Context) (ExportJSONAnswer, error) {
	call := request{method: "GET", path: "/api/export"}
	call.query("format", "json")
	return fetch[ExportJSONAnswer](ctx, c, call)
}

// ExportAuditBundleParams has the optional parameters of [Client.ExportAuditBundle]. A zero field is not sent.
type ExportAuditBundleParams struct {
	RecommenderName           string // The name of the author, who recommends the verdicts.
	IncludeRecommenderProfile string // 1, true, yes, on, 0, false, no, off, : Whether the bundle has the privacy profile of its author. Defaults to true.
	MigrationFlow             string // 1, true, yes, on, 0, false, no, off, : Whether to ask the importing user to review the recommendations.
}

// ExportAuditBundle sends GET /api/export/audit-bundle: export an audit bundle for another person.
// The service allows a client 5 calls in 60 seconds.
func (c *Client) ExportAuditBundle(ctx context.Context, params ExportAuditBundleParams) (*File, error) {
	call := request{method: "GET", path: "/api/export/audit-bundle"}
	call.optional("recommenderName", params.RecommenderName)
	call.optional("includeRecommenderProfile", params.IncludeRecommenderProfile)
	call.optional("migrationFlow", params.MigrationFlow)
	return c.file(ctx, call)
}

// ExportAuditBundleWith sends POST /api/export/audit-bundle: export an audit bundle for another person, with options.
// The service allows a client 5 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ExportAuditBundleWith(ctx context.Context, body ExportAuditBundleWithBody) (*File, error) {
	call := request{method: "POST", path: "/api/export/audit-bundle"}
	call.value = body
	return c.file(ctx, call)
}

// ImportAuditBundleParams has the optional parameters of [Client.ImportAuditBundle]. A zero field is not sent.
type ImportAuditBundleParams struct {
	AllowDuplicate string // 1, true, yes, on, 0, false, no, off, : Import a bundle that was imported before.
	Force          string // 1, true, yes, on, 0, false, no, off, : Import a bundle with an unsupported version of the format, or whose exported_at is no date or time of ISO 8601.
}

// ImportAuditBundle sends POST /api/import/audit-bundle: import an audit bundle.
func (c *Client) ImportAuditBundle(ctx context.Context, params ImportAuditBundleParams, body io.Reader) (ImportAnswer, error) {
	call := request{method: "POST", path: "/api/import/audit-bundle"}
	call.optional("allowDuplicate", params.AllowDuplicate)
	call.optional("force", params.Force)
	call.body = body
	return fetch[ImportAnswer](ctx, c, call)
}

// PreviewAuditBundleParams has the optional parameters of [Client.PreviewAuditBundle]. A zero field is not sent.
type PreviewAuditBundleParams struct {
	AllowDuplicate string // 1, true, yes, on, 0, false, no, off, : Import a bundle that was imported before.
	Force          string // 1, true, yes, on, 0, false, no, off, : Import a bundle with an unsupported version of the format, or whose exported_at is no date or time of ISO 8601.
}

// PreviewAuditBundle sends POST /api/import/audit-bundle: preview the import of an audit bundle.
func (c *Client) PreviewAuditBundle(ctx context.Context, params PreviewAuditBundleParams, body io.Reader) (AuditBundlePreview, error) {
	call := request{method: "POST", path: "/api/import/audit-bundle"}
	call.optional("allowDuplicate", params.AllowDuplicate)
	call.optional("force", params.Force)
	call.query("preview", "1")
	call.body = body
	return fetch[AuditBundlePreview](ctx, c, call)
}

// SigningKey sends GET /api/signing-key: get the public key that verifies data sets and evidence.
func (c *Client) SigningKey(ctx context.Context) (SigningKey, error) {
	call := request{method: "GET", path: "/api/signing-key"}
	return fetch[SigningKey](ctx, c, call)
}

// AuditParams has the optional parameters of [Client.Audit]. A zero field is not sent.
type AuditParams struct {
	Limit   int64  // The maximum number of entries. Defaults to 50.
	Offset  int64  // The number of entries to skip.
	Action  string // Entries whose action begins with this text, such as backup or admin_token.login.
	Success string // 1, true, yes, on, 0, false, no, off, : true: only requests that succeeded. false: only requests that were refused or failed.
	Since   Time   // Entries at or after this time. A date means its start, and a time without a zone is UTC.
	Until   Time   // Entries at or before this time. A date means its end, in UTC.
}

// Audit sends GET /api/audit: list privileged and refused requests, newest first.
// It requires the admin token.
func (c *Client) Audit(ctx context.Context, params AuditParams) (AuditAnswer, error) {
	call := request{method: "GET", path: "/api/audit"}
	call.optional("limit", number(params.Limit))
	call.optional("offset", number(params.Offset))
	call.optional("action", params.Action)
	call.optional("success", params.Success)
	call.optional("since", number(int64(params.Since)))
	call.optional("until", number(int64(params.Until)))
	return fetch[AuditAnswer](ctx, c, call)
}

// Deployment sends GET /api/deployment/diagnostics: get the deployment diagnostics.
func (c *Client) Deployment(ctx context.Context) (DeploymentAnswer, error) {
	call := request{method: "GET", path: "/api/deployment/diagnostics"}
	return fetch[DeploymentAnswer](ctx, c, call)
}

// SupportBundle sends GET /api/deployment/support-bundle: get a support bundle without secrets or app names.
func (c *Client) SupportBundle(ctx context.Context) (SupportAnswer, error) {
	call := request{method: "GET", path: "/api/deployment/support-bundle"}
	return fetch[SupportAnswer](ctx, c, call)
}

// DesktopDiagnostics sends GET /api/desktop/diagnostics: get the desktop diagnostics.
func (c *Client) DesktopDiagnostics(ctx context.Context) (DesktopAnswer, error) {
	call := request{method: "GET", path: "/api/desktop/diagnostics"}
	return fetch[DesktopAnswer](ctx, c, call)
}

// Diagnostics sends GET /api/diagnostics/bundle: get all diagnostics.
func (c *Client) Diagnostics(ctx context.Context) (BundleAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/bundle"}
	return fetch[BundleAnswer](ctx, c, call)
}

// Database sends GET /api/diagnostics/database: get the state of the database.
func (c *Client) Database(ctx context.Context) (DatabaseAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/database"}
	return fetch[DatabaseAnswer](ctx, c, call)
}

// CheckDatabase sends POST /api/diagnostics/database: check the database.
// The service allows a client 4 calls in 60 seconds.
// It requires the admin token.
func (c *Client) CheckDatabase(ctx context.Context, body CheckDatabaseBody) (DatabaseAnswer, error) {
	call := request{method: "POST", path: "/api/diagnostics/database"}
	call.value = body
	return fetch[DatabaseAnswer](ctx, c, call)
}

// Disk sends GET /api/diagnostics/disk: get disk usage.
func (c *Client) Disk(ctx context.Context) (DiskAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/disk"}
	return fetch[DiskAnswer](ctx, c, call)
}

// ClearErrors sends DELETE /api/diagnostics/errors: clear recent errors.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ClearErrors(ctx context.Context) (FaultsAnswer, error) {
	call := request{method: "DELETE", path: "/api/diagnostics/errors"}
	return fetch[FaultsAnswer](ctx, c, call)
}

// ErrorsParams has the optional parameters of [Client.Errors]. A zero field is not sent.
type ErrorsParams struct {
	Limit int64 // The maximum number of entries. Defaults to all that are kept.
}

// Errors sends GET /api/diagnostics/errors: list recent errors.
func (c *Client) Errors(ctx context.Context, params ErrorsParams) (FaultsAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/errors"}
	call.optional("limit", number(params.Limit))
	return fetch[FaultsAnswer](ctx, c, call)
}

// LastCheck sends GET /api/diagnostics/health: get the report of the last data check.
// The answer is Report or NeverChecked.
func (c *Client) LastCheck(ctx context.Context) (json.RawMessage, error) {
	call := request{method: "GET", path: "/api/diagnostics/health"}
	return fetch[json.RawMessage](ctx, c, call)
}

// CheckHealth sends POST /api/diagnostics/health: check the stored data.
// The service allows a client 4 calls in 60 seconds.
// It requires the admin token.
func (c *Client) CheckHealth(ctx context.Context) (Report, error) {
	call := request{method: "POST", path: "/api/diagnostics/health"}
	return fetch[Report](ctx, c, call)
}

// ClearRuntime sends DELETE /api/diagnostics/runtime: reset runtime metrics.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) ClearRuntime(ctx context.Context) (RuntimeAnswer, error) {
	call := request{method: "DELETE", path: "/api/diagnostics/runtime"}
	return fetch[RuntimeAnswer](ctx, c, call)
}

// Runtime sends GET /api/diagnostics/runtime: get runtime metrics.
func (c *Client) Runtime(ctx context.Context) (RuntimeAnswer, error) {
	call := request{method: "GET", path: "/api/diagnostics/runtime"}
	return fetch[RuntimeAnswer](ctx, c, call)
}

// MeasureRuntime sends POST /api/diagnostics/runtime: turn the measurement of slow transactions on or off.
// The service allows a client 10 calls in 60 seconds.
// It requires the admin token.
func (c *Client) MeasureRuntime(ctx context.Context, body MeasureRuntimeBody) (RuntimeAnswer, error) {
	call := request{method: "POST", path: "/api/diagnostics/runtime"}
	call.value = body
	return fetch[RuntimeAnswer](ctx, c, call)
}

// Health sends GET /api/health: check that the service is alive.
func (c *Client) Health(ctx context.Context) (HealthAnswer, error) {
	call := request{method: "GET", path: "/api/health"}
	return fetch[HealthAnswer](ctx, c, call)
}

// Document sends GET /api/openapi.json: get this OpenAPI document.
func (c *Client) Document(ctx context.Context) (json.RawMessage, error) {
	call := request{method: "GET", path: "/api/openapi.json"}
	return fetch[json.RawMessage](ctx, c, call)
}

// ReadTokens sends GET /api/read-tokens: list read tokens and paired browsers, newest first.
// It requires the admin token.
func (c *Client) ReadTokens(ctx context.Context) (ReadTokensAnswer, error) {
	call := request{method: "GET", path: "/api/read-tokens"}
	return fetch[ReadTokensAnswer](ctx, c, call)
}

// CreateReadToken sends POST /api/read-tokens: create a read token and get its secret, which is not shown again.
// It requires the admin token.
func (c *Client) CreateReadToken(ctx context.Context, body CreateReadTokenBody) (CreatedReadToken, error) {
	call := request{method: "POST", path: "/api/read-tokens"}
	call.value = body
	return fetch[CreatedReadToken](ctx, c, call)
}

// RevokeReadToken sends DELETE /api/read-tokens/{id}: revoke a read token or unpair a browser.
// It requires the admin token.
func (c *Client) RevokeReadToken(ctx context.Context, id string) (OkAnswer, error) {
	call := request{method: "DELETE", path: "/api/read-tokens/" + escape(id)}
	return fetch[OkAnswer](ctx, c, call)
}

// Ready sends GET /api/ready: check that the service is ready.
func (c *Client) Ready(ctx context.Context) (ReadyAnswer, error) {
	call := request{method: "GET", path: "/api/ready"}
	return fetch[ReadyAnswer](ctx, c, call)
}

// Metrics sends GET /metrics: get the metrics, for Prometheus.
func (c *Client) Metrics(ctx context.Context) (*File, error) {
	call := request{method: "GET", path: "/metrics"}
	return c.file(ctx, call)
}
