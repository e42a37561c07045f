package tracked_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

func TestPagesCoverTheFleetInOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	names := []string{"beta", "Alpha", "Beta", "Beta", "Äpfel", "alpha", "Beta"}
	for i, name := range names {
		b.Observe(t, storage.AppID(100-i), name, fleettest.Labelled("NONE"))
	}
	want := []string{"alpha 95", "Alpha 99", "Äpfel 96", "beta 100", "Beta 94", "Beta 97", "Beta 98"}
	for limit := 1; limit <= len(names)+1; limit++ {
		var got []string
		for offset := 0; offset <= len(names)+limit; offset += limit {
			page, err := b.On().List(t.Context(), tracked.ListQuery{Limit: limit, Offset: offset})
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != len(names) || page.Limit != limit || page.Offset != offset || page.Meta != nil {
				t.Errorf("envelope is %+v", page)
			}
			for _, a := range page.Apps {
				got = append(got, fmt.Sprint(a.Name, " ", a.ID))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pages of %d (-want +got):\n%s", limit, diff)
		}
	}
	all, err := b.On().List(t.Context(), tracked.ListQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, lines(all.Apps)); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
	var each []storage.App
	plain := b.Store.(interface{ Unwrap() storage.Store }).Unwrap() // which may wait in a transaction
	err = tracked.New(tracked.Config{Env: storage.Env{Store: plain}}).On().Each(t.Context(), func(a storage.App) error {
		each = append(each, a)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, lines(each)); diff != "" {
		t.Errorf("each (-want +got):\n%s", diff)
	}
	// A store that begins anew, as Strict does, must not make a list of twice the apps.
	if err := b.On().Each(t.Context(), func(storage.App) error { return nil }); err == nil {
		t.Error("a list was restarted without an error")
	}
}

func lines(apps []storage.App) (list []string) {
	for _, a := range apps {
		list = append(list, fmt.Sprint(a.Name, " ", a.ID))
	}
	return list
}

func TestGridMetaIsOfThePageOnly(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id, states := range map[storage.AppID][2][]func(*fleet.Listing){
		1: {{fleettest.Labelled("LINKED: LOCATION")}, {fleettest.Labelled("LINKED: CONTACTS")}},
		2: {{fleettest.Featured("voiceover")}, {fleettest.Featured()}},
		3: {{fleettest.Rated("4+")}, {fleettest.Rated("9+")}},
		4: {{fleettest.Labelled("NONE")}, {fleettest.Labelled("NONE")}},
		5: {{fleettest.Labelled("NONE"), fleettest.Featured()}, {fleettest.Labelled("LINKED: CONTACTS"), fleettest.Featured("captions")}},
	} {
		for _, says := range states {
			b.Observe(t, id, fmt.Sprint("App ", id), says...)
		}
	}
	page, err := b.On().List(t.Context(), tracked.ListQuery{Limit: 4, Grid: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[storage.AppID]tracked.PendingKinds{1: {Privacy: true}, 2: {Accessibility: true}, 3: {AgeRating: true}}
	if diff := cmp.Diff(want, page.Meta.Pending); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
	if page, err = b.On().List(t.Context(), tracked.ListQuery{Limit: 4, Offset: 4, Grid: true}); err != nil {
		t.Fatal(err)
	}
	want = map[storage.AppID]tracked.PendingKinds{5: {Privacy: true, Accessibility: true}}
	if diff := cmp.Diff(want, page.Meta.Pending); diff != "" {
		t.Errorf("pending of the next page (-want +got):\n%s", diff)
	}
}

func TestGrouped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for id, label := range map[storage.AppID]func(*fleet.Listing){
		1: fleettest.Labelled("TRACK: PURCHASES", "LINKED: LOCATION CONTACTS"),
		2: fleettest.Labelled("LINKED: CONTACTS PURCHASES", "NONE"),
		3: fleettest.Labelled("UNLINKED: CONTACTS SECRET"),
		4: fleettest.Labelled("LINKED: CONTACTS PURCHASES CONTACTS"),
	} {
		b.Observe(t, id, fmt.Sprint("App ", id), label)
	}
	groups, err := b.On().Grouped(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range groups {
		for _, c := range g.Categories {
			line := fmt.Sprint(g.Title, " ", c.Identifier, " ", c.RiskWeight)
			for _, a := range c.Apps {
				line += fmt.Sprint(" ", a.ID)
			}
			got = append(got, line)
		}
	}
	want := []string{
		"Data Not Linked to You CONTACTS 3 3", "Data Not Linked to You SECRET 2 3",
		"Data Linked to You LOCATION 5 1", "Data Linked to You CONTACTS 3 1 2 4", "Data Linked to You PURCHASES 3 2 4",
		"Data Used to Track You PURCHASES 3 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}

func TestDetailAndRemove(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Observe(t, 1, "Notes", fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured("voiceover", "captions"))
	d, err := b.Detail(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "Notes" || len(d.PrivacyTypes) != 1 || d.AccessibilityFeatures[0].Identifier != "captions" {
		t.Errorf("detail is %+v", d)
	}
	for _, want := range []bool{true, false} {
		if removed, err := b.Remove(t.Context(), 1); err != nil || removed != want {
			t.Errorf("removed is %v (%v), want %v", removed, err, want)
		}
	}
	if _, err := b.Detail(t.Context(), 1); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("detail of a removed app: %v", err)
	}
	if n := len(storagetest.All[storage.Snapshot](t, b.Store)); n != 0 {
		t.Errorf("%d snapshots are left", n)
	}
	if n := len(storagetest.All[storage.Activity](t, b.Store)); n == 0 {
		t.Error("the activity went with the app")
	}
}

func TestPreviewKeepsNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "Notes", fleettest.Labelled("LINKED: LOCATION"), fleettest.Featured())
	p, err := b.Preview(t.Context(), fleettest.URL(1))
	if err != nil {
		t.Fatal(err)
	}
	if p.ID != 1 || p.Name != "Notes" || !*p.HasPrivacyDetails || *p.HasAccessibilityLabels || len(p.PrivacyTypes) != 1 {
		t.Errorf("preview is %+v", p)
	}
	if n, _ := b.On().Size(t.Context()); n != 0 {
		t.Errorf("%d apps are tracked", n)
	}
	if _, err := b.Preview(t.Context(), "https://elsewhere.example/"); !errors.Is(err, fleet.ErrAddress) {
		t.Errorf("another address: %v", err)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.Pages.Show(1, "Notes", fleettest.Labelled("LINKED: LOCATION"))
	b.Pages.Show(2, "Other", fleettest.Labelled("NONE"))
	b.MustRefresh(t, 1)
	for spec, want := range map[string]error{"id:1": nil, "url:" + fleettest.URL(2): nil, "id:9": storage.ErrNotFound, "url:x": fleet.ErrAddress} {
		parsed, err := tracked.ParseSpec(spec)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.Compare(t.Context(), tracked.Spec{App: 1}, parsed)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", spec, err, want)
		}
		if err == nil && (got.A.Source != "library" || got.A.Name != "Notes") {
			t.Errorf("%s: side a is %+v", spec, got.A)
		}
		if spec == "url:"+fleettest.URL(2) && (got.B.Source != "scrape" || got.B.Name != "Other") {
			t.Errorf("%s: side b is %+v", spec, got.B)
		}
	}
	for _, bad := range []string{"", "id:", "id:x", "url:", "1", "ID:1", "id:-1", "id:123456789012345678901"} {
		if _, err := tracked.ParseSpec(bad); !errors.Is(err, fleet.ErrAddress) {
			t.Errorf("ParseSpec(%q): %v", bad, err)
		}
	}
}
