// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// NoteDeviceBackupBody is what [Client.NoteDeviceBackup] sends.
type NoteDeviceBackupBody struct {
	DeviceName *string `json:"deviceName,omitzero"`
	Ecid       string  `json:"ecid"` // The ECID of the device.
	FinishedAt Time    `json:"finishedAt"`
	Path       string  `json:"path"` // The path of the backup.
}

// NoteUninstallBody is what [Client.NoteUninstall] sends.
type NoteUninstallBody struct {
	AcknowledgeNoBackup *bool   `json:"acknowledgeNoBackup,omitzero"` // The user accepts that there is no recent backup.
	AppID               *int64  `json:"appId,omitzero"`
	AppName             *string `json:"appName,omitzero"`
	BundleID            string  `json:"bundleId"`
	Ecid                string  `json:"ecid"`           // The ECID of the device.
	Error               *string `json:"error,omitzero"` // Why the app was not removed.
	Ok                  bool    `json:"ok"`             // Whether the app was removed.
}

// SetDeviceScopeBody is what [Client.SetDeviceScope] sends.
type SetDeviceScopeBody struct {
	Scope SetDeviceScopeBodyScope `json:"scope"`
}

// CommitDeviceSyncBody is what [Client.CommitDeviceSync] sends.
type CommitDeviceSyncBody struct {
	AddAppIDs      []int64                                            `json:"addAppIds"`               // Apps to add to the device. Apps that are not tracked are ignored.
	BundleIDMerges Optional[[]CommitDeviceSyncBodyBundleIDMergesItem] `json:"bundleIdMerges,omitzero"` // Apps whose bundle ID moved to another app, as listed by the preview.
	DeviceID       string                                             `json:"deviceId"`                // The ID of the device.
	RemoveAppIDs   []int64                                            `json:"removeAppIds"`
}

// PreviewDeviceSyncBody is what [Client.PreviewDeviceSync] sends.
type PreviewDeviceSyncBody struct {
	CurrentImport []PreviewDeviceSyncBodyCurrentImportItem `json:"currentImport"` // All apps that are installed on the device now.
	DeviceID      string                                   `json:"deviceId"`      // The ID of the device.
}

// AddDeviceBody is what [Client.AddDevice] sends.
type AddDeviceBody struct {
	DeviceClass            Optional[string] `json:"deviceClass,omitzero"`
	Ecid                   Optional[string] `json:"ecid,omitzero"` // The ECID. A device that already has this ECID keeps its name; its other members are updated.
	IosVersion             Optional[string] `json:"iosVersion,omitzero"`
	Model                  Optional[string] `json:"model,omitzero"`
	Name                   string           `json:"name"`
	OwnerAudience          Optional[string] `json:"ownerAudience,omitzero"`          // self, loved_one, guardian, null: Whether the device is your own, that of a loved one, or that of a child in your care. Null removes it.
	OwnerLabel             Optional[string] `json:"ownerLabel,omitzero"`             // Whose device it is, in your words. Null or blank removes it.
	PermissionAcknowledged *bool            `json:"permissionAcknowledged,omitzero"` // Whether you confirm that the owner allows you to audit the device.
}

// EditDeviceBody is what [Client.RenameDevice] sends.
type EditDeviceBody struct {
	MergeIntoDeviceID      *string          `json:"mergeIntoDeviceId,omitzero"`      // The ID of the device to merge this one into. Takes precedence over the other members.
	Name                   *string          `json:"name,omitzero"`                   // The new name. Required without mergeIntoDeviceId and a member of the owner.
	OwnerAudience          Optional[string] `json:"ownerAudience,omitzero"`          // self, loved_one, guardian, null: Whether the device is your own, that of a loved one, or that of a child in your care. Null removes it.
	OwnerLabel             Optional[string] `json:"ownerLabel,omitzero"`             // Whose device it is, in your words. Null or blank removes it.
	PermissionAcknowledged *bool            `json:"permissionAcknowledged,omitzero"` // Whether you confirm that the owner allows you to audit the device.
}

// SetDeviceScopeBodyScope is a part of [SetDeviceScopeBody].
type SetDeviceScopeBodyScope struct {
	DeviceIDs         Optional[[]string] `json:"deviceIds,omitzero"`         // With subset: the devices to show. Unknown devices are ignored.
	IncludeUnattached *bool              `json:"includeUnattached,omitzero"` // With subset: also show apps that are on no device.
	Mode              string             `json:"mode"`                       // all, subset
}

// CommitDeviceSyncBodyBundleIDMergesItem is a part of [CommitDeviceSyncBody].
type CommitDeviceSyncBodyBundleIDMergesItem struct {
	IncomingAppID int64 `json:"incomingAppId"`
	PreviousAppID int64 `json:"previousAppId"`
}

// PreviewDeviceSyncBodyCurrentImportItem is a part of [PreviewDeviceSyncBody].
type PreviewDeviceSyncBodyCurrentImportItem struct {
	AppID     int64   `json:"appId"`
	BundleID  *string `json:"bundleId,omitzero"`
	Developer *string `json:"developer,omitzero"`
	IconURL   *string `json:"iconUrl,omitzero"`
	Name      *string `json:"name,omitzero"`
	URL       *string `json:"url,omitzero"`
}
