package people

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
)

// profiles are the user's privacy limits and accessibility needs.
type profiles struct{ reviews *review.Service }

func (p profiles) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/privacy-profile", ID: "privacyProfile", Group: "fleet", Summary: "Get the privacy profile",
		}, p.reviews.PrivacyProfile),
		op.WithRequest(op.Spec{
			Route: "PUT /api/privacy-profile", ID: "setPrivacyProfile", Group: "fleet", Summary: "Set the privacy profile",
			MaxBody: 16 << 10, Example: `{"profile": {"CONTACT_INFO": "linked"}, "retention": "limited"}`, Doc: op.Doc{Body: privacyBody},
		}, p.setPrivacy),
		op.NewPlain(op.Spec{
			Route: "GET /api/accessibility-profile", ID: "accessibilityProfile", Group: "fleet", Summary: "Get the accessibility profile",
		}, p.reviews.AccessibilityProfile),
		op.WithRequest(op.Spec{
			Route: "PUT /api/accessibility-profile", ID: "setAccessibilityProfile", Group: "fleet", Summary: "Set the accessibility profile",
			MaxBody: 16 << 10, Example: `{"profile": {"voiceover": "required"}}`, Doc: op.Doc{Body: accessibilityBody},
		}, p.setAccessibility),
	}
}

// profileRequest is a profile. Any object is valid.
type profileRequest struct {
	Profile op.Object `body:""`
}

func privacyBody(*openapi.Reflector) *openapi.Schema {
	return openapi.Object(openapi.Members{
		"profile":   openapi.Loose(openapi.OrNull(openapi.Map(openapi.Loose(tiers())))).Says("The most intrusive use that is acceptable, by data category. May also be sent without this wrapper."),
		"retention": openapi.Loose(retentions()),
	})
}

func (p profiles) setPrivacy(ctx context.Context, r op.Request, in profileRequest) (profile.Privacy, error) {
	wanted, err := profile.ParsePrivacy(in.Profile)
	if err != nil {
		return wanted, err
	}
	nameIgnored(r, in.Profile, func(name string) bool {
		_, used := wanted.Tiers[name]
		return used || name == "retention" && wanted.Retention != ""
	})
	return wanted, p.reviews.SetPrivacyProfile(ctx, wanted)
}

// nameIgnored names the members of a profile that have no effect: unknown ones, and those with a
// value that is none of theirs, such as a profile that is a text.
func nameIgnored(r op.Request, sent op.Object, used func(name string) bool) {
	all := sent.Members()
	wrapped, isWrapped := all["profile"]
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name != "profile" && !used(name) {
			r.IgnoreMember(name)
		}
	}
	var inner map[string]json.RawMessage
	if isWrapped && json.Unmarshal(wrapped, &inner) != nil {
		r.IgnoreMember("profile")
	}
	for _, name := range slices.Sorted(maps.Keys(inner)) {
		if !used(name) {
			r.IgnoreMember("profile." + name)
		}
	}
}

func accessibilityBody(*openapi.Reflector) *openapi.Schema {
	return openapi.Object(openapi.Members{
		"profile": openapi.Loose(openapi.OrNull(openapi.Map(openapi.Loose(needs())))).Says("Needs by accessibility feature. May also be sent without this wrapper."),
	})
}

func (p profiles) setAccessibility(ctx context.Context, r op.Request, in profileRequest) (profile.Accessibility, error) {
	wanted, err := profile.ParseAccessibility(in.Profile)
	if err != nil {
		return wanted, err
	}
	nameIgnored(r, in.Profile, func(name string) bool {
		_, used := wanted[name]
		return used
	})
	return wanted, p.reviews.SetAccessibilityProfile(ctx, wanted)
}

func tiers() *openapi.Schema {
	return openapi.OneOf(profile.NotCollected.String(), profile.NotLinked.String(), profile.Linked.String(), profile.Tracking.String())
}

func retentions() *openapi.Schema {
	return openapi.OneOf(profile.RetentionAny, profile.RetentionLimited, profile.RetentionNone)
}

func needs() *openapi.Schema { return openapi.OneOf(profile.Required, profile.Nice) }
