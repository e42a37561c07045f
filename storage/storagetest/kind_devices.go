package storagetest

import "github.com/privacylabels/auditor/storage"

// phone returns a device that was synced at some moment.
func phone(id, name string, synced storage.Time) storage.Device {
	return storage.Device{ID: id, Name: name, CreatedAt: 1, LastSynced: synced}
}

func chip(ecid storage.Text, d storage.Device) storage.Device {
	d.ECID = ecid
	return d
}

func devices() kind[string, storage.Device, storage.DeviceQuery] {
	return kind[string, storage.Device, storage.DeviceQuery]{
		name:  "Devices",
		table: storage.Tx.Devices,
		key:   func(d *storage.Device, n int) { d.ID = text("device", n) },
		least: func(d *storage.Device) { d.Name, d.CreatedAt = "name", 1 },
		stock: []storage.Device{
			phone("b", "Phone", 100), chip("0xA", phone("é", "Phone", 100)), phone("a", "phone", 100), chip("0xa", phone("c", "Tablet", 99)),
			chip("0xA", phone("d", "Watch", 1000)), phone("B", "Phone", 100), phone("never", "Old", 0),
		},
		lookups: []lookup[string, storage.DeviceQuery]{
			{name: "newest sync first, then by name and id", want: []string{"d", "B", "b", "é", "a", "c", "never"}},
			{name: "of a chip", query: storage.DeviceQuery{ECID: "0xA"}, want: []string{"d", "é"}},
			{name: "of no such chip", query: storage.DeviceQuery{ECID: "0"}},
		},
	}
}

// linked returns a link of an app with a device.
func linked(app storage.AppID, device string) storage.DeviceLink {
	return storage.DeviceLink{App: app, Device: device, FirstSeen: 1, LastSeen: 2}
}

// putDevices writes apps and devices for links.
func putDevices(tx storage.Tx) error {
	if err := putApps(tx); err != nil {
		return err
	}
	var all []storage.Device
	for n := range 8 {
		all = append(all, phone(text("device", n+1), "Phone", 1))
	}
	for _, id := range []string{"a", "B", "é"} {
		all = append(all, phone(id, "Phone", 1))
	}
	return tx.Devices().Put(all...)
}

func deviceLinks() kind[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery] {
	id := func(app storage.AppID, device string) storage.DeviceLinkID {
		return storage.DeviceLinkID{App: app, Device: device}
	}
	return kind[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery]{
		name:  "DeviceLinks",
		table: storage.Tx.DeviceLinks,
		key: func(l *storage.DeviceLink, n int) {
			l.App, l.Device = storage.AppID(1+n%2), text("device", n)
			if n == 3 {
				l.App = storage.MaxAppID
			}
		},
		parents:      putDevices,
		orphans:      []storage.DeviceLink{linked(4, "a"), linked(1, "b")},
		stockParents: putDevices,
		stock: []storage.DeviceLink{
			linked(10, "a"), linked(2, "é"), linked(2, "a"), linked(1, "B"), linked(2, "B"), linked(3, "device-1"),
		},
		lookups: []lookup[storage.DeviceLinkID, storage.DeviceLinkQuery]{
			{
				name: "by app and device, bytewise",
				want: []storage.DeviceLinkID{id(1, "B"), id(2, "B"), id(2, "a"), id(2, "é"), id(3, "device-1"), id(10, "a")},
			},
			{
				name:  "of an app",
				query: storage.DeviceLinkQuery{Apps: []storage.AppID{2}},
				want:  []storage.DeviceLinkID{id(2, "B"), id(2, "a"), id(2, "é")},
			},
			{
				name:  "of some apps, one of them twice",
				query: storage.DeviceLinkQuery{Apps: []storage.AppID{10, 1, 4, 10, storage.MaxAppID}},
				want:  []storage.DeviceLinkID{id(1, "B"), id(10, "a")},
			},
			{
				name:  "of a device",
				query: storage.DeviceLinkQuery{Device: "a"},
				want:  []storage.DeviceLinkID{id(2, "a"), id(10, "a")},
			},
			{
				name:  "of an app and a device",
				query: storage.DeviceLinkQuery{Apps: []storage.AppID{2, 3}, Device: "a"},
				want:  []storage.DeviceLinkID{id(2, "a")},
			},
			{name: "of no such device", query: storage.DeviceLinkQuery{Device: "A"}},
		},
	}
}
