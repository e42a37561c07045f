package profile_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// stored is what is read of a store.
type stored struct {
	Privacy       profile.Privacy
	Accessibility profile.Accessibility
	Settings      int
}

func read(t *testing.T, s storage.Store) stored {
	t.Helper()
	return stored{
		teststore.View(t, s, profile.StoredPrivacy), teststore.View(t, s, profile.StoredAccessibility), len(storagetest.All[storage.Setting](t, s)),
	}
}

func TestProfilesAreKept(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	if diff := cmp.Diff(stored{}, read(t, s)); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	for _, want := range []stored{
		{Privacy: profile.Privacy{Tiers: profile.Presets()[1].Tiers}, Accessibility: profile.Accessibility{"captions": profile.Nice}, Settings: 2},
		{Privacy: profile.Privacy{Tiers: map[string]profile.Tier{}, Retention: profile.RetentionLimited}, Accessibility: profile.Accessibility{}, Settings: 2},
		{Privacy: profile.Privacy{Retention: profile.RetentionNone}, Settings: 1},
		{},
	} {
		teststore.Update(t, s, func(tx *storage.Tx) error {
			return errors.Join(profile.SavePrivacy(tx, want.Privacy), profile.SaveAccessibility(tx, want.Accessibility))
		})
		if diff := cmp.Diff(want, read(t, s)); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
	}
}

// A setting in an unknown format is no profile, and no error.
func TestUnreadableProfilesAreIgnored(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, text := range []string{"", "null", "[]", "{", "\x7f"} {
		teststore.Update(t, s, func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: "privacyProfile", Value: text}, storage.Setting{Name: "accessibilityProfile", Value: text})
		})
		if diff := cmp.Diff(stored{Settings: 2}, read(t, s)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
