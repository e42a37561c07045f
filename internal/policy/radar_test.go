package policy_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/storage"
)

func TestRadarScores(t *testing.T) {
	t.Parallel()
	summary := storage.PolicySummary{Overview: "o", Lenses: []storage.PolicyLens{
		{Key: storage.LensCollection, Rating: storage.RatingFavorable, Summary: "little"},
		{Key: storage.LensUse, Rating: storage.RatingUnclear, Summary: "vague"},
		{Key: storage.LensAds, Rating: storage.RatingMixed, Summary: "some"},
		{Key: storage.LensSharing, Rating: storage.RatingConcerning, Summary: "all"},
		{Key: storage.LensTracking, Rating: "excellent", Summary: "none"},
	}}.Normal()
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

func TestRadarNewestApps(t *testing.T) {
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

func TestRadarOfSummaries(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	summary := storage.PolicySummary{Overview: "o", Lenses: []storage.PolicyLens{{Key: storage.LensAds, Rating: storage.RatingMixed, Summary: "some"}}}.Normal()
	b.update(t, func(tx *storage.Tx) error {
		for id := range storage.AppID(12) {
			if err := tx.Apps.Put(storage.App{ID: id + 1, Name: "App", URL: "u", LastSynced: storage.Time(id)}); err != nil {
				return err
			}
			state := storage.PolicyAnalysis{App: id + 1, Status: storage.PolicySourceReady, Current: storage.Digest{1}}
			if id%4 != 3 {
				state.Status, state.Summary = storage.PolicyReady, &summary
			}
			if err := tx.PolicyAnalyses.Put(state); err != nil {
				return err
			}
		}
		return nil
	})
	for _, c := range []struct {
		name  string
		asked []storage.AppID
		want  []storage.AppID
	}{
		{"those refreshed last", nil, []storage.AppID{11, 10, 9, 7, 6, 5}},
		{"in the order asked for", []storage.AppID{4, 99, 1}, []storage.AppID{4, 1}},
	} {
		radar, err := b.service.Radar(t.Context(), c.asked)
		if err != nil {
			t.Fatal(err)
		}
		var got []storage.AppID
		for _, app := range radar.Apps {
			got = append(got, app.ID)
			rating := app.Lenses[2].Rating
			if rated := app.ID%4 != 0; (rating != nil) != rated || rated && *rating != storage.RatingMixed {
				t.Errorf("%s: app %d is rated %v", c.name, app.ID, rating)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
