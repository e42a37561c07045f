package backup_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/internal/jsonread"
)

// tables returns a legacy backup with two apps and the rows of more tables.
func tables(more ...string) string {
	text := `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":"1","name":"One","lastSynced":3},{"id":2}]}`
	for i := 0; i < len(more); i += 2 {
		text += fmt.Sprintf(`,%q:{"rows":[%s]}`, more[i], more[i+1])
	}
	return text + `}}`
}

func TestLegacyFormatErrors(t *testing.T) {
	t.Parallel()
	const snapshot = `{"id":"s","app_id":"1","scraped_at":9,"snapshot_json":"[]"}`
	manyTypes := strings.Repeat(`{\"identifier\":\"X\"},`, 1001)
	for _, tt := range []struct {
		name, bundle string
		member       string
		index        int
		want         error
	}{
		{"no apps", `{"version":1,"exportedAt":5,"tables":{}}`, "tables.apps", -1, record.ErrMissing},
		{"a list of tables", `{"version":1,"exportedAt":5,"tables":[]}`, "apps", -1, record.ErrMissing},
		{"a newer version", `{"version":2,"exportedAt":5,"tables":{"apps":{"rows":[]}}}`, "version", -1, record.ErrVersion},
		{"no time", `{"version":1,"tables":{"apps":{"rows":[]}}}`, "exportedAt", -1, record.ErrMissing},
		{"the end missing", tables()[:60], "", -1, jsonread.ErrTruncated},
		{"a table twice", tables("apps", ``), "", -1, jsonread.ErrDuplicate},
		{"apps that are no list", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":{}}}}`, "tables.apps", -1, jsonread.ErrType},
		{"apps of a number", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":0}}}`, "tables.apps", -1, jsonread.ErrType},
		{"apps of null rows", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":null,"more":[{"id":1}]}}}`, "tables.apps", -1, jsonread.ErrType},
		{"apps of null", `{"version":1,"exportedAt":5,"tables":{"apps":null}}`, "tables.apps", -1, record.ErrMissing},
		{"tables of null", `{"version":1,"exportedAt":5,"tables":null}`, "tables.apps", -1, record.ErrMissing},
		{"many tables", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[]},` + manyMembers(300) + `"z":1}}`, "", -1, jsonread.ErrTooLarge},
		{"a deep row", tables("x", strings.Repeat("[", 40)+strings.Repeat("]", 40)), "", -1, jsonread.ErrTooDeep},

		{"an invalid row", tables("annotations", `1`), "tables.annotations", 0, jsonread.ErrType},
		{"a row of null", tables("annotations", `null`), "tables.annotations", 0, record.ErrInvalid},
		{"an app twice", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":1},{"id":"1"}]}}}`, "tables.apps", 1, record.ErrDuplicate},
		{"an app without id", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":1},{"name":"x"}]}}}`, "tables.apps", 1, record.ErrInvalid},
		{"an invalid app", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":"__import__"}]}}}`, "tables.apps", 0, record.ErrInvalid},
		{"an app's id as a fraction", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":70.5}]}}}`, "tables.apps", 0, record.ErrInvalid},
		{"an app's id beyond all", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":"9007199254740992"}]}}}`, "tables.apps", 0, record.ErrInvalid},
		{"an invalid number", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":1,"lastSynced":"today"}]}}}`, "tables.apps", 0, jsonread.ErrType},
		{"a number beyond all", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":1,"lastSynced":"9007199254740993000"}]}}}`, "tables.apps", 0, jsonread.ErrNumber},
		{"an invalid flag", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":1,"hasIap":{}}]}}}`, "tables.apps", 0, jsonread.ErrType},
		{"an infinite price", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":1,"priceAmount":"Inf"}]}}}`, "tables.apps", 0, jsonread.ErrType},
		{"a name with NUL", `{"version":1,"exportedAt":5,"tables":{"apps":{"rows":[{"id":4},{"id":1,"name":"a\u0000"}]}}}`, "tables.apps", 1, record.ErrInvalid},

		{"a snapshot's app", tables("privacy_snapshots", snapshot+`,{"app_id":3,"scraped_at":1}`), "tables.privacy_snapshots", 1, record.ErrReference},
		{"a snapshot without time", tables("privacy_snapshots", snapshot+`,{"app_id":1}`), "tables.privacy_snapshots", 1, record.ErrInvalid},
		{"a snapshot's source", tables("privacy_snapshots", `{"app_id":1,"scraped_at":1,"source":"dream"}`), "tables.privacy_snapshots", 0, record.ErrInvalid},
		{"a snapshot's label", tables("privacy_snapshots", snapshot+`,{"app_id":1,"scraped_at":1,"snapshot_json":"{}"}`), "tables.privacy_snapshots", 1, jsonread.ErrType},
		{"a label without end", tables("privacy_snapshots", `{"app_id":1,"scraped_at":1,"snapshot_json":"[{"}`), "tables.privacy_snapshots", 0, jsonread.ErrTruncated},
		{"a huge label", tables("privacy_snapshots", `{"app_id":1,"scraped_at":1,"snapshot_json":"[`+manyTypes+`{}]"}`), "tables.privacy_snapshots", 0, jsonread.ErrTooLarge},
		{"an invalid entry", tables("privacy_snapshots", `{"app_id":1,"scraped_at":1,"changes_summary":"[5]"}`), "tables.privacy_snapshots", 0, jsonread.ErrType},
		{"an entry without sentence", tables("privacy_snapshots", snapshot+`,{"app_id":1,"scraped_at":1,"changes_summary":"[{\"type\":\"added\"}]"}`), "tables.privacy_snapshots", 1, record.ErrInvalid},
		{"a type's app", tables("privacy_types", `{"id":"t","app_id":"3"}`), "tables.privacy_types", 0, record.ErrReference},
		{"a type twice", tables("privacy_types", `{"id":"t","app_id":"1"},{"id":"t","app_id":"1"}`), "tables.privacy_types", 1, record.ErrDuplicate},
		{"a category's type", tables("privacy_categories", `{"id":"c","type_id":"t"}`), "tables.privacy_categories", 0, record.ErrReference},
		{"a category of nothing", tables("privacy_categories", `{"id":"c"}`), "tables.privacy_categories", 0, record.ErrReference},
		{"a purpose's type", tables("privacy_purposes", `{"id":"c","type_id":"t"}`), "tables.privacy_purposes", 0, record.ErrReference},
		{"a data type's category", tables("privacy_data_types", `{"id":"c","category_id":"t"}`), "tables.privacy_data_types", 0, record.ErrReference},

		{"a feature without identifier", tables("accessibility_features", `{"app_id":"1"}`), "tables.accessibility_features", 0, record.ErrInvalid},
		{"a feature twice", tables("accessibility_features", `{"app_id":"1","identifier":"x"},{"app_id":1,"identifier":"x"}`), "tables.accessibility_features", 1, record.ErrDuplicate},
		{"another verdict", tables("app_verdicts", `{"app_id":1,"verdict":"fine","source":"user","set_at":1}`), "tables.app_verdicts", 0, record.ErrInvalid},
		{"two verdicts", tables("app_verdicts", `{"app_id":1,"verdict":"safe","source":"user","set_at":2},{"app_id":1,"verdict":"safe","source":"user","set_at":1}`), "tables.app_verdicts", 0, record.ErrDuplicate},
		{"another tag", tables("annotations", `{"app_id":1,"content":"x","created_at":1,"tag":"x"}`), "tables.annotations", 0, record.ErrInvalid},
		{"a note's time", tables("annotations", `{"app_id":1,"content":"x","created_at":9},{"app_id":1,"content":"x","created_at":null}`), "tables.annotations", 1, record.ErrInvalid},
		{"a candidate that is the app", tables("shortlist_entries", `{"source_app_id":1,"candidate_apple_id":1,"candidate_name":"x","added_at":1}`), "tables.shortlist_entries", 0, record.ErrInvalid},
		{"another shelf", tables("related_apps_observed", `{"source_app_id":1,"related_apple_id":2,"related_name":"x","shelf_type":"x"}`), "tables.related_apps_observed", 0, record.ErrInvalid},
		{"another review", tables("change_review_actions", `{"id":"r","app_id":1,"action":"eaten"}`), "tables.change_review_actions", 0, record.ErrInvalid},
		{"what a review covers", tables("change_review_actions", `{"id":"r","app_id":1,"action":"reviewed","covered_snapshot_ids":"[1]"}`), "tables.change_review_actions", 0, jsonread.ErrType},
		{"a policy without time", tables("privacy_policy_versions", `{"id":"v","app_id":1,"source_text":"x"}`), "tables.privacy_policy_versions", 0, record.ErrInvalid},
		{"an invalid log", tables("privacy_policy_analyses", `{"app_id":1,"last_run_log":"7"}`), "tables.privacy_policy_analyses", 0, jsonread.ErrType},
		{"a summary's time", tables("privacy_policy_analyses", `{"app_id":1,"status":"ready","summary_json":"{\"overview\":\"x\"}","updated_at":"x"}`), "tables.privacy_policy_analyses", 0, jsonread.ErrType},

		{"a device without id", tables("devices", `{"name":"x","created_at":1}`), "tables.devices", 0, record.ErrInvalid},
		{"a device twice", tables("devices", `{"id":"d","created_at":1},{"id":"d","created_at":1}`), "tables.devices", 1, record.ErrDuplicate},
		{"a device that is all", tables("devices", `{"id":"all","created_at":1}`), "tables.devices", 0, record.ErrInvalid},
		{"a link's app", tables("app_devices", `{"app_id":3,"device_id":"d"}`), "tables.app_devices", 0, record.ErrReference},
		{"a link's device", tables("app_devices", `{"app_id":1,"device_id":"d"}`), "tables.app_devices", 0, record.ErrReference},
		{"a link twice", tables("devices", `{"id":"d"}`, "app_devices", `{"app_id":1,"device_id":"d"},{"app_id":"1","device_id":"d"}`), "tables.app_devices", 1, record.ErrDuplicate},
		{"an import without time", tables("imports", `{"id":"i","source":"file"}`), "tables.imports", 0, record.ErrInvalid},
		{"an import twice", tables("imports", `{"id":"i","created_at":1},{"id":"i","created_at":1}`), "tables.imports", 1, record.ErrDuplicate},
		{"an item's import", tables("import_items", `{"import_id":"i","query":"x"}`), "tables.import_items", 0, record.ErrReference},
		{"an item's app", tables("imports", `{"id":"i","created_at":1}`, "import_items", `{"import_id":"i","query":"x","app_id":3}`), "tables.import_items", 0, record.ErrReference},
		{"an item's invalid app", tables("imports", `{"id":"i","created_at":1}`, "import_items", `{"import_id":"i","query":"x","app_id":"x"}`), "tables.import_items", 0, record.ErrInvalid},
		{"a manual app without id", tables("manual_apps", `{"name":"x"}`), "tables.manual_apps", 0, record.ErrInvalid},
		{"a manual app twice", tables("manual_apps", `{"id":"m"},{"id":"m"}`), "tables.manual_apps", 1, record.ErrDuplicate},
		{"an event without time", tables("manual_apps", `{"id":"m"}`, "manual_app_events", `{"id":"e","manual_app_id":"m","event_type":"scrape"}`), "tables.manual_app_events", 0, record.ErrInvalid},
		{"an event's detail", tables("manual_apps", `{"id":"m"}`, "manual_app_events", `{"id":"e","manual_app_id":"m","event_type":"scrape","occurred_at":1,"detail":"[]"}`), "tables.manual_app_events", 0, jsonread.ErrType},
		{"an event's detail without end", tables("manual_apps", `{"id":"m"}`, "manual_app_events", `{"id":"e","manual_app_id":"m","event_type":"scrape","occurred_at":1,"detail":"\"a"}`), "tables.manual_app_events", 0, jsonread.ErrTruncated},
		{"a text without time", tables("manual_apps", `{"id":"m"}`, "manual_app_policy_versions", `{"manual_app_id":"m","source_text":"x"}`), "tables.manual_app_policy_versions", 0, record.ErrInvalid},

		{"a notification without id", tables("notifications", `{"app_name":"x","created_at":1}`), "tables.notifications", 0, record.ErrInvalid},
		{"an invalid focus", tables("app_settings", `{"key":"flag.focus.audience","value":"all"}`), "tables.app_settings", -1, record.ErrInvalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			refused(t, tt.bundle, tt.member, tt.index, tt.want)
		})
	}
}

// FuzzRestoreLegacy is [FuzzRestore] for legacy backups.
func FuzzRestoreLegacy(f *testing.F) {
	f.Add(legacyBackup(f))
	f.Add([]byte(tables()))
	f.Add([]byte(tables("privacy_snapshots", `{"app_id":1,"scraped_at":1,"changes_summary":"[{\"type\":\"added\",\"description\":\"x\",\"policy_version_id\":\"x\",\"policyVersionId\":1}]"}`)))
	f.Add([]byte(legacyRest()))
	f.Add([]byte(tables("privacy_types", `{"id":"t","app_id":"2","identifier":"DATA_LINKED_TO_YOU"}`, "privacy_categories", `{"id":"c","type_id":"t","identifier":"X"}`)))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, bundle []byte) { refusedOrRestored(t, dir, bundle) })
}
