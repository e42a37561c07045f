package auditor_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// seedStart is when the first app of a seeded fleet was first seen.
const seedStart storage.Time = 1_740_000_000_000

// seeded returns a store with a fleet of this size: each app with a label, two
// snapshots, of which the second has changes, and here and there a notification.
func seeded(tb testing.TB, apps int) storage.Store { return seededOver(tb, apps, time.Second) }

// seededOver is seeded, with so much time between an app and the next.
func seededOver(tb testing.TB, apps int, step time.Duration) storage.Store {
	tb.Helper()
	db, err := sqlite.Open(tb.Context(), filepath.Join(tb.TempDir(), "auditor.db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	labels := seedLabels(tb)
	const batch = 1000
	for from := 0; from < apps; from += batch {
		err := db.Update(tb.Context(), func(tx *storage.Tx) error {
			if err := tx.Labels.Put(labels...); err != nil {
				return err
			}
			for i := from; i < min(from+batch, apps); i++ {
				if err := seedApp(tx, i, seedStart.Add(time.Duration(i)*step), labels[i%len(labels)]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	return db
}

// seedLabels returns labels of different lengths, each with a digest of its own.
func seedLabels(tb testing.TB) []storage.LabelBody {
	tb.Helper()
	categories := []string{
		"CONTACT_INFO", "HEALTH_AND_FITNESS", "FINANCIAL_INFO", "LOCATION", "CONTACTS", "USER_CONTENT", "IDENTIFIERS", "USAGE_DATA", "DIAGNOSTICS",
	}
	var bodies []storage.LabelBody
	for n := range categories {
		for _, identifier := range []string{storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou} {
			t := storage.PrivacyType{Identifier: identifier, Title: identifier, Detail: "What may be collected:"}
			for _, c := range categories[:n+1] {
				t.Categories = append(t.Categories, storage.LabelCategory{Identifier: c, Title: c})
			}
			label := storage.Label{Types: []storage.PrivacyType{t}}
			digest, err := changelog.Digest(label)
			if err != nil {
				tb.Fatal(err)
			}
			bodies = append(bodies, storage.LabelBody{Digest: digest, Label: label})
		}
	}
	return bodies
}

// seedNotices is how many of the apps have a notification.
const seedNotices = 2500

func seedApp(tx *storage.Tx, i int, first storage.Time, label storage.LabelBody) error {
	id := storage.AppID(100_000_000 + i)
	changed := first.Add(24 * time.Hour)
	yes, free := true, 0.0
	app := storage.App{
		ID: id, Name: fmt.Sprintf("App %06d of the fleet", (i*7919)%1_000_000), URL: fmt.Sprintf("https://apps.apple.com/us/app/id%d", id),
		IconURL: storage.Text(fmt.Sprintf("https://is1-ssl.mzstatic.com/image/thumb/Purple/v4/%x/512x512bb.png", id)), BundleID: storage.Text(fmt.Sprintf("com.example.app%d", id)),
		Developer: "Example Developers Ltd", PrivacyPolicyURL: "https://example.com/privacy", Country: "us", FirstSeen: first, LastSynced: changed,
		ChangeCount: 1, CurrentVersion: "3.14.1", VersionUpdatedAt: storage.NullTime(first), WhatsNew: "Bug fixes and improvements.",
		PriceAmount: &free, PriceCurrency: "USD", PriceFormatted: "Free", HasIAP: &yes, GenreName: "Utilities", AgeRating: "4+", AgeRatingSource: "page",
		HasPrivacyDetails: &yes, LabelDigest: label.Digest, CategoryCount: len(label.Label.Types[0].Categories), SyncCount: 2, Pending: storage.PendingPrivacy,
		Footprint: profile.FootprintOf(label.Label),
	}
	if err := tx.Apps.Put(app); err != nil {
		return err
	}
	snapshots := []storage.Snapshot{
		{ID: storage.SnapshotID{App: id, At: first}, Source: storage.SourceLive, TriggeredBy: storage.TriggerImport, Label: label.Digest, AppVersion: "3.14.0", Extractor: "test/1"},
		{ID: storage.SnapshotID{App: id, At: changed}, Source: storage.SourceLive, TriggeredBy: storage.TriggerScheduled, Label: label.Digest, Changed: true, Entries: 2, AppVersion: "3.14.1", Extractor: "test/1"},
	}
	if err := tx.Snapshots.Put(snapshots...); err != nil {
		return err
	}
	entries := []storage.Entry{
		{Type: storage.EntryAdded, Description: `"Data Linked to You" now collects: Contacts`},
		{Type: storage.EntryModified, Description: "Age rating changed from 4+ to 9+", Category: storage.CategoryAgeRating},
	}
	entries = changelog.WeighAll(entries) // as a refresh stores them
	for k, e := range entries {
		if err := tx.Changes.Put(storage.Change{ID: storage.ChangeID{Snapshot: snapshots[1].ID, Index: k}, Entry: e, Changed: true}); err != nil {
			return err
		}
	}
	if i >= seedNotices {
		return nil
	}
	return tx.Notifications.Put(storage.Notification{
		ID: fmt.Sprintf("notice-%06d", i), App: id, AppName: app.Name, Type: storage.NoticeLabelChanges, Changes: entries, CreatedAt: changed, Read: i%2 == 0,
	})
}
