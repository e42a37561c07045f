// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// UninstallGate is what [Client.UninstallGate] returns.
type UninstallGate struct {
	ActiveAudience *string `json:"activeAudience,omitzero"` // loved_one, guardian
	AgedMs         *int64  `json:"agedMs,omitzero"`
	Allowed        bool    `json:"allowed"`
	Reason         *string `json:"reason,omitzero"` // audience, flag, backup_missing, backup_stale
}

// DeviceScopeAnswer is what [Client.ResetDeviceScope] returns.
type DeviceScopeAnswer struct {
	Devices []DeviceSummary `json:"devices"`
	Scope   DeviceScope     `json:"scope"`
}

// DeviceSynced is what [Client.CommitDeviceSync] returns.
type DeviceSynced struct {
	Added              int64 `json:"added"`
	Merged             int64 `json:"merged"`
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"`
	Removed            int64 `json:"removed"`
}

// PreviewSyncAnswer is what [Client.PreviewDeviceSync] returns.
type PreviewSyncAnswer struct {
	Diff DeviceDiff `json:"diff"`
}

// DevicesAnswer is what [Client.Devices] returns.
type DevicesAnswer struct {
	Devices []DeviceSummary `json:"devices"`
}

// FoundDevice is what [Client.FindDevice] returns.
type FoundDevice struct {
	Device        *Device        `json:"device"`
	ImportHistory *DeviceImports `json:"importHistory"`
}

// DeviceAnswer is what [Client.AddDevice] returns.
type DeviceAnswer struct {
	Device Device `json:"device"`
}

// DevicesForAnswer is what [Client.DevicesOfApp] returns.
type DevicesForAnswer struct {
	Devices []Device `json:"devices"`
}

// OrphanedAnswer is what [Client.RemoveDevice] returns.
type OrphanedAnswer struct {
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"`
}

// DeviceDetail is what [Client.Device] returns.
type DeviceDetail struct {
	Device        Device        `json:"device"`
	ImportHistory DeviceImports `json:"importHistory"`
}

// MergedDevicesAnswer is what [Client.MergeDevices] returns.
type MergedDevicesAnswer struct {
	Merged             bool  `json:"merged"`
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"`
}

// DeviceBundlesAnswer is what [Client.BundlesOfDevice] returns.
type DeviceBundlesAnswer struct {
	BundleIDs []string `json:"bundleIds"`
}

// DeviceAppsAnswer is what [Client.AppsOfDevice] returns.
type DeviceAppsAnswer struct {
	Apps []DeviceApp `json:"apps"`
}

// DeviceSummary is a part of [DeviceScopeAnswer].
type DeviceSummary struct {
	AppCount               int64   `json:"appCount"`
	CreatedAt              Time    `json:"createdAt"`
	DeviceClass            *string `json:"deviceClass"`
	Ecid                   *string `json:"ecid"`
	ID                     string  `json:"id"`
	IosVersion             *string `json:"iosVersion"`
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"`
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`
	Name                   string  `json:"name"`
	OwnerAudience          *string `json:"ownerAudience"` // self, loved_one, guardian, null
	OwnerLabel             *string `json:"ownerLabel"`
	PermissionAcknowledged bool    `json:"permissionAcknowledged"`
}

// DeviceScope is a part of [DeviceScopeAnswer].
type DeviceScope struct {
	DeviceIDs         []string `json:"deviceIds"`
	IncludeUnattached bool     `json:"includeUnattached"`
	Mode              string   `json:"mode"` // all, subset
	V                 int64    `json:"v"`
}

// DeviceDiff is a part of [PreviewSyncAnswer].
type DeviceDiff struct {
	Adds           []DeviceAddition `json:"adds"`
	BundleIDMerges []DeviceMerge    `json:"bundleIdMerges"`
	DeviceID       string           `json:"deviceId"`
	Removes        []DeviceRemoval  `json:"removes"`
	Unchanged      int64            `json:"unchanged"`
}

// Device is a part of [FoundDevice].
type Device struct {
	CreatedAt              Time    `json:"createdAt"`
	DeviceClass            *string `json:"deviceClass"`
	Ecid                   *string `json:"ecid"`
	ID                     string  `json:"id"`
	IosVersion             *string `json:"iosVersion"`
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"`
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`
	Name                   string  `json:"name"`
	OwnerAudience          *string `json:"ownerAudience"` // self, loved_one, guardian, null
	OwnerLabel             *string `json:"ownerLabel"`
	PermissionAcknowledged bool    `json:"permissionAcknowledged"`
}

// DeviceImports is a part of [FoundDevice].
type DeviceImports struct {
	Count           int64 `json:"count"`
	LastCompletedAt *Time `json:"lastCompletedAt"`
}

// DeviceApp is a part of [DeviceAppsAnswer].
type DeviceApp struct {
	AppID    int64   `json:"appId"` // The number of an app in the store
	BundleID *string `json:"bundleId"`
	Name     string  `json:"name"`
}

// DeviceAddition is a part of [DeviceDiff].
type DeviceAddition struct {
	AppID     int64   `json:"appId"` // The number of an app in the store
	BundleID  *string `json:"bundleId"`
	Developer *string `json:"developer"`
	IconURL   *string `json:"iconUrl"`
	Name      string  `json:"name"`
	URL       *string `json:"url"`
}

// DeviceMerge is a part of [DeviceDiff].
type DeviceMerge struct {
	BundleID      *string `json:"bundleId"`
	IncomingAppID int64   `json:"incomingAppId"` // The number of an app in the store
	IncomingName  string  `json:"incomingName"`
	PreviousAppID int64   `json:"previousAppId"` // The number of an app in the store
	PreviousName  string  `json:"previousName"`
}

// DeviceRemoval is a part of [DeviceDiff].
type DeviceRemoval struct {
	AppID       int64  `json:"appId"` // The number of an app in the store
	Name        string `json:"name"`
	WouldOrphan bool   `json:"wouldOrphan"`
}
