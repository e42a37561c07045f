package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/storage"
)

// previewSyncRequest is POST /api/device-sync/preview.
type previewSyncRequest struct {
	device    string
	installed []device.Installed
}

func (in *previewSyncRequest) decode(r *request) error {
	var body struct {
		Device    json.RawMessage `json:"deviceId"`
		Installed json.RawMessage `json:"currentImport"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	var err error
	if in.device, err = deviceOf(body.Device); err != nil {
		return err
	}
	entries, ok := asList(body.Installed)
	if !ok {
		return badRequest("currentImport must be a list")
	}
	if len(entries) > device.MaxInstalled {
		return badRequest("currentImport has more than %d entries", device.MaxInstalled)
	}
	for _, sent := range entries {
		if app, ok := asInstalled(sent); ok {
			in.installed = append(in.installed, app)
		}
	}
	return nil
}

// deviceOf returns the device that a body names.
func deviceOf(sent json.RawMessage) (string, error) {
	id, _ := jsonString(sent)
	if id = strings.TrimSpace(id); id == "" {
		return "", badRequest("deviceId is missing or blank")
	}
	return id, nil
}

// asList returns the elements of a JSON array.
func asList(sent json.RawMessage) (list []json.RawMessage, ok bool) {
	return list, len(sent) > 0 && sent[0] == '[' && json.Unmarshal(sent, &list) == nil
}

// asApp returns the id of an app, false when it is none that an app can have.
func asApp(sent json.RawMessage) (id storage.AppID, ok bool) {
	ok = len(sent) > 0 && json.Unmarshal(sent, &id) == nil && id > 0 && id <= storage.MaxAppID
	return id, ok
}

// asInstalled returns an entry of a list of installed apps, false when it names no
// app. What else it has of another type is as if it were not there.
func asInstalled(sent json.RawMessage) (app device.Installed, ok bool) {
	var entry struct {
		App       json.RawMessage `json:"appId"`
		Name      json.RawMessage `json:"name"`
		Developer json.RawMessage `json:"developer"`
		URL       json.RawMessage `json:"url"`
		IconURL   json.RawMessage `json:"iconUrl"`
		BundleID  json.RawMessage `json:"bundleId"`
	}
	if decodeObject(sent, &entry) != nil {
		return app, false
	}
	text := func(sent json.RawMessage) string {
		line, _ := trimmed(sent)
		return line
	}
	id, ok := asApp(entry.App)
	return device.Installed{
		App: id, Name: text(entry.Name), Developer: storage.Text(text(entry.Developer)), URL: storage.Text(text(entry.URL)),
		IconURL: storage.Text(text(entry.IconURL)), BundleID: storage.Text(text(entry.BundleID)),
	}, ok
}

type previewSyncAnswer struct {
	Diff device.Diff `json:"diff"`
}

// previewSync answers "POST /api/device-sync/preview".
func (a *API) previewSync(ctx context.Context, in previewSyncRequest) (previewSyncAnswer, error) {
	diff, err := a.cfg.Devices.Preview(ctx, in.device, in.installed)
	return previewSyncAnswer{diff}, err
}

// maxCommitted is how many apps each list of a commit has at most.
const maxCommitted = 10_000

// commitSyncRequest is POST /api/device-sync/commit.
type commitSyncRequest struct{ change device.Change }

func (in *commitSyncRequest) decode(r *request) error {
	var body struct {
		Device  json.RawMessage `json:"deviceId"`
		Adds    json.RawMessage `json:"addAppIds"`
		Removes json.RawMessage `json:"removeAppIds"`
		Merges  json.RawMessage `json:"bundleIdMerges"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	var err error
	if in.change.Device, err = deviceOf(body.Device); err != nil {
		return err
	}
	if in.change.Adds, err = appsOf("addAppIds", body.Adds); err != nil {
		return err
	}
	if in.change.Removes, err = appsOf("removeAppIds", body.Removes); err != nil {
		return err
	}
	if body.Merges == nil || string(body.Merges) == "null" {
		return nil
	}
	merges, ok := asList(body.Merges)
	if !ok || len(merges) > device.MaxInstalled {
		return badRequest("bundleIdMerges must be a list of at most %d pairs", device.MaxInstalled)
	}
	for _, sent := range merges {
		var pair struct {
			Previous json.RawMessage `json:"previousAppId"`
			Incoming json.RawMessage `json:"incomingAppId"`
		}
		if decodeObject(sent, &pair) != nil {
			continue
		}
		previous, known := asApp(pair.Previous)
		if incoming, ok := asApp(pair.Incoming); ok && known {
			in.change.Merges = append(in.change.Merges, device.MergePair{Previous: previous, Incoming: incoming})
		}
	}
	return nil
}

// appsOf returns the apps of a list. What is none is left out.
func appsOf(name string, sent json.RawMessage) (apps []storage.AppID, err error) {
	list, ok := asList(sent)
	if !ok || len(list) > maxCommitted {
		return nil, badRequest("%s must be a list of at most %d apps", name, maxCommitted)
	}
	for _, one := range list {
		if id, ok := asApp(one); ok {
			apps = append(apps, id)
		}
	}
	return apps, nil
}

// commitSync answers "POST /api/device-sync/commit".
func (a *API) commitSync(w http.ResponseWriter, r *request) error {
	in, err := decode[commitSyncRequest](r)
	if err != nil {
		return err
	}
	done, err := a.cfg.Devices.Commit(r.Context(), in.change)
	if err != nil {
		return err
	}
	a.noteDetail(r, "device_sync.commit", fmt.Sprintf("%s: added=%d removed=%d orphaned=%d merged=%d",
		in.change.Device, done.Added, done.Removed, done.Orphaned, done.Merged), true)
	return writeJSON(w, r, done)
}
