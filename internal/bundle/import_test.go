package bundle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/storage"
)

// bundleOf returns a bundle of these lists; more are members beside them.
func bundleOf(apps, annotations, verdicts, more string) string {
	return fmt.Sprintf(`{"version":2,"exported_at":"2026-09-20T00:00:00Z","apps":[%s],"annotations":[%s],"verdicts":[%s]%s}`, apps, annotations, verdicts, more)
}

// arriving returns an app of a bundle with more members.
func arriving(id int, more string) string {
	return fmt.Sprintf(`{"id":"%d","name":"App %d","privacy_types":[{"identifier":"DATA_LINKED_TO_YOU","title":"Linked","categories":[{"identifier":"LOCATION","title":"Location"}]}]%s}`, id, id, more)
}

const exported storage.Time = 1_789_862_400_000 // of bundleOf

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	from, to := onSQLite(t).furnish(), onSQLite(t)
	summary, err := to.take(from.bundle(bundle.Options{Recommender: new(" Ada ")}))
	if err != nil {
		t.Fatal(err)
	}
	want := bundle.Summary{
		AppsTotal: 3, AppsAdded: 3, AnnotationsAdded: 2, VerdictsAdded: 1, ProfileStashed: true, ProfilePreset: "balanced", Recommender: "Ada",
	}
	if diff := cmp.Diff(want, summary); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
	was, is := from.contents(), to.contents()
	if diff := cmp.Diff(was.Labels, is.Labels, cmpopts.SortSlices(func(a, b storage.PrivacyType) bool { return a.Identifier < b.Identifier })); diff != "" {
		t.Errorf("labels, with their detail (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(was.Apps, is.Apps); diff != "" {
		t.Errorf("apps, with what their rows say of labels (-want +got):\n%s", diff)
	}
	for i := range was.Features {
		was.Features[i].IconTemplate = "" // of which a bundle has no word
	}
	if diff := cmp.Diff(was.Features, is.Features); diff != "" {
		t.Errorf("features (-want +got):\n%s", diff)
	}
	if len(is.Annotations) != 2 {
		t.Fatalf("notes are %v", is.Annotations)
	}
	wantNote := storage.Annotation{
		ID: is.Annotations[0].ID, App: 1, Body: "Beware", Tag: storage.TagConcern, Visibility: storage.VisibilityExport, CreatedAt: now - day, UpdatedAt: now - day/2,
		Origin: storage.OriginImported, OriginName: "Ada",
	}
	if diff := cmp.Diff(wantNote, is.Annotations[0]); diff != "" {
		t.Errorf("note (-want +got):\n%s", diff)
	}
	wantVerdict := []storage.Verdict{{App: 1, Decision: storage.DecisionReplace, Rationale: "Tracks", Origin: storage.OriginImported, OriginName: "Ada", SetAt: now - day, UpdatedAt: now - day}}
	if diff := cmp.Diff(wantVerdict, is.Verdicts); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	if is.Snapshots != 0 {
		t.Errorf("%d snapshots, changes and notifications", is.Snapshots)
	}
	if len(is.Activities) != 1 || is.Activities[0].Type != "bundle_imported" || is.Activities[0].Summary != "3 added · 0 updated · 0 skipped · 2 notes" {
		t.Errorf("the log says %+v", is.Activities)
	}
}

// An app that was removed goes on from what was kept of it when a bundle brings it.
func TestRemovedAppGoesOn(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]*installation{"memory": inMemory(t), "sqlite": onSQLite(t)} {
		h.furnish()
		h.update(func(tx *storage.Tx) error {
			return tx.Snapshots.Put(storage.Snapshot{ID: storage.SnapshotID{App: 1, At: 5}, Source: storage.SourceLive})
		})
		text, before := h.bundle(bundle.Options{}), h.contents()
		h.update(func(tx *storage.Tx) error {
			removed, err := appdata.PutAside(tx, 1, 1)
			if err == nil && !removed {
				err = errors.New("there is no app")
			}
			return err
		})
		if kept := h.contents().Snapshots; kept >= before.Snapshots {
			t.Errorf("%s: %d records after the removal, %d before", name, kept, before.Snapshots)
		}
		if summary := h.mustTake(text); summary.AppsAdded != 1 {
			t.Errorf("%s: %d apps were added, want the one that was removed", name, summary.AppsAdded)
		}
		if kept := h.contents().Snapshots; kept != before.Snapshots {
			t.Errorf("%s: %d records afterwards, want %d", name, kept, before.Snapshots)
		}
	}
}

