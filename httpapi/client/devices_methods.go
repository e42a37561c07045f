// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
	"strconv"
)

// NoteDeviceBackup is "POST /api/device-actions/backup": record a device backup.
func (c *Client) NoteDeviceBackup(ctx context.Context, body NoteDeviceBackupBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/device-actions/backup"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// UninstallGateParams are what may be left out. What is zero is not sent.
type UninstallGateParams struct {
	AcknowledgeNoBackup string // 1, true, yes, on, 0, false, no, off, : Whether the user accepts that there is no recent backup.
}

// UninstallGate is "GET /api/device-actions/uninstall": check whether an app may be removed from a device.
func (c *Client) UninstallGate(ctx context.Context, ecid string, params UninstallGateParams) (UninstallGate, error) {
	call := request{method: "GET", path: "/api/device-actions/uninstall"}
	call.query("ecid", ecid)
	call.optional("acknowledgeNoBackup", params.AcknowledgeNoBackup)
	return fetch[UninstallGate](ctx, c, call)
}

// NoteUninstall is "POST /api/device-actions/uninstall": record the removal of an app from a device.
func (c *Client) NoteUninstall(ctx context.Context, body NoteUninstallBody) (OkAnswer, error) {
	call := request{method: "POST", path: "/api/device-actions/uninstall"}
	call.value = body
	return fetch[OkAnswer](ctx, c, call)
}

// ResetDeviceScope is "DELETE /api/device-scope": reset the device scope.
func (c *Client) ResetDeviceScope(ctx context.Context) (DeviceScopeAnswer, error) {
	call := request{method: "DELETE", path: "/api/device-scope"}
	return fetch[DeviceScopeAnswer](ctx, c, call)
}

// DeviceScope is "GET /api/device-scope": get the device scope.
func (c *Client) DeviceScope(ctx context.Context) (DeviceScopeAnswer, error) {
	call := request{method: "GET", path: "/api/device-scope"}
	return fetch[DeviceScopeAnswer](ctx, c, call)
}

// SetDeviceScope is "PUT /api/device-scope": set the device scope.
func (c *Client) SetDeviceScope(ctx context.Context, body SetDeviceScopeBody) (DeviceScopeAnswer, error) {
	call := request{method: "PUT", path: "/api/device-scope"}
	call.value = body
	return fetch[DeviceScopeAnswer](ctx, c, call)
}

// CommitDeviceSync is "POST /api/device-sync/commit": apply a device sync.
// At most 15 calls in 60 seconds.
func (c *Client) CommitDeviceSync(ctx context.Context, body CommitDeviceSyncBody) (DeviceSynced, error) {
	call := request{method: "POST", path: "/api/device-sync/commit"}
	call.value = body
	return fetch[DeviceSynced](ctx, c, call)
}

// PreviewDeviceSync is "POST /api/device-sync/preview": preview the changes of a device sync.
// At most 30 calls in 60 seconds.
func (c *Client) PreviewDeviceSync(ctx context.Context, body PreviewDeviceSyncBody) (PreviewSyncAnswer, error) {
	call := request{method: "POST", path: "/api/device-sync/preview"}
	call.value = body
	return fetch[PreviewSyncAnswer](ctx, c, call)
}

// Devices is "GET /api/devices": list devices, most recently synced first.
func (c *Client) Devices(ctx context.Context) (DevicesAnswer, error) {
	call := request{method: "GET", path: "/api/devices"}
	return fetch[DevicesAnswer](ctx, c, call)
}

// FindDevice is "GET /api/devices": find a device by its ECID.
func (c *Client) FindDevice(ctx context.Context, ecid string) (FoundDevice, error) {
	call := request{method: "GET", path: "/api/devices"}
	call.query("ecid", ecid)
	return fetch[FoundDevice](ctx, c, call)
}

// AddDevice is "POST /api/devices": add a device.
// At most 20 calls in 60 seconds.
func (c *Client) AddDevice(ctx context.Context, body AddDeviceBody) (DeviceAnswer, error) {
	call := request{method: "POST", path: "/api/devices"}
	call.value = body
	return fetch[DeviceAnswer](ctx, c, call)
}

// DevicesOfApp is "GET /api/devices/for-app/{appId}": list the devices that have an app.
func (c *Client) DevicesOfApp(ctx context.Context, appId int64) (DevicesForAnswer, error) {
	call := request{method: "GET", path: "/api/devices/for-app/" + escape(strconv.FormatInt(appId, 10))}
	return fetch[DevicesForAnswer](ctx, c, call)
}

// RemoveDevice is "DELETE /api/devices/{id}": delete a device.
// At most 15 calls in 60 seconds.
func (c *Client) RemoveDevice(ctx context.Context, id string) (OrphanedAnswer, error) {
	call := request{method: "DELETE", path: "/api/devices/" + escape(id)}
	return fetch[OrphanedAnswer](ctx, c, call)
}

// Device is "GET /api/devices/{id}": get a device.
func (c *Client) Device(ctx context.Context, id string) (DeviceDetail, error) {
	call := request{method: "GET", path: "/api/devices/" + escape(id)}
	return fetch[DeviceDetail](ctx, c, call)
}

// RenameDevice is "PATCH /api/devices/{id}": rename a device or set its owner.
// At most 30 calls in 60 seconds.
func (c *Client) RenameDevice(ctx context.Context, id string, body EditDeviceBody) (DeviceAnswer, error) {
	call := request{method: "PATCH", path: "/api/devices/" + escape(id)}
	call.value = body
	return fetch[DeviceAnswer](ctx, c, call)
}

// MergeDevices is "PATCH /api/devices/{id}": merge a device into another.
// At most 30 calls in 60 seconds.
func (c *Client) MergeDevices(ctx context.Context, id string, body EditDeviceBody) (MergedDevicesAnswer, error) {
	call := request{method: "PATCH", path: "/api/devices/" + escape(id)}
	call.value = body
	return fetch[MergedDevicesAnswer](ctx, c, call)
}

// BundlesOfDevice is "GET /api/devices/{id}/bundles": list the bundle IDs of a device.
func (c *Client) BundlesOfDevice(ctx context.Context, id string) (DeviceBundlesAnswer, error) {
	call := request{method: "GET", path: "/api/devices/" + escape(id) + "/bundles"}
	return fetch[DeviceBundlesAnswer](ctx, c, call)
}

// AppsOfDevice is "GET /api/devices/{id}/tracked-apps": list the tracked apps of a device.
func (c *Client) AppsOfDevice(ctx context.Context, id string) (DeviceAppsAnswer, error) {
	call := request{method: "GET", path: "/api/devices/" + escape(id) + "/tracked-apps"}
	return fetch[DeviceAppsAnswer](ctx, c, call)
}
