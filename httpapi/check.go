package httpapi

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/privacylabels/auditor/storage"
)

// neverRun is the answer while the records have not been checked.
var neverRun = json.RawMessage(`{"neverRun":true}`)

// lastCheck answers "GET /api/diagnostics/health".
func (a *API) lastCheck(ctx context.Context, _ nothing) (json.RawMessage, error) {
	if a.cfg.Health == nil {
		return neverRun, nil
	}
	report, err := a.cfg.Health.Last(ctx)
	if err == nil && report == nil {
		report = neverRun
	}
	return report, err
}

// checkHealth answers "POST /api/diagnostics/health". Its body is not looked at.
func (a *API) checkHealth(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	if a.cfg.Health == nil {
		return storage.ErrNotSupported
	}
	report, sound, err := a.cfg.Health.Check(r.Context())
	a.note(r, "diagnostics.health.run", err == nil && sound)
	if err != nil {
		return err
	}
	return writeJSON(w, r, report)
}
