package httpapi

import (
	"fmt"
	"net/http"
)

// reset answers "POST /api/reset".
func (a *API) reset(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	apps, err := a.cfg.Backup.Reset(r.Context())
	if err != nil {
		a.note(r, "reset.failed", false)
		return err
	}
	a.noteDetail(r, "reset.success", fmt.Sprintf("apps=%d", apps), true)
	return writeJSON(w, r, successAnswer{true})
}
