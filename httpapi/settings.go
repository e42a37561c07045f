package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// settings answers "GET /api/settings". No secret is in it.
func (a *API) settings(ctx context.Context, _ nothing) (shown map[string]any, err error) {
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		shown, err = settings.Show(tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	if shown[settings.AppCountry], err = a.cfg.Fleet.Country(ctx); err != nil {
		return nil, err
	}
	sync, err := a.cfg.Fleet.SyncStatus(ctx)
	if err != nil {
		return nil, err
	}
	shown["lastAutoSync"], shown["syncRunning"] = sync.LastRun, sync.Running
	shown["adminTokenRequired"] = a.token.configured || a.exposed
	return shown, nil
}

// changeSettings answers "POST /api/settings": all of the members are written, or
// none is.
func (a *API) changeSettings(w http.ResponseWriter, r *request) error {
	var sent map[string]json.RawMessage
	if err := r.object(&sent); err != nil {
		return err
	}
	change, err := settings.Parse(sent, storage.TimeOf(a.cfg.Now()))
	if err == nil {
		err = a.cfg.Store.Update(r.Context(), change.Write)
	}
	if fault, ok := errors.AsType[*settings.Fault](err); ok {
		return badRequest("%v", fault)
	}
	if err != nil {
		return err
	}
	a.noteDetail(r, "settings.write.success", strings.Join(change.Names(), ","), true)
	return writeJSON(w, r, successAnswer{true})
}
