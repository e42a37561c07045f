package profile_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func open(t *testing.T) storage.Store {
	t.Helper()
	return teststore.Open(t)
}

// stored is what one transaction reads.
type stored struct {
	Privacy       profile.Privacy
	Accessibility profile.Accessibility
	Settings      int
}

func read(t *testing.T, s storage.Store) (got stored) {
	t.Helper()
	err := s.View(t.Context(), func(tx *storage.Tx) (err error) {
		if got.Privacy, err = profile.StoredPrivacy(tx); err != nil {
			return err
		}
		if got.Accessibility, err = profile.StoredAccessibility(tx); err != nil {
			return err
		}
		got.Settings, err = tx.Settings.Count(storage.SettingQuery{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestProfilesAreKept(t *testing.T) {
	t.Parallel()
	s := open(t)
	if diff := cmp.Diff(stored{}, read(t, s)); diff != "" {
		t.Errorf("at first (-want +got):\n%s", diff)
	}
	for _, want := range []stored{
		{Privacy: profile.DefaultPrivacy(), Accessibility: profile.DefaultAccessibility(), Settings: 2},
		{Privacy: profile.Privacy{Tiers: map[string]profile.Tier{}, Retention: profile.RetentionLimited}, Accessibility: profile.Accessibility{}, Settings: 2},
		{Privacy: profile.Privacy{Retention: profile.RetentionNone}, Settings: 1},
		{},
	} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			return errors.Join(profile.SavePrivacy(tx, want.Privacy), profile.SaveAccessibility(tx, want.Accessibility))
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, read(t, s)); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
	}
}

// A setting in an unknown format is no profile, and no error.
func TestUnreadableProfilesAreIgnored(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, text := range []string{"", "null", "[]", "{", "\x7f"} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error {
			return tx.Settings.Put(storage.Setting{Name: "privacyProfile", Value: text}, storage.Setting{Name: "accessibilityProfile", Value: text})
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(stored{Settings: 2}, read(t, s)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
