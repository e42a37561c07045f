package backup_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// legacyRest is a legacy backup with devices, imports, manual apps and summaries,
// some of them odd.
func legacyRest() string {
	return tables(
		"devices", `{"id":"phone","name":"Phone","ecid":"0x1","model":"iPhone","ios_version":"26.1","device_class":"iPhone","created_at":4,"last_synced_at":9,"is_unknown_placeholder":0,"owner_label":"Ada","owner_audience":"loved_one","permission_acknowledged":1},
			{"id":"nameless","name":"","created_at":null,"last_synced_at":"7","is_unknown_placeholder":1,"owner_audience":"stranger"}`,
		"app_devices", `{"app_id":"2","device_id":"phone","first_seen_at":6,"last_seen_at":5},{"app_id":1,"device_id":"phone","first_seen_at":1,"last_seen_at":2}`,
		"app_settings", `{"key":"device.scope","value":"{\"v\":1,\"mode\":\"subset\",\"deviceIds\":[\"gone\",\"phone\"],\"includeUnattached\":false}"},
			{"key":"device.scope","value":"{\"mode\":\"subset\",\"deviceIds\":[\"nameless\"]}"}`,
		"imports", `{"id":"i","created_at":3,"completed_at":8,"source":"screenshots","source_label":"Shots","total":9,"matched":77,"unmatched":77,"imported":77,"device_id":"gone"},
			{"id":"odd","created_at":2,"source":"dream","total":-1}`,
		"import_items", `{"id":"x","import_id":"i","query":"One","status":"imported","app_id":"1","app_name":"One","url":"https://apps.apple.com/app/id1","icon_url":"javascript:1","country":"de","attempt_count":2},
			{"id":"y","import_id":"odd","query":"Two","status":"sleeping","app_id":null},
			{"id":"z","import_id":"i","query":"","status":"skipped"},
			{"id":"u","import_id":"i","query":"Three","status":"queued","url":null,"next_attempt_at":99},
			{"id":"v","import_id":"i","query":"Four","edited_query":"4","status":"removed","removed_app_id":"44","scrape_error":"gone"}`,
		"manual_apps", `{"id":"m","name":"Clip","source":"web_clip","developer":"Me","privacy_policy_url":"https://clip.example/privacy","source_url":"ftp://x","notes":"n","first_seen":5,"updated_at":4},
			{"id":"odd","name":"","source":"dream","first_seen":0,"updated_at":0}`,
		"manual_app_events", `{"id":"e1","manual_app_id":"m","event_type":"scrape","occurred_at":6,"detail":"{\"kind\":\"scrape\",\"policy_event\":\"first\",\"policy_version_id\":\"w\"}"},
			{"id":"e2","manual_app_id":"m","event_type":"field_change","occurred_at":7,"detail":null},
			{"id":"e3","manual_app_id":"gone","event_type":"scrape","occurred_at":7},
			{"id":"e4","manual_app_id":"m","event_type":"eaten","occurred_at":7}`,
		"manual_app_policy_versions", `{"id":"w","manual_app_id":"m","content_hash":"h","first_fetched_at":6,"last_fetched_at":5,"policy_url":"https://clip.example/privacy","source_title":"Privacy","source_origin":"direct","source_word_count":2,"source_text":"We collect"},
			{"id":"w2","manual_app_id":"m","content_hash":"h2","first_fetched_at":8,"last_fetched_at":8,"source_text":"We  collect"},
			{"id":"w3","manual_app_id":"gone","content_hash":"h","first_fetched_at":6,"last_fetched_at":6,"source_text":"We collect"}`,
		"privacy_policy_analyses", `{"app_id":"1","policy_url":"https://example.org/privacy","status":"ready","source_text":"We collect","content_hash":"h","updated_at":12,"source_fetched_at":11,
				"analysis_mode":"chunked","model":"large","summary_json":"{\"overview\":\" It  collects. \",\"lenses\":[{\"key\":\"ads_marketing\",\"rating\":\"mixed\",\"summary\":\"Some ads.\"},{\"key\":\"moon\"}]}",
				"previous_summary_json":"{\"overview\":\"It collected.\"}","previous_summary_at":10},
			{"app_id":"2","policy_url":"https://example.com/privacy","status":"ok","updated_at":12,"analysis_mode":"imported","model":"imported","summary_json":"{\"overview\":\"Ada says.\",\"lenses\":{}}","previous_summary_json":"{\"overview\":7}"}`,
	)
}

func summaryOf(overview string, lenses ...storage.PolicyLens) *storage.PolicySummary {
	s := storage.PolicySummary{Overview: overview, Lenses: lenses}.Normal()
	return &s
}

