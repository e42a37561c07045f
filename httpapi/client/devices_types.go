// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// UninstallGate is what [Client.UninstallGate] returns. Whether an app may be removed from a device.
type UninstallGate struct {
	ActiveAudience *string `json:"activeAudience,omitzero"` // loved_one, guardian: For whom the user checks apps, if that forbids the removal
	AgedMs         *int64  `json:"agedMs,omitzero"`         // The age of the device's backup in milliseconds, if it is too old
	Allowed        bool    `json:"allowed"`                 // Whether the app may be removed
	Reason         *string `json:"reason,omitzero"`         // audience, flag, backup_missing, backup_stale: Why the app may not be removed
}

// DeviceScopeAnswer is what [Client.ResetDeviceScope] returns. The scope with the devices to choose from.
type DeviceScopeAnswer struct {
	Devices []DeviceSummary `json:"devices"` // The devices
	Scope   DeviceScope     `json:"scope"`   // The device scope
}

// DeviceSynced is what [Client.CommitDeviceSync] returns. The changes that a device sync made.
type DeviceSynced struct {
	Added              int64 `json:"added"`              // The number of apps that were added to the device
	Merged             int64 `json:"merged"`             // Number of apps that replaced another one
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
	Removed            int64 `json:"removed"`            // The number of apps that were removed from the device
}

// PreviewSyncAnswer is what [Client.PreviewDeviceSync] returns. An answer of `previewDeviceSync`: Preview the changes of a device sync.
type PreviewSyncAnswer struct {
	Diff DeviceDiff `json:"diff"` // What the list would change
}

// DevicesAnswer is what [Client.Devices] returns. An answer of `queryDevices`: List devices, or find one by its ECID.
type DevicesAnswer struct {
	Devices []DeviceSummary `json:"devices"` // The devices
}

// FoundDevice is what [Client.FindDevice] returns. The device with the ECID. Both members are null if there is none..
type FoundDevice struct {
	Device        *Device        `json:"device"`        // The device; null: none was found
	ImportHistory *DeviceImports `json:"importHistory"` // The imports from this device; null: none
}

// DeviceAnswer is what [Client.AddDevice] returns. An answer of `editDevice`: Rename a device, set its owner or merge it into another.
type DeviceAnswer struct {
	Device Device `json:"device"` // The device
}

// DevicesForAnswer is what [Client.DevicesOfApp] returns. An answer of `devicesOfApp`: List the devices that have an app.
type DevicesForAnswer struct {
	Devices []Device `json:"devices"` // The devices
}

// OrphanedAnswer is what [Client.RemoveDevice] returns. The number of apps that were deleted because they were on no other device.
type OrphanedAnswer struct {
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
}

// DeviceDetail is what [Client.Device] returns. A device with its imports.
type DeviceDetail struct {
	Device        Device        `json:"device"`        // The device
	ImportHistory DeviceImports `json:"importHistory"` // The imports from this device
}

// MergedDevicesAnswer is what [Client.MergeDevices] returns. An answer of `editDevice`: Rename a device, set its owner or merge it into another.
type MergedDevicesAnswer struct {
	Merged             bool  `json:"merged"`             // Always true: the device was merged into another one
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
}

// DeviceBundlesAnswer is what [Client.BundlesOfDevice] returns. An answer of `bundlesOfDevice`: List the bundle IDs of a device.
type DeviceBundlesAnswer struct {
	BundleIDs []string `json:"bundleIds"` // The bundle IDs
}

// DeviceAppsAnswer is what [Client.AppsOfDevice] returns. An answer of `appsOfDevice`: List the tracked apps of a device.
type DeviceAppsAnswer struct {
	Apps []DeviceApp `json:"apps"` // The apps
}

