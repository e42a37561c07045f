package changelog_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestTimelineJSON(t *testing.T) {
	t.Parallel()
	store := strictStore(t)
	first := live(1, 1000).with(label(linked(purpose("ANALYTICS", category("LOCATION", "COARSE_LOCATION"))), tracking()))
	first.label.Types[0].Categories = []storage.LabelCategory{category("LOCATION", "COARSE_LOCATION")}
	first.AppVersion, first.AppVersionUpdatedAt = "1.0", 900
	unknown := archived(1, 3000, entry("added", "x", "detail"))
	unknown.TriggeredBy = ""
	record(t, store, []storage.App{app(1, "One")}, first, unknown)
	review(t, store, storage.Review{
		ID: "r1", App: 1, Action: storage.ReviewSnoozed, ActedAt: 2000, CoveredCount: 2,
		CoveredSnapshots: []storage.SnapshotID{{App: 1, At: 1000}}, SnoozeUntil: 9000, Note: "later",
	})
	review(t, store, storage.Review{ID: "r2", App: 1, Action: storage.ReviewReviewed, ActedAt: 1000})

	rows, err := changelog.New(storage.Env{Store: store, Now: time.Now}).Timeline(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(rows, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `[
 {
  "kind": "snapshot",
  "id": "0000000000000001-0000000003000",
  "scrapedAt": 3000,
  "snapshot": null,
  "changesDetected": true,
  "changesSummary": [
   {
    "type": "added",
    "description": "x",
    "category": "privacy-label",
    "direction": "neutral",
    "weight": "declaration",
    "details": [
     "detail"
    ]
   }
  ],
  "source": "wayback",
  "waybackSnapshotUrl": "https://archive.example/1",
  "triggeredBy": "wayback",
  "appVersion": null,
  "appVersionUpdatedAt": null
 },
 {
  "kind": "review",
  "id": "review:r1",
  "scrapedAt": 2000,
  "action": "snoozed",
  "coveredCount": 2,
  "coveredSnapshotIds": [
   "0000000000000001-0000000001000"
  ],
  "snoozeUntil": 9000,
  "note": "later"
 },
 {
  "kind": "snapshot",
  "id": "0000000000000001-0000000001000",
  "scrapedAt": 1000,
  "snapshot": [
   {
    "identifier": "DATA_LINKED_TO_YOU",
    "title": "Data Linked to You",
    "categories": [
     {
      "identifier": "LOCATION",
      "title": "Location",
      "dataTypes": [
       "COARSE_LOCATION"
      ]
     }
    ],
    "purposes": [
     {
      "identifier": "ANALYTICS",
      "categories": [
       {
        "identifier": "LOCATION",
        "dataTypes": [
         "COARSE_LOCATION"
        ]
       }
      ]
     }
    ]
   },
   {
    "identifier": "DATA_USED_TO_TRACK_YOU",
    "title": "Data Used to Track You",
    "categories": [],
    "purposes": []
   }
  ],
  "changesDetected": false,
  "changesSummary": [],
  "source": "live",
  "waybackSnapshotUrl": null,
  "triggeredBy": "scheduled",
  "appVersion": "1.0",
  "appVersionUpdatedAt": 900,
  "earlier": "notAsked"
 },
 {
  "kind": "review",
  "id": "review:r2",
  "scrapedAt": 1000,
  "action": "reviewed",
  "coveredCount": 0,
  "coveredSnapshotIds": [],
  "snoozeUntil": null,
  "note": null
 }
]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("timeline (-want +got):\n%s", diff)
	}
}

func TestTimelineUnknownApp(t *testing.T) {
	t.Parallel()
	r := reader(t, []storage.App{app(1, "One")}, live(1, 1000))
	for _, id := range []storage.AppID{-1, 0, 2, storage.MaxAppID + 1} {
		rows, err := r.Timeline(t.Context(), id)
		if err != nil || rows == nil || len(rows) != 0 {
			t.Errorf("Timeline(%d) = %v, %v, want an empty list", id, rows, err)
		}
	}
}

// A long history is cut after both kinds were merged, so that neither is lost
// where the other is longer.
func TestTimelineIsCutAfterMerging(t *testing.T) {
	t.Parallel()
	store := strictStore(t)
	var states []state
	for i := range storage.Time(60) {
		states = append(states, live(1, 100+i, entry("added", fmt.Sprint(100+i))), live(2, 100+i))
	}
	record(t, store, []storage.App{app(1, "One"), app(2, "Two")}, states...)
	for i := range storage.Time(60) {
		review(t, store, storage.Review{ID: fmt.Sprintf("r%02d", i), App: 1, Action: storage.ReviewReviewed, ActedAt: 130 + i})
	}
	rows, err := changelog.New(storage.Env{Store: store, Now: time.Now}).Timeline(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for at := 189; len(want) < changelog.TimelineLimit; at-- {
		if at < 160 {
			want = append(want, fmt.Sprint(at, " snapshot [", at, "]"))
		}
		want = append(want, fmt.Sprintf("%d review r%02d", at, at-130))
	}
	for _, row := range rows {
		switch {
		case row.SnapshotPart != nil && row.ReviewPart == nil:
			var sentences []string
			for _, e := range row.ChangesSummary {
				sentences = append(sentences, e.Description)
			}
			got = append(got, fmt.Sprint(row.ScrapedAt, " ", row.Kind, " ", sentences))
		case row.ReviewPart != nil && row.SnapshotPart == nil:
			got = append(got, fmt.Sprint(row.ScrapedAt, " ", row.Kind, " ", row.ID[len("review:"):]))
		default:
			t.Errorf("row %s has both parts or none", row.ID)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("timeline (-want +got):\n%s", diff)
	}
}

func TestTimelineMatchesLiveSync(t *testing.T) {
	t.Parallel()
	detailed := label(tracking(category("LOCATION", "COARSE_LOCATION")))
	plain := label(tracking(category("LOCATION")))
	other := label(tracking(category("OTHER")))
	type moment struct {
		make  func(storage.AppID, storage.Time, ...storage.Entry) state
		label storage.Label
		match bool
	}
	tests := []struct {
		name    string
		moments []moment // oldest first
	}{
		{"the live one after", []moment{{archived, plain, true}, {live, plain, false}}},
		{"the live one before", []moment{{live, plain, false}, {archived, plain, true}}},
		{"the archive shows no detail", []moment{{archived, plain, true}, {live, detailed, false}}},
		{"another label", []moment{{archived, plain, false}, {live, other, false}}},
		{"another archived one between", []moment{{archived, plain, false}, {archived, other, false}, {live, plain, false}}},
		{"two from the archive", []moment{{archived, plain, false}, {archived, plain, false}}},
		{"two live ones", []moment{{live, plain, false}, {live, plain, false}}},
		{"neither is known", []moment{{archived, storage.Label{}, false}, {live, storage.Label{}, false}}},
		{"what is no state between", []moment{{archived, plain, true}, {live, storage.Label{}, false}, {live, storage.Label{}, false}, {live, plain, false}}},
		{"what is no state at the end", []moment{{live, plain, false}, {live, storage.Label{}, false}, {archived, plain, true}, {live, storage.Label{}, false}}},
		{"one of both sides", []moment{{live, other, false}, {archived, plain, true}, {live, plain, false}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var states []state
			for i, m := range tt.moments {
				states = append(states, m.make(1, storage.Time(100+i)).with(m.label))
			}
			rows, err := reader(t, []storage.App{app(1, "One")}, states...).Timeline(t.Context(), 1)
			if err != nil || len(rows) != len(tt.moments) {
				t.Fatalf("%d rows, %v, want %d", len(rows), err, len(tt.moments))
			}
			for i, m := range tt.moments {
				if row := rows[len(rows)-1-i]; row.MatchesLiveSync != m.match {
					t.Errorf("moment %d: MatchesLiveSync = %v, want %v", i, row.MatchesLiveSync, m.match)
				}
			}
		})
	}
}

// The last row that is shown still knows its older neighbour.
func TestTimelineLastRowMatches(t *testing.T) {
	t.Parallel()
	plain := label(tracking(category("LOCATION")))
	states := []state{live(1, 100).with(plain)}
	for i := range storage.Time(changelog.TimelineLimit) {
		states = append(states, archived(1, 101+i).with(plain))
	}
	rows, err := reader(t, []storage.App{app(1, "One")}, states...).Timeline(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	last := rows[len(rows)-1]
	if len(rows) != changelog.TimelineLimit || last.ScrapedAt != 101 || !last.MatchesLiveSync {
		t.Errorf("%d rows, the last of %d matches: %v", len(rows), last.ScrapedAt, last.MatchesLiveSync)
	}
}

func review(t *testing.T, store storage.Store, v storage.Review) {
	t.Helper()
	alter(t, store, func(tx *storage.Tx) error { return tx.Reviews.Put(v) })
}