func TestDuplicate(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	text := inMemory(t).furnish().bundle(bundle.Options{})
	if _, err := h.take(text); err != nil {
		t.Fatal(err)
	}
	before := h.contents()
	_, err := h.take(text)
	var duplicate *bundle.DuplicateError
	if !errors.As(err, &duplicate) {
		t.Fatalf("the error is %v", err)
	}
	want := bundle.Imported{ImportedAt: now, Recommender: "your friend", AppsTotal: 3, AppsAdded: 3, AnnotationsAdded: 2}
	if diff := cmp.Diff(want, duplicate.Existing); diff != "" {
		t.Errorf("the import before (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, h.contents()); diff != "" {
		t.Errorf("a refusal changed (-want +got):\n%s", diff)
	}
	// The same moment in another spelling.
	if _, err := h.take(strings.Replace(text, "2026-09-21T14:13:20.000Z", "2026-09-21T16:13:20+02:00", 1)); !errors.As(err, &duplicate) {
		t.Errorf("the error of the same moment is %v", err)
	}
	summary, err := h.takeWith(text, true)
	if err != nil || summary.AppsSkipped != 3 || summary.AnnotationsAdded != 0 || summary.AnnotationsSkipped != 2 || summary.VerdictsAdded != 0 {
		t.Errorf("again: %+v, %v", summary, err)
	}
	unmoved(t, before, h.contents())
}

// unmoved fails if anything but settings and activities differs.
func unmoved(t *testing.T, want, got contents) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(contents{}, "Settings", "Activities")); diff != "" {
		t.Errorf("records changed (-want +got):\n%s", diff)
	}
}

func TestImportOwn(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	before := h.contents()
	if s := h.mustTake(h.bundle(bundle.Options{WithoutProfile: true})); s.AppsSkipped != 3 || s.AnnotationsAdded != 0 || s.VerdictsAdded != 1 {
		t.Errorf("the summary is %+v", s)
	}
	after := h.contents()
	if len(after.Verdicts) != len(before.Verdicts)+1 {
		t.Errorf("verdicts are %v", after.Verdicts)
	}
	after.Verdicts = before.Verdicts
	unmoved(t, before, after)
}

func TestMerge(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	before := h.contents()
	for name, c := range map[string]struct {
		sent string
		want func(*storage.App) // what it makes of Alpha, which was seen a day ago
	}{
		"older":         {arriving(1, fmt.Sprintf(`,"last_synced":%d`, now-2*day)), nil},
		"as old":        {arriving(1, fmt.Sprintf(`,"policy_summary":{"fetched_at":%d}`, now-day)), nil},
		"the bundle is": {arriving(1, ""), nil},
	} {
		if s := h.mustTake(bundleOf(c.sent, "", "", "")); s.AppsSkipped != 1 {
			t.Errorf("%s: %+v", name, s)
		}
		unmoved(t, before, h.contents())
	}
	want := before.Apps[0]
	sent := arriving(1, fmt.Sprintf(`,"last_synced":%d,"developer":null,"bundle_id":"new.id","url":"javascript:alert(1)","icon_url":"http://127.0.0.1/i.png",
		"privacy_policy_url":"https://metadata.google.internal/","current_version":"2.0","price_amount":0,"price_currency":"USD","has_iap":true,
		"has_privacy_details":0,"future":{"is":[1]}`, now-day/2))
	if s := h.mustTake(bundleOf(sent, "", "", "")); s.AppsUpdated != 1 {
		t.Errorf("newer: %+v", s)
	}
	got := h.contents()
	want.Name, want.LastSynced, want.BundleID, want.CurrentVersion = "App 1", now-day/2, "new.id", "2.0"
	want.PriceAmount, want.PriceCurrency, want.PriceFormatted, want.HasIAP = new(0.0), "USD", "", new(true)
	want.CategoryCount, want.TrackCount, want.LinkedCount, want.UnlinkedCount = 1, 0, 1, 0
	if diff := cmp.Diff(want, got.Apps[0], cmpopts.IgnoreFields(storage.App{}, "LabelDigest", "Footprint")); diff != "" {
		t.Errorf("newer (-want +got):\n%s", diff)
	}
	if got.Apps[0].LabelDigest == want.LabelDigest || got.Apps[0].Footprint == want.Footprint {
		t.Error("the label is the one before")
	}
	if diff := cmp.Diff(before.Features, got.Features); diff != "" {
		t.Errorf("features (-want +got):\n%s", diff)
	}
}

