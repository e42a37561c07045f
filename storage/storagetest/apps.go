package storagetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// tracked returns an app without parents.
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

// testListedApps compares the apps that the store lists encoded with what they are, also
// after another write.
func testListedApps(t *testing.T, s storage.Store) {
	k := kindOf("Apps")
	k.prepare(t, s)
	same := func() {
		t.Helper()
		for _, q := range []storage.AppQuery{
			{}, {Reverse: true}, {Limit: 2}, {Limit: 2, Offset: 1}, {Order: storage.AppsByRisk}, {Devices: []string{""}, Limit: 3}, {Limit: 1000},
		} {
			got := compare(t, s, q, func(tx *storage.Tx) ([]storage.ListedApp, error) { return storage.Collect(tx.ListedApps(q)) })
			if len(got) == 0 {
				t.Errorf("no apps of %+v", q)
			}
			for i, app := range got {
				got[i] = storage.ListedApp{ID: app.ID, JSON: app.JSON}
			}
			encoded := compare(t, s, q, func(tx *storage.Tx) ([]storage.ListedApp, error) { return storage.Collect(tx.EncodedApps(q)) })
			if diff := cmp.Diff(got, encoded); diff != "" {
				t.Errorf("without the values for the grid, of %+v (-want +got):\n%s", q, diff)
			}
		}
	}
	for _, samples := range [][]any{
		{k.full(1), k.bare(2), k.sample(extreme, 3), k.sample(hollow, 4)},
		{k.bare(1), k.sample(hollow, 2), k.full(3), k.full(5)},
	} {
		update(t, s, func(tx *storage.Tx) error {
			for _, app := range samples {
				if err := tx.Apps.Put(app.(storage.App)); err != nil {
					return err
				}
			}
			return nil
		})
		same()
	}
}

func putApps(tx *storage.Tx) error {
	return tx.Apps.Put(tracked(1), tracked(2), tracked(3), tracked(10), tracked(storage.MaxAppID))
}

