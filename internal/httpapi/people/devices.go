package people

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// exampleECID is the ECID in the examples.
const exampleECID = "1A2B3C4D5E6F"

// devices are the devices that apps are installed on, which of them are shown, and what tools do
// on them.
type devices struct{ devices *device.Service }

func (d devices) operations() []op.Operation {
	missing := []int{http.StatusNotFound}
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/devices", ID: "queryDevices", Group: "devices", Summary: "List devices, or find one by its ECID", Cached: true,
			Doc: op.Doc{Forms: []op.Form{
				{ID: "devices", Summary: "List devices, most recently synced first", Without: []string{"ecid"}, Answer: op.Answer{Schema: op.Of[devicesAnswer]()}},
				{
					ID: "findDevice", Summary: "Find a device by its ECID", Required: []string{"ecid"},
					Answer: op.Answer{Schema: op.Of[foundDevice]()},
				},
			}},
		}, d.list),
		op.WithRequest(op.Spec{
			Route: "POST /api/devices", ID: "addDevice", Group: "devices", Summary: "Add a device",
			Limit: op.Every(time.Minute, 20, "devices.create"), MaxBody: 4 << 10, Refuses: []int{http.StatusConflict},
			Example: `{"name": "Phone", "ecid": "` + exampleECID + `", "model": "iPhone15,2", "iosVersion": "18.1", "deviceClass": "iPhone", ` +
				`"ownerLabel": "Ada", "ownerAudience": "loved_one", "permissionAcknowledged": true}`,
		}, d.add),
		op.New(op.Spec{
			Route: "GET /api/devices/{id}", ID: "device", Group: "devices", Summary: "Get a device", Cached: true, Refuses: missing,
		}, d.get),
		op.WithRequest(op.Spec{
			Route: "PATCH /api/devices/{id}", ID: "editDevice", Group: "devices", Summary: "Rename a device, set its owner or merge it into another",
			Limit: op.Every(time.Minute, 30, "devices.update"), MaxBody: 4 << 10, Refuses: missing,
			Example: `{"name": "Old phone"}`,
			Doc: op.Doc{Forms: []op.Form{
				{
					ID: "renameDevice", Summary: "Rename a device or set its owner", Without: []string{"mergeIntoDeviceId"},
					Answer: op.Answer{Schema: op.Of[deviceAnswer]()},
				},
				{
					ID: "mergeDevices", Summary: "Merge a device into another", Required: []string{"mergeIntoDeviceId"},
					Answer: op.Answer{Schema: op.Of[mergedDevicesAnswer]()},
				},
			}},
		}, d.edit),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/devices/{id}", ID: "removeDevice", Group: "devices", Summary: "Delete a device",
			Limit: op.Every(time.Minute, 15, "devices.delete"), Refuses: missing,
		}, d.remove),
		op.New(op.Spec{
			Route: "GET /api/devices/{id}/tracked-apps", ID: "appsOfDevice", Group: "devices", Summary: "List the tracked apps of a device", Cached: true,
			Member: "apps", Doc: op.Doc{As: "DeviceAppsAnswer"},
		}, d.apps),
		op.New(op.Spec{
			Route: "GET /api/devices/{id}/bundles", ID: "bundlesOfDevice", Group: "devices", Summary: "List the bundle IDs of a device", Cached: true,
			Member: "bundleIds", Doc: op.Doc{As: "DeviceBundlesAnswer"},
		}, d.bundles),
		op.New(op.Spec{
			Route: "GET /api/devices/for-app/{appId}", ID: "devicesOfApp", Group: "devices", Summary: "List the devices that have an app", Cached: true,
			Member: "devices", Doc: op.Doc{As: "DevicesForAnswer"},
		}, d.withApp),
		op.NewPlain(op.Spec{
			Route: "GET /api/device-scope", ID: "deviceScope", Group: "devices", Summary: "Get the device scope", Cached: true,
		}, d.devices.Scope),
		op.WithRequest(op.Spec{
			Route: "PUT /api/device-scope", ID: "setDeviceScope", Group: "devices", Summary: "Set the device scope", MaxBody: 8 << 10,
			Example: `{"scope": {"mode": "subset", "deviceIds": ["1"], "includeUnattached": false}}`,
		}, d.setScope),
		op.NewPlain(op.Spec{
			Route: "DELETE /api/device-scope", ID: "resetDeviceScope", Group: "devices", Summary: "Reset the device scope",
		}, d.devices.ResetScope),
		op.New(op.Spec{
			Route: "POST /api/device-sync/preview", ID: "previewDeviceSync", Group: "devices", Summary: "Preview the changes of a device sync",
			Limit: op.Every(time.Minute, 30, "device_sync.preview"), MaxBody: 512 << 10, Refuses: missing, Member: "diff",
			Example: `{"deviceId": "1", "currentImport": [{"appId": 1, "name": "One", "bundleId": "com.example.one"}, {"appId": 2}]}`,
			Doc:     op.Doc{As: "PreviewSyncAnswer"},
		}, d.previewSync),
		op.WithRequest(op.Spec{
			Route: "POST /api/device-sync/commit", ID: "commitDeviceSync", Group: "devices", Summary: "Apply a device sync",
			Limit: op.Every(time.Minute, 15, "device_sync.commit"), MaxBody: 256 << 10, Refuses: missing,
			Example: `{"deviceId": "1", "addAppIds": [1], "removeAppIds": [2]}`,
		}, d.commitSync),
		op.New(op.Spec{
			Route: "POST /api/device-actions/backup", ID: "noteDeviceBackup", Group: "devices", Summary: "Record a device backup",
			MaxBody: 8 << 10, Example: `{"ecid": "` + exampleECID + `", "path": "/backups/phone", "finishedAt": 1767225600000, "deviceName": "Phone"}`,
		}, d.backedUp),
		op.New(op.Spec{
			Route: "GET /api/device-actions/uninstall", ID: "uninstallGate", Group: "devices", Summary: "Check whether an app may be removed from a device",
		}, d.uninstallGate),
		op.New(op.Spec{
			Route: "POST /api/device-actions/uninstall", ID: "noteUninstall", Group: "devices", Summary: "Record the removal of an app from a device",
			MaxBody: 8 << 10, Example: `{"ecid": "` + exampleECID + `", "bundleId": "com.example.one", "ok": true, "appId": 1, "acknowledgeNoBackup": true}`,
			Doc: op.Doc{Faults: map[int]op.Schema{http.StatusForbidden: op.Refusal("GateDenied", func(r *openapi.Reflector) openapi.Members {
				return openapi.Members{"error": openapi.OneOf("gate_denied"), "gate": op.Of[device.Gate]()(r)}
			})}},
		}, d.uninstalled),
	}
}

