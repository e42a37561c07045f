package data

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/storage"
)

// importLists are the operations on lists of apps to track, and on their items.
type importLists struct{ services.Set }

func (i importLists) operations() []op.Operation {
	missing := []int{http.StatusNotFound}
	appStore := []int{http.StatusNotFound, http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusNotImplemented}
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/imports", ID: "queryImports", Group: "imports", Summary: "List imports, or get one with its items",
			Cached: true, Refuses: missing,
			Doc: op.Doc{Forms: []op.Form{
				{ID: "imports", Summary: "List all imports, newest first", Without: []string{"id"}, Answer: op.Answer{Schema: op.Of[[]imports.List]()}},
				{ID: "showImport", Summary: "Get an import with its items", Required: []string{"id"}, Answer: op.Answer{Schema: op.Of[imports.Details]()}},
			}},
		}, i.query),
		op.New(op.Spec{
			Route: "POST /api/imports", ID: "beginImport", Group: "imports", Summary: "Start an import", MaxBody: 8 << 10,
			Example: `{"source": "file", "sourceLabel": "apps.csv", "total": 2}`,
		}, i.begin),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/imports", ID: "forgetImport", Group: "imports", Summary: "Delete an import",
			Access: op.Administer, Refuses: missing,
		}, i.delete),
		op.New(op.Spec{
			Route: "POST /api/imports/complete", ID: "completeImport", Group: "imports", Summary: "Complete an import", MaxBody: 4 << 10,
			Refuses: missing, Example: `{"importId": "1"}`,
		}, i.complete),
		op.NewPlain(op.Spec{ // not cached: whether the queue is paused depends on the time
			Route: "GET /api/imports/queue", ID: "importQueue", Group: "imports", Summary: "Get the state of the import queue",
		}, i.Imports.Queue),
		op.NewPlain(op.Spec{
			Route: "POST /api/imports/queue", ID: "workOnImports", Group: "imports", Summary: "Process the import queue",
		}, i.work),
		op.New(op.Spec{
			Route: "POST /api/imports/items", ID: "addImportItems", Group: "imports", Summary: "Add items to an import",
			Limit: op.Every(time.Minute, 30, "imports.items.add"), MaxBody: 512 << 10, Refuses: []int{http.StatusNotFound},
			Member: "items", Doc: op.Doc{As: "ImportItemsAnswer"},
			Example: `{"importId": "1", "items": [{"query": "One", "status": "queued", "url": "https://apps.apple.com/us/app/id1"}, {"query": "Two", "status": "unmatched"}]}`,
		}, i.addItems),
		op.New(op.Spec{
			Route: "POST /api/imports/items/update", ID: "updateImportItem", Group: "imports", Summary: "Change an item of an import",
			MaxBody: 32 << 10, Refuses: []int{http.StatusNotFound, http.StatusConflict},
			Member: "item", Doc: op.Doc{As: "ImportItemAnswer"},
			Example: `{"itemId": "1-0", "status": "queued", "url": "https://apps.apple.com/us/app/id1", "developer": null}`,
		}, i.updateItem),
		op.New(op.Spec{
			Route: "POST /api/imports/items/retry", ID: "retryImportItem", Group: "imports", Summary: "Retry an item of an import",
			Limit: op.Every(time.Minute, 30, "imports-retry-item"), MaxBody: 4 << 10, Refuses: appStore,
			Example: `{"itemId": "1-0"}`,
		}, i.retryItem),
		op.New(op.Spec{
			Route: "POST /api/imports/items/change-match", ID: "changeImportMatch", Group: "imports", Summary: "Choose another app for an item of an import",
			MaxBody: 16 << 10, Refuses: appStore,
			Example: `{"itemId": "1-0", "url": "https://apps.apple.com/us/app/id2"}`,
		}, i.changeMatch),
	}
}

type importsRequest struct {
	ID string `query:"id" doc:"Return this import with its items." example:"1"`
}

func (i importLists) query(ctx context.Context, in importsRequest) (any, error) {
	if in.ID != "" {
		return i.Imports.Show(ctx, in.ID)
	}
	return i.Imports.Lists(ctx)
}

type beginImportRequest struct {
	// The source.
	Source storage.ImportSource `json:"source" op:"required" enum:"screenshots,file,manual"`
	Label  labelText            `json:"sourceLabel" doc:"A name for the import, such as that of the file."`
	Total  op.Nullable[int]     `json:"total" op:"min=0,max=1000000" doc:"The number of items that will be added, if known."`
	Device labelText            `json:"deviceId" doc:"The device that the apps are installed on."`
}

// maxItemText is the longest text of an import, in bytes.
const maxItemText = 2000

// labelText is a text without the space around it. A value of another type counts
// as empty.
type labelText string

func (t *labelText) UnmarshalJSON(sent []byte) error {
	var text string
	fits := json.Unmarshal(sent, &text) == nil
	if text = strings.TrimSpace(text); len(text) > maxItemText {
		return fmt.Errorf("is longer than %d bytes", maxItemText)
	}
	*t = labelText(text)
	return op.Part("", fits)
}

func (labelText) Schema() *openapi.Schema { return openapi.Loose(openapi.TextOf(0, maxItemText)) }

func (i importLists) begin(ctx context.Context, in beginImportRequest) (imports.List, error) {
	return i.Imports.Begin(ctx, imports.Start{
		Source: in.Source, Label: storage.Text(in.Label), Device: storage.Text(in.Device), Total: in.Total.Value,
	})
}

type deleteImportRequest struct {
	ID         string `query:"id" op:"required,min=1" doc:"The ID of the import." example:"1"`
	RemoveApps bool   `query:"removeApps" doc:"Also stop tracking the apps of the import, even those that another import contains as well."`
}

type deletedImportAnswer struct {
	Success bool `json:"success"`     // whether it succeeded
	Deleted int  `json:"deletedApps"` // number of apps that were deleted with the import
}

func (i importLists) delete(ctx context.Context, r op.Request, in deleteImportRequest) (deletedImportAnswer, error) {
	removed, err := i.Imports.Forget(ctx, in.ID, in.RemoveApps)
	noteSuccess(r, "imports.delete", fmt.Sprintf("%d apps", removed), err)
	return deletedImportAnswer{true, removed}, err
}

type completeImportRequest struct {
	ID string `json:"importId" op:"required" doc:"The ID of the import."`
}

func (i importLists) complete(ctx context.Context, in completeImportRequest) (imports.List, error) {
	return i.Imports.Complete(ctx, in.ID)
}

func (i importLists) work(ctx context.Context) (imports.Worked, error) {
	return i.Imports.Work(ctx, i.Runs)
}