func apps() golden[storage.AppID, storage.App, storage.AppQuery] {
	return golden[storage.AppID, storage.App, storage.AppQuery]{
		records: []storage.App{
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
			named(40, "Café", "y.café"),
			named(41, "cafe", "y.cafe"),
			named(42, "Cafeteria", "y.cafeteria"),
			named(43, "ﬁnance", "y.fi"),
			named(44, "İstanbul Straße", "y.istanbul"),
			named(45, "O’Reilly", "y.oreilly"),
		},
		before: func(tx *storage.Tx) error {
			return tx.Devices.Put(phone("pad", "Pad", 1), phone("phone", "Phone", 1), phone("bare", "Bare", 1))
		},
		after: func(tx *storage.Tx) error {
			return errors.Join(tx.DeviceLinks.Put(linked(30, "phone"), linked(2, "phone"), linked(4, "phone"), linked(storage.MaxAppID, "phone"),
				linked(2, "pad"), linked(100, "pad"), linked(6, "pad"), linked(12, "pad"), linked(8, "pad"), linked(3, "pad"), linked(11, "pad")),
				tx.PolicyAnalyses.Put(summarised(30), summarised(8), summarised(12), summarised(2), analysis(4)))
		},
		lookups: []lookup[storage.AppID, storage.AppQuery]{
			{name: "by name and id", want: []storage.AppID{9, 11, 3, storage.MaxAppID, 2, 30, 100, 6, 12, 5, 41, 40, 42, 43, 44, 45, 7, 4, 8}},
			{name: "a bundle id, letter case ignored", query: storage.AppQuery{BundleID: "com.Example.notes"}, want: []storage.AppID{30, 12}},
			{name: "letter case ignored in ASCII alone", query: storage.AppQuery{BundleID: "com.example.NOTËS"}, want: []storage.AppID{8}},
			{name: "the Kelvin sign is no k", query: storage.AppQuery{BundleID: "KOM.example"}, want: []storage.AppID{6}},
			{name: "no pattern", query: storage.AppQuery{BundleID: "%"}, want: []storage.AppID{9}},
			{name: "on a device", query: storage.AppQuery{Devices: []string{"phone"}}, want: []storage.AppID{storage.MaxAppID, 2, 30, 4}},
			{
				name:  "on one of several, one of them twice and one that is not there",
				query: storage.AppQuery{Devices: []string{"phone", "pad", "none", "phone", "bare"}},
				want:  []storage.AppID{11, 3, storage.MaxAppID, 2, 30, 100, 6, 12, 4, 8},
			},
			{name: "on no device", query: storage.AppQuery{Devices: []string{""}}, want: []storage.AppID{9, 5, 41, 40, 42, 43, 44, 45, 7}},
			{
				name:  "on a device or on none",
				query: storage.AppQuery{Devices: []string{"phone", ""}},
				want:  []storage.AppID{9, storage.MaxAppID, 2, 30, 5, 41, 40, 42, 43, 44, 45, 7, 4},
			},
			{
				name:  "on one of very many",
				query: storage.AppQuery{Devices: append(many(40), "phone")},
				want:  []storage.AppID{storage.MaxAppID, 2, 30, 4},
			},
			{
				name:  "on one of very many or on none",
				query: storage.AppQuery{Devices: append(many(40), "", "phone")},
				want:  []storage.AppID{9, storage.MaxAppID, 2, 30, 5, 41, 40, 42, 43, 44, 45, 7, 4},
			},
			{
				name:  "a bundle id on a device",
				query: storage.AppQuery{BundleID: "com.example.notes", Devices: []string{"phone", "none"}},
				want:  []storage.AppID{30},
			},
			{name: "on a device with nothing on it", query: storage.AppQuery{Devices: []string{"bare"}}},
			{name: "on no device that is there", query: storage.AppQuery{Devices: []string{"Phone"}}},
			{name: "with a summary", query: storage.AppQuery{Summarised: true}, want: []storage.AppID{2, 30, 12, 8}},
			{
				name:  "with a summary, on a device",
				query: storage.AppQuery{Summarised: true, Devices: []string{"phone"}},
				want:  []storage.AppID{2, 30},
			},
			{
				name:  "a bundle id, with a summary",
				query: storage.AppQuery{Summarised: true, BundleID: "com.example.notes"},
				want:  []storage.AppID{30, 12},
			},
			{
				name:  "a text in the name, developer or bundle ID, letter case and accents ignored",
				query: storage.AppQuery{Search: "NOTËS"},
				want:  []storage.AppID{storage.MaxAppID, 30, 12, 5, 7, 4, 8},
			},
			{name: "letter case ignored, also of the Kelvin sign", query: storage.AppQuery{Search: "KOM."}, want: []storage.AppID{11, 6}},
			{name: "a text that would be a pattern", query: storage.AppQuery{Search: "_"}, want: []storage.AppID{storage.MaxAppID}},
			{name: "a text that no name contains", query: storage.AppQuery{Search: "\x00"}},
			{name: "another such text", query: storage.AppQuery{Search: "%"}, want: []storage.AppID{9}},
			{
				name:  "a text on a device, in the opposite order",
				query: storage.AppQuery{Search: "example", Devices: []string{"phone"}, Reverse: true},
				want:  []storage.AppID{4, 30, storage.MaxAppID},
			},
			{
				name:  "a text, the second of those with a summary, the newest first",
				query: storage.AppQuery{Search: "example", Summarised: true, Order: storage.AppsByAge, Limit: 1, Offset: 1},
				want:  []storage.AppID{12},
			},
			{name: "a text, accents ignored", query: storage.AppQuery{Search: "y.CAFE"}, want: []storage.AppID{41, 40, 42}},
			{name: "an accent in the text, ignored", query: storage.AppQuery{Search: "câfe\u0301"}, want: []storage.AppID{41, 40, 42}},
			{name: "letters of a ligature", query: storage.AppQuery{Search: "finan"}, want: []storage.AppID{43}},
			{name: "a ligature in the text", query: storage.AppQuery{Search: "ﬁ"}, want: []storage.AppID{43}},
			{name: "i without and with a dot, and a sharp s", query: storage.AppQuery{Search: "ıstanbul strasse"}, want: []storage.AppID{44}},
			{name: "a sharp s in the text", query: storage.AppQuery{Search: "ISTANBUL STRAßE"}, want: []storage.AppID{44}},
			{name: "another apostrophe", query: storage.AppQuery{Search: "o'reilly"}, want: []storage.AppID{45}},
			{name: "and another one, in full width", query: storage.AppQuery{Search: "Ｏ＇Ｒｅｉｌｌｙ"}, want: []storage.AppID{45}},
			{name: "no such bundle id", query: storage.AppQuery{BundleID: "com.example"}},
		},
	}
}

// phone returns a device that was synced at some moment.
func phone(id, name string, synced storage.Time) storage.Device {
	return storage.Device{ID: id, Name: name, CreatedAt: 1, LastSynced: synced}
}

// linked returns a link of an app with a device.
func linked(app storage.AppID, device string) storage.DeviceLink {
	return storage.DeviceLink{App: app, Device: device, FirstSeen: 1, LastSeen: 2}
}

// putDevices writes apps and devices for links.
func putDevices(tx *storage.Tx) error {
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
	return tx.Devices.Put(all...)
}