type devicesRequest struct {
	ECID op.Optional[string] `query:"ecid" op:"trim" doc:"Find the device with exactly this ECID." example:"1A2B3C4D5E6F"`
}

// foundDevice is the device with an ECID. Both members are null if there is none.
type foundDevice struct {
	Device  *storage.Device       `json:"device"`        // the device; null: none was found
	Imports *device.ImportHistory `json:"importHistory"` // the imports from this device; null: none
}

type devicesAnswer struct {
	Devices []device.Summary `json:"devices"` // the devices
}

func (d devices) list(ctx context.Context, in devicesRequest) (any, error) {
	if in.ECID.Sent {
		found, err := d.devices.Find(ctx, in.ECID.Value)
		if errors.Is(err, storage.ErrNotFound) {
			return foundDevice{}, nil
		}
		return foundDevice{&found.Device, &found.Imports}, err
	}
	all, err := d.devices.List(ctx)
	return devicesAnswer{all}, err
}

type addDeviceRequest struct {
	// The name.
	Name string                    `json:"name" op:"required,trim"`
	ECID op.Nullable[storage.Text] `json:"ecid" op:"trim" doc:"The ECID. A device that already has this ECID keeps its name; its other members are updated."`
	// The model of the device.
	Model op.Nullable[storage.Text] `json:"model" op:"trim"`
	// The version of the operating system; null: not known.
	IOSVersion op.Nullable[storage.Text] `json:"iosVersion" op:"trim"`
	// The class of the device, such as iPhone; null: not known.
	Class op.Nullable[storage.Text] `json:"deviceClass" op:"trim"`

	ownerRequest
}

// ownerRequest says whose device it is.
type ownerRequest struct {
	OwnerLabel             op.Nullable[storage.Text]     `json:"ownerLabel" op:"trim,max=200" doc:"Whose device it is, in your words. PATCH removes it if this is null or blank."`
	OwnerAudience          op.Nullable[storage.Audience] `json:"ownerAudience" enum:"self,loved_one,guardian" doc:"Whether the device is your own, that of a loved one, or that of a child in your care. PATCH removes it if this is null."`
	PermissionAcknowledged op.Nullable[bool]             `json:"permissionAcknowledged" doc:"Whether you confirm that the owner allows you to audit the device. PATCH withdraws it if this is null or false."`
}

