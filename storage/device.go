package storage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Values that a list of device IDs may hold besides IDs.
const (
	DevicesAll        = "all"        // every app
	DevicesUnattached = "unattached" // the apps on no device
)

// Audience is the person that a device is for, as its user sees it. Empty means
// unknown, and is null in JSON.
type Audience string

// The audiences.
const (
	AudienceSelf     Audience = "self"
	AudienceLovedOne Audience = "loved_one"
	AudienceGuardian Audience = "guardian" // a child in the user's care
)

// Known reports whether the audience is a defined one.
func (a Audience) Known() bool {
	return a == AudienceSelf || a == AudienceLovedOne || a == AudienceGuardian
}

// MarshalJSON writes the audience, or null when it is not known.
func (a Audience) MarshalJSON() ([]byte, error) { return Text(a).MarshalJSON() }

// Device is a phone or a tablet that apps are on.
type Device struct {
	ID         string `db:"id,key" json:"id"`
	Name       string `db:"name" json:"name"`
	ECID       Text   `db:"ecid" json:"ecid"` // its chip ID, as given; empty: unknown
	Model      Text   `db:"model" json:"model"`
	IOSVersion Text   `db:"ios_version" json:"iosVersion"`
	Class      Text   `db:"class" json:"deviceClass"`

	OwnerLabel    Text     `db:"owner_label" json:"ownerLabel"` // whose device it is, in the words of the user
	OwnerAudience Audience `db:"owner_audience" json:"ownerAudience"`
	// PermissionAcknowledged reports whether the user confirmed that the owner allows
	// the user to audit the device.
	PermissionAcknowledged bool `db:"permission_acknowledged" json:"permissionAcknowledged"`

	CreatedAt  Time `db:"created_at" json:"createdAt"`
	LastSynced Time `db:"last_synced" json:"lastSyncedAt"`

	// Placeholder marks the stand-in for an unknown device.
	Placeholder bool `db:"placeholder" json:"isUnknownPlaceholder"`
}

// DeviceQuery narrows a list of devices, which is ordered by the last sync,
// newest first, name and id.
type DeviceQuery struct {
	ECID  Text // empty: every device
	Limit int  // zero: all
}

// matches implements [Query].
func (q DeviceQuery) matches(r Device) bool { return asked(q.ECID, r.ECID) }

// compare implements [Query].
func (DeviceQuery) compare(a, b Device) int {
	return cmp.Or(cmp.Compare(b.LastSynced, a.LastSynced), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}

// key returns the id.
func (d Device) key() string { return d.ID }

// validate refuses a device without id, name or time, an unknown audience, and an ID
// that is not allowed in a list of IDs.
func (d Device) validate() error {
	if d.ID == DevicesAll || d.ID == DevicesUnattached || strings.Contains(d.ID, ",") {
		return invalid("device", "the id %.40q is reserved or contains a comma", d.ID)
	}
	if d.ID == "" || d.Name == "" || d.CreatedAt <= 0 {
		return invalid("device", "no id, name or time")
	}
	if d.OwnerAudience != "" && !d.OwnerAudience.Known() {
		return invalid("device", "unknown owner audience %.40q", d.OwnerAudience)
	}
	return checkText("device", d.ID, d.Name, string(d.ECID), string(d.Model), string(d.IOSVersion), string(d.Class), string(d.OwnerLabel))
}

// DeviceLinkID names a link: an app, and the device that it is on.
type DeviceLinkID struct {
	App    AppID
	Device string
}

// String returns both ids with a hyphen between them.
func (d DeviceLinkID) String() string { return fmt.Sprintf("%d-%s", d.App, d.Device) }

// DeviceLink records that an app is on a device.
type DeviceLink struct {
	App       AppID  `db:"app_id,key" json:"appId"`
	Device    string `db:"device_id,key" json:"deviceId"`
	FirstSeen Time   `db:"first_seen" json:"firstSeenAt"`
	LastSeen  Time   `db:"last_seen" json:"lastSeenAt"`
}

// DeviceLinkQuery narrows a list of links, which is ordered by app and device.
type DeviceLinkQuery struct {
	Apps   []AppID // only links of these apps; none: every app
	Device string  // empty: every device
	Limit  int     // zero: all
}

// matches implements [Query].
func (q DeviceLinkQuery) matches(r DeviceLink) bool {
	return asked(q.Device, r.Device) && (len(q.Apps) == 0 || slices.Contains(q.Apps, r.App))
}

// compare implements [Query].
func (DeviceLinkQuery) compare(a, b DeviceLink) int {
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Device, b.Device))
}

// key returns the app and the device.
func (d DeviceLink) key() DeviceLinkID { return DeviceLinkID{d.App, d.Device} }

// parents implements [child].
func (d DeviceLink) parents() []Parent {
	return append(onApp(d.App), Parent{Table: "Devices", Key: d.Device})
}

// validate refuses a link without app or device.
func (d DeviceLink) validate() error {
	if err := d.App.validate("device link"); err != nil {
		return err
	}
	if d.Device == "" {
		return invalid("device link", "no device")
	}
	return checkText("device link", d.Device)
}
