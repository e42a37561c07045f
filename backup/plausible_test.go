package backup_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	apps "github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

// Whatever a source says of an app, a backup has it or leaves it out, and can be restored.
func TestEverySourceIsRestorable(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]func(*apps.Listing){
		"no time":                func(l *apps.Listing) { l.VersionUpdatedAt = new(storage.TimeOf(time.Time{})) },
		"nanoseconds":            func(l *apps.Listing) { l.VersionUpdatedAt = new(storage.Time(1_700_000_000_000_000_000)) },
		"a negative price":       func(l *apps.Listing) { l.PriceAmount = new(-1.0) },
		"a negative rating":      func(l *apps.Listing) { l.AgeRating, l.AgeRatingValue = new("4+"), new(int64(-4)) },
		"a large rating":         func(l *apps.Listing) { l.AgeRating, l.AgeRatingValue = new("4+"), new(int64(1<<53)) },
		"a large genre":          func(l *apps.Listing) { l.GenreID = new(int64(1 << 60)) },
		"a negative genre":       func(l *apps.Listing) { l.GenreID = new(int64(-1)) },
		"an icon in its address": func(l *apps.Listing) { l.IconURL = new("data:image/png;base64,iVBO") },
		"a policy that runs":     func(l *apps.Listing) { l.PrivacyPolicyURL = new("java\nscript:alert(1)") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := fleettest.New(t)
			b.Pages.Show(1, "App", fleettest.Labelled("LINKED: LOCATION"), fleettest.Versioned("1.0"), odd)
			b.MustRefresh(t, 1)
			file := export(t, newService(t, b.Store))
			other := teststore.Quick(t)
			if _, err := newService(t, other).Restore(t.Context(), bytes.NewReader(file), true); err != nil {
				t.Fatalf("restore: %v", err)
			}
			if d := diff(dumpOf(t, b.Store)["apps"], dumpOf(t, other)["apps"]); d != "" {
				t.Errorf("apps (-want +got):\n%s", d)
			}
		})
	}
}

// What an earlier version stored is left out of a backup as well.
func TestStoredOddValuesAreRestorable(t *testing.T) {
	t.Parallel()
	s := teststore.Quick(t)
	update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			tx.Apps.Put(storage.App{ID: 1, Name: "App", URL: "u", FirstSeen: 1, IconURL: "data:x", PriceAmount: new(-1.0), VersionUpdatedAt: -1}),
			tx.Imports.Put(storage.Import{ID: "i", CreatedAt: 1, Source: storage.ImportManual}),
			tx.ImportItems.Put(storage.ImportItem{
				ID: storage.ImportItemID{Import: "i"}, Query: "x", Status: storage.ImportUnmatched, IconURL: "JavaScript:x", URL: " data:x",
			}),
		)
	})
	file := export(t, newService(t, s))
	if _, err := newService(t, teststore.Quick(t)).Restore(t.Context(), bytes.NewReader(file), true); err != nil {
		t.Errorf("restore: %v", err)
	}
}
