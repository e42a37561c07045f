package policy_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

func TestRadarScores(t *testing.T) {
	t.Parallel()
	shown := policy.RadarAppOf(storage.App{ID: 7, Name: "Seven"}, storage.PolicyAnalysis{App: 7, Status: storage.PolicyReady, Current: storage.Digest{1}},
		map[string]policy.Rating{
			"collection_scope": policy.Favorable, "product_use": policy.Unclear, "ads_marketing": policy.Mixed, "third_party_sharing": policy.Concerning,
			"tracking_analytics": "excellent", "moon": policy.Mixed,
		})
	got, err := json.Marshal(shown)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":7,"name":"Seven","iconUrl":null,"lenses":[` +
		`{"key":"collection_scope","label":"Collection scope","rating":"favorable","score":1},` +
		`{"key":"product_use","label":"Product use","rating":"unclear","score":1.5},` +
		`{"key":"ads_marketing","label":"Ads and marketing","rating":"mixed","score":3},` +
		`{"key":"third_party_sharing","label":"Third-party sharing","rating":"concerning","score":4},` +
		`{"key":"tracking_analytics","label":"Tracking and analytics","rating":null,"score":null},` +
		`{"key":"user_controls","label":"User controls","rating":null,"score":null},` +
		`{"key":"data_retention","label":"Data retention","rating":null,"score":null},` +
		`{"key":"children_minors","label":"Children and minors","rating":null,"score":null}` +
		`],"hasPolicy":true,"status":"ready"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("an app (-want +got):\n%s", diff)
	}
}

func TestRadarKeepsTheNewest(t *testing.T) {
	t.Parallel()
	var kept []storage.App
	for i := range storage.AppID(20) {
		kept = policy.KeepNewest(append(kept, storage.App{ID: i + 1, LastSynced: storage.Time(i * 7 % 20 / 2)}))
	}
	var got []storage.AppID
	for _, app := range kept {
		got = append(got, app.ID)
	}
	if diff := cmp.Diff([]storage.AppID{15, 18, 9, 12, 3, 6}, got); diff != "" {
		t.Errorf("apps (-want +got):\n%s", diff)
	}
}