type deviceAnswer struct {
	Device storage.Device `json:"device"` // the device
}

func (d devices) add(ctx context.Context, r op.Request, in addDeviceRequest) (deviceAnswer, error) {
	added, err := d.devices.Add(ctx, device.Description{
		Name: in.Name, ECID: in.ECID.Value, Model: in.Model.Value, IOSVersion: in.IOSVersion.Value, Class: in.Class.Value,
		OwnerLabel: in.OwnerLabel.Value, OwnerAudience: in.OwnerAudience.Value, PermissionAcknowledged: in.PermissionAcknowledged.Value,
	})
	if err == nil {
		r.Note("devices.create", added.ID, true)
	}
	return deviceAnswer{added}, err
}

// deviceRequest names a device.
type deviceRequest struct {
	ID string `path:"id" doc:"The ID of the device."`
}

func (d devices) get(ctx context.Context, in deviceRequest) (device.Detail, error) {
	return d.devices.Get(ctx, in.ID)
}

// editDeviceRequest decodes the body late: an unknown device is reported before an
// invalid body, but after one that is too long.
type editDeviceRequest struct {
	deviceRequest
	Edit op.Body[deviceEdit] `body:""`
}

type deviceEdit struct {
	Name string `json:"name" op:"loose,trim,min=1" doc:"The new name. Required without mergeIntoDeviceId and a member of the owner."`
	ownerRequest
	Into string `json:"mergeIntoDeviceId" op:"loose,trim,min=1" doc:"The ID of the device to merge this one into. Takes precedence over the other members."`
}

func (in *deviceEdit) Check() error {
	if in.Into == "" && in.Name == "" && !in.OwnerLabel.Sent && !in.OwnerAudience.Sent && !in.PermissionAcknowledged.Sent {
		return op.BadRequest("name or mergeIntoDeviceId is missing or blank")
	}
	return nil
}

// change returns the edit without the merge.
func (in deviceEdit) change() device.Edit {
	change := device.Edit{
		OwnerLabel: in.OwnerLabel.Ptr(), OwnerAudience: in.OwnerAudience.Ptr(), PermissionAcknowledged: in.PermissionAcknowledged.Ptr(),
	}
	if in.Name != "" {
		change.Name = &in.Name
	}
	return change
}

type mergedDevicesAnswer struct {
	Merged bool `json:"merged"` // always true: the device was merged into another one
	orphanedAnswer
}

// orphanedAnswer counts the apps that were deleted because they were on no other
// device.
type orphanedAnswer struct {
	Orphaned int `json:"orphanedAndDeleted"` // number of apps that were deleted because no other device has them
}

func (d devices) edit(ctx context.Context, r op.Request, in editDeviceRequest) (any, error) {
	if _, err := d.devices.Get(ctx, in.ID); err != nil {
		return nil, err
	}
	edit, err := in.Edit.Decode()
	if err != nil {
		return nil, err
	}
	if edit.Into != "" {
		if err := d.devices.Merge(ctx, in.ID, edit.Into); err != nil {
			return nil, err
		}
		r.Note("devices.merge", in.ID+" into "+edit.Into, true)
		return mergedDevicesAnswer{Merged: true}, nil
	}
	edited, err := d.devices.Edit(ctx, in.ID, edit.change())
	if err != nil {
		return nil, err
	}
	r.Note("devices.rename", in.ID, true)
	return deviceAnswer{edited}, nil
}

func (d devices) remove(ctx context.Context, r op.Request, in deviceRequest) (orphanedAnswer, error) {
	orphaned, err := d.devices.Remove(ctx, in.ID)
	if err == nil {
		r.Note("devices.delete", fmt.Sprintf("%s, %d apps", in.ID, orphaned), true)
	}
	return orphanedAnswer{orphaned}, err
}

func (d devices) apps(ctx context.Context, in deviceRequest) ([]device.App, error) {
	return d.devices.Apps(ctx, in.ID)
}

func (d devices) bundles(ctx context.Context, in deviceRequest) ([]string, error) {
	return d.devices.Bundles(ctx, in.ID)
}

type devicesForRequest struct {
	App storage.AppID `path:"appId" op:"required" doc:"The ID of the app."`
}

func (d devices) withApp(ctx context.Context, in devicesForRequest) ([]storage.Device, error) {
	return d.devices.With(ctx, in.App)
}
