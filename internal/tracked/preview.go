package tracked

import (
	"context"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// Preview is an app as its page shows it now. It is not stored.
type Preview struct {
	// The ID of the app in the App Store.
	ID storage.AppID `json:"appleId"`
	// The source that the app is from; null: the App Store.
	AppSource storage.Text `json:"appSource"`
	Name      string       `json:"name"` // the name
	// The developer of the app; empty: not known.
	Developer string `json:"developer"`
	// The URL of the icon; empty: not known.
	IconURL string `json:"iconUrl"`
	URL     string `json:"url"` // the URL

	Country  storage.Text     `json:"country"`  // the storefront that answered, two lower-case letters; null: not known
	Platform storage.Platform `json:"platform"` // the platform of the page; null: not known
	// The URL of the privacy policy; empty: not known.
	PrivacyPolicyURL string `json:"privacyPolicyUrl"`
	// The privacy label: its types, with the categories of each.
	PrivacyTypes []storage.PrivacyType `json:"privacyTypes"`
	// The identifiers of the security practices that the developer declares on Google Play; left
	// out if there are none.
	Practices []string `json:"practices,omitempty"`
	// Whether the developer has declared anything about privacy; null: not known.
	HasPrivacyDetails *bool `json:"hasPrivacyDetails"`
	// The accessibility features that the app declares, in the order of its page.
	AccessibilityFeatures []storage.Feature `json:"accessibilityFeatures"`
	// Whether the page has a section on accessibility; null: not known.
	HasAccessibilityLabels *bool `json:"hasAccessibilityLabels"`
}

// Preview reads the app at an address without storing anything. The error wraps
// [fleet.ErrAddress] or is as in [Service.Refresh].
func (s *Service) Preview(ctx context.Context, url string) (Preview, error) {
	t, err := s.Resolve(ctx, url, "")
	if err != nil {
		return Preview{}, err
	}
	if err := s.cooled(ctx, categoryOf(CooldownScrape, t.Source)); err != nil {
		return Preview{}, err
	}
	l, err := s.scrape(ctx, t)
	if err != nil {
		return Preview{}, err
	}
	p := Preview{
		ID: t.ID, AppSource: storage.Text(t.Source), URL: t.URL, Name: deref(l.Name), Developer: deref(l.Developer), IconURL: deref(l.IconURL),
		Country: storage.Text(l.Country), Platform: l.Platform,
		PrivacyPolicyURL: deref(l.PrivacyPolicyURL), PrivacyTypes: []storage.PrivacyType{}, AccessibilityFeatures: []storage.Feature{},
	}
	if l.Label != nil {
		p.PrivacyTypes, p.HasPrivacyDetails = types(t.Source, *l.Label), l.Label.Provided()
		p.Practices = l.Label.Practices
	}
	if l.Features != nil {
		p.AccessibilityFeatures = placed(*l.Features, t.ID)
		p.HasAccessibilityLabels = new(len(p.AccessibilityFeatures) > 0)
	}
	return p, nil
}

// deref returns the text, empty if there is none.
func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Slot is one side of a comparison.
type Slot struct {
	Source string        `json:"source"` // "library" or "scrape"
	ID     storage.AppID `json:"id"`     // the ID
	// The source that the app is from; null: the App Store.
	AppSource storage.Text `json:"appSource"`
	Name      string       `json:"name"` // the name
	// The URL of the icon; null: not known.
	IconURL storage.Text `json:"iconUrl"`
	// The developer of the app; null: not known.
	Developer storage.Text `json:"developer"`
	// The URL of the privacy policy; null: not known.
	PrivacyPolicyURL storage.Text `json:"privacyPolicyUrl"`
	URL              string       `json:"url"` // the URL

	Country  storage.Text     `json:"country"`  // the storefront of the app, two lower-case letters; null: not known
	Platform storage.Platform `json:"platform"` // the platform of the page; null: not known
	// The privacy label: its types, with the categories of each.
	PrivacyTypes []storage.PrivacyType `json:"privacyTypes"`
	// The identifiers of the security practices that the developer declares on Google Play; left
	// out if there are none.
	Practices []string `json:"practices,omitempty"`
	// Whether the developer has declared anything about privacy; null: not known.
	HasPrivacyDetails *bool `json:"hasPrivacyDetails"`
	// The summary of the policy; null: none.
	PolicySummary *struct{} `json:"policySummary"`
	// The accessibility features that the app declares, in the order of its page.
	AccessibilityFeatures []storage.Feature `json:"accessibilityFeatures"`
	// Whether the page has a section on accessibility; null: not known.
	HasAccessibilityLabels *bool `json:"hasAccessibilityLabels"`
}

// Comparison is two apps side by side.
type Comparison struct {
	A Slot `json:"a"` // the first app
	B Slot `json:"b"` // the second app
}

// Spec selects one side of a comparison: a tracked app, or an address to read.
type Spec struct {
	App storage.AppID // used if URL is empty
	URL string
}

// ParseSpec parses "id:" followed by an app's ID, or "url:" followed by an address. The
// error wraps [fleet.ErrAddress].
func ParseSpec(s string) (Spec, error) {
	if url, ok := strings.CutPrefix(s, "url:"); ok && url != "" {
		return Spec{URL: url}, nil
	}
	if digits, ok := strings.CutPrefix(s, "id:"); ok {
		if id, err := storage.ParseAppKey(digits); err == nil {
			return Spec{App: id}, nil
		}
	}
	return Spec{}, fmt.Errorf("%w: %.200q is neither id:<app> nor url:<address>", fleet.ErrAddress, s)
}

// Compare returns two apps side by side. The error is as in [Service.Preview] or
// [Service.Detail].
func (s *Service) Compare(ctx context.Context, a, b Spec) (Comparison, error) {
	slotA, err := s.slot(ctx, a)
	if err != nil {
		return Comparison{}, err
	}
	slotB, err := s.slot(ctx, b)
	return Comparison{A: slotA, B: slotB}, err
}

func (s *Service) slot(ctx context.Context, side Spec) (Slot, error) {
	if side.URL == "" {
		d, err := s.Detail(ctx, side.App)
		return Slot{
			Source: "library", ID: d.ID, AppSource: d.Source, Name: d.Name, IconURL: d.IconURL, Developer: d.Developer,
			PrivacyPolicyURL: d.PrivacyPolicyURL, URL: d.URL, Country: d.Country, Platform: d.Platform, PrivacyTypes: d.PrivacyTypes, Practices: d.Practices,
			HasPrivacyDetails: d.HasPrivacyDetails, AccessibilityFeatures: d.AccessibilityFeatures,
			HasAccessibilityLabels: d.HasAccessibilityLabels,
		}, err
	}
	p, err := s.Preview(ctx, side.URL)
	return Slot{
		Source: "scrape", ID: p.ID, AppSource: p.AppSource, Name: p.Name, IconURL: storage.Text(p.IconURL), Developer: storage.Text(p.Developer),
		PrivacyPolicyURL: storage.Text(p.PrivacyPolicyURL), URL: p.URL, Country: p.Country, Platform: p.Platform, PrivacyTypes: p.PrivacyTypes, Practices: p.Practices,
		HasPrivacyDetails: p.HasPrivacyDetails, AccessibilityFeatures: p.AccessibilityFeatures,
		HasAccessibilityLabels: p.HasAccessibilityLabels,
	}, err
}
