package manual_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/storage"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", manual.MaxName)
	for _, tt := range []struct {
		name string
		in   manual.Fields
		want storage.ManualApp
		err  string
	}{
		{
			"everything, with space around",
			manual.Fields{" My \n app\x00 ", " own_build ", " Me ", " HTTPS://Apps.example/privacy ", "http://10.1.2.3:8080/x", " one\n\ttwo\x1b \n"},
			storage.ManualApp{Name: "My app", Source: storage.ManualOwnBuild, Developer: "Me", PrivacyPolicyURL: "https://apps.example/privacy", SourceURL: "http://10.1.2.3:8080/x", Notes: "one\n\ttwo"}, "",
		},
		{
			"addresses in other words",
			manual.Fields{Name: "x", Source: "web_clip", PrivacyPolicyURL: "https://APPS.example:443", SourceURL: "http://apps.example:443?Q=A%20b#F"},
			storage.ManualApp{Name: "x", Source: storage.ManualWebClip, PrivacyPolicyURL: "https://apps.example/", SourceURL: "http://apps.example:443/?Q=A%20b#F"}, "",
		},
		{
			"an odd address",
			manual.Fields{Name: "x", Source: "web_clip", SourceURL: "https://apps.example:/a/é"},
			storage.ManualApp{Name: "x", Source: storage.ManualWebClip, SourceURL: "https://apps.example/a/%C3%A9"}, "",
		},
		{"an address that is too long when it is escaped", manual.Fields{Name: "x", Source: "web_clip", SourceURL: "https://apps.example/" + strings.Repeat("é", 1000)}, storage.ManualApp{}, "sourceUrl is not a valid URL"},
		{"the least", manual.Fields{Name: "x", Source: "testflight", Developer: "  "}, storage.ManualApp{Name: "x", Source: storage.ManualTestFlight}, ""},
		{"a long name", manual.Fields{Name: long, Source: "sideloaded"}, storage.ManualApp{Name: long, Source: storage.ManualSideloaded}, ""},
		{"no name", manual.Fields{Source: "web_clip"}, storage.ManualApp{}, "name is missing"},
		{"a blank name", manual.Fields{Name: " \x00\n", Source: "web_clip"}, storage.ManualApp{}, "name is missing"},
		{"a name that is too long", manual.Fields{Name: long + "x", Source: "web_clip"}, storage.ManualApp{}, "name has more than 500 characters"},
		{"no source", manual.Fields{Name: "x"}, storage.ManualApp{}, "source is missing"},
		{"another source", manual.Fields{Name: "x", Source: "shop"}, storage.ManualApp{}, "source must be web_clip, testflight, own_build or sideloaded"},
		{"a long developer", manual.Fields{Name: "x", Source: "web_clip", Developer: long + "x"}, storage.ManualApp{}, "developer has more than 500 characters"},
		{"a script", manual.Fields{Name: "x", Source: "web_clip", SourceURL: "javascript:alert(1)"}, storage.ManualApp{}, "sourceUrl is not a valid URL"},
		{"an address that is not public", manual.Fields{Name: "x", Source: "web_clip", PrivacyPolicyURL: "http://127.0.0.1/"}, storage.ManualApp{}, "privacyPolicyUrl is not a valid URL"},
		{"long notes", manual.Fields{Name: "x", Source: "web_clip", Notes: strings.Repeat("x", manual.MaxNotes+1)}, storage.ManualApp{}, "notes has more than 8000 characters"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			got, err := b.Create(t.Context(), tt.in)
			if tt.err != "" {
				if field := new(manual.FieldError); !errors.As(err, &field) || err.Error() != tt.err || !errors.Is(err, storage.ErrInvalid) {
					t.Errorf("error %v, want %s", err, tt.err)
				}
				if all, err := b.List(t.Context()); err != nil || len(all) != 0 || all == nil {
					t.Errorf("kept %v, %v", all, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(storage.ManualApp{}, "ID", "FirstSeen", "UpdatedAt")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if now := storage.TimeOf(b.now); got.ID == "" || got.FirstSeen != now || got.UpdatedAt != now {
				t.Errorf("%q, seen %d, updated %d", got.ID, got.FirstSeen, got.UpdatedAt)
			}
			if kept, err := b.Get(t.Context(), got.ID); err != nil || kept != got {
				t.Errorf("kept %+v, %v", kept, err)
			}
		})
	}
}

func TestCreateAll(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	result, err := b.CreateAll(t.Context(), []manual.Fields{clip(), {Name: "no source"}, {Name: "Mine", Source: "own_build"}, {}})
	if err != nil {
		t.Fatal(err)
	}
	var reported []string
	for _, r := range result {
		if (r.Err == nil) != (r.App.ID != "") {
			t.Errorf("%+v", r)
		}
		if r.Err != nil {
			reported = append(reported, r.Err.Error())
			continue
		}
		reported = append(reported, r.App.Name)
	}
	if diff := cmp.Diff([]string{"Clip", "source is missing", "Mine", "name is missing"}, reported); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	all, err := b.List(t.Context())
	if err != nil || len(all) != 2 || all[0].Name != "Clip" {
		t.Errorf("kept %v, %v", all, err)
	}
	if result, err := b.CreateAll(t.Context(), make([]manual.Fields, manual.MaxCreated+1)); !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("too many: %d, %v", len(result), err)
	}
	if result, err := b.CreateAll(t.Context(), nil); err != nil || len(result) != 0 {
		t.Errorf("none: %v, %v", result, err)
	}
}

