package storage

import (
	"fmt"
	"strings"
)

// What stands in a list of devices for something else than a device.
const (
	DevicesAll        = "all"        // every app, wherever it is
	DevicesUnattached = "unattached" // the apps on no device
)

// Device is a phone or a tablet that apps are on.
type Device struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	ECID       Text   `json:"ecid"` // the number of its chip, as it was given; empty: not known
	Model      Text   `json:"model"`
	IOSVersion Text   `json:"iosVersion"`
	Class      Text   `json:"deviceClass"`
	CreatedAt  Time   `json:"createdAt"`
	LastSynced Time   `json:"lastSyncedAt"`

	// Placeholder marks one that stands for a device that nobody knows.
	Placeholder bool `json:"isUnknownPlaceholder"`
}

// DeviceQuery narrows a list of devices, which is ordered by the last sync,
// newest first, name and id.
type DeviceQuery struct {
	ECID  Text // only those with this number; empty: every device
	Limit int  // zero: all
}

// Key returns the id.
func (d Device) Key() string { return d.ID }

// Validate refuses a device without id, name or time, and an id that cannot stand
// in a list of them.
func (d Device) Validate() error {
	if d.ID == DevicesAll || d.ID == DevicesUnattached || strings.Contains(d.ID, ",") {
		return invalid("device", "%.40q is no id", d.ID)
	}
	if d.ID == "" || d.Name == "" || d.CreatedAt <= 0 {
		return invalid("device", "no id, name or time")
	}
	return checkText("device", d.ID, d.Name, string(d.ECID), string(d.Model), string(d.IOSVersion), string(d.Class))
}

// DeviceLinkID names a link: an app, and the device that it is on.
type DeviceLinkID struct {
	App    AppID
	Device string
}

// String returns both ids with a hyphen between them.
func (d DeviceLinkID) String() string { return fmt.Sprintf("%d-%s", d.App, d.Device) }

// DeviceLink says that an app is on a device.
type DeviceLink struct {
	App       AppID  `json:"appId"`
	Device    string `json:"deviceId"`
	FirstSeen Time   `json:"firstSeenAt"`
	LastSeen  Time   `json:"lastSeenAt"`
}

// DeviceLinkQuery narrows a list of links, which is ordered by app and device.
type DeviceLinkQuery struct {
	Apps   []AppID // only those of one of these apps; none: every app
	Device string  // empty: every device
	Limit  int     // zero: all
}

// Key returns the app and the device.
func (d DeviceLink) Key() DeviceLinkID { return DeviceLinkID{d.App, d.Device} }

// Validate refuses a link without app or device.
func (d DeviceLink) Validate() error {
	if err := d.App.validate("device link"); err != nil {
		return err
	}
	if d.Device == "" {
		return invalid("device link", "no device")
	}
	return checkText("device link", d.Device)
}
