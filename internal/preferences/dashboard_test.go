package preferences_test

import (
	"crypto/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// put sets the layout.
func put(t testing.TB, s storage.Store, wanted preferences.Layout) preferences.Layout {
	t.Helper()
	var got preferences.Layout
	teststore.Update(t, s, func(tx *storage.Tx) (err error) {
		got, err = preferences.PutDashboard(tx, now, rand.Reader, wanted)
		return err
	})
	return got
}

func preset(name string) preferences.Layout {
	l, _ := preferences.Preset(name)
	return l
}

func TestDashboardIsStored(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	if diff := cmp.Diff(layout(canonical, ""), teststore.View(t, s, preferences.Dashboard)); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	want := preferences.Reconcile([]string{"hero", "task_list"}, []string{"risk_section"})
	if diff := cmp.Diff(want, put(t, s, preferences.Layout{Order: []string{"hero", "x", "task_list"}, Hidden: []string{"risk_section", "x"}})); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, teststore.View(t, s, preferences.Dashboard)); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestInvalidStoredLayout(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for text, want := range map[string]preferences.Layout{
		`{`:                         layout(canonical, ""),
		`[]`:                        layout(canonical, ""),
		`null`:                      layout(canonical, ""),
		`{"order":"hero"}`:          layout(canonical, ""),
		`{"order":[1]}`:             layout(canonical, ""),
		`{"v":2,"hidden":["hero"]}`: layout(canonical, "hero"),
	} {
		set(t, s, map[string]string{"dashboardLayout": text})
		if diff := cmp.Diff(want, teststore.View(t, s, preferences.Dashboard)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// Only a change to another preset is written to the activity log.
func TestPresetsAreRecorded(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	odd := preferences.Layout{Order: []string{"stale_section", "task_list"}}
	for _, step := range []struct {
		layout preferences.Layout
		want   string // the detail of the activity; empty: none
	}{
		{preset("default"), ""},
		{preset("minimal"), `{"from":"default","to":"minimal"}`},
		{preset("minimal"), ""},
		{odd, ""},
		{preferences.Layout{Order: []string{"hero", "task_list"}}, ""},
		{preset("watchdog"), `{"from":"custom","to":"watchdog"}`},
		{preset("default"), `{"from":"watchdog","to":"default"}`},
	} {
		teststore.Update(t, s, func(tx *storage.Tx) error {
			_, err := tx.Activities.Clear()
			return err
		})
		put(t, s, step.layout)
		var recorded []string
		for _, a := range teststore.View(t, s, func(tx *storage.Tx) ([]storage.Activity, error) {
			return storage.Collect(tx.Activities.List(storage.ActivityQuery{}))
		}) {
			if a.Type != "dashboard_layout_applied" || a.Status != "ok" || a.StartedAt != now || a.EndedAt != storage.NullTime(now) {
				t.Errorf("the activity is %+v", a)
			}
			recorded = append(recorded, string(a.Detail))
		}
		if got := strings.Join(recorded, " "); got != step.want {
			t.Errorf("%v: recorded is %s, want %s", step.layout, got, step.want)
		}
	}
}
