// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// ForgetImportParams are what may be left out. What is zero is not sent.
type ForgetImportParams struct {
	RemoveApps string // 1, true, yes, on, 0, false, no, off, : Also stop tracking the apps of the import, even those that another import contains as well.
}

// ForgetImport is "DELETE /api/imports": delete an import.
// It wants the admin token.
func (c *Client) ForgetImport(ctx context.Context, id string, params ForgetImportParams) (DeletedImportAnswer, error) {
	call := request{method: "DELETE", path: "/api/imports"}
	call.query("id", id)
	call.optional("removeApps", params.RemoveApps)
	return fetch[DeletedImportAnswer](ctx, c, call)
}

// Imports is "GET /api/imports": list all imports, newest first.
func (c *Client) Imports(ctx context.Context) ([]Import, error) {
	call := request{method: "GET", path: "/api/imports"}
	return fetch[[]Import](ctx, c, call)
}

// ShowImport is "GET /api/imports": get an import with its items.
func (c *Client) ShowImport(ctx context.Context, id string) (ImportDetails, error) {
	call := request{method: "GET", path: "/api/imports"}
	call.query("id", id)
	return fetch[ImportDetails](ctx, c, call)
}

// BeginImport is "POST /api/imports": start an import.
func (c *Client) BeginImport(ctx context.Context, body BeginImportBody) (Import, error) {
	call := request{method: "POST", path: "/api/imports"}
	call.value = body
	return fetch[Import](ctx, c, call)
}

// CompleteImport is "POST /api/imports/complete": complete an import.
func (c *Client) CompleteImport(ctx context.Context, body CompleteImportBody) (Import, error) {
	call := request{method: "POST", path: "/api/imports/complete"}
	call.value = body
	return fetch[Import](ctx, c, call)
}

// AddImportItems is "POST /api/imports/items": add items to an import.
// At most 30 calls in 60 seconds.
func (c *Client) AddImportItems(ctx context.Context, body AddImportItemsBody) (ImportItemsAnswer, error) {
	call := request{method: "POST", path: "/api/imports/items"}
	call.value = body
	return fetch[ImportItemsAnswer](ctx, c, call)
}

// ChangeImportMatch is "POST /api/imports/items/change-match": choose another app for an item of an import.
func (c *Client) ChangeImportMatch(ctx context.Context, body ChangeImportMatchBody) (RematchedImportItem, error) {
	call := request{method: "POST", path: "/api/imports/items/change-match"}
	call.value = body
	return fetch[RematchedImportItem](ctx, c, call)
}

// RetryImportItem is "POST /api/imports/items/retry": retry an item of an import.
// At most 30 calls in 60 seconds.
func (c *Client) RetryImportItem(ctx context.Context, body RetryImportItemBody) (RetriedImportItem, error) {
	call := request{method: "POST", path: "/api/imports/items/retry"}
	call.value = body
	return fetch[RetriedImportItem](ctx, c, call)
}

// UpdateImportItem is "POST /api/imports/items/update": change an item of an import.
func (c *Client) UpdateImportItem(ctx context.Context, body UpdateImportItemBody) (ImportItemAnswer, error) {
	call := request{method: "POST", path: "/api/imports/items/update"}
	call.value = body
	return fetch[ImportItemAnswer](ctx, c, call)
}

// ImportQueue is "GET /api/imports/queue": get the state of the import queue.
func (c *Client) ImportQueue(ctx context.Context) (ImportQueue, error) {
	call := request{method: "GET", path: "/api/imports/queue"}
	return fetch[ImportQueue](ctx, c, call)
}

// WorkOnImports is "POST /api/imports/queue": process the import queue.
func (c *Client) WorkOnImports(ctx context.Context) (ImportsWorkedOn, error) {
	call := request{method: "POST", path: "/api/imports/queue"}
	return fetch[ImportsWorkedOn](ctx, c, call)
}

// ManualApps is "GET /api/manual-apps": list manual apps.
// At most 120 calls in 60 seconds.
func (c *Client) ManualApps(ctx context.Context) (ManualAppsAnswer, error) {
	call := request{method: "GET", path: "/api/manual-apps"}
	return fetch[ManualAppsAnswer](ctx, c, call)
}

// AddManualApp is "POST /api/manual-apps": add a manual app.
// At most 30 calls in 60 seconds.
// It wants the admin token.
func (c *Client) AddManualApp(ctx context.Context, body AddManualAppBody) (ManualAppAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps"}
	call.value = body
	return fetch[ManualAppAnswer](ctx, c, call)
}

// AddManualApps is "POST /api/manual-apps/bulk": add several manual apps.
// At most 10 calls in 60 seconds.
// It wants the admin token.
func (c *Client) AddManualApps(ctx context.Context, body AddManualAppsBody) (ManualBulkAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps/bulk"}
	call.value = body
	return fetch[ManualBulkAnswer](ctx, c, call)
}

// DeleteManualApp is "DELETE /api/manual-apps/{id}": delete a manual app.
// At most 30 calls in 60 seconds.
// It wants the admin token.
func (c *Client) DeleteManualApp(ctx context.Context, id string) (SuccessAnswer, error) {
	call := request{method: "DELETE", path: "/api/manual-apps/" + escape(id)}
	return fetch[SuccessAnswer](ctx, c, call)
}

// ManualApp is "GET /api/manual-apps/{id}": get a manual app.
// At most 120 calls in 60 seconds.
func (c *Client) ManualApp(ctx context.Context, id string) (ManualAppAnswer, error) {
	call := request{method: "GET", path: "/api/manual-apps/" + escape(id)}
	return fetch[ManualAppAnswer](ctx, c, call)
}

// EditManualApp is "PUT /api/manual-apps/{id}": change a manual app.
// At most 30 calls in 60 seconds.
// It wants the admin token.
func (c *Client) EditManualApp(ctx context.Context, id string, body EditManualAppBody) (ManualAppAnswer, error) {
	call := request{method: "PUT", path: "/api/manual-apps/" + escape(id)}
	call.value = body
	return fetch[ManualAppAnswer](ctx, c, call)
}

// ManualPolicyVersion is "GET /api/manual-apps/{id}/policy-version/{versionId}": get a policy version of a manual app.
// At most 120 calls in 60 seconds.
func (c *Client) ManualPolicyVersion(ctx context.Context, id string, versionId string) (ManualVersionAnswer, error) {
	call := request{method: "GET", path: "/api/manual-apps/" + escape(id) + "/policy-version/" + escape(versionId)}
	return fetch[ManualVersionAnswer](ctx, c, call)
}

// RestoreManualApp is "POST /api/manual-apps/{id}/restore": restore a deleted manual app.
// At most 30 calls in 60 seconds.
// It wants the admin token.
func (c *Client) RestoreManualApp(ctx context.Context, id string, body RestoreManualAppBody) (ManualAppAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps/" + escape(id) + "/restore"}
	call.value = body
	return fetch[ManualAppAnswer](ctx, c, call)
}

// ReadManualPolicy is "POST /api/manual-apps/{id}/scrape": fetch the policy of a manual app.
// At most 10 calls in 60 seconds.
func (c *Client) ReadManualPolicy(ctx context.Context, id string) (ManualScrapeAnswer, error) {
	call := request{method: "POST", path: "/api/manual-apps/" + escape(id) + "/scrape"}
	return fetch[ManualScrapeAnswer](ctx, c, call)
}
