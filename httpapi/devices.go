package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/storage"
)

// devicesRequest is GET /api/devices.
type devicesRequest struct {
	ecid string
	find bool // whether one is looked for
}

func (in *devicesRequest) decode(r *request) error {
	in.ecid, in.find = r.query("ecid")
	in.ecid = strings.TrimSpace(in.ecid)
	return nil
}

// foundDevice is the device that was looked for, if there is one.
type foundDevice struct {
	Device  *storage.Device       `json:"device"`
	Imports *device.ImportHistory `json:"importHistory"`
}

// devicesAnswer is all devices.
type devicesAnswer struct {
	Devices []device.Summary `json:"devices"`
}

// devices answers "GET /api/devices".
func (a *API) devices(ctx context.Context, in devicesRequest) (any, error) {
	if in.find {
		found, err := a.cfg.Devices.Find(ctx, in.ecid)
		if errors.Is(err, storage.ErrNotFound) {
			return foundDevice{}, nil
		}
		return foundDevice{&found.Device, &found.Imports}, err
	}
	all, err := a.cfg.Devices.List(ctx)
	return devicesAnswer{all}, err
}

// addDeviceRequest is POST /api/devices.
type addDeviceRequest struct{ what device.Description }

func (in *addDeviceRequest) decode(r *request) error {
	var body struct {
		Name       json.RawMessage `json:"name"`
		ECID       json.RawMessage `json:"ecid"`
		Model      json.RawMessage `json:"model"`
		IOSVersion json.RawMessage `json:"iosVersion"`
		Class      json.RawMessage `json:"deviceClass"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	var ok bool
	if in.what.Name, ok = trimmed(body.Name); !ok || in.what.Name == "" {
		return badRequest("name is missing or blank")
	}
	for _, one := range []struct {
		name string
		sent json.RawMessage
		to   *storage.Text
	}{
		{"ecid", body.ECID, &in.what.ECID}, {"model", body.Model, &in.what.Model},
		{"iosVersion", body.IOSVersion, &in.what.IOSVersion}, {"deviceClass", body.Class, &in.what.Class},
	} {
		text, ok := trimmed(one.sent)
		if !ok {
			return badRequest("%s must be a text", one.name)
		}
		*one.to = storage.Text(text)
	}
	return nil
}

// trimmed returns a text without space around it: empty when there is none, false
// when it is something else.
func trimmed(sent json.RawMessage) (string, bool) {
	if sent == nil || string(sent) == "null" {
		return "", true
	}
	text, ok := jsonString(sent)
	return strings.TrimSpace(text), ok
}

type deviceAnswer struct {
	Device storage.Device `json:"device"`
}

// addDevice answers "POST /api/devices".
func (a *API) addDevice(w http.ResponseWriter, r *request) error {
	in, err := decode[addDeviceRequest](r)
	if err != nil {
		return err
	}
	added, err := a.cfg.Devices.Add(r.Context(), in.what)
	if err != nil {
		return err
	}
	a.noteDetail(r, "devices.create", added.ID, true)
	return writeJSON(w, r, deviceAnswer{added})
}

// deviceRequest names a device.
type deviceRequest struct{ id string }

func (in *deviceRequest) decode(r *request) error {
	in.id = r.param("id")
	return nil
}

// device answers "GET /api/devices/{id}".
func (a *API) device(ctx context.Context, in deviceRequest) (device.Detail, error) {
	return a.cfg.Devices.Get(ctx, in.id)
}

// editDeviceRequest is PATCH /api/devices/{id}. What stands first counts: a device
// to merge into, a name.
type editDeviceRequest struct {
	id         string
	into, name string
}

func (in *editDeviceRequest) decode(r *request) error {
	var body struct {
		Into json.RawMessage `json:"mergeIntoDeviceId"`
		Name json.RawMessage `json:"name"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	in.into, _ = trimmed(body.Into)
	in.name, _ = trimmed(body.Name)
	if in.into == "" && in.name == "" {
		return badRequest("name or mergeIntoDeviceId is missing or blank")
	}
	return nil
}

// mergedDevicesAnswer is the answer when two devices were made one, with which no
// app is lost.
type mergedDevicesAnswer struct {
	Merged bool `json:"merged"`
	orphanedAnswer
}

// orphanedAnswer is how many apps were on no device any more, and are forgotten.
type orphanedAnswer struct {
	Orphaned int `json:"orphanedAndDeleted"`
}

// editDevice answers "PATCH /api/devices/{id}". A device that is not there is told
// of before anything that is wrong with the body, but for its length.
func (a *API) editDevice(w http.ResponseWriter, r *request) error {
	in, wrong := decode[editDeviceRequest](r)
	if told := (*requestError)(nil); errors.As(wrong, &told) && told.status == http.StatusRequestEntityTooLarge {
		return wrong
	}
	in.id = r.param("id")
	if _, err := a.cfg.Devices.Get(r.Context(), in.id); err != nil {
		return err
	}
	if wrong != nil {
		return wrong
	}
	if in.into != "" {
		if err := a.cfg.Devices.Merge(r.Context(), in.id, in.into); err != nil {
			return err
		}
		a.noteDetail(r, "devices.merge", in.id+" into "+in.into, true)
		return writeJSON(w, r, mergedDevicesAnswer{Merged: true})
	}
	named, err := a.cfg.Devices.Rename(r.Context(), in.id, in.name)
	if err != nil {
		return err
	}
	a.noteDetail(r, "devices.rename", in.id, true)
	return writeJSON(w, r, deviceAnswer{named})
}

// removeDevice answers "DELETE /api/devices/{id}".
func (a *API) removeDevice(w http.ResponseWriter, r *request) error {
	in, err := decode[deviceRequest](r)
	if err != nil {
		return err
	}
	orphaned, err := a.cfg.Devices.Remove(r.Context(), in.id)
	if err != nil {
		return err
	}
	a.noteDetail(r, "devices.delete", fmt.Sprintf("%s, %d apps", in.id, orphaned), true)
	return writeJSON(w, r, orphanedAnswer{orphaned})
}

type deviceAppsAnswer struct {
	Apps []device.App `json:"apps"`
}

// deviceApps answers "GET /api/devices/{id}/tracked-apps".
func (a *API) deviceApps(ctx context.Context, in deviceRequest) (deviceAppsAnswer, error) {
	apps, err := a.cfg.Devices.Apps(ctx, in.id)
	return deviceAppsAnswer{apps}, err
}

type deviceBundlesAnswer struct {
	BundleIDs []string `json:"bundleIds"`
}

// deviceBundles answers "GET /api/devices/{id}/bundles".
func (a *API) deviceBundles(ctx context.Context, in deviceRequest) (deviceBundlesAnswer, error) {
	bundles, err := a.cfg.Devices.Bundles(ctx, in.id)
	return deviceBundlesAnswer{bundles}, err
}

// devicesForRequest is GET /api/devices/for-app/{appId}.
type devicesForRequest struct{ app storage.AppID }

func (in *devicesForRequest) decode(r *request) (err error) {
	if in.app, err = storage.ParseAppID(r.param("appId")); err != nil {
		return badRequest("appId must be a number of 1 to 20 digits")
	}
	return nil
}

type devicesForAnswer struct {
	Devices []storage.Device `json:"devices"`
}

// devicesFor answers "GET /api/devices/for-app/{appId}".
func (a *API) devicesFor(ctx context.Context, in devicesForRequest) (devicesForAnswer, error) {
	devices, err := a.cfg.Devices.With(ctx, in.app)
	return devicesForAnswer{devices}, err
}
