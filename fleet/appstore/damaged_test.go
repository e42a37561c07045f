package appstore_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// node is an object or a list of the JSON of a page.
type node = map[string]any

// at walks from an object to a value: names, and places in lists.
func at(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = v.(node)[step]
		case int:
			v = v.([]any)[step]
		}
	}
	return v
}

// put sets a value; one of gone removes it.
func put(v any, to any, path ...any) {
	last := len(path) - 1
	switch into := at(v, path[:last]...).(type) {
	case node:
		if into[path[last].(string)] = to; to == gone {
			delete(into, path[last].(string))
		}
	case []any:
		into[path[last].(int)] = to
	}
}

const gone = "\x00gone"

// unusable are what may stand where a list of objects should.
func unusable() map[string]any {
	return map[string]any{"string": "x", "number": 7, "true": true, "object": node{}, "null in it": []any{nil},
		"string in it": []any{"x"}, "list in it": []any{[]any{}}, "empty object in it": []any{node{}},
		"other kind in it": []any{node{"$kind": "Spacer"}}}
}

// damages are what is done to the shelves of a page, by name.
func damages() map[string]func(shelves any) {
	all := make(map[string]func(any))
	add := func(name string, to any, path ...any) {
		all[name] = func(shelves any) { put(shelves, to, path...) }
	}
	details := []any{"privacyHeader", "seeAllAction", "pageData", "shelves", 1, "items"}
	in := func(before []any, path ...any) []any { return slices.Concat(before, path) }
	summary := []any{"privacyTypes", "items"}
	lists := map[string][]any{
		"summary": summary, "summary categories": in(summary, 1, "categories"),
		"details": details, "detail categories": in(details, 0, "categories"), "purposes": in(details, 1, "purposes"),
		"purpose categories": in(details, 1, "purposes", 0, "categories"),
	}
	for place, path := range lists {
		for name, value := range unusable() {
			add(place+" "+name, value, path...)
			if list, ok := value.([]any); ok {
				add(place+" one "+name, list[0], in(path, 0)...)
			}
		}
		add(place+" null", nil, path...)
		add(place+" empty", []any{}, path...)
		add(place+" gone", gone, path...)
	}
	for place, path := range map[string][]any{
		"data types of tracking": in(details, 0, "categories", 0, "dataTypes"),
		"data types of purpose":  in(details, 1, "purposes", 0, "categories", 0, "dataTypes"),
	} {
		for name, value := range map[string]any{"null": nil, "empty": []any{}, "gone": gone, "string": "x", "number": 7,
			"null in it": []any{nil}, "number in it": []any{7}, "empty in it": []any{""}, "invisible in it": []any{"\u200b"}} {
			add(place+" "+name, value, path...)
		}
	}
	for place, path := range map[string][]any{
		"summary shelf": {"privacyTypes"}, "header": {"privacyHeader"}, "see-all": {"privacyHeader", "seeAllAction"},
		"page behind": {"privacyHeader", "seeAllAction", "pageData"}, "shelves behind": details[:4], "shelf behind": details[:5],
	} {
		for name, value := range map[string]any{"string": "x", "number": 7, "false": false, "list": []any{7}} {
			add(place+" "+name, value, path...)
		}
	}
	add("header empty", node{}, "privacyHeader")
	add("header items null", node{"items": nil}, "privacyHeader")
	add("header items of nulls", node{"items": []any{nil, nil}}, "privacyHeader")
	add("page behind empty", node{}, details[:3]...)
	add("shelf behind renamed", "other", in(details[:5], "contentType")...)
	for place, path := range map[string][]any{
		"type": {"privacyTypes", "items", 0, "identifier"}, "category": {"privacyTypes", "items", 0, "categories", 0, "identifier"},
		"purpose": in(details, 1, "purposes", 0, "identifier"),
	} {
		for name, value := range map[string]any{"lower case": "data_linked_to_you", "invisible": "DATA_LINKED_TO_YOU\u200b",
			"long": strings.Repeat("A", 300), "dash": "DATA-LINKED"} {
			add(place+" "+name, value, path...)
		}
	}
	nothing := node{"$kind": "PrivacyType", "identifier": "DATA_NOT_COLLECTED", "title": "Data Not Collected", "categories": []any{}}
	all["nothing collected beside others"] = func(s any) {
		put(s, append(at(s, summary...).([]any), nothing), summary...)
	}
	all["nothing collected, with categories"] = func(s any) {
		put(s, "DATA_NOT_COLLECTED", in(summary, 0, "identifier")...)
		put(s, at(s, summary...).([]any)[:1], summary...)
		put(s, nil, "privacyHeader")
	}
	all["a type less in the summary"] = func(s any) { put(s, at(s, summary...).([]any)[:1], summary...) }
	all["a type less in the details"] = func(s any) { put(s, at(s, details...).([]any)[:1], details...) }
	return all
}

