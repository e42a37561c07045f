package review

import (
	"context"

	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// PrivacyProfile returns the privacy profile, zero when none is set.
func (s *Service) PrivacyProfile(ctx context.Context) (profile.Privacy, error) {
	return storage.View(ctx, s.store, profile.StoredPrivacy)
}

// SetPrivacyProfile replaces the privacy profile; a zero one clears it. An activity
// entry is written when it becomes equal to a preset, and when it no longer limits
// anything.
func (s *Service) SetPrivacyProfile(ctx context.Context, p profile.Privacy) error {
	now := storage.TimeOf(s.now())
	return s.store.Update(ctx, func(tx *storage.Tx) error {
		before, err := profile.StoredPrivacy(tx)
		if err != nil {
			return err
		}
		if err := profile.SavePrivacy(tx, p); err != nil {
			return err
		}
		from, to := before.Preset(), p.Preset()
		detail := map[string]any{"from": storage.Text(from), "to": storage.Text(to)}
		switch {
		case before.Active() && !p.Active():
			detail["cleared"] = true
			return s.record(tx, now, "profile_preset_applied", storage.App{}, "Privacy profile cleared", detail)
		case to != "" && to != from:
			return s.record(tx, now, "profile_preset_applied", storage.App{}, "Privacy profile set to "+to, detail)
		}
		return nil
	})
}

// AccessibilityProfile returns the accessibility profile, nil when none is set.
func (s *Service) AccessibilityProfile(ctx context.Context) (profile.Accessibility, error) {
	return storage.View(ctx, s.store, profile.StoredAccessibility)
}

// SetAccessibilityProfile replaces the accessibility profile; nil clears it.
func (s *Service) SetAccessibilityProfile(ctx context.Context, a profile.Accessibility) error {
	return s.store.Update(ctx, func(tx *storage.Tx) error { return profile.SaveAccessibility(tx, a) })
}
