package data

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/services"
)

// bundles are the operations on audit bundles, which users exchange, and the export of the
// tracked apps as one file.
type bundles struct {
	services.Set
	maxUpload int64
}

func (b bundles) operations() []op.Operation {
	file := op.Answer{Content: "application/json", Schema: bundleFormat, Headers: []op.Header{op.FileName}}
	limit := op.Every(time.Minute, 5, "export.audit_bundle")
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/export/audit-bundle", ID: "exportAuditBundle", Group: "backup", Summary: "Export an audit bundle for another person",
			Access: op.Sensitive, Limit: limit, Heavy: true, Doc: op.Doc{Answer: file},
		}, b.export),
		op.New(op.Spec{
			Route: "POST /api/export/audit-bundle", ID: "exportAuditBundleWith", Group: "backup", Summary: "Export an audit bundle for another person, with options",
			Access: op.Administer, Limit: limit, Heavy: true, MaxBody: 4 << 10, BodyOptional: true,
			Example: `{"recommenderName": "Ada", "migrationFlow": true}`, Doc: op.Doc{Answer: file},
		}, b.exportWith),
		op.WithRequest(op.Spec{
			Route: "POST /api/import/audit-bundle", ID: "importAuditBundle", Group: "backup", Summary: "Import the audit bundle of another person",
			Access: op.Sensitive, MaxBody: b.maxUpload, Upload: true,
			Example: `{"version": 2, "exported_at": "2026-01-01T00:00:00.000Z", "apps": [], "annotations": []}`,
			Doc: op.Doc{
				Body: bundleFormat, File: true,
				Forms: []op.Form{
					{
						ID: "importAuditBundle", Summary: "Import an audit bundle", Without: []string{"preview"},
						Answer: op.Answer{Schema: op.Of[importAnswer]()},
					},
					{
						ID: "previewAuditBundle", Summary: "Preview the import of an audit bundle", Query: map[string]string{"preview": "1"},
						Answer: op.Answer{Schema: op.Of[bundlePreview]()},
					},
				},
				Faults: map[int]op.Schema{http.StatusConflict: op.OrError(op.Refusal("DuplicateBundle", func(r *openapi.Reflector) openapi.Members {
					return openapi.Members{"code": openapi.OneOf("duplicate"), "existingImport": op.Of[bundle.Imported]()(r)}
				}))},
			},
		}, b.imported),
		op.New(op.Spec{
			Route: "GET /api/export", ID: "exportTable", Group: "backup", Summary: "Export the tracked apps as CSV or JSON", Access: op.Sensitive,
			Heavy: true,
			Doc: op.Doc{Forms: []op.Form{
				{
					ID: "exportCSV", Summary: "Export the tracked apps as CSV", Without: []string{"format"},
					Answer: op.Answer{Content: "text/csv", Headers: []op.Header{op.FileName}},
				},
				{
					ID: "exportJSON", Summary: "Export the tracked apps with their labels as JSON", Query: map[string]string{"format": "json"},
					Answer: op.Answer{Schema: exportedFleet},
				},
			}},
		}, b.table),
	}
}

// recommender is the name of the user who makes a bundle. The service refuses one
// that is too long.
type recommender string

func (recommender) Schema() *openapi.Schema { return openapi.TextOf(0, 200) }

type exportBundleRequest struct {
	Recommender *recommender `query:"recommenderName" doc:"The name of the author, who recommends the verdicts." example:"Ada"`
	Profile     bool         `query:"includeRecommenderProfile" op:"default=true" doc:"Whether the bundle has the privacy profile of its author. Defaults to true."`
	Migration   bool         `query:"migrationFlow" doc:"Whether to ask the importing user to review the recommendations."`
}

func (b bundles) export(_ context.Context, in exportBundleRequest) (download, error) {
	options := bundle.Options{Recommender: (*string)(in.Recommender), WithoutProfile: !in.Profile, MigrationFlow: in.Migration}
	if err := options.Validate(); err != nil {
		return download{}, &op.Error{Status: http.StatusBadRequest, Message: "recommenderName must be a text of at most 200 characters", Cause: err}
	}
	// The name is in the local time zone: it is for people.
	return download{"application/json", options.FileName(b.Now()), func(ctx context.Context, w io.Writer) error {
		return b.Bundles.Export(ctx, w, options)
	}}, nil
}

type exportBundleBody struct {
	Recommender *recommender `json:"recommenderName" doc:"The name of the author, who recommends the verdicts."`
	// Whether the bundle has the privacy profile of its author. Defaults to true.
	Profile bool `json:"includeRecommenderProfile" op:"default=true"`
	// Whether to ask the importing user to review the recommendations. Defaults to false.
	Migration bool `json:"migrationFlow"`
}

func (b bundles) exportWith(ctx context.Context, in exportBundleBody) (download, error) {
	return b.export(ctx, exportBundleRequest(in))
}

type importBundleRequest struct {
	Preview        bool `query:"preview" doc:"Report what the import would do, without importing anything."`
	AllowDuplicate bool `query:"allowDuplicate" doc:"Import a bundle that was imported before."`
	Force          bool `query:"force" doc:"Import a bundle with an unsupported version of the format, or whose exported_at is no date or time of ISO 8601."`
}

type importAnswer struct {
	Success bool           `json:"success"` // whether it succeeded
	Summary bundle.Summary `json:"summary"` // the summary
}

type bundlePreview struct {
	Success bool `json:"success"` // whether it succeeded
	Preview bool `json:"preview"` // always true: nothing was imported
	bundle.ImportPreview
}

func (b bundles) imported(ctx context.Context, r op.Request, in importBundleRequest) (any, error) {
	file, err := r.Upload("file")
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read: nothing is lost
	sent, err := bundle.Open(file, file.Size, bundle.OpenOptions{AnyVersion: in.Force})
	if err != nil {
		return nil, bundleError(err)
	}
	if in.Preview {
		would, err := b.Bundles.Preview(ctx, sent)
		return bundlePreview{true, true, would}, bundleError(err)
	}
	summary, err := b.Bundles.Import(ctx, sent, in.AllowDuplicate)
	return importAnswer{true, summary}, bundleError(err)
}

// bundleError makes the errors of a bundle's content errors of the client.
func bundleError(err error) error {
	if wrong, ok := errors.AsType[*bundle.FormatError](err); ok {
		return &op.Error{Status: http.StatusBadRequest, Message: wrong.Reason, Cause: err}
	}
	if twice, ok := errors.AsType[*bundle.DuplicateError](err); ok {
		return &op.Error{
			Status: http.StatusConflict, Message: "This bundle was imported before", Cause: err,
			More: map[string]any{"code": "duplicate", "existingImport": twice.Existing},
		}
	}
	return err
}

// bundleFormat describes an audit bundle. The names are those of the file format,
// which other products have in common.
func bundleFormat(r *openapi.Reflector) *openapi.Schema {
	return r.Define("AuditBundle", nil, func() *openapi.Schema {
		records := openapi.List(openapi.Object(nil))
		return openapi.Object(openapi.Members{
			"version": openapi.Integer(), "app_version": openapi.Loose(openapi.OrNull(openapi.Text())), "exported_at": openapi.Text().Says("ISO 8601"),
			"apps": records, "annotations": records, "verdicts": records, "recommender_name": openapi.Loose(openapi.OrNull(openapi.Text())),
		}, "exported_at", "apps", "annotations").Says("Apps, notes and verdicts for another person. No private note is in it")
	})
}
