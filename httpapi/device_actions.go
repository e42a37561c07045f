package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/storage"
)

// deviceBackupRequest is POST /api/device-actions/backup. Whether the user may
// make backups comes before what the body says, so it is read later.
type deviceBackupRequest struct{ body []byte }

func (in *deviceBackupRequest) decode(r *request) (err error) {
	in.body, err = r.bytes()
	return err
}

func (in deviceBackupRequest) backup() (b device.Backup, err error) {
	var body struct {
		ECID       json.RawMessage `json:"ecid"`
		Path       json.RawMessage `json:"path"`
		FinishedAt json.RawMessage `json:"finishedAt"`
		Device     json.RawMessage `json:"deviceName"`
	}
	if err := decodeObject(in.body, &body); err != nil {
		return b, err
	}
	var ok bool
	if b.ECID, ok = jsonString(body.ECID); !ok {
		return b, badRequest("%v", device.ErrECID)
	}
	if b.Path, ok = jsonString(body.Path); !ok {
		return b, badRequest("path must be a text")
	}
	var at *float64
	if json.Unmarshal(body.FinishedAt, &at) != nil || at == nil || math.Abs(*at) > float64(storage.MaxAppID) {
		return b, badRequest("finishedAt must be a time in milliseconds")
	}
	b.FinishedAt = storage.Time(math.Floor(*at))
	b.Device, _ = trimmed(body.Device)
	return b, nil
}

// noteBackup answers "POST /api/device-actions/backup".
func (a *API) noteBackup(ctx context.Context, in deviceBackupRequest) (okAnswer, error) {
	if err := a.cfg.Devices.MayBackUp(ctx); err != nil {
		return okAnswer{}, deviceError(err)
	}
	backup, err := in.backup()
	if err == nil {
		err = deviceError(a.cfg.Devices.BackedUp(ctx, backup))
	}
	return okAnswer{err == nil}, err
}

// uninstallGateRequest is GET /api/device-actions/uninstall.
type uninstallGateRequest struct {
	ecid         string
	acknowledged bool
}

func (in *uninstallGateRequest) decode(r *request) (err error) {
	ecid, _ := r.query("ecid")
	if in.ecid = strings.TrimSpace(ecid); in.ecid == "" {
		return badRequest("ecid is missing")
	}
	in.acknowledged, err = r.boolean("acknowledgeNoBackup", false)
	return err
}

// uninstallGate answers "GET /api/device-actions/uninstall".
func (a *API) uninstallGate(ctx context.Context, in uninstallGateRequest) (device.Gate, error) {
	return a.cfg.Devices.Gate(ctx, in.ecid, in.acknowledged)
}

// uninstallRequest is POST /api/device-actions/uninstall.
type uninstallRequest struct{ what device.Uninstall }

func (in *uninstallRequest) decode(r *request) error {
	var body struct {
		ECID         json.RawMessage `json:"ecid"`
		BundleID     json.RawMessage `json:"bundleId"`
		OK           json.RawMessage `json:"ok"`
		App          json.RawMessage `json:"appId"`
		AppName      json.RawMessage `json:"appName"`
		Error        json.RawMessage `json:"error"`
		Acknowledged json.RawMessage `json:"acknowledgeNoBackup"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	var ok bool
	if in.what.ECID, ok = jsonString(body.ECID); !ok {
		return badRequest("%v", device.ErrECID)
	}
	if in.what.BundleID, ok = jsonString(body.BundleID); !ok {
		return badRequest("%v", device.ErrBundleID)
	}
	switch string(body.OK) {
	case "true":
		in.what.OK = true
	case "false":
	default:
		return badRequest("ok must be true or false")
	}
	in.what.App, _ = asApp(body.App)
	in.what.AppName, _ = trimmed(body.AppName)
	in.what.Error, _ = trimmed(body.Error)
	in.what.Acknowledged = string(body.Acknowledged) == "true"
	return nil
}

// noteUninstall answers "POST /api/device-actions/uninstall".
func (a *API) noteUninstall(ctx context.Context, in uninstallRequest) (okAnswer, error) {
	err := deviceError(a.cfg.Devices.Uninstalled(ctx, in.what))
	return okAnswer{err == nil}, err
}

// deviceError makes what a tool was told wrong the tool's.
func deviceError(err error) error {
	if gate, denied := errors.AsType[*device.GateError](err); denied {
		return &requestError{status: http.StatusForbidden, message: "gate_denied", more: map[string]any{"gate": gate.Gate}, cause: err}
	}
	for _, wrong := range []error{device.ErrECID, device.ErrBundleID, device.ErrFuture} {
		if errors.Is(err, wrong) {
			return badRequest("%v", wrong)
		}
	}
	return err
}
