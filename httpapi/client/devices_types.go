// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// UninstallGate is what [Client.UninstallGate] returns. Whether an app may be removed from a device.
type UninstallGate struct {
	ActiveAudience *string `json:"activeAudience,omitzero"` // loved_one, guardian: For whom the user checks apps, if that forbids it
	AgedMs         *int64  `json:"agedMs,omitzero"`         // How old the backup of the device is, in milliseconds, if it is too old
	Allowed        bool    `json:"allowed"`                 // Whether it is allowed
	Reason         *string `json:"reason,omitzero"`         // audience, flag, backup_missing, backup_stale: Why
}

// DeviceScopeAnswer is what [Client.ResetDeviceScope] returns. The scope with the devices to choose from.
type DeviceScopeAnswer struct {
	Devices []DeviceSummary `json:"devices"` // The devices
	Scope   DeviceScope     `json:"scope"`   // Which apps it is about
}

// DeviceSynced is what [Client.CommitDeviceSync] returns. The result of a Change.
type DeviceSynced struct {
	Added              int64 `json:"added"`              // What is new, or the number of it
	Merged             int64 `json:"merged"`             // Number of apps that replaced another one
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
	Removed            int64 `json:"removed"`            // What is gone, or the number of it
}

// PreviewSyncAnswer is what [Client.PreviewDeviceSync] returns. An answer of `previewDeviceSync`: Preview the changes of a device sync.
type PreviewSyncAnswer struct {
	Diff DeviceDiff `json:"diff"` // What the list would change
}

// DevicesAnswer is what [Client.Devices] returns. An answer of `queryDevices`: List devices, or find one by its ECID.
type DevicesAnswer struct {
	Devices []DeviceSummary `json:"devices"` // The devices
}

// FoundDevice is what [Client.FindDevice] returns. The device with an ECID. Both members are null if there is none..
type FoundDevice struct {
	Device        *Device        `json:"device"`        // The device; null: none was found
	ImportHistory *DeviceImports `json:"importHistory"` // The imports from this device; null: none
}

// DeviceAnswer is what [Client.AddDevice] returns. An answer of `editDevice`: Rename a device, set its owner or merge it into another.
type DeviceAnswer struct {
	Device Device `json:"device"` // The device; null: none was found
}

// DevicesForAnswer is what [Client.DevicesOfApp] returns. An answer of `devicesOfApp`: List the devices that have an app.
type DevicesForAnswer struct {
	Devices []Device `json:"devices"` // The devices
}

// OrphanedAnswer is what [Client.RemoveDevice] returns. Counts the apps that were deleted because they were on no other device.
type OrphanedAnswer struct {
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
}

// DeviceDetail is what [Client.Device] returns. A device with its imports.
type DeviceDetail struct {
	Device        Device        `json:"device"`        // The device; null: none was found
	ImportHistory DeviceImports `json:"importHistory"` // The imports from this device; null: none
}

// MergedDevicesAnswer is what [Client.MergeDevices] returns. An answer of `editDevice`: Rename a device, set its owner or merge it into another.
type MergedDevicesAnswer struct {
	Merged             bool  `json:"merged"`             // True: the device was merged with another one
	OrphanedAndDeleted int64 `json:"orphanedAndDeleted"` // Number of apps that were deleted because no other device has them
}

// DeviceBundlesAnswer is what [Client.BundlesOfDevice] returns. An answer of `bundlesOfDevice`: List the bundle IDs of a device.
type DeviceBundlesAnswer struct {
	BundleIDs []string `json:"bundleIds"` // Bundle IDs
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
	Ecid                   *string `json:"ecid"`                 // Its chip ID, as given; empty: unknown
	ID                     string  `json:"id"`                   // The ID
	IosVersion             *string `json:"iosVersion"`           // The version of the operating system; null: not known
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"` // Marks the stand-in for an unknown device
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`                  // The language model; empty or null: none
	Name                   string  `json:"name"`                   // The name
	OwnerAudience          *string `json:"ownerAudience"`          // self, loved_one, guardian, null: For whom the device is checked; null: not set
	OwnerLabel             *string `json:"ownerLabel"`             // Whose device it is, in the words of the user
	PermissionAcknowledged bool    `json:"permissionAcknowledged"` // Whether the user confirmed that the owner allows the user to audit the device
}

// DeviceScope is a part of [DeviceScopeAnswer]. The selection of devices whose apps a user wants to see. It is remembered for pages only: the API filters a list by the parameters of the request..
type DeviceScope struct {
	DeviceIDs         []string `json:"deviceIds"`         // The IDs of the devices
	IncludeUnattached bool     `json:"includeUnattached"` // Also the apps on no device
	Mode              string   `json:"mode"`              // all, subset: The way in which it is done
	V                 int64    `json:"v"`                 // The version of the form
}

// DeviceDiff is a part of [PreviewSyncAnswer]. The difference between a device and a list of installed apps.
type DeviceDiff struct {
	Adds           []DeviceAddition `json:"adds"`           // In the order of the list
	BundleIDMerges []DeviceMerge    `json:"bundleIdMerges"` // Apps that were replaced by one with the same bundle ID
	DeviceID       string           `json:"deviceId"`       // The ID of the device
	Removes        []DeviceRemoval  `json:"removes"`        // The apps that are no longer on the device
	Unchanged      int64            `json:"unchanged"`      // Including those in Merges
}

// Device is a part of [FoundDevice]. A phone or a tablet that apps are on.
type Device struct {
	CreatedAt              Time    `json:"createdAt"`
	DeviceClass            *string `json:"deviceClass"`          // The class of the device, such as iPhone; null: not known
	Ecid                   *string `json:"ecid"`                 // Its chip ID, as given; empty: unknown
	ID                     string  `json:"id"`                   // The ID
	IosVersion             *string `json:"iosVersion"`           // The version of the operating system; null: not known
	IsUnknownPlaceholder   bool    `json:"isUnknownPlaceholder"` // Marks the stand-in for an unknown device
	LastSyncedAt           Time    `json:"lastSyncedAt"`
	Model                  *string `json:"model"`                  // The model of the device; null: not known
	Name                   string  `json:"name"`                   // The name
	OwnerAudience          *string `json:"ownerAudience"`          // self, loved_one, guardian, null: For whom the device is checked; null: not set
	OwnerLabel             *string `json:"ownerLabel"`             // Whose device it is, in the words of the user
	PermissionAcknowledged bool    `json:"permissionAcknowledged"` // Whether the user confirmed that the owner allows the audit of the device
}

// DeviceImports is a part of [FoundDevice]. Summarizes the complete imports of a device.
type DeviceImports struct {
	Count           int64 `json:"count"` // The number
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
	IconURL   *string `json:"iconUrl"`   // The address of the icon; null: not known
	Name      string  `json:"name"`      // The name
	URL       *string `json:"url"`       // The address
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
	WouldOrphan bool   `json:"wouldOrphan"` // It would be removed
}