func TestLabelsAndFeaturesMerge(t *testing.T) {
	t.Parallel()
	beta := func(types, features string) string {
		return bundleOf(fmt.Sprintf(`{"id":2,"name":"beta","privacy_types":[%s],"last_synced":%d%s}`, types, now-day, features), "", "", "")
	}
	const location = `{"identifier":"DATA_LINKED_TO_YOU","categories":[{"identifier":"LOCATION"},{"identifier":"LOCATION"},{"identifier":""}]}`
	for name, c := range map[string]struct {
		sent     string
		detailed bool // whether the label is the one before
		features []string
	}{
		"nothing said":       {beta("", ""), true, []string{"captions", "voiceover"}},
		"the same, plainer":  {beta(location+","+location, ""), true, []string{"captions", "voiceover"}},
		"another":            {beta(`{"identifier":"DATA_NOT_COLLECTED"}`, ""), false, []string{"captions", "voiceover"}},
		"nothing with names": {beta(`{"title":"Linked"},{}`, ""), true, []string{"captions", "voiceover"}},
		"no features":        {beta("", `,"accessibility_features":[]`), true, nil},
		"other features": {
			beta("", `,"accessibility_features":[{"identifier":"voiceover","declared":1},{"identifier":"large_text","declared":true},
				{"identifier":"captions","declared":false},{"identifier":"none"},{"declared":true},{"identifier":"voiceover","declared":true}]`),
			true, []string{"large_text", "voiceover"},
		},
	} {
		h := inMemory(t).furnish()
		before := h.contents()
		if s := h.mustTake(c.sent); s.AppsUpdated != 1 {
			t.Fatalf("%s: %+v", name, s)
		}
		after := h.contents()
		was, is := before.Apps[1], after.Apps[1]
		if same := was.LabelDigest == is.LabelDigest && was.Footprint == is.Footprint && was.CategoryCount == is.CategoryCount; same != c.detailed {
			t.Errorf("%s: the label was not replaced: %v", name, same)
		}
		var got []string
		for _, f := range after.Features {
			got = append(got, f.Identifier)
			if f.Identifier == "voiceover" && f.IconTemplate != "tpl" {
				t.Errorf("%s: voiceover lost its picture", name)
			}
		}
		if diff := cmp.Diff(c.features, got); diff != "" || is.AccessibilityCount != len(c.features) {
			t.Errorf("%s: %d features (-want +got):\n%s", name, is.AccessibilityCount, diff)
		}
	}
}

// No snapshot has features, so those that a refresh read here are what the next one compares
// with, and a bundle must not replace them.
func TestFeaturesThatWereReadHereStay(t *testing.T) {
	t.Parallel()
	h := inMemory(t).furnish()
	h.update(func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(2)
		app.SyncCount = 1
		return errors.Join(err, tx.Apps.Put(app))
	})
	before := h.contents()
	sent := fmt.Sprintf(`{"id":2,"name":"beta","privacy_types":[],"last_synced":%d,"accessibility_features":[]}`, now-day)
	if s := h.mustTake(bundleOf(sent, "", "", "")); s.AppsUpdated != 1 {
		t.Fatalf("%+v", s)
	}
	after := h.contents()
	if diff := cmp.Diff(before.Features, after.Features); diff != "" || after.Apps[1].AccessibilityCount != 2 {
		t.Errorf("%d features (-want +got):\n%s", after.Apps[1].AccessibilityCount, diff)
	}
}

func TestObservedAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		more string
		want storage.Time
	}{
		"by the bundle":   {``, exported},
		"by the policy":   {`,"policy_summary":{"fetched_at":1780000000000}`, 1_780_000_000_000},
		"by itself":       {`,"last_synced":1700000000000,"policy_summary":{"fetched_at":1780000000000}`, 1_700_000_000_000},
		"in the future":   {`,"last_synced":253402300799999`, now},
		"nowhere in time": {`,"last_synced":{},"policy_summary":{"fetched_at":"soon"}`, exported},
	} {
		h := inMemory(t)
		h.mustTake(bundleOf(arriving(7, c.more), "", "", ""))
		if a := h.contents().Apps[0]; a.LastSynced != c.want || a.FirstSeen != c.want {
			t.Errorf("%s: seen at %d and %d, want %d", name, a.FirstSeen, a.LastSynced, c.want)
		}
	}
	h := inMemory(t)
	text := strings.Replace(bundleOf(arriving(7, ""), "", "", ""), "2026-09-20T00:00:00Z", "last Sunday", 1)
	b, err := bundle.Open(strings.NewReader(text), int64(len(text)), bundle.OpenOptions{AnyVersion: true})
	if err == nil {
		_, err = h.Import(t.Context(), b, false)
	}
	if err != nil {
		t.Fatal(err)
	}
	if a := h.contents().Apps[0]; a.LastSynced != now {
		t.Errorf("of a bundle of no time: seen at %d", a.LastSynced)
	}
}

func TestImportNotes(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	notes := `{"app_id":"1","content":"One","tag":"nonsense","visibility":"private","source":"user","created_at":5,"updated_at":3},
		{"app_id":1,"content":"One","created_at":5}, {"app_id":"1","content":"One","created_at":6},
		{"app_id":"1","content":"Undated"}, {"app_id":"1","content":"Undated"}, {"app_id":"3","content":"Undated","tag":"positive","visibility":"export"},
		{"app_id":"99","content":"Unknown app"}, {"content":"About nothing"}, {"app_id":"1","content":" \n"}, {"app_id":"1"},
		{"app_id":"1","content":"Beware","created_at":` + fmt.Sprint(now-day) + `}`
	text := bundleOf("", notes, "", `,"recommender_name":"Bo"`)
	if s := h.mustTake(text); s.AnnotationsAdded != 4 || s.AnnotationsSkipped != 7 {
		t.Errorf("the summary is %+v", s)
	}
	var got []storage.Annotation
	for _, a := range h.contents().Annotations {
		if a.OriginName == "Bo" {
			got = append(got, a)
		}
	}
	note := func(app storage.AppID, body string, tag storage.Tag, at, updated storage.Time) storage.Annotation {
		return storage.Annotation{App: app, Body: body, Tag: tag, Visibility: storage.VisibilityPrivate, CreatedAt: at, UpdatedAt: updated, Origin: storage.OriginImported, OriginName: "Bo"}
	}
	want := []storage.Annotation{note(3, "Undated", storage.TagPositive, now, now), note(1, "Undated", "", now, now), note(1, "One", "", 6, 6), note(1, "One", "", 5, 5)}
	want[0].Visibility = storage.VisibilityExport // the only one whose file says so
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(storage.Annotation{}, "ID")); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if s := h.mustTake(text); s.AnnotationsAdded != 0 || s.AnnotationsSkipped != 11 {
		t.Errorf("again: %+v", s)
	}
}

