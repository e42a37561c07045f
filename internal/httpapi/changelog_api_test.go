package httpapi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// changed is an API with apps 1 to 3, of which each changes once, an hour apart.
func changed(t *testing.T) *fleetAPI {
	t.Helper()
	a := newFleetAPI(t, nil)
	for id := range storage.AppID(3) {
		a.track(id+1, fmt.Sprint("App ", id+1), "LOCATION")
	}
	for id := range storage.AppID(3) {
		a.track(id+1, fmt.Sprint("App ", id+1), "CONTACTS")
	}
	return a
}

type feed struct {
	Rows []struct {
		ID        string
		AppID     string
		ScrapedAt int64
		Entry     map[string]any
	}
	Total int
}

func TestFeedRowIsAsSpecified(t *testing.T) {
	t.Parallel()
	a := changed(t)
	got := members(a.do("GET", "/api/changelog?limit=1"))
	at := newClock().Now().Add(5 * time.Hour).UnixMilli()
	want := map[string]any{"total": 6.0, "cursor": fmt.Sprintf("1-%d.3", at-2*time.Hour.Milliseconds()), "rows": []any{map[string]any{
		"id": fmt.Sprintf("%016d-%013d:0", 3, at), "appId": "3", "appName": "App 3", "appIconUrl": nil, "appDeveloper": nil,
		"scrapedAt": float64(at), "source": "live", "triggeredBy": "manual",
		"entry": map[string]any{
			"type": "added", "description": `"Data Linked to You" now collects: Contacts`, "privacyType": "DATA_LINKED_TO_YOU", "dataCategory": "CONTACTS",
			"category": "privacy-label", "direction": "worse", "weight": "linked",
		},
	}}}
	equal(t, want, got, "feed")
}

// TestFeedEntries has an entry with further members before one without.
func TestFeedEntries(t *testing.T) {
	t.Parallel()
	a := changed(t)
	entries := []storage.Entry{
		{Type: storage.EntryAdded, Description: `A & <b> "c"`, More: json.RawMessage(`{"checked": 2}`)},
		{Type: storage.EntryRemoved, Description: "D & E", Category: storage.CategoryAccessibility, Details: []string{}, StoreWide: true},
	}
	a.update(func(tx *storage.Tx) error {
		all, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{Changed: true, Limit: len(entries)}))
		for i := range all {
			all[i].Entry = entries[i]
		}
		return errors.Join(err, tx.Changes.Put(all...))
	})
	var got []map[string]any
	for _, row := range into[feed](a.do("GET", "/api/changelog?limit=2")).Rows {
		got = append(got, row.Entry)
	}
	want := []map[string]any{
		{"type": "added", "description": `A & <b> "c"`, "checked": 2.0, "category": "privacy-label", "direction": "neutral", "weight": "declaration"},
		{"type": "removed", "description": "D & E", "category": "accessibility", "details": []any{}, "storeWide": true,
			"direction": "neutral", "weight": "accessibility"},
	}
	equal(t, want, got, "entries")
}

func TestFeedParameters(t *testing.T) {
	t.Parallel()
	a := changed(t)
	second := newClock().Now().Add(4 * time.Hour).UnixMilli()
	for query, want := range map[string]string{ // rows and total
		"":                              "6 6",
		"limit=2":                       "2 6",
		"limit=2&offset=5":              "1 6",
		"offset=6":                      "0 6",
		"limit=0":                       "1 6", // the least is one
		"limit=-1":                      "6 6", // not a number: the default
		"limit=abc&offset=abc":          "6 6",
		"limit=2x":                      "2 6",
		"limit=501":                     "6 6",
		"limit=99999999999999999999999": "6 6",
		"offset=-3":                     "6 6",
		"type=added":                    "3 3",
		"types=added":                   "3 3",
		"type=added,removed":            "6 6",
		"type=+added+,nonsense":         "3 3",
		"type=nonsense":                 "6 6",
		"type=ADDED":                    "6 6",
		"type=":                         "6 6",
		"type=wayback":                  "0 0",
		"type=modified":                 "0 0",
		"category=privacy-label":        "6 6",
		"categories=accessibility":      "0 0",
		"category=age-rating":           "6 6", // not a category to filter by
		"category=wayback-attempt":      "0 0",
		"appId=2":                       "2 2",
		"app=2":                         "2 2",
		"appId=2&app=3":                 "2 2",
		"appId=9":                       "0 0",
		"appId=abc":                     "0 0", // a name, though of no app
		"appId=com.example.none":        "0 0", // a package, of no app
		"appId=a/b":                     "6 6", // not a name at all
		"appId=":                        "6 6",
		fmt.Sprint("from=", second):     "4 4",
		fmt.Sprint("from=", second+1):   "2 2",
		fmt.Sprint("to=", second):       "4 4",
		fmt.Sprint("from=", second, "&to=", second): "2 2",
		"to=0":                "0 0",
		"from=-1":             "6 6",
		"to=-1":               "0 0", // before 1970
		"unknown=1&limit=%zz": "6 6",
	} {
		got := into[feed](a.do("GET", "/api/changelog?"+query))
		if text := fmt.Sprint(len(got.Rows), " ", got.Total); text != want {
			t.Errorf("%q: %s rows of total, want %s", query, text, want)
		}
	}
}

func TestFeedReadsAWindowOfSnapshots(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	a.track(1, "One", "LOCATION")
	for i := range 20 { // one entry each
		a.clock.Advance(time.Minute) // past the limit of calls
		if i%2 == 0 {
			a.track(1, "One", "LOCATION", "CONTACTS")
		} else {
			a.track(1, "One", "LOCATION")
		}
	}
	for limit, want := range map[int]int{1: 8, 2: 16, 3: 20, 500: 20} {
		got := into[feed](a.do("GET", fmt.Sprintf("/api/changelog?limit=%d&offset=1", limit)))
		if got.Total != want {
			t.Errorf("limit %d: total %d, want %d", limit, got.Total, want)
		}
	}
	if got := into[feed](a.do("GET", "/api/changelog?limit=1&offset=8")); len(got.Rows) != 0 {
		t.Errorf("%d rows beyond the window", len(got.Rows))
	}
	// The filter is applied within the window, not before it.
	if got := into[feed](a.do("GET", "/api/changelog?limit=1&type=removed")); got.Total != 4 {
		t.Errorf("total %d of one type in the window, want 4", got.Total)
	}
}

func TestSinceInstallAndHistoryStats(t *testing.T) {
	t.Parallel()
	a := changed(t)
	since := members(a.do("GET", "/api/apps/2/since-install"))
	s := since["sinceInstall"].(map[string]any)
	if since["appId"] != 2.0 || s["addedCount"] != 1.0 || s["removedCount"] != 1.0 || s["isSingleSnapshot"] != false {
		t.Errorf("since-install is %v", since)
	}
	stats := members(a.do("GET", "/api/apps/2/history-stats"))
	trend := stats["categoryTrend"].(map[string]any)
	if stats["appId"] != 2.0 || trend["totalAdded"] != 1.0 || trend["netChange"] != 0.0 {
		t.Errorf("history-stats is %v", stats)
	}
	for _, id := range []string{"9", "x", "99999999999999999999"} {
		a.do("GET", "/api/apps/"+id+"/since-install").error(404, "")
		a.do("GET", "/api/apps/"+id+"/history-stats").error(404, "")
	}
}