// damagedPage returns the newest page of an app, damaged.
func damagedPage(t *testing.T, app fakestore.App, damage func(shelves any)) []byte {
	t.Helper()
	page := string(pageOf(t, app))
	const mark = `id="serialized-server-data">`
	before, rest, _ := strings.Cut(page, mark)
	text, after, ok := strings.Cut(rest, "</script>")
	var root any
	if err := json.Unmarshal([]byte(text), &root); !ok || err != nil {
		t.Fatal(err)
	}
	shelves := at(root, "data", 0, "data", "shelfMapping")
	damage(shelves)
	damaged, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(before + mark + string(damaged) + "</script>" + after)
}

// TestParse_damaged: a page of which any part of the label is damaged has no label.
func TestParse_damaged(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	if l := parse(t, damagedPage(t, app, func(any) {}), app.ID).Label; l == nil || !changelog.Detailed(*l) {
		t.Fatalf("the whole page has no label with detail: %+v", l)
	}
	for _, name := range slices.Sorted(maps.Keys(damages())) {
		l, err := appstore.Parse(damagedPage(t, app, damages()[name]), app.ID)
		if err != nil || l.Label != nil {
			t.Errorf("%s: label %v, %v, want none", name, outline(l.Label), err)
		}
	}
}

// TestParse_damagedBoxes: nor has one of the older kinds.
func TestParse_damagedBoxes(t *testing.T) {
	t.Parallel()
	const linked = `{"identifier": "DATA_LINKED_TO_YOU", "dataCategories": [{"identifier": "LOCATION"}]}`
	record := func(privacy string) string { return `{"id": "1", "attributes": {"name": "One", ` + privacy + `}}` }
	tests := []struct {
		name, privacy string
		understood    bool
	}{
		{"whole", `"privacy": {"privacyTypes": [` + linked + `]}`, true},
		{"whole, no details", `"privacy": {"privacyTypes": [` + linked + `]}, "privacyDetails": null`, true},
		{"string", `"privacy": "x", "privacyDetails": {"privacyTypes": [` + linked + `]}`, false},
		{"types null", `"privacy": {"privacyTypes": null}`, false},
		{"types string", `"privacy": {"privacyTypes": "x"}`, false},
		{"types with null", `"privacy": {"privacyTypes": [null, ` + linked + `]}`, false},
		{"types with object", `"privacy": {"privacyTypes": [{}, ` + linked + `]}`, false},
		{"categories null", `"privacy": {"privacyTypes": [{"identifier": "DATA_LINKED_TO_YOU", "dataCategories": null}]}`, false},
		{"categories string", `"privacy": {"privacyTypes": [{"identifier": "DATA_LINKED_TO_YOU", "dataCategories": "x"}]}`, false},
		{"categories empty", `"privacy": {"privacyTypes": [{"identifier": "DATA_LINKED_TO_YOU", "dataCategories": []}]}`, false},
		{"categories gone", `"privacy": {"privacyTypes": [{"identifier": "DATA_LINKED_TO_YOU"}]}`, false},
		{"categories with null", `"privacy": {"privacyTypes": [{"identifier": "DATA_LINKED_TO_YOU", "dataCategories": [null, {"identifier": "OTHER"}]}]}`, false},
		{"lower case", `"privacy": {"privacyTypes": [` + strings.ToLower(linked) + `]}`, false},
		{"nothing beside", `"privacy": {"privacyTypes": [` + linked + `, {"identifier": "DATA_NOT_COLLECTED"}]}`, false},
		{"details string", `"privacy": {"privacyTypes": [` + linked + `]}, "privacyDetails": "x"`, false},
		{"details empty", `"privacy": {"privacyTypes": [` + linked + `]}, "privacyDetails": {}`, false},
		{"details without data types", `"privacy": {"privacyTypes": [` + linked + `]}, "privacyDetails": {"privacyTypes": [` + linked + `]}`, false},
	}
	for _, tt := range tests {
		for script, text := range map[string]string{
			"shoebox-media-api-cache-apps": `{"a": {"d": [` + record(tt.privacy) + `]}}`,
			"shoebox-ember-data-store":     `{"data": ` + record(tt.privacy) + `}`,
		} {
			l := parse(t, box(script, []byte(text)), 1)
			if (l.Label != nil) != tt.understood {
				t.Errorf("%s, %s: label %v, want one: %v", script, tt.name, outline(l.Label), tt.understood)
			}
		}
	}
}

