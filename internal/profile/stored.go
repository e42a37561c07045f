package profile

import (
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The settings that hold the profiles as JSON.
const (
	privacySetting       = settings.PrivacyProfile
	accessibilitySetting = "accessibilityProfile"
)

// StoredPrivacy returns the privacy profile, zero if it is not set or cannot be parsed.
func StoredPrivacy(tx *storage.Tx) (Privacy, error) {
	text, err := settings.Text(tx, privacySetting)
	if err != nil || text == "" {
		return Privacy{}, err
	}
	p, err := ParsePrivacy([]byte(text))
	if err != nil { // not written by this package
		return Privacy{}, nil
	}
	return p, nil
}

// SavePrivacy replaces the privacy profile.
func SavePrivacy(tx *storage.Tx, p Privacy) error { return put(tx, privacySetting, p, p.IsZero()) }

// StoredAccessibility returns the accessibility profile, nil if it is not set or cannot
// be parsed.
func StoredAccessibility(tx *storage.Tx) (Accessibility, error) {
	text, err := settings.Text(tx, accessibilitySetting)
	if err != nil || text == "" {
		return nil, err
	}
	a, err := ParseAccessibility([]byte(text))
	if err != nil { // not written by this package
		return nil, nil
	}
	return a, nil
}

// SaveAccessibility replaces the accessibility profile.
func SaveAccessibility(tx *storage.Tx, a Accessibility) error {
	return put(tx, accessibilitySetting, a, a == nil)
}

func put(tx *storage.Tx, name string, profile any, none bool) error {
	if none {
		_, err := tx.Settings.Delete(name)
		return err
	}
	return settings.PutJSON(tx, name, profile)
}
