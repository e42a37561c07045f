package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/privacylabels/auditor/backup"
)

// exportTable answers "GET /api/export".
func (a *API) exportTable(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	switch format, sent := r.query("format"); {
	case format == "json":
		return a.send(w.(*response), r, download{contentType: jsonType[0], write: a.cfg.Exchange.WriteJSON})
	case sent && format != "csv":
		return badRequest("format must be csv or json")
	}
	name := "auditor-" + a.cfg.Now().UTC().Format("2006-01-02") + ".csv"
	return a.send(w.(*response), r, download{"text/csv; charset=utf-8", name, a.cfg.Exchange.WriteCSV})
}

// bundleRequest is GET or POST /api/export/audit-bundle.
type bundleRequest struct{ options backup.AuditBundleOptions }

func (in *bundleRequest) decode(r *request) error {
	if r.Method != http.MethodPost {
		if name, sent := r.query("recommenderName"); sent {
			in.options.Recommender = &name
		}
		profile, err := r.boolean("includeRecommenderProfile", true)
		if err != nil {
			return err
		}
		in.options.WithoutProfile = !profile
		in.options.MigrationFlow, err = r.boolean("migrationFlow", false)
		return err
	}
	var body struct {
		Recommender *string         `json:"recommenderName"`
		Profile     json.RawMessage `json:"includeRecommenderProfile"`
		Flow        json.RawMessage `json:"migrationFlow"`
	}
	if err := r.optionalObject(&body); err != nil {
		return err
	}
	in.options.Recommender = body.Recommender
	// Nothing but the very words counts.
	in.options.WithoutProfile, in.options.MigrationFlow = string(body.Profile) == "false", string(body.Flow) == "true"
	return nil
}

// exportBundle answers "GET /api/export/audit-bundle" and "POST /api/export/audit-bundle".
func (a *API) exportBundle(w http.ResponseWriter, r *request) error {
	in, err := decode[bundleRequest](r)
	if err != nil {
		return err
	}
	if err := in.options.Validate(); err != nil {
		return &requestError{status: http.StatusBadRequest, message: "recommenderName must be a text of at most 200 characters", cause: err}
	}
	// In the zone of the clock: the name is for people.
	name := in.options.FileName(a.cfg.Now())
	return a.send(w.(*response), r, download{jsonType[0], name, func(ctx context.Context, to io.Writer) error {
		return a.cfg.Exchange.WriteAuditBundle(ctx, to, in.options)
	}})
}

// importRequest is POST /api/import/audit-bundle.
type importRequest struct{ preview, allowDuplicate, force bool }

func (in *importRequest) decode(r *request) (err error) {
	if in.preview, err = r.boolean("preview", false); err != nil {
		return err
	}
	if in.allowDuplicate, err = r.boolean("allowDuplicate", false); err != nil {
		return err
	}
	in.force, err = r.boolean("force", false)
	return err
}

// importAnswer is the answer of an import that was done.
type importAnswer struct {
	Success bool                      `json:"success"`
	Summary backup.AuditBundleSummary `json:"summary"`
}

// importBundle answers "POST /api/import/audit-bundle".
func (a *API) importBundle(w http.ResponseWriter, r *request) error {
	var in importRequest
	if err := in.decode(r); err != nil {
		return err
	}
	file, err := r.upload(a.cfg.DataDir, "file")
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read by now: nothing is lost
	bundle, err := backup.OpenAuditBundle(file, file.size, backup.AuditBundleCheck{AnyVersion: in.force})
	if err != nil {
		return bundleError(err)
	}
	if in.preview {
		would, err := a.cfg.Exchange.Preview(r.Context(), bundle)
		if err != nil {
			return bundleError(err)
		}
		return writeJSON(w, r, struct {
			Success bool `json:"success"`
			Preview bool `json:"preview"`
			backup.AuditBundlePreview
		}{true, true, would})
	}
	summary, err := a.cfg.Exchange.Import(r.Context(), bundle, in.allowDuplicate)
	if err != nil {
		return bundleError(err)
	}
	return writeJSON(w, r, importAnswer{true, summary})
}

// bundleError says of an error of a bundle what the client can do about it.
func bundleError(err error) error {
	if wrong, ok := errors.AsType[*backup.AuditBundleError](err); ok {
		return &requestError{status: http.StatusBadRequest, message: wrong.Reason, cause: err}
	}
	if twice, ok := errors.AsType[*backup.DuplicateError](err); ok {
		return &requestError{
			status: http.StatusConflict, message: "This bundle was imported before", cause: err,
			more: map[string]any{"code": "duplicate", "existingImport": twice.Existing},
		}
	}
	return err
}
