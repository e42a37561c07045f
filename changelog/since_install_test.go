package changelog_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

func TestSinceInstall(t *testing.T) {
	t.Parallel()
	installed := day(2024, time.January, 1) // what app sets
	before, after, latest := installed-1000, installed+1000, installed+2000
	small := label(typed(storage.DataLinkedToYou, "LOCATION", "CONTACTS"))
	large := label(typed(storage.DataLinkedToYou, "LOCATION", "OTHER"), typed(storage.DataUsedToTrackYou, "IDENTIFIERS"))
	growth := []storage.Entry{
		entry("added", `New privacy label: "Data Used to Track You"`, "Identifiers"),
		entry("added", `"Data Linked to You" now collects: Other Data`),
		entry("removed", `"Data Linked to You" no longer collects: Contacts`),
	}
	for i := range growth {
		growth[i].Category = storage.CategoryPrivacyLabel
	}
	neverSeen := app(1, "One")
	neverSeen.FirstSeen = 0

	tests := []struct {
		name   string
		app    storage.App
		states []state
		want   *changelog.Comparison
	}{
		{"no snapshot", app(1, "One"), nil, nil},
		{"no label", app(1, "One"), []state{live(1, installed), live(1, after)}, nil},
		{
			"grown since", app(1, "One"),
			[]state{
				archived(1, before).with(large), live(1, installed).with(small).version("1.0"),
				live(1, after).with(small).version("2.0"), live(1, latest).with(large).version("3.0"),
			},
			&changelog.Comparison{
				FirstSeen: installed, BaselineDate: installed, BaselineSource: "live", BaselineVersion: "1.0",
				LatestDate: latest, LatestVersion: "3.0", Changes: growth, AddedCount: 2, RemovedCount: 1,
			},
		},
		{
			"from the archive", app(1, "One"),
			[]state{archived(1, before).with(small).version("0.9"), live(1, latest).with(small).version("3.0")},
			&changelog.Comparison{
				FirstSeen: installed, BaselineDate: before, BaselineSource: "wayback", BaselineVersion: "0.9",
				LatestDate: latest, LatestVersion: "3.0", Changes: []storage.Entry{},
			},
		},
		{
			"nothing so old", app(1, "One"),
			[]state{live(1, after).with(small).version("2.0"), live(1, latest).with(large).version("3.0")},
			&changelog.Comparison{
				FirstSeen: installed, BaselineDate: after, BaselineSource: "live", BaselineVersion: "2.0", BaselineIsApprox: true,
				LatestDate: latest, LatestVersion: "3.0", Changes: growth, AddedCount: 2, RemovedCount: 1,
			},
		},
		{
			"first seen is not known", neverSeen,
			[]state{live(1, before).with(small), live(1, latest).with(large)},
			&changelog.Comparison{
				BaselineDate: before, BaselineSource: "live", BaselineIsApprox: true,
				LatestDate: latest, LatestVersion: "9.9", Changes: growth, AddedCount: 2, RemovedCount: 1,
			},
		},
		{
			"one snapshot", app(1, "One"), []state{live(1, installed).with(small).version("1.0")},
			&changelog.Comparison{
				FirstSeen: installed, BaselineDate: installed, BaselineSource: "live", BaselineVersion: "1.0",
				IsSingleSnapshot: true, LatestDate: installed, LatestVersion: "1.0", Changes: []storage.Entry{},
			},
		},
		{
			"one snapshot, too young", app(1, "One"), []state{archived(1, after).with(small)},
			&changelog.Comparison{
				FirstSeen: installed, BaselineDate: after, BaselineSource: "wayback", BaselineIsApprox: true,
				IsSingleSnapshot: true, LatestDate: after, Changes: []storage.Entry{},
			},
		},
		{
			"those without a label are passed over", app(1, "One"),
			[]state{live(1, installed), live(1, after).with(small).version("2.0"), live(1, latest).with(large), live(1, latest+1)},
			&changelog.Comparison{
				FirstSeen: installed, BaselineDate: after, BaselineSource: "live", BaselineVersion: "2.0", BaselineIsApprox: true,
				LatestDate: latest, LatestVersion: "9.9", Changes: growth, AddedCount: 2, RemovedCount: 1,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			states := append(tt.states, live(2, before).with(large), live(2, latest+2).with(small))
			r := reader(t, []storage.App{tt.app, app(2, "Two")}, states...)
			got, err := r.SinceInstall(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			if got.Since != nil {
				got.Since.Changes = words(got.Since.Changes...)
			}
			if diff := cmp.Diff(changelog.SinceInstall{App: 1, Since: tt.want}, got); diff != "" {
				t.Errorf("SinceInstall (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSinceInstallJSON(t *testing.T) {
	t.Parallel()
	installed := day(2024, time.January, 1)
	r := reader(t, []storage.App{app(1, "One"), app(2, "Two")}, live(1, installed).with(label(typed(storage.DataNotCollected))))
	const single = `{"appId":1,"sinceInstall":{"firstSeen":1704067200000,"baselineDate":1704067200000,"baselineSource":"live",` +
		`"baselineVersion":null,"baselineIsApprox":false,"isSingleSnapshot":true,"latestDate":1704067200000,` +
		`"latestVersion":"9.9","changes":[],"addedCount":0,"removedCount":0}}`
	for id, want := range map[storage.AppID]string{1: single, 2: `{"appId":2,"sinceInstall":null}`} {
		got, err := r.SinceInstall(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(got)
		if diff := cmp.Diff(want, string(text)); err != nil || diff != "" {
			t.Errorf("app %d: %v (-want +got):\n%s", id, err, diff)
		}
	}
}

func TestUnknownAppIsNotFound(t *testing.T) {
	t.Parallel()
	r := reader(t, []storage.App{app(1, "One")})
	for _, id := range []storage.AppID{-1, 0, 2, storage.MaxAppID + 1} {
		if got, err := r.SinceInstall(t.Context(), id); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("SinceInstall(%d) = %+v, %v, want ErrNotFound", id, got, err)
		}
		if got, err := r.HistoryStats(t.Context(), id); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("HistoryStats(%d) = %+v, %v, want ErrNotFound", id, got, err)
		}
	}
}
