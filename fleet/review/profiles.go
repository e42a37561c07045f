package review

import (
	"context"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

// PrivacyProfile returns the privacy profile, zero when none was ever set.
func (d *Desk) PrivacyProfile(ctx context.Context) (p profile.Privacy, err error) {
	err = d.store.View(ctx, func(tx storage.Tx) (err error) {
		p, err = profile.StoredPrivacy(tx)
		return err
	})
	return p, err
}

// SetPrivacyProfile sets the privacy profile in place of the one before; a zero
// one clears it. The activity log is told when it becomes that of a preset, and
// when it does not bound anything any more.
func (d *Desk) SetPrivacyProfile(ctx context.Context, p profile.Privacy) error {
	now := storage.TimeOf(d.now())
	return d.store.Update(ctx, func(tx storage.Tx) error {
		before, err := profile.StoredPrivacy(tx)
		if err != nil {
			return err
		}
		if err := profile.KeepPrivacy(tx, p); err != nil {
			return err
		}
		from, to := before.Preset(), p.Preset()
		detail := map[string]any{"from": storage.Text(from), "to": storage.Text(to)}
		switch {
		case before.Active() && !p.Active():
			detail["cleared"] = true
			return d.record(tx, now, "profile_preset_applied", storage.App{}, "Privacy profile cleared", detail)
		case to != "" && to != from:
			return d.record(tx, now, "profile_preset_applied", storage.App{}, "Privacy profile set to "+to, detail)
		}
		return nil
	})
}

// AccessibilityProfile returns the accessibility profile, nil when none was ever set.
func (d *Desk) AccessibilityProfile(ctx context.Context) (a profile.Accessibility, err error) {
	err = d.store.View(ctx, func(tx storage.Tx) (err error) {
		a, err = profile.StoredAccessibility(tx)
		return err
	})
	return a, err
}

// SetAccessibilityProfile sets the accessibility profile in place of the one
// before; nil clears it.
func (d *Desk) SetAccessibilityProfile(ctx context.Context, a profile.Accessibility) error {
	return d.store.Update(ctx, func(tx storage.Tx) error { return profile.KeepAccessibility(tx, a) })
}