func TestImportVerdicts(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	before := h.contents()
	verdict := func(app, verdict string, at int) string {
		return fmt.Sprintf(`{"app_id":%q,"verdict":%q,"rationale":"r","set_at":%d,"updated_at":%d}`, app, verdict, at, at)
	}
	all := strings.Join([]string{verdict("1", "safe", 7), verdict("2", "uninstall", 8), verdict("99", "safe", 9), verdict("1", "love", 9), verdict("x", "safe", 9)}, ",")
	if s := h.mustTake(bundleOf("", "", all, `,"recommender_name":"Ada"`)); s.VerdictsAdded != 2 {
		t.Errorf("the summary is %+v", s)
	}
	after := h.contents()
	imported := func(app storage.AppID, d storage.Decision, set, updated storage.Time) storage.Verdict {
		return storage.Verdict{App: app, Decision: d, Rationale: "r", Origin: storage.OriginImported, OriginName: "Ada", SetAt: set, UpdatedAt: updated}
	}
	want := []storage.Verdict{imported(1, storage.DecisionSafe, 7, 7), before.Verdicts[0], imported(2, storage.DecisionUninstall, now-day, 8)}
	if diff := cmp.Diff(want, after.Verdicts); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before.Apps, after.Apps); diff != "" {
		t.Errorf("apps (-want +got):\n%s", diff)
	}
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	h := inMemory(t)
	s := h.mustTake(bundleOf("", "", "", `,"recommender_profile":{"LOCATION":"linked","NONSENSE":"linked","CONTACTS":"never"},"recommender_name":" Bo ","migration_flow":true`))
	if !s.ProfileStashed || s.ProfilePreset != "" || s.Recommender != "Bo" {
		t.Errorf("the summary is %+v", s)
	}
	want := map[string]any{"profile": map[string]any{"LOCATION": "linked"}, "preset": nil, "recommenderName": "Bo", "stashedAt": float64(now)}
	if diff := cmp.Diff(want, h.setting(bundle.ProfileSuggestionSetting)); diff != "" {
		t.Errorf("profile (-want +got):\n%s", diff)
	}
	want = map[string]any{"recommenderName": "Bo", "stashedAt": float64(now), "targetPath": "/dashboard/review-recommendations"}
	if diff := cmp.Diff(want, h.setting(bundle.MigrationFlowSetting)); diff != "" {
		t.Errorf("flow (-want +got):\n%s", diff)
	}
	for _, more := range []string{``, `,"recommender_profile":null,"migration_flow":"true"`, `,"recommender_profile":{},"migration_flow":1`, `,"recommender_profile":{"X":"y"}`} {
		h := inMemory(t)
		if s := h.mustTake(bundleOf("", "", "", more)); s.ProfileStashed {
			t.Errorf("%s: %+v", more, s)
		}
		if got := h.contents().Settings; len(got) != 1 || !strings.HasPrefix(got[0].Name, bundle.ImportedPrefix) {
			t.Errorf("%s: settings %v", more, got)
		}
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	text := bundleOf(arriving(1, "")+","+arriving(9, ""), `{"app_id":"9","content":"New"}`, "", `,"recommender_name":"Bo","app_version":"0.1"`)
	b, err := open(text)
	if err != nil {
		t.Fatal(err)
	}
	before := h.contents()
	would, err := h.Preview(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, h.contents()); diff != "" {
		t.Errorf("a preview changed (-want +got):\n%s", diff)
	}
	want := bundle.ImportPreview{
		Bundle:  bundle.Info{Version: json.Number("2"), AppVersion: "0.1", ExportedAt: "2026-09-20T00:00:00Z", Recommender: "Bo", Apps: 2, Annotations: 1},
		Summary: bundle.Summary{AppsTotal: 2, AppsAdded: 1, AppsSkipped: 1, AnnotationsAdded: 1, Recommender: "Bo"},
	}
	if diff := cmp.Diff(want, would); diff != "" {
		t.Errorf("preview (-want +got):\n%s", diff)
	}
	did, err := h.Import(t.Context(), b, false)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(would.Summary, did); diff != "" {
		t.Errorf("what was done (-would +did):\n%s", diff)
	}
	if would, err = h.Preview(t.Context(), b); err != nil || would.Existing == nil || would.Existing.AppsAdded != 1 || would.Summary.AppsSkipped != 2 {
		t.Errorf("after that: %+v, %v", would, err)
	}
}
