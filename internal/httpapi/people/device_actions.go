package people

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// deviceBackupRequest decodes the body late, because whether the user may make
// backups is checked first.
type deviceBackupRequest struct {
	Backup op.Body[deviceBackup] `body:""`
}

type deviceBackup struct {
	ECID string     `json:"ecid" op:"required" doc:"The ECID of the device." pattern:"^\\s*(0[xX])?[0-9A-Fa-f]{8,24}\\s*$"`
	Path backupPath `json:"path" op:"required" doc:"The path of the backup."`
	// When the backup of the device ended.
	FinishedAt finishTime `json:"finishedAt" op:"required"`
	// The name of the device.
	Device string `json:"deviceName" op:"loose,trim"`
}

// backupPath is any text, empty or not.
type backupPath struct{ text string }

func (p *backupPath) UnmarshalJSON(sent []byte) error {
	if sent[0] != '"' {
		return errors.New("must be a text")
	}
	return json.Unmarshal(sent, &p.text)
}

func (backupPath) Schema() *openapi.Schema { return openapi.Text() }

// finishTime is a time in milliseconds, of which fractions are dropped.
type finishTime storage.Time

func (t *finishTime) UnmarshalJSON(sent []byte) error {
	var at *float64
	if json.Unmarshal(sent, &at) != nil || at == nil || math.Abs(*at) > op.MaxExact {
		return errors.New("must be a time in milliseconds since 1970")
	}
	*t = finishTime(math.Floor(*at))
	return op.Part("", float64(*t) == *at)
}

func (finishTime) Schema() *openapi.Schema { return openapi.Moment() }

// backedUp records a backup that a tool made of a device.
func (d devices) backedUp(ctx context.Context, in deviceBackupRequest) (op.OK, error) {
	if err := d.devices.MayBackUp(ctx); err != nil {
		return op.OK{}, err
	}
	b, err := in.Backup.Decode()
	if err == nil {
		err = clientError(d.devices.BackedUp(ctx, device.Backup{
			ECID: b.ECID, Path: b.Path.text, FinishedAt: storage.Time(b.FinishedAt), Device: b.Device,
		}))
	}
	return op.OK{OK: err == nil}, err
}

type uninstallGateRequest struct {
	ECID         string `query:"ecid" op:"required,trim,min=1" doc:"The ECID of the device." example:"1A2B3C4D5E6F"`
	Acknowledged bool   `query:"acknowledgeNoBackup" doc:"Whether the user accepts that there is no recent backup." example:"1"`
}

func (d devices) uninstallGate(ctx context.Context, in uninstallGateRequest) (device.Gate, error) {
	return d.devices.Gate(ctx, in.ECID, in.Acknowledged)
}

type uninstallRequest struct {
	ECID string `json:"ecid" op:"required" doc:"The ECID of the device." pattern:"^\\s*(0[xX])?[0-9A-Fa-f]{8,24}\\s*$"`
	// The bundle ID of the app, such as net.whatsapp.WhatsApp.
	BundleID string `json:"bundleId" op:"required" pattern:"^[A-Za-z0-9._-]{1,155}$"`
	OK       bool   `json:"ok" op:"required" doc:"Whether the app was removed."`
	// The ID of the app.
	App op.Trackable `json:"appId"`
	// The name of the app.
	AppName      string `json:"appName" op:"loose,trim"`
	Error        string `json:"error" op:"loose,trim" doc:"Why the app was not removed."`
	Acknowledged bool   `json:"acknowledgeNoBackup" doc:"Whether the user accepts that there is no recent backup."`
}

// uninstalled records that a tool removed an app from a device.
func (d devices) uninstalled(ctx context.Context, in uninstallRequest) (op.OK, error) {
	err := clientError(d.devices.Uninstalled(ctx, device.Uninstall{
		ECID: in.ECID, BundleID: in.BundleID, App: storage.AppID(in.App), AppName: in.AppName, OK: in.OK, Error: in.Error,
		Acknowledged: in.Acknowledged,
	}))
	return op.OK{OK: err == nil}, err
}

// clientError maps the errors that a tool caused to their responses.
func clientError(err error) error {
	if gate, denied := errors.AsType[*device.GateError](err); denied {
		return &op.Error{Status: http.StatusForbidden, Message: "gate_denied", More: map[string]any{"gate": gate.Gate}, Cause: err}
	}
	for _, wrong := range []error{device.ErrECID, device.ErrBundleID, device.ErrFuture, device.ErrPast} {
		if errors.Is(err, wrong) {
			return op.BadRequest("%v", wrong)
		}
	}
	return err
}
