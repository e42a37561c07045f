package dataset_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func TestDevelopers(t *testing.T) {
	t.Parallel()
	s := teststore.Bare(t)
	observe := func(id storage.AppID, day storage.Time, developer string, label ...string) {
		paneltest.Observe(t, s, id, paneltest.Start+day*paneltest.Day, paneltest.Truth{Label: label, Version: "1", Developer: developer})
	}
	observe(1, 0, "Élan")
	observe(1, 3, "Élan", "LOCATION")
	observe(2, 0, "Élan", "LOCATION", "CONTACTS")
	observe(3, 0, "Bee", "LOCATION")
	observe(3, 9, "Bee")
	observe(4, 0, "")
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		app, err := tx.Apps.Get(2)
		app.HasPrivacyDetails, app.TrackCount = new(true), 1
		return errors.Join(err, tx.Apps.Put(app))
	})
	service := newService(t, s)
	for _, tt := range []struct {
		query dataset.DevelopersQuery
		want  []string
		total int
	}{
		{dataset.DevelopersQuery{Order: dataset.DevelopersByName, Limit: 9}, []string{"Bee", "Élan"}, 2},
		{dataset.DevelopersQuery{Order: dataset.DevelopersByApps, Limit: 9}, []string{"Élan", "Bee"}, 2},
		{dataset.DevelopersQuery{Order: dataset.DevelopersByRisk, Limit: 9}, []string{"Élan", "Bee"}, 2},
		{dataset.DevelopersQuery{Order: dataset.DevelopersByChange, Limit: 9}, []string{"Bee", "Élan"}, 2},
		{dataset.DevelopersQuery{Order: dataset.DevelopersByName, Limit: 1, Offset: 1}, []string{"Élan"}, 2},
		{dataset.DevelopersQuery{Search: "elan", Limit: 9}, []string{"Élan"}, 1},
		{dataset.DevelopersQuery{Search: "none", Offset: 7, Limit: 9}, nil, 0},
	} {
		page, total, err := service.Developers(t.Context(), tt.query)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, d := range page {
			names = append(names, d.Name)
		}
		if diff := cmp.Diff(tt.want, names); diff != "" || total != tt.total {
			t.Errorf("%+v: %d in all (-want +got):\n%s", tt.query, total, diff)
		}
	}
	apps, total, err := service.DeveloperApps(t.Context(), "appstore", "Élan", 1)
	if err != nil || total != 2 || len(apps) != 1 {
		t.Fatalf("%+v, %d, %v", apps, total, err)
	}
	first := dataset.DeveloperApp{ID: 1, Name: "App 1", Risk: apps[0].Risk, Changes: 2, Worse: 2, LastChange: paneltest.Start + 3*paneltest.Day}
	if diff := cmp.Diff(first, apps[0]); diff != "" {
		t.Errorf("an app (-want +got):\n%s", diff)
	}
	observe(5, 0, "Élan & Bee")
	if apps, total, err := service.DeveloperApps(t.Context(), "appstore", "Bee", 9); err != nil || total != 1 || len(apps) != 1 || apps[0].ID != 3 {
		t.Errorf("of a developer whose name another contains: %+v, %d, %v", apps, total, err)
	}
	if _, total, err := service.Developers(t.Context(), dataset.DevelopersQuery{Search: "elan", Limit: 9}); err != nil || total != 2 {
		t.Errorf("after a write: %d developers, %v", total, err)
	}
	if _, total, err := service.DeveloperApps(t.Context(), "play", "Élan", 9); err != nil || total != 0 {
		t.Errorf("in another store: %d, %v", total, err)
	}
	page, _, err := service.Developers(t.Context(), dataset.DevelopersQuery{Search: "elan", Order: dataset.DevelopersByApps, Limit: 1})
	if err != nil || len(page) != 1 {
		t.Fatalf("%+v, %v", page, err)
	}
	got := page[0]
	app, err := storage.View(t.Context(), s, func(tx *storage.Tx) (storage.App, error) { return tx.Apps.Get(2) })
	if err != nil {
		t.Fatal(err)
	}
	want := dataset.Developer{
		Name: "Élan", Source: "appstore", Apps: 2, WorstRisk: app.Risk(), Changes: got.Changes, Worse: got.Worse,
		LastChange: storage.NullTime(storage.DayOf(paneltest.Start + 3*paneltest.Day).Start()),
	}
	if diff := cmp.Diff(want, got); diff != "" || got.Changes < 1 || got.Worse < 1 {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
