package backup_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func legacyBackup(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/legacy.json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const (
	exampleApp storage.AppID = 835599320
	bareApp    storage.AppID = 284882215
)

func digestOf(t testing.TB, l storage.Label) storage.Digest {
	t.Helper()
	digest, err := changelog.Digest(l)
	if err != nil {
		t.Fatal(err)
	}
	return digest
}

func category(identifier, title string) storage.LabelCategory {
	return storage.LabelCategory{Identifier: identifier, Title: title}
}

// legacyLabels are the app's own, and those of its snapshots.
func legacyLabels() (own, first, second storage.Label) {
	contact := category("CONTACT_INFO", "Contact Info")
	first.Types = []storage.PrivacyType{{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Categories: []storage.LabelCategory{contact}}}
	ids := []storage.LabelCategory{category("IDENTIFIERS", "Identifiers")}
	second.Types = []storage.PrivacyType{{Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You", Categories: ids}}
	contact.DataTypes = []storage.DataType{{Title: "Email Address"}}
	usage := category("USAGE_DATA", "Usage Data")
	own.Types = []storage.PrivacyType{
		{Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You", Detail: "Across apps.", Categories: ids},
		{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Categories: []storage.LabelCategory{contact, usage},
			Purposes: []storage.Purpose{{Identifier: "ANALYTICS", Title: "Analytics", Categories: []storage.LabelCategory{usage}}}},
	}
	return own, first, second
}

func snapshotID(app storage.AppID, at storage.Time) storage.SnapshotID {
	return storage.SnapshotID{App: app, At: at}
}

// legacyDump is the result of restoring testdata/legacy.json.
func legacyDump(t testing.TB) dump {
	own, first, second := legacyLabels()
	mine := storage.VerdictID{App: exampleApp, Origin: storage.OriginUser}
	one, two, nine := digest.Of("We collect"), digest.Of("We collect more"), digest.Of("Nothing is collected")
	more := func(members string) json.RawMessage { return json.RawMessage(members) }
	const early, late = storage.Time(1_770_000_000_000), storage.Time(1_780_000_000_000)
	changes := []storage.Entry{
		{Type: "added", Description: `"Data Used to Track You" now collects: Identifiers`},
		{Type: "removed", Description: "Gone", Category: storage.CategoryAccessibility},
		{Type: "policy", Description: "The policy changed", Category: storage.CategoryPrivacyPolicy, Details: []string{},
			More: more(`{"policyEvent":"changed","policyVersionId":"0000000835599320-` + two.String() + `","previousVersionId":"0000000835599320-` + one.String() + `"}`)},
	}
	ms := int64(12)
	labels := map[storage.Digest]storage.Label{digestOf(t, own): own, digestOf(t, first): first, digestOf(t, second): second}
	want := dump{
		"apps": {
			storage.App{ID: exampleApp, Name: "Example", URL: "https://apps.apple.com/de/app/example/id835599320", BundleID: "org.example", Developer: "Example Org", Country: "de",
				FirstSeen: 1_760_000_000_000, LastSynced: late, ChangeCount: 2, ChangesAcknowledgedAt: 1_775_000_000_000, CurrentVersion: "2.0", VersionUpdatedAt: 1_779_000_000_000,
				PriceAmount: new(0.99), PriceCurrency: "EUR", PriceFormatted: "0,99 €", HasIAP: new(false), GenreID: new(int64(6007)), GenreName: "Productivity", AgeRating: "4+",
				HasPrivacyDetails: new(true), HasAccessibilityLabels: new(false), LabelDigest: digestOf(t, own), CategoryCount: 3, TrackCount: 1, LinkedCount: 2, SyncCount: 3,
				AccessibilityCount: 1, Pending: storage.PendingPrivacy | storage.PendingAccessibility | storage.PendingPolicy, Footprint: profile.FootprintOf(own), Decision: storage.DecisionReplace},
			storage.App{ID: bareApp, Name: "Unknown App", URL: "https://apps.apple.com/app/id284882215", FirstSeen: late, LastSynced: late, SyncCount: 1},
		},
		"identifiers": nil,
		"features":    {storage.Feature{App: exampleApp, Identifier: "voiceover", Title: "VoiceOver", IconTemplate: "systemimage://voiceover"}},
		"related": {
			storage.RelatedApp{App: exampleApp, Shelf: storage.ShelfMayAlsoLike, Related: 5, Name: "Five", URL: "https://apps.apple.com/us/app/id5", ObservedAt: late},
			storage.RelatedApp{App: exampleApp, Shelf: storage.ShelfMayAlsoLike, Related: 6, Name: "Six", URL: "https://apps.apple.com/us/app/id6", Position: 1, ObservedAt: late},
		},
		"snapshots": {
			storage.Snapshot{ID: snapshotID(exampleApp, late+1), Source: storage.SourceLive, Label: digestOf(t, second), Changed: true, Entries: 2, TriggeredBy: "scheduled",
				AppVersion: "2.0", AppVersionUpdatedAt: 1_779_000_000_000},
			storage.Snapshot{ID: snapshotID(bareApp, late), Source: storage.SourceLive},
			storage.Snapshot{ID: snapshotID(exampleApp, late), Source: storage.SourceLive, Changed: true, Entries: 1},
			storage.Snapshot{ID: snapshotID(exampleApp, early), Source: storage.SourceWayback, TriggeredBy: "wayback", Label: digestOf(t, first), Entries: 1,
				ArchiveURL: "https://web.archive.org/web/2026/https://apps.apple.com/us/app/id835599320"},
		},
		"changes": {
			storage.Change{ID: storage.ChangeID{Snapshot: snapshotID(exampleApp, late+1)}, Entry: changes[0], Changed: true},
			storage.Change{ID: storage.ChangeID{Snapshot: snapshotID(exampleApp, late+1), Index: 1}, Entry: changes[1], Changed: true},
			storage.Change{ID: storage.ChangeID{Snapshot: snapshotID(exampleApp, late)}, Entry: changes[2], Changed: true},
			storage.Change{ID: storage.ChangeID{Snapshot: snapshotID(exampleApp, early)}, Entry: storage.Entry{Type: "added", Description: "New privacy label"}},
		},
		"reviews": {
			storage.Review{ID: "r-2", App: exampleApp, Action: storage.ReviewSnoozed, ActedAt: 1_776_000_000_000, SnoozeUntil: 1_777_000_000_000, Note: "later",
				PreState: storage.ReviewState{ChangesAcknowledgedAt: 1_775_000_000_000}},
			storage.Review{ID: "r-1", App: exampleApp, Action: storage.ReviewReviewed, ActedAt: 1_775_000_000_000, CoveredCount: 1,
				CoveredSnapshots: []storage.SnapshotID{snapshotID(exampleApp, late), snapshotID(exampleApp, early)}, PreState: storage.ReviewState{ChangeCount: 2}},
		},
		"annotations": {
			storage.Annotation{ID: 2, App: exampleApp, Body: "Asks for contacts.", Tag: storage.TagConcern, Visibility: storage.VisibilityExport, CreatedAt: late + 2000, UpdatedAt: late + 3000, Origin: storage.OriginUser},
			storage.Annotation{ID: 1, App: bareApp, Body: "Fine by me", Visibility: storage.VisibilityPrivate, CreatedAt: late + 1000, UpdatedAt: late + 1000, DeletedAt: storage.NullTime(late + 1500),
				Origin: storage.OriginImported, OriginName: "Ada"},
		},
		"concerns": nil,
		"verdicts": {
			storage.Verdict{App: exampleApp, Decision: storage.DecisionSafe, Origin: storage.OriginImported, OriginName: "Unknown", SetAt: late + 1, UpdatedAt: late + 1},
			storage.Verdict{App: exampleApp, Decision: storage.DecisionReplace, Rationale: "Tracks", Origin: mine.Origin, SetAt: late, UpdatedAt: late},
		},
		"shortlist": {storage.ShortlistEntry{Source: exampleApp, Candidate: 1, Name: "Other", URL: "https://apps.apple.com/app/id1", Modes: storage.ModePrivacy | storage.ModeAccessibility, AddedAt: late}},
		"versions": {
			storage.PolicyVersion{ID: storage.PolicyVersionID{App: bareApp, Hash: nine}, FirstFetched: 1_783_000_000_000, LastFetched: 1_783_000_000_000, PolicyURL: "https://example.com/privacy", Text: "Nothing is collected"},
			storage.PolicyVersion{ID: storage.PolicyVersionID{App: exampleApp, Hash: two}, FirstFetched: late, LastFetched: 1_781_000_000_000, PolicyURL: "https://example.org/privacy", WordCount: 3, Text: "We collect more"},
			storage.PolicyVersion{ID: storage.PolicyVersionID{App: exampleApp, Hash: one}, FirstFetched: early, LastFetched: 1_775_000_000_000, PolicyURL: "https://example.org/old", FinalURL: "https://example.org/old",
				WordCount: 2, Text: "We collect", Origin: storage.PolicyDirect},
		},
		"analyses": {
			storage.PolicyAnalysis{App: bareApp, Status: storage.PolicyAnalysisError, Current: nine, PolicyURL: "https://example.com/privacy", Length: 20, UpdatedAt: 1_783_000_000_000, Error: "no model"},
			storage.PolicyAnalysis{App: exampleApp, Status: storage.PolicySourceReady, Current: two, Previous: one, PolicyURL: "https://example.org/privacy", WordCount: 3, Length: 16,
				FetchedAt: 1_783_000_000_000, UpdatedAt: 1_783_000_000_000, Log: []storage.PolicyStep{{Phase: "fetch", At: 1_783_000_000_000, MS: &ms}}},
		},
		"devices": {storage.Device{ID: "dev", Name: "Phone", CreatedAt: 1_790_000_000_000}},
		"links":   nil, "manualApps": nil, "manualEvents": nil, "manualVersions": nil, "imports": nil, "importItems": nil,
		"notifications": {
			storage.Notification{ID: "m-2", AppName: "Imports", Type: storage.NoticeImportCompleted, Changes: []storage.Entry{{Type: "import_completed", Description: "Done"}},
				CreatedAt: late + 1, Stale: true, NotBefore: 1_780_000_009_999},
			storage.Notification{ID: "m-1", App: exampleApp, AppName: "Example", Type: storage.NoticeVersionUpdates, CreatedAt: late, Read: true,
				Changes: []storage.Entry{{Type: "version_update", Description: "Updated", More: more(`{"previousVersion":"1.0"}`)}}},
		},
		"overrides": {storage.FlagOverride{Flag: "flag.notifications.quiet_hours", Value: "on", UpdatedAt: late}},
		"settings": {
			storage.Setting{Name: "accessibilityProfile", Value: `{"profile":{"voiceover":"required"}}`},
			storage.Setting{Name: "auditBundleImport:2026-09-20T10:00:00Z",
				Value: `{"importedAt":1780000000000,"recommenderName":"Ada","appsTotal":3,"appsAdded":1,"appsUpdated":2,"appsSkipped":0,"annotationsAdded":4}`},
			storage.Setting{Name: "coachmarkTourDone", Value: "true"},
			storage.Setting{Name: "focus", Value: `{"audience":"guardian","monitor":true,"cleanup":false,"minimal":false,"accessibility":false,"workflow":"custom","childAgeBand":"9_12"}`},
			storage.Setting{Name: "policyScrapeThrottleMinutes", Value: "30"},
			storage.Setting{Name: "privacyProfile", Value: `{"profile":{"LOCATION":"not_linked"}}`},
			storage.Setting{Name: "syncSchedule", Value: "daily"}, storage.Setting{Name: "welcomedAt", Value: "1760000000000"},
		},
	}
	bodies := memory.New()
	update(t, bodies, func(tx *storage.Tx) error { // in the order of a store
		for digest, label := range labels {
			if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}); err != nil {
				return err
			}
		}
		return nil
	})
	want["labels"] = dumpOf(t, bodies)["labels"]
	return want
}

// A legacy backup is restored as the records that its rows mean.
func TestRestoreLegacy(t *testing.T) {
	t.Parallel()
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			fleet(t, s, 41)
			v := serviceIn(t, s, key, t.TempDir())
			before := dumpOf(t, s)
			var untrusted *backup.UntrustedError
			if _, err := v.Restore(t.Context(), bytes.NewReader(legacyBackup(t)), false); !errors.As(err, &untrusted) || !untrusted.Signed {
				t.Fatalf("error %v, want an untrusted one", err)
			}
			if d := diff(before, dumpOf(t, s)); d != "" {
				t.Fatalf("refused, and changed (-want +got):\n%s", d)
			}
			found, err := v.Preview(t.Context(), bytes.NewReader(legacyBackup(t)))
			if err != nil {
				t.Fatal(err)
			}
			left := map[string]int{
				"audit_log": 1, "annotations": 1, "privacy_policy_versions": 1, "app_verdicts": 1, "app_settings": 4, "feature_flag_overrides": 2,
			}
			if d := cmp.Diff(left, found.Left); d != "" || found.Trust != backup.Untrusted || !found.Signed || found.ExportedAt != now {
				t.Errorf("found %+v, left (-want +got):\n%s", found, d)
			}
			if d := cmp.Diff(map[string]int{"extra": 1}, found.Ignored); d != "" {
				t.Errorf("ignored (-want +got):\n%s", d)
			}
			done := restore(t, v, legacyBackup(t), true)
			if d := cmp.Diff(found.Counts, done.Counts); d != "" || done.Counts["snapshots"] != 4 || done.Trust != backup.Untrusted {
				t.Errorf("done %+v, counts (-want +got):\n%s", done, d)
			}
			got := dumpOf(t, s).without(logs...)
			if d := diff(legacyDump(t), got); d != "" {
				t.Errorf("restored (-want +got):\n%s", d)
			}
			bundle := export(t, v)
			restore(t, v, bundle, false)
			if d := diff(got, dumpOf(t, s).without(logs...)); d != "" {
				t.Errorf("exported and restored (-want +got):\n%s", d)
			}
		})
	}
}