// DeviceSummary is a part of [DeviceScopeAnswer]. A device with the number of apps on it.
type DeviceSummary struct {
	AppCount               int64   `json:"appCount"` // Number of apps
	CreatedAt              Time    `json:"createdAt"`
	DeviceClass            *string `json:"deviceClass"`          // The class of the device, such as iPhone; null: not known
	Ecid                   *string `json:"ecid"`                 // The ECID as given; null: not known
	ID                     string  `json:"id"`                   // The ID
	IosVersion             *string `json:"iosVersion"`           // The version of the operating system; null: not known
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"` // Whether this record stands for an unknown device
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`                  // The model of the device; null: not known
	Name                   string  `json:"name"`                   // The name
	OwnerAudience          *string `json:"ownerAudience"`          // self, loved_one, guardian, null: For whom the device is checked; null: not set
	OwnerLabel             *string `json:"ownerLabel"`             // The owner of the device, in the words of the user; null: not set
	PermissionAcknowledged bool    `json:"permissionAcknowledged"` // Whether the user confirmed that the owner allows the audit of the device
}

// DeviceScope is a part of [DeviceScopeAnswer]. The devices whose apps a user wants to see. The service only stores it: lists of apps are filtered by the parameters of the request..
type DeviceScope struct {
	DeviceIDs         []string `json:"deviceIds"`         // The IDs of the devices
	IncludeUnattached bool     `json:"includeUnattached"` // Whether apps on no device are shown as well
	Mode              string   `json:"mode"`              // all, subset: Whether all apps are shown or a subset
	V                 int64    `json:"v"`                 // The version of the form
}

// DeviceDiff is a part of [PreviewSyncAnswer]. The difference between a device and a list of installed apps.
type DeviceDiff struct {
	Adds           []DeviceAddition `json:"adds"`           // The apps to add, in the order of the list
	BundleIDMerges []DeviceMerge    `json:"bundleIdMerges"` // Apps that were replaced by one with the same bundle ID
	DeviceID       string           `json:"deviceId"`       // The ID of the device
	Removes        []DeviceRemoval  `json:"removes"`        // The apps that are no longer on the device
	Unchanged      int64            `json:"unchanged"`      // The number of apps that stay on the device, including those in bundleIdMerges
}

// Device is a part of [FoundDevice]. A phone or a tablet that apps are on.
type Device struct {
	CreatedAt              Time    `json:"createdAt"`
	DeviceClass            *string `json:"deviceClass"`          // The class of the device, such as iPhone; null: not known
	Ecid                   *string `json:"ecid"`                 // The ECID as given; null: not known
	ID                     string  `json:"id"`                   // The ID
	IosVersion             *string `json:"iosVersion"`           // The version of the operating system; null: not known
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"` // Whether this record stands for an unknown device
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`                  // The model of the device; null: not known
	Name                   string  `json:"name"`                   // The name
	OwnerAudience          *string `json:"ownerAudience"`          // self, loved_one, guardian, null: For whom the device is checked; null: not set
	OwnerLabel             *string `json:"ownerLabel"`             // The owner of the device, in the words of the user; null: not set
	PermissionAcknowledged bool    `json:"permissionAcknowledged"` // Whether the user confirmed that the owner allows the audit of the device
}

// DeviceImports is a part of [FoundDevice]. The completed imports of a device.
type DeviceImports struct {
	Count           int64 `json:"count"` // The number of imports
	LastCompletedAt *Time `json:"lastCompletedAt"`
}

// DeviceApp is a part of [DeviceAppsAnswer]. An app on a device.
type DeviceApp struct {
	AppID    int64   `json:"appId"`    // The ID of the app
	BundleID *string `json:"bundleId"` // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Name     string  `json:"name"`     // The name
}

// DeviceAddition is a part of [DeviceDiff]. An installed app that is not on the device yet, tracked or not.
type DeviceAddition struct {
	AppID     int64   `json:"appId"`     // The ID of the app
	BundleID  *string `json:"bundleId"`  // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Developer *string `json:"developer"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl"`   // The URL of the icon; null: not known
	Name      string  `json:"name"`      // The name
	URL       *string `json:"url"`       // The URL
}

// DeviceMerge is a part of [DeviceDiff]. An app on the device that the App Store now lists under another ID.
type DeviceMerge struct {
	BundleID      *string `json:"bundleId"`      // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	IncomingAppID int64   `json:"incomingAppId"` // The ID of the app that the list names
	IncomingName  string  `json:"incomingName"`  // The name of the app that the list names
	PreviousAppID int64   `json:"previousAppId"` // The ID of the app that is replaced
	PreviousName  string  `json:"previousName"`  // The name of the app that is replaced
}

// DeviceRemoval is a part of [DeviceDiff]. An app on the device that is no longer installed.
type DeviceRemoval struct {
	AppID       int64  `json:"appId"`       // The ID of the app
	Name        string `json:"name"`        // The name
	WouldOrphan bool   `json:"wouldOrphan"` // Whether the app would then be on no device, and be deleted
}
