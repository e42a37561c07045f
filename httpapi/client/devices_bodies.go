// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// NoteDeviceBackupBody is what [Client.NoteDeviceBackup] sends.
type NoteDeviceBackupBody struct {
	DeviceName *string `json:"deviceName,omitzero"`
	Ecid       string  `json:"ecid"` // The number of the device's chip
	FinishedAt Time    `json:"finishedAt"`
	Path       string  `json:"path"` // Where the backup is
}

// NoteUninstallBody is what [Client.NoteUninstall] sends.
type NoteUninstallBody struct {
	AcknowledgeNoBackup *bool   `json:"acknowledgeNoBackup,omitzero"` // That there is no backup is known
	AppID               *int64  `json:"appId,omitzero"`
	AppName             *string `json:"appName,omitzero"`
	BundleID            string  `json:"bundleId"`
	Ecid                string  `json:"ecid"`           // The number of the device's chip
	Error               *string `json:"error,omitzero"` // Why it was not
	Ok                  bool    `json:"ok"`             // Whether it was removed
}

// SetDeviceScopeBody is what [Client.SetDeviceScope] sends.
type SetDeviceScopeBody struct {
	Scope SetDeviceScopeBodyScope `json:"scope"`
}

// CommitDeviceSyncBody is what [Client.CommitDeviceSync] sends.
type CommitDeviceSyncBody struct {
	AddAppIDs      []int64                                            `json:"addAppIds"`               // Those that are tracked are put on the device
	BundleIDMerges Optional[[]CommitDeviceSyncBodyBundleIDMergesItem] `json:"bundleIdMerges,omitzero"` // As the preview tells them
	DeviceID       string                                             `json:"deviceId"`                // The device
	RemoveAppIDs   []int64                                            `json:"removeAppIds"`
}

// PreviewDeviceSyncBody is what [Client.PreviewDeviceSync] sends.
type PreviewDeviceSyncBody struct {
	CurrentImport []PreviewDeviceSyncBodyCurrentImportItem `json:"currentImport"` // All that is installed on the device now
	DeviceID      string                                   `json:"deviceId"`      // The device
}

// AddDeviceBody is what [Client.AddDevice] sends.
type AddDeviceBody struct {
	DeviceClass Optional[string] `json:"deviceClass,omitzero"`
	Ecid        Optional[string] `json:"ecid,omitzero"` // The number of its chip; the device that has it already keeps its name, and takes over the rest
	IosVersion  Optional[string] `json:"iosVersion,omitzero"`
	Model       Optional[string] `json:"model,omitzero"`
	Name        string           `json:"name"`
}

// EditDeviceBody is what [Client.RenameDevice] sends.
type EditDeviceBody struct {
	MergeIntoDeviceID *string `json:"mergeIntoDeviceId,omitzero"` // Another device, which takes everything over; counts before name
	Name              *string `json:"name,omitzero"`              // One of the two is needed
}

// SetDeviceScopeBodyScope is a part of [SetDeviceScopeBody].
type SetDeviceScopeBodyScope struct {
	DeviceIDs         Optional[[]string] `json:"deviceIds,omitzero"`         // With subset; those that are not there are left out
	IncludeUnattached *bool              `json:"includeUnattached,omitzero"` // With subset: the apps on no device too
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