func TestRestoreLegacyDevicesAndImports(t *testing.T) {
	t.Parallel()
	collect := digest.Of("We collect")
	item := func(list string, seq int, query string, status storage.ImportStatus) storage.ImportItem {
		return storage.ImportItem{ID: storage.ImportItemID{Import: list, Seq: seq}, Query: query, Status: status}
	}
	one, three, four := item("i", 0, "One", storage.ImportImported), item("i", 1, "Three", storage.ImportPendingSearch), item("i", 2, "Four", storage.ImportRemoved)
	one.App, one.AppName, one.URL, one.Country, one.Attempts = 1, "One", "https://apps.apple.com/app/id1", "de", 2
	three.NextAttempt = 99
	four.EditedQuery, four.RemovedApp, four.Error = "4", 44, "gone"
	want := dump{
		"devices": {
			storage.Device{ID: "phone", Name: "Phone", ECID: "0x1", Model: "iPhone", IOSVersion: "26.1", Class: "iPhone", CreatedAt: 4, LastSynced: 9,
				OwnerLabel: "Ada", OwnerAudience: storage.AudienceLovedOne, PermissionAcknowledged: true},
			storage.Device{ID: "nameless", Name: "Unknown Device", CreatedAt: 7, LastSynced: 7, Placeholder: true},
		},
		"links": {
			storage.DeviceLink{App: 1, Device: "phone", FirstSeen: 1, LastSeen: 2}, storage.DeviceLink{App: 2, Device: "phone", FirstSeen: 6, LastSeen: 6},
		},
		"settings": {storage.Setting{Name: device.ScopeSetting, Value: `{"v":1,"mode":"subset","deviceIds":["phone"],"includeUnattached":false}`}},
		"imports": {
			storage.Import{ID: "i", CreatedAt: 3, CompletedAt: 8, Source: storage.ImportScreenshots, SourceLabel: "Shots", Total: 9, Device: "gone",
				Tally: storage.ImportTally{Imported: 1, PendingSearch: 1, Removed: 1}},
			storage.Import{ID: "odd", CreatedAt: 2, Source: storage.ImportManual, Total: 1, Tally: storage.ImportTally{Unmatched: 1}},
		},
		"importItems": {one, three, four, item("odd", 0, "Two", storage.ImportUnmatched)},
		"manualApps": {
			storage.ManualApp{ID: "m", Name: "Clip", Source: storage.ManualWebClip, Developer: "Me", PrivacyPolicyURL: "https://clip.example/privacy", Notes: "n", FirstSeen: 5, UpdatedAt: 5},
			storage.ManualApp{ID: "odd", Name: "Unknown App", Source: storage.ManualSideloaded, FirstSeen: 5, UpdatedAt: 5},
		},
		"manualEvents": {
			storage.ManualAppEvent{ID: "e2", App: "m", Type: storage.ManualFieldChange, OccurredAt: 7},
			storage.ManualAppEvent{ID: "e1", App: "m", Type: storage.ManualScrape, OccurredAt: 6, Detail: []byte(`{"kind":"scrape","policyEvent":"first"}`)},
		},
		"manualVersions": {storage.ManualPolicyVersion{ID: storage.ManualPolicyVersionID{App: "m", Hash: collect}, FirstFetched: 6, LastFetched: 6,
			PolicyURL: "https://clip.example/privacy", Title: "Privacy", Origin: storage.PolicyDirect, WordCount: 2, Text: "We collect"}},
		"analyses": {
			storage.PolicyAnalysis{App: 1, Status: storage.PolicyReady, Current: collect, PolicyURL: "https://example.org/privacy", Length: 10, FetchedAt: 11, UpdatedAt: 12,
				Summary:   summaryOf("It collects.", storage.PolicyLens{Key: storage.LensAds, Rating: storage.RatingMixed, Summary: "Some ads."}),
				SummaryAt: 12, Mode: storage.PolicyChunked, Model: "large", PreviousSummary: summaryOf("It collected."), PreviousSummaryAt: 10},
			storage.PolicyAnalysis{App: 2, Status: storage.PolicyReady, PolicyURL: "https://example.com/privacy", UpdatedAt: 12, Summary: summaryOf("Ada says."), SummaryAt: 12,
				Mode: storage.PolicyImported, Model: "imported"},
		},
	}
	left := map[string]int{"app_settings": 1, "import_items": 1, "manual_app_events": 2, "manual_app_policy_versions": 2}
	for name, open := range backends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			v := newService(t, s)
			found, err := v.Preview(t.Context(), bytes.NewReader([]byte(legacyRest())))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(left, found.Left); d != "" {
				t.Errorf("left (-want +got):\n%s", d)
			}
			restore(t, v, []byte(legacyRest()), true)
			got := dumpOf(t, s)
			for kind, records := range want {
				if d := diff(records, got[kind]); d != "" {
					t.Errorf("%s (-want +got):\n%s", kind, d)
				}
			}
			again := memory.New()
			restore(t, newService(t, again), export(t, v), true)
			if d := diff(got.without(logs...), dumpOf(t, again).without(logs...)); d != "" {
				t.Errorf("exported and restored (-want +got):\n%s", d)
			}
		})
	}
}
