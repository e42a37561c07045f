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
	summary := storage.PolicySummary{Lenses: []storage.PolicyLens{
		{Key: storage.LensCollection, Rating: storage.RatingFavorable, Summary: "Little."}, {Key: storage.LensUse, Rating: storage.RatingUnclear, Summary: "Who knows."},
		{Key: storage.LensAds, Rating: storage.RatingMixed, Summary: "Some."}, {Key: storage.LensSharing, Rating: storage.RatingConcerning, Summary: "Much."},
		{Key: storage.LensTracking, Rating: "excellent", Summary: "Fine."}, {Key: "moon", Rating: storage.RatingMixed, Summary: "Round."},
	}}
	shown := policy.RadarAppOf(storage.App{ID: 7, Name: "Seven"},
		storage.PolicyAnalysis{App: 7, Status: storage.PolicyReady, Current: storage.Digest{1}, Summary: &summary})
	got, err := json.Marshal(shown)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":7,"name":"Seven","iconUrl":null,"lenses":[` +
		`{"key":"collection_scope","label":"Collection scope","rating":"favorable","score":1},` +
		`{"key":"product_use","label":"Product use","rating":"unclear","score":1.5},` +
		`{"key":"ads_marketing","label":"Ads and marketing","rating":"mixed","score":3},` +
		`{"key":"third_party_sharing","label":"Third-party sharing","rating":"concerning","score":4},` +
		`{"key":"tracking_analytics","label":"Tracking and analytics","rating":"unclear","score":1.5},` +
		`{"key":"user_controls","label":"User controls","rating":"unclear","score":1.5},` +
		`{"key":"data_retention","label":"Data retention","rating":"unclear","score":1.5},` +
		`{"key":"children_minors","label":"Children and minors","rating":"unclear","score":1.5}` +
		`],"hasPolicy":true,"status":"ready"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("an app (-want +got):\n%s", diff)
	}
}