func deviceLinks() golden[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery] {
	id := func(app storage.AppID, device string) storage.DeviceLinkID {
		return storage.DeviceLinkID{App: app, Device: device}
	}
	return golden[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery]{
		before: putDevices,
		records: []storage.DeviceLink{
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
			{name: "of a device", query: storage.DeviceLinkQuery{Device: "a"}, want: []storage.DeviceLinkID{id(2, "a"), id(10, "a")}},
			{
				name:  "of an app and a device",
				query: storage.DeviceLinkQuery{Apps: []storage.AppID{2, 3}, Device: "a"},
				want:  []storage.DeviceLinkID{id(2, "a")},
			},
			{name: "of no such device", query: storage.DeviceLinkQuery{Device: "A"}},
		},
	}
}

// digest returns the nth digest.
func digest(n int) storage.Digest { return storage.Digest{0: byte(n >> 8), 1: byte(n), 31: 0xff} }

// label returns a label body with the nth digest.
func label(n int) storage.LabelBody {
	return storage.LabelBody{Digest: digest(n), Label: storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou,
		Title:      "Data Linked to You",
		Categories: []storage.LabelCategory{{Identifier: "CONTACT_INFO", Title: "Contact Info"}},
	}}}}
}

func putLabels(tx *storage.Tx) error { return tx.Labels.Put(label(1), label(2)) }

func labels() golden[storage.Digest, storage.LabelBody, storage.LabelQuery] {
	known := tracked(1)
	known.LabelDigest = digest(1)
	showing := snapshot(1, 5)
	showing.Label = digest(2)
	last := storage.LabelBody{Digest: storage.Digest{31: 1}}
	return golden[storage.Digest, storage.LabelBody, storage.LabelQuery]{
		records: []storage.LabelBody{label(0x80ff), label(2), label(0x7f01), label(1), last, label(0xff00)},
		before: func(tx *storage.Tx) error {
			return errors.Join(tx.Apps.Put(known, tracked(2)), putLabels(tx), tx.Snapshots.Put(showing, snapshot(2, 5)))
		},
		lookups: []lookup[storage.Digest, storage.LabelQuery]{
			{name: "by digest", want: []storage.Digest{last.Digest, digest(1), digest(2), digest(0x7f01), digest(0x80ff), digest(0xff00)}},
			{
				name:  "that no app has and no snapshot shows",
				query: storage.LabelQuery{Unused: true},
				want:  []storage.Digest{last.Digest, digest(0x7f01), digest(0x80ff), digest(0xff00)},
			},
		},
	}
}

func analysis(app storage.AppID) storage.PolicyAnalysis {
	return storage.PolicyAnalysis{App: app, Status: storage.PolicySourceReady, Current: digest(2), Previous: digest(1)}
}

// summarised returns the analysis of an app whose policy has a summary.
func summarised(app storage.AppID) storage.PolicyAnalysis {
	a := analysis(app)
	a.Status, a.Summary = storage.PolicyReady, summary("All is well.")
	return a
}

// summary returns one that tells of a text.
func summary[T ~string](text T) *storage.PolicySummary {
	s := storage.PolicySummary{
		Overview: string(text), Highlights: []string{string(text), "1", "2"}, Safety: &storage.PolicySafety{Paragraph: "p" + string(text)},
		Lenses: []storage.PolicyLens{{Key: storage.LensAds, Rating: storage.RatingMixed, Summary: string(text)}},
	}.Normal()
	return &s
}

// testAppBriefs compares what is read of some columns with what the apps are.
func testAppBriefs(t *testing.T, s storage.Store) {
	update(t, s, putAppsAndLabels)
	for _, q := range []storage.AppQuery{{}, {Limit: 2}, {Limit: 1, Offset: 1}, {Devices: []string{""}, Limit: 2}, {Summarised: true}} {
		compare(t, s, q, func(tx *storage.Tx) ([]storage.AppBrief, error) { return storage.Collect(tx.AppBriefs(q)) })
	}
	for _, ids := range [][]storage.AppID{nil, {1}, {2, 1, 2, 999}, {1, 2, 3, 10}} {
		compare(t, s, ids, func(tx *storage.Tx) (map[storage.AppID]storage.AppBrief, error) { return tx.AppBriefsOf(ids...) })
	}
	for _, id := range []storage.AppID{1, 2} {
		compare(t, s, id, func(tx *storage.Tx) (storage.AppOrigin, error) { return tx.AppOrigin(id) })
	}
	view(t, s, func(tx *storage.Tx) error {
		if got, err := tx.AppOrigin(999); !errors.Is(err, storage.ErrNotFound) || got != (storage.AppOrigin{}) {
			t.Errorf("the origin of no app: %+v, %v", got, err)
		}
		return nil
	})
}