// TestParse_damagedFeatures: features that cannot be read are not known, and none of
// them is withdrawn.
func TestParse_damagedFeatures(t *testing.T) {
	t.Parallel()
	const voice = `{"title": "VoiceOver", "artwork": {"template": "systemimage://voiceover"}}`
	for _, shelves := range []string{
		`"accessibilityFeatures": "x"`, `"accessibilityFeatures": 7`, `"accessibilityFeatures": []`, `"accessibilityFeatures": {}`,
		`"accessibilityFeatures": {"items": null}`, `"accessibilityFeatures": {"items": "x"}`, `"accessibilityFeatures": {"items": [null]}`,
		`"accessibilityFeatures": {"items": [{}]}`, `"accessibilityFeatures": {"items": [{"features": null}]}`,
		`"accessibilityFeatures": {"items": [{"features": "x"}]}`, `"accessibilityFeatures": {"items": [{"features": [null, ` + voice + `]}]}`,
		`"accessibilityFeatures": {"items": [{"features": [` + voice + `, {"title": null}]}]}`,
		`"accessibilityFeatures": {"items": [{"features": [` + voice + `]}, 7]}`,
		`"accessibilityHeader": "x", "accessibilityFeatures": {"items": [{"features": [` + voice + `]}]}`,
		`"accessibilityHeader": {}`, `"accessibilityHeader": {"items": [null]}`, `"accessibilityHeader": {"items": [{}], "seeAllAction": "x"}`,
	} {
		if got := parse(t, island("{"+shelves+"}"), 1).Features; got != nil {
			t.Errorf("%s: features %+v, want not known", shelves, *got)
		}
	}
}

// onePage is a scraper of one app, whose page the test sets.
type onePage struct{ page []byte }

func (*onePage) Resolve(string) (fleet.Target, error) { panic("not asked") }

func (p *onePage) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	return appstore.Parse(p.page, t.ID)
}

// TestRefresh_damaged: a damaged page between two others erases nothing and invents
// nothing, and what really changed is recorded.
func TestRefresh_damaged(t *testing.T) {
	t.Parallel()
	app := richApp(fakestore.Island)
	changed := richApp(fakestore.Island)
	was := changed.Label.Types[0].Categories[0].DataTypes[0]
	changed.Label.Types[0].Categories[0].DataTypes = []storage.DataType{{Identifier: "DEVICE_ID", Title: "Device ID"}}
	if was.Identifier == "DEVICE_ID" {
		changed.Label.Types[0].Categories[0].DataTypes[0] = storage.DataType{Identifier: "USER_ID", Title: "User ID"}
	}
	entries := changelog.WeighAll(changelog.DiffLabels(*app.Label, *changed.Label))
	if len(entries) != 1 {
		t.Fatalf("the change makes %d entries, want one: %+v", len(entries), entries)
	}
	all := damages()
	all["privacyTypes null"] = func(s any) { put(s, nil, "privacyTypes") }
	all["no shelf of privacy"] = func(s any) { put(s, gone, "privacyTypes"); put(s, gone, "privacyHeader") }
	all["features"] = func(s any) { put(s, node{"items": []any{node{"features": nil}}}, "accessibilityFeatures") }
	all["version"] = func(s any) { put(s, nil, "mostRecentVersion") }
	all["policy"] = func(s any) {
		put(s, "javascript:alert(1)", "notPurchasedLinks", "items", 1, "clickAction", "url")
	}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "auditor.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	now := time.UnixMilli(1_760_000_000_000)
	scraper := &onePage{}
	apps := tracked.New(tracked.Config{Env: storage.Env{Store: db, Random: rand.Reader, Now: func() time.Time { now = now.Add(time.Hour); return now }}, Scraper: scraper})
	t.Cleanup(func() { apps.Stop(time.Second) })
	for i, name := range slices.Sorted(maps.Keys(all)) {
		app.ID = storage.AppID(i + 1)
		changed.ID = app.ID
		refresh := func(page []byte) (tracked.Refresh, storage.App) {
			scraper.page = page
			found, err := apps.Refresh(t.Context(), fleet.Target{ID: app.ID, URL: "https://apps.apple.com/us/app/id" + app.ID.String()}, storage.TriggerManual)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			detail, err := apps.Detail(t.Context(), app.ID)
			if err != nil {
				t.Fatal(err)
			}
			return found, detail.App
		}
		_, good := refresh(pageOf(t, app))
		page := damagedPage(t, app, all[name])
		found, after := refresh(page)
		good.SyncCount, good.LastSynced = after.SyncCount, after.LastSynced
		if parse(t, page, app.ID).Label == nil { // the user is told that it could not be read
			good.LastError = &storage.Failure{
				Code: storage.FailureLayout, At: after.LastSynced,
				Message: "the page has no privacy label that can be read; the known label is unchanged",
			}
		}
		if diff := cmp.Diff(good, after); diff != "" || len(found.Changes) > 0 {
			t.Errorf("%s: changes %+v, app (-good +damaged):\n%s", name, found.Changes, diff)
		}
		found, _ = refresh(pageOf(t, changed))
		if diff := cmp.Diff(entries, found.Changes); diff != "" {
			t.Errorf("%s: the real change (-want +got):\n%s", name, diff)
		}
	}
}
