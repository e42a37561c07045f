package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// changelogResetAnswer says what is gone of the changelog.
type changelogResetAnswer struct {
	doneAnswer
	Snapshots int `json:"snapshotsRemoved"`
	Reviews   int `json:"reviewActionsRemoved"`
	Apps      int `json:"appsTouched"`
}

// resetChangelog answers "POST /api/dev/reset-changelog".
func (a *API) resetChangelog(w http.ResponseWriter, r *request) error {
	var answer changelogResetAnswer
	if err := a.noted(r, func() (_ string, err error) {
		answer.doneAnswer, err = a.timed(func() error {
			done, err := a.cfg.Fleet.ResetChangelog(r.Context())
			answer.Snapshots, answer.Reviews, answer.Apps = done.Snapshots, done.Reviews, done.Apps
			return err
		})
		return fmt.Sprintf("snapshots=%d, reviews=%d, apps=%d", answer.Snapshots, answer.Reviews, answer.Apps), err
	}); err != nil {
		return err
	}
	return writeJSON(w, r, answer)
}

// stopSync answers "POST /api/dev/sync-stop". That there is nothing to stop is fine.
func (a *API) stopSync(w http.ResponseWriter, r *request) error {
	if err := a.noted(r, func() (string, error) {
		run, err := a.cfg.Runs.Cancel(r.Context(), fleet.SyncRunner)
		if errors.Is(err, storage.ErrNotFound) {
			return "", nil
		}
		return run.ID, err
	}); err != nil {
		return err
	}
	return writeJSON(w, r, okAnswer{true})
}

// sampleNotice is POST /api/dev/seed-notification. Changes that are none are left out.
type sampleNotice struct {
	App     storage.AppID   `json:"appId"`
	Name    string          `json:"appName"`
	Changes []storage.Entry `json:"changes"`
}

func (in *sampleNotice) decode(r *request) error {
	var body struct {
		App     json.RawMessage   `json:"appId"`
		Name    string            `json:"appName"`
		Changes []json.RawMessage `json:"changes"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	id := string(body.App)
	if text, ok := jsonString(body.App); ok {
		id = strings.TrimSpace(text)
	}
	var err error
	if in.App, err = storage.ParseAppID(id); err != nil || in.App <= 0 || in.App > storage.MaxAppID {
		return badRequest("appId must be the id of an app")
	}
	if in.Name = strings.TrimSpace(body.Name); in.Name == "" {
		return badRequest("appName is missing")
	}
	for _, text := range body.Changes {
		var e storage.Entry
		if json.Unmarshal(text, &e) == nil && strings.TrimSpace(string(e.Type)) != "" && strings.TrimSpace(e.Description) != "" {
			in.Changes = append(in.Changes, e)
		}
	}
	if len(in.Changes) == 0 {
		return badRequest("changes must have one with a type and a description")
	}
	return nil
}

// noticeAnswer is the notification that was made.
type noticeAnswer struct {
	okAnswer
	sampleNotice
}

// seedNotification answers "POST /api/dev/seed-notification". The app need not be
// tracked.
func (a *API) seedNotification(w http.ResponseWriter, r *request) error {
	in, err := decode[sampleNotice](r)
	if err != nil {
		return err
	}
	notices := notify.OfChanges(storage.App{ID: in.App, Name: in.Name}, in.Changes)
	one := notify.Notice{App: in.App, AppName: in.Name, Type: notices[0].Type, Changes: in.Changes}
	if err := a.noted(r, func() (string, error) {
		return string(one.Type), a.cfg.Store.Update(r.Context(), func(tx storage.Tx) error { return notify.Post(tx, a.stamp(), a.cfg.Random, one) })
	}); err != nil {
		return err
	}
	return writeJSON(w, r, noticeAnswer{okAnswer{true}, in})
}
