// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// NoteDeviceBackupBody is what [Client.NoteDeviceBackup] sends. The body of `noteDeviceBackup`: Record a device backup.
type NoteDeviceBackupBody struct {
	DeviceName *string `json:"deviceName,omitzero"` // The name of the device
	Ecid       string  `json:"ecid"`                // The ECID of the device.
	FinishedAt Time    `json:"finishedAt"`
	Path       string  `json:"path"` // The path of the backup.
}

// NoteUninstallBody is what [Client.NoteUninstall] sends. The body of `noteUninstall`: Record the removal of an app from a device.
type NoteUninstallBody struct {
	AcknowledgeNoBackup *bool   `json:"acknowledgeNoBackup,omitzero"` // Whether the user accepts that there is no recent backup.
	AppID               *int64  `json:"appId,omitzero"`               // The ID of the app
	AppName             *string `json:"appName,omitzero"`             // The name of the app
	BundleID            string  `json:"bundleId"`                     // The bundle ID of the app, such as net.whatsapp.WhatsApp
	Ecid                string  `json:"ecid"`                         // The ECID of the device.
	Error               *string `json:"error,omitzero"`               // Why the app was not removed.
	Ok                  bool    `json:"ok"`                           // Whether the app was removed.
}

// SetDeviceScopeBody is what [Client.SetDeviceScope] sends. The body of `setDeviceScope`: Set the device scope.
type SetDeviceScopeBody struct {
	Scope SetDeviceScopeBodyScope `json:"scope"` // The devices whose apps the user wants to see.
}

// CommitDeviceSyncBody is what [Client.CommitDeviceSync] sends. The body of `commitDeviceSync`: Apply a device sync.
type CommitDeviceSyncBody struct {
	AddAppIDs      []int64                                            `json:"addAppIds"`               // Apps to add to the device. Apps that are not tracked are ignored.
	BundleIDMerges Optional[[]CommitDeviceSyncBodyBundleIDMergesItem] `json:"bundleIdMerges,omitzero"` // Apps whose bundle ID moved to another app, as listed by the preview.
	DeviceID       string                                             `json:"deviceId"`                // The ID of the device.
	RemoveAppIDs   []int64                                            `json:"removeAppIds"`            // The IDs of the apps that are no longer on the device
}

// PreviewDeviceSyncBody is what [Client.PreviewDeviceSync] sends. The body of `previewDeviceSync`: Preview the changes of a device sync.
type PreviewDeviceSyncBody struct {
	CurrentImport []PreviewDeviceSyncBodyCurrentImportItem `json:"currentImport"` // All apps that are installed on the device now.
	DeviceID      string                                   `json:"deviceId"`      // The ID of the device.
}

// AddDeviceBody is what [Client.AddDevice] sends. The body of `addDevice`: Add a device.
type AddDeviceBody struct {
	DeviceClass            Optional[string] `json:"deviceClass,omitzero"`            // The class of the device, such as iPhone; null: not known
	Ecid                   Optional[string] `json:"ecid,omitzero"`                   // The ECID. A device that already has this ECID keeps its name; its other members are updated.
	IosVersion             Optional[string] `json:"iosVersion,omitzero"`             // The version of the operating system; null: not known
	Model                  Optional[string] `json:"model,omitzero"`                  // The model of the device
	Name                   string           `json:"name"`                            // The name
	OwnerAudience          Optional[string] `json:"ownerAudience,omitzero"`          // self, loved_one, guardian, null: Whether the device is your own, that of a loved one, or that of a child in your care. PATCH removes it if this is null.
	OwnerLabel             Optional[string] `json:"ownerLabel,omitzero"`             // Whose device it is, in your words. PATCH removes it if this is null or blank.
	PermissionAcknowledged Optional[bool]   `json:"permissionAcknowledged,omitzero"` // Whether you confirm that the owner allows you to audit the device. PATCH withdraws it if this is null or false.
}

// EditDeviceBody is what [Client.RenameDevice] sends. The body of `editDevice`: Rename a device, set its owner or merge it into another.
type EditDeviceBody struct {
	MergeIntoDeviceID      *string          `json:"mergeIntoDeviceId,omitzero"`      // The ID of the device to merge this one into. Takes precedence over the other members.
	Name                   *string          `json:"name,omitzero"`                   // The new name. Required without mergeIntoDeviceId and a member of the owner.
	OwnerAudience          Optional[string] `json:"ownerAudience,omitzero"`          // self, loved_one, guardian, null: Whether the device is your own, that of a loved one, or that of a child in your care. PATCH removes it if this is null.
	OwnerLabel             Optional[string] `json:"ownerLabel,omitzero"`             // Whose device it is, in your words. PATCH removes it if this is null or blank.
	PermissionAcknowledged Optional[bool]   `json:"permissionAcknowledged,omitzero"` // Whether you confirm that the owner allows you to audit the device. PATCH withdraws it if this is null or false.
}

// SetDeviceScopeBodyScope is a part of [SetDeviceScopeBody]. The devices whose apps the user wants to see..
type SetDeviceScopeBodyScope struct {
	DeviceIDs         Optional[[]string] `json:"deviceIds,omitzero"`         // With subset: the devices to show. Unknown devices are ignored.
	IncludeUnattached *bool              `json:"includeUnattached,omitzero"` // With subset: also show apps that are on no device.
	Mode              string             `json:"mode"`                       // all, subset: Whether to show all apps or a subset.
}

// CommitDeviceSyncBodyBundleIDMergesItem is a part of [CommitDeviceSyncBody].
type CommitDeviceSyncBodyBundleIDMergesItem struct {
	IncomingAppID int64 `json:"incomingAppId"` // The ID of the app that the list names
	PreviousAppID int64 `json:"previousAppId"` // The ID of the app that is replaced
}

// PreviewDeviceSyncBodyCurrentImportItem is a part of [PreviewDeviceSyncBody].
type PreviewDeviceSyncBodyCurrentImportItem struct {
	AppID     int64   `json:"appId"`              // The ID of the app
	BundleID  *string `json:"bundleId,omitzero"`  // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Developer *string `json:"developer,omitzero"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl,omitzero"`   // The URL of the icon; null: not known
	Name      *string `json:"name,omitzero"`      // The name
	URL       *string `json:"url,omitzero"`       // The URL
}
