package manual_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/storage"
)

func TestUpdate(t *testing.T) {
	t.Parallel()
	full := manual.Fields{
		Name: "Clip", Source: "web_clip", Developer: "Some One", PrivacyPolicyURL: "https://clip.example/privacy", SourceURL: "https://clip.example/", Notes: "mine",
	}
	for _, tt := range []struct {
		name   string
		change manual.Change
		want   func(*storage.ManualApp)
		events []string
		err    string
	}{
		{"nothing", manual.Change{}, func(*storage.ManualApp) {}, nil, ""},
		{"what it is already", manual.Change{Name: new(" Clip "), Notes: new("mine")}, func(*storage.ManualApp) {}, nil, ""},
		{"one field", manual.Change{Name: new("Other")}, func(a *storage.ManualApp) { a.Name = "Other" }, []string{"name: Clip > Other"}, ""},
		{
			"all that can be taken away", manual.Change{Developer: new(""), PrivacyPolicyURL: new(" "), SourceURL: new(""), Notes: new("\n")},
			func(a *storage.ManualApp) { a.Developer, a.PrivacyPolicyURL, a.SourceURL, a.Notes = "", "", "", "" },
			[]string{"developer: Some One > <nil>", "notes: mine > <nil>", "privacyPolicyUrl: https://clip.example/privacy > <nil>", "sourceUrl: https://clip.example/ > <nil>"}, "",
		},
		{
			"some of it", manual.Change{Source: new("testflight"), SourceURL: new("HTTP://clip.example/b")},
			func(a *storage.ManualApp) { a.Source, a.SourceURL = storage.ManualTestFlight, "http://clip.example/b" },
			[]string{"source: web_clip > testflight", "sourceUrl: https://clip.example/ > http://clip.example/b"}, "",
		},
		{"no name any more", manual.Change{Name: new(""), Notes: new("x")}, nil, nil, "name is missing"},
		{"no source any more", manual.Change{Source: new("")}, nil, nil, "source is missing"},
		{"another source", manual.Change{Source: new("shop")}, nil, nil, "source must be web_clip, testflight, own_build or sideloaded"},
		{"no address", manual.Change{PrivacyPolicyURL: new("x")}, nil, nil, "privacyPolicyUrl is not a valid URL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			app := b.create(t, full)
			now := b.pass(time.Hour)
			got, err := b.Update(t.Context(), app.ID, tt.change)
			want := app
			if tt.err != "" {
				if field := new(manual.FieldError); !errors.As(err, &field) || err.Error() != tt.err {
					t.Errorf("error %v, want %s", err, tt.err)
				}
			} else {
				want.UpdatedAt = now
				tt.want(&want)
				if diff := cmp.Diff(want, got); err != nil || diff != "" {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
			}
			if kept, err := b.Get(t.Context(), app.ID); err != nil || kept != want {
				t.Errorf("kept %+v, %v", kept, err)
			}
			if diff := cmp.Diff(tt.events, b.events(t, app.ID)); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// An address that could be kept once stays, whatever may be asked now.
func TestUpdateLeavesOldAddressesAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	old := storage.ManualApp{ID: "a", Name: "x", Source: storage.ManualWebClip, PrivacyPolicyURL: "http://192.168.0.1/", FirstSeen: 1, UpdatedAt: 1}
	b.update(t, func(tx *storage.Tx) error { return tx.ManualApps.Put(old) })
	got, err := b.Update(t.Context(), "a", manual.Change{Name: new("y")})
	if err != nil || got.PrivacyPolicyURL != old.PrivacyPolicyURL || got.Name != "y" {
		t.Errorf("%+v, %v", got, err)
	}
}

// Of very many events the newest are kept.
func TestEventsAreBounded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	app := b.create(t, clip())
	b.update(t, func(tx *storage.Tx) error {
		for i := range manual.MaxEvents {
			event := storage.ManualAppEvent{ID: fmt.Sprintf("%06d", i), App: app.ID, Type: storage.ManualScrape, OccurredAt: storage.Time(1 + i), Detail: []byte(`{"kind":"scrape"}`)}
			if err := tx.ManualAppEvents.Put(event); err != nil {
				return err
			}
		}
		return nil
	})
	if _, err := b.Update(t.Context(), app.ID, manual.Change{Name: new("x"), Developer: new("y")}); err != nil {
		t.Fatal(err)
	}
	got := b.events(t, app.ID)
	if diff := cmp.Diff([]string{"developer: <nil> > y", "name: Clip > x"}, got[len(got)-2:]); len(got) != manual.MaxEvents || diff != "" {
		t.Errorf("%d events (-want +got):\n%s", len(got), diff)
	}
}
