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
	var answer settingsAnswer
	if err == nil {
		err = a.cfg.Store.Update(r.Context(), func(tx storage.Tx) (err error) {
			answer, err = changedSettings(tx, change)
			return err
		})
	}
	if fault, ok := errors.AsType[*settings.Fault](err); ok {
		return badRequest("%v", fault)
	}
	if err != nil {
		return err
	}
	a.noteDetail(r, "settings.write.success", strings.Join(change.Names(), ","), true)
	return writeJSON(w, r, answer)
}

// settingsAnswer is the answer of POST /api/settings.
type settingsAnswer struct {
	successAnswer
	// A key is for one provider at one address, and is cleared with either.
	KeyCleared bool `json:"aiApiKeyCleared,omitempty"`
}

func changedSettings(tx storage.Tx, change settings.Change) (answer settingsAnswer, err error) {
	before, err := settings.Text(tx, settings.AIKey)
	if err != nil {
		return answer, err
	}
	if err := change.Write(tx); err != nil {
		return answer, err
	}
	after, err := settings.Text(tx, settings.AIKey)
	return settingsAnswer{successAnswer{true}, before != "" && after == ""}, err
}
