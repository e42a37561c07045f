package profile

import (
	"encoding/json"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The settings in which the profiles are kept, as they are shown.
const (
	privacySetting       = "privacyProfile"
	accessibilitySetting = "accessibilityProfile"
)

// StoredPrivacy returns the privacy profile, zero when there is none that can be
// read.
func StoredPrivacy(tx storage.Tx) (Privacy, error) {
	text, err := settings.Text(tx, privacySetting)
	if err != nil || text == "" {
		return Privacy{}, err
	}
	p, err := ParsePrivacy([]byte(text))
	if err != nil { // not of this package's writing
		return Privacy{}, nil
	}
	return p, nil
}

// KeepPrivacy keeps the privacy profile in place of the one before.
func KeepPrivacy(tx storage.Tx, p Privacy) error { return keep(tx, privacySetting, p, p.IsZero()) }

// StoredAccessibility returns the accessibility profile, nil when there is none
// that can be read.
func StoredAccessibility(tx storage.Tx) (Accessibility, error) {
	text, err := settings.Text(tx, accessibilitySetting)
	if err != nil || text == "" {
		return nil, err
	}
	a, err := ParseAccessibility([]byte(text))
	if err != nil { // not of this package's writing
		return nil, nil
	}
	return a, nil
}

// KeepAccessibility keeps the accessibility profile in place of the one before.
func KeepAccessibility(tx storage.Tx, a Accessibility) error {
	return keep(tx, accessibilitySetting, a, a == nil)
}

func keep(tx storage.Tx, name string, profile json.Marshaler, none bool) error {
	if none {
		_, err := tx.Settings().Delete(name)
		return err
	}
	text, err := profile.MarshalJSON()
	if err != nil {
		return err
	}
	return settings.PutText(tx, name, string(text))
}
