package httpapi

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/fleet/profile"
)

// privacyProfile answers "GET /api/privacy-profile".
func (a *API) privacyProfile(ctx context.Context, _ nothing) (profile.Privacy, error) {
	return a.cfg.Reviews.PrivacyProfile(ctx)
}

// privacyRequest is PUT /api/privacy-profile.
type privacyRequest struct{ profile profile.Privacy }

func (in *privacyRequest) decode(r *request) error {
	return decodeProfile(r, &in.profile, profile.ParsePrivacy)
}

// decodeProfile reads a profile, of which any object is one.
func decodeProfile[P any](r *request, into *P, parse func([]byte) (P, error)) error {
	var sent map[string]json.RawMessage
	if err := r.object(&sent); err != nil {
		return err
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return err
	}
	*into, err = parse(text)
	return err
}

// setPrivacyProfile answers "PUT /api/privacy-profile".
func (a *API) setPrivacyProfile(ctx context.Context, in privacyRequest) (profile.Privacy, error) {
	return in.profile, a.cfg.Reviews.SetPrivacyProfile(ctx, in.profile)
}

// accessibilityProfile answers "GET /api/accessibility-profile".
func (a *API) accessibilityProfile(ctx context.Context, _ nothing) (profile.Accessibility, error) {
	return a.cfg.Reviews.AccessibilityProfile(ctx)
}

// accessibilityRequest is PUT /api/accessibility-profile.
type accessibilityRequest struct{ profile profile.Accessibility }

func (in *accessibilityRequest) decode(r *request) error {
	return decodeProfile(r, &in.profile, profile.ParseAccessibility)
}

// setAccessibilityProfile answers "PUT /api/accessibility-profile".
func (a *API) setAccessibilityProfile(ctx context.Context, in accessibilityRequest) (profile.Accessibility, error) {
	return in.profile, a.cfg.Reviews.SetAccessibilityProfile(ctx, in.profile)
}
