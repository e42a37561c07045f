package review_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func preset(t *testing.T, id string) profile.Privacy {
	t.Helper()
	for _, p := range profile.Presets() {
		if p.ID == id {
			return profile.Privacy{Tiers: p.Tiers}
		}
	}
	t.Fatalf("no preset %s", id)
	return profile.Privacy{}
}

// The log is told of each step from or to a preset, and of nothing else.
func TestPresetsInTheLog(t *testing.T) {
	t.Parallel()
	strict, balanced := preset(t, "strict"), preset(t, "balanced")
	forgetful := preset(t, "strict")
	forgetful.Retention = profile.RetentionNone
	own := profile.Privacy{Tiers: map[string]profile.Tier{profile.Location: profile.Linked}}
	cleared, empty := profile.Privacy{}, profile.Privacy{Tiers: map[string]profile.Tier{}}

	d := newBench(t)
	var want []string
	for i, step := range []struct {
		set  profile.Privacy
		want string // the detail of the line; empty: there is none
	}{
		{cleared, ""}, {empty, ""}, {own, ""},
		{strict, `{"from":null,"to":"strict"}`}, {strict, ""}, {forgetful, ""},
		{balanced, `{"from":"strict","to":"balanced"}`}, {own, ""},
		{cleared, `{"cleared":true,"from":null,"to":null}`}, {cleared, ""},
		{strict, `{"from":null,"to":"strict"}`}, {empty, `{"cleared":true,"from":"strict","to":null}`},
	} {
		if err := d.SetPrivacyProfile(t.Context(), step.set); err != nil {
			t.Fatal(err)
		}
		if step.want != "" {
			want = append(want, step.want)
		}
		got, err := d.PrivacyProfile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.set, got); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i, diff)
		}
		lines := teststore.View(t, d.store, func(tx *storage.Tx) ([]storage.Activity, error) {
			return storage.Collect(tx.Activities.List(storage.ActivityQuery{Type: "profile_preset_applied"}))
		})
		if len(lines) != len(want) {
			t.Fatalf("step %d: %d lines, want %d", i, len(lines), len(want))
		}
		if step.want != "" && !hasDetail(lines, step.want) {
			t.Errorf("step %d: no line says %s", i, step.want)
		}
		d.now = d.now.Add(1e9)
	}
	if got := d.log(t); len(got) != len(want) || got[0] != "profile_preset_applied 0 " {
		t.Errorf("the log is %s", fmt.Sprint(got))
	}
}

// hasDetail reports whether the newest line has this detail.
func hasDetail(lines []storage.Activity, want string) bool {
	var got, wanted any
	return json.Unmarshal(lines[0].Detail, &got) == nil && json.Unmarshal([]byte(want), &wanted) == nil && cmp.Equal(wanted, got)
}

func TestAccessibilityProfileIsKept(t *testing.T) {
	t.Parallel()
	d := newBench(t)
	for _, want := range []profile.Accessibility{nil, {"captions": profile.Required}, {}, nil} {
		if err := d.SetAccessibilityProfile(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		got, err := d.AccessibilityProfile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
	}
	if got := d.log(t); got != nil {
		t.Errorf("the log has %v", got)
	}
}
