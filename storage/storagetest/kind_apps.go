package storagetest

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// tracked returns an app that hangs on nothing.
func tracked(id storage.AppID) storage.App {
	return storage.App{ID: id, Name: fmt.Sprintf("App %d", id), URL: fmt.Sprintf("https://apps.example/%d", id)}
}

// named returns an app with a name and a bundle id.
func named(id storage.AppID, name, bundle string) storage.App {
	a := tracked(id)
	a.Name, a.BundleID = name, storage.Text(bundle)
	return a
}

// many returns the ids of so many devices that are not there.
func many(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprint("device ", i)
	}
	return ids
}

func putApps(tx storage.Tx) error {
	return tx.Apps().Put(tracked(1), tracked(2), tracked(3), tracked(10), tracked(storage.MaxAppID))
}

func apps() kind[storage.AppID, storage.App, storage.AppQuery] {
	return kind[storage.AppID, storage.App, storage.AppQuery]{
		name:  "Apps",
		table: storage.Tx.Apps,
		key: func(a *storage.App, n int) {
			a.ID = storage.AppID(n)
			if n == 3 {
				a.ID = storage.MaxAppID
			}
		},
		least: func(a *storage.App) { a.Name, a.URL = "name", "url" },
		fix:   func(a *storage.App) { a.Decision = storage.DecisionReplace },
		stock: []storage.App{
			named(30, "b", "com.example.Notes"),
			named(4, "ü", "com.example.notes.pro"),
			named(12, "B", "COM.EXAMPLE.NOTES"),
			named(2, "b", ""),
			named(storage.MaxAppID, "a", "com_example_notes"),
			named(7, "u\u0308", "com.example.notës"),
			named(8, "\U00010000", "com.example.NOTËS"),
			named(9, "\uff5e", "%"),
			named(100, "b", "com.example.not"),
			named(5, "b ", "com.example.notes "),
			named(6, "B", "kom.example"),
			named(11, "10", "\u212aom.example"),
			named(3, "9", "x"),
		},
		stockParents: func(tx storage.Tx) error {
			return tx.Devices().Put(phone("pad", "Pad", 1), phone("phone", "Phone", 1), phone("bare", "Bare", 1))
		},
		stockHangs: func(tx storage.Tx) error {
			return tx.DeviceLinks().Put(linked(30, "phone"), linked(2, "phone"), linked(4, "phone"), linked(storage.MaxAppID, "phone"),
				linked(2, "pad"), linked(100, "pad"), linked(6, "pad"), linked(12, "pad"), linked(8, "pad"), linked(3, "pad"), linked(11, "pad"))
		},
		lookups: []lookup[storage.AppID, storage.AppQuery]{
			{
				name: "by name, bytewise, and id",
				want: []storage.AppID{11, 3, 6, 12, storage.MaxAppID, 2, 30, 100, 5, 7, 4, 9, 8},
			},
			{
				name:  "a bundle id, letter case ignored",
				query: storage.AppQuery{BundleID: "com.Example.notes"},
				want:  []storage.AppID{12, 30},
			},
			{
				name:  "letter case ignored in ASCII alone",
				query: storage.AppQuery{BundleID: "com.example.NOTËS"},
				want:  []storage.AppID{8},
			},
			{
				name:  "the Kelvin sign is no k",
				query: storage.AppQuery{BundleID: "KOM.example"},
				want:  []storage.AppID{6},
			},
			{
				name:  "no pattern",
				query: storage.AppQuery{BundleID: "%"},
				want:  []storage.AppID{9},
			},
			{
				name:  "on a device",
				query: storage.AppQuery{Devices: []string{"phone"}},
				want:  []storage.AppID{storage.MaxAppID, 2, 30, 4},
			},
			{
				name:  "on one of several, one of them twice and one that is not there",
				query: storage.AppQuery{Devices: []string{"phone", "pad", "none", "phone", "bare"}},
				want:  []storage.AppID{11, 3, 6, 12, storage.MaxAppID, 2, 30, 100, 4, 8},
			},
			{
				name:  "on no device",
				query: storage.AppQuery{Devices: []string{""}},
				want:  []storage.AppID{5, 7, 9},
			},
			{
				name:  "on a device or on none",
				query: storage.AppQuery{Devices: []string{"phone", ""}},
				want:  []storage.AppID{storage.MaxAppID, 2, 30, 5, 7, 4, 9},
			},
			{
				name:  "on one of very many",
				query: storage.AppQuery{Devices: append(many(40), "phone")},
				want:  []storage.AppID{storage.MaxAppID, 2, 30, 4},
			},
			{
				name:  "on one of very many or on none",
				query: storage.AppQuery{Devices: append(many(40), "", "phone")},
				want:  []storage.AppID{storage.MaxAppID, 2, 30, 5, 7, 4, 9},
			},
			{
				name:  "a bundle id on a device",
				query: storage.AppQuery{BundleID: "com.example.notes", Devices: []string{"phone", "none"}},
				want:  []storage.AppID{30},
			},
			{name: "on a device with nothing on it", query: storage.AppQuery{Devices: []string{"bare"}}},
			{name: "on no device that is there", query: storage.AppQuery{Devices: []string{"Phone"}}},
			{
				name:  "no such bundle id",
				query: storage.AppQuery{BundleID: "com.example"},
			},
		},
	}
}