func TestListIsInTheOrderOfChanges(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first := b.create(t, manual.Fields{Name: "B", Source: "web_clip"})
	b.create(t, manual.Fields{Name: "A", Source: "web_clip"})
	b.pass(time.Hour)
	b.create(t, manual.Fields{Name: "Z", Source: "web_clip"})
	names := func() (names string) {
		all, err := b.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, app := range all {
			names += app.Name
		}
		return names
	}
	if got := names(); got != "ZAB" {
		t.Errorf("listed %s", got)
	}
	b.pass(time.Hour)
	if _, err := b.Update(t.Context(), first.ID, manual.Change{}); err != nil || names() != "BZA" {
		t.Errorf("after a change %s, %v", names(), err)
	}
}

func TestDeleteAndRestore(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app := b.create(t, clip())
	b.site.show("a policy")
	if _, err := b.Scrape(t.Context(), app.ID); err != nil {
		t.Fatal(err)
	}
	b.pass(time.Hour)
	gone, err := b.Delete(t.Context(), app.ID)
	if err != nil || gone != app {
		t.Errorf("deleted %+v, %v", gone, err)
	}
	if b.versions(t, app.ID) != 0 || b.events(t, app.ID) != nil {
		t.Error("something is left of it")
	}
	for name, err := range map[string]error{
		"delete": second(b.Delete(t.Context(), app.ID)), "get": second(b.Get(t.Context(), app.ID)), "scrape": second(b.Scrape(t.Context(), app.ID)),
		"update": second(b.Update(t.Context(), app.ID, manual.Change{})),
	} {
		if !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("%s of an app that is gone: %v", name, err)
		}
	}
	if back, err := b.Restore(t.Context(), gone); err != nil || back != app {
		t.Errorf("restored %+v, %v", back, err)
	}
	if _, err := b.Restore(t.Context(), gone); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("restored twice: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestRestoreOfWhatCannotBe(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app := storage.ManualApp{ID: "a", Name: "x", Source: storage.ManualWebClip}
	for name, spoil := range map[string]func(*storage.ManualApp){
		"no name": func(a *storage.ManualApp) { a.Name = " " }, "no id": func(a *storage.ManualApp) { a.ID = "" },
		"a long id": func(a *storage.ManualApp) { a.ID = strings.Repeat("x", 129) }, "another source": func(a *storage.ManualApp) { a.Source = "shop" },
		"a private address": func(a *storage.ManualApp) { a.SourceURL = "http://192.168.0.1/" }, "an odd id": func(a *storage.ManualApp) { a.ID = "a\x00" },
	} {
		spoiled := app
		spoil(&spoiled)
		if got, err := b.Restore(t.Context(), spoiled); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, tt := range []struct{ seen, updated, wantSeen, wantUpdated storage.Time }{
		{0, 0, storage.TimeOf(b.now), storage.TimeOf(b.now)}, {-5, 9, storage.TimeOf(b.now), storage.TimeOf(b.now)}, {5, 3, 5, 5}, {5, 7, 5, 7},
	} {
		app.FirstSeen, app.UpdatedAt = tt.seen, tt.updated
		got, err := b.Restore(t.Context(), app)
		if err != nil || got.FirstSeen != tt.wantSeen || got.UpdatedAt != tt.wantUpdated {
			t.Errorf("%+v is %+v, %v", tt, got, err)
		}
		if _, err := b.Delete(t.Context(), app.ID); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	for _, s := range manual.Sources() {
		if !s.Value.Known() || s.Label == "" || s.ShortLabel == "" || s.Icon == "" || s.Description == "" || s.SupportsSourceURL != (s.SourceURLPlaceholder != "") {
			t.Errorf("%+v", s)
		}
	}
	if n := len(manual.Sources()); n != 4 {
		t.Errorf("%d sources", n)
	}
}
