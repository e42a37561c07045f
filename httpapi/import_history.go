package httpapi

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"github.com/privacylabels/auditor/fleet"
)

const importAction = "wayback.import.app"

// importHistory answers "POST /api/apps/{id}/import-history". Its body may be
// left out.
func (a *API) importHistory(w http.ResponseWriter, r *request) error {
	app, err := r.knownAppID()
	if err != nil {
		return err
	}
	var sent struct {
		IntervalMonths json.RawMessage `json:"intervalMonths"`
	}
	if err := r.optionalObject(&sent); err != nil {
		return err
	}
	a.noteDetail(r, importAction+".start", "app="+app.String(), true)
	result, err := a.cfg.Fleet.ImportHistory(r.Context(), app, monthsOf(sent.IntervalMonths))
	if err != nil {
		a.noteDetail(r, importAction+".failed", fmt.Sprintf("app=%s %s", app, toAnswer(err).message), false)
		return err
	}
	a.noteDetail(r, importAction+".success", fmt.Sprintf("app=%s imported=%d", app, result.Imported), true)
	return writeJSON(w, r, struct {
		Result fleet.HistoryResult `json:"result"`
	}{result})
}

// monthsOf returns how many months a client wants between two pages. What is no
// number from 1 to 6 says nothing.
func monthsOf(sent json.RawMessage) int {
	var months float64
	if json.Unmarshal(sent, &months) != nil || months < 1 || months >= fleet.MaxHistoryMonths+1 {
		return fleet.DefaultHistoryMonths
	}
	return int(math.Floor(months))
}

// removeHistory answers "DELETE /api/apps/{id}/import-history".
func (a *API) removeHistory(w http.ResponseWriter, r *request) error {
	app, err := r.knownAppID()
	if err != nil {
		return err
	}
	if err := r.skipBody(); err != nil {
		return err
	}
	n, err := a.cfg.Fleet.RemoveHistory(r.Context(), app)
	return a.removed(w, r, importAction+".remove", n, err)
}
