package appstore

import (
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// The parts of the island on privacy and accessibility.
type (
	privacyItem struct {
		rawType
		Body struct {
			Text struct {
				Raw string `json:"rawText"`
			} `json:"styledText"`
			Links optional[map[string]islandAction] `json:"linkedSubstrings"` // by their texts
		} `json:"bodyText"`
	}
	featureGroup struct {
		Features list[pageFeature] `json:"features"`
		Text     styledText        `json:"text"` // of a paragraph, which is no group
	}
	pageFeature struct {
		Title       string  `json:"title"`
		Description string  `json:"description"`
		Artwork     artwork `json:"artwork"`
	}
)

// label joins the summary, which names categories, with the details, which have
// purposes and data types.
func (p islandProduct) label(english bool) *storage.Label {
	const types = "privacyType"
	summary, header := p.Shelves.PrivacyTypes, p.Shelves.PrivacyHeader
	raw := rawLabel{
		summary: rawTypes(summary.Value.items()),
		details: rawTypes(slices.Concat(header.Value.page().all(types), p.PageData.Value.all(types))),
		damaged: summary.Damaged || summary.Value.damaged(types) || header.Damaged || header.Value.damaged(types) ||
			p.PageData.Damaged || p.PageData.Value.damaged(types),
	}
	raw.noSummary = summary.Value != nil && len(raw.summary) == 0
	raw.noDetails = len(raw.details) == 0 && (header.Value.empty() || header.Value.page() != nil)
	if len(raw.summary)+len(raw.details) == 0 && english && p.Shelves.notProvided() {
		raw.summary = []rawType{{rawPart: rawPart{Identifier: storage.DataNotProvided}}}
	}
	return newLabel(raw, english)
}

func rawTypes(items []privacyItem) []rawType {
	var raws []rawType
	for _, item := range items {
		raws = append(raws, item.rawType)
	}
	return raws
}

// notProvided reports whether the header has the sentence of an app without a label.
func (s *islandShelfs) notProvided() bool {
	return slices.ContainsFunc(first(s.PrivacyHeader.Value.items(), maxItems), func(i privacyItem) bool {
		return strings.Contains(fold(i.Body.Text.Raw), "required to provide privacy details")
	})
}

// features returns nil if the page has no such section, or one that is not understood or
// links to features that are not on the page. It returns an empty list if the developer
// named none.
func (s *islandShelfs) features(english bool) *[]storage.Feature {
	const content = "accessibilityFeatures"
	header, features := s.FeatureHeader, s.Features
	if header.Damaged || header.Value.damaged(content) || features.Damaged || features.Value.damaged(content) {
		return nil
	}
	var raws []rawFeature
	for _, group := range slices.Concat(first(header.Value.page().all(content), maxItems), first(features.Value.items(), maxItems)) {
		if !group.Features.Present || group.Features.Damaged {
			return nil
		}
		for _, f := range first(group.Features.Elements, maxParts+1) {
			raws = append(raws, rawFeature{f.Title, f.Description, f.Artwork.Template})
		}
	}
	if len(raws) == 0 && !s.namesNoFeatures() {
		return nil
	}
	return newFeatures(raws, english)
}

// namesNoFeatures reports whether there is a section without features: its header has
// text and no link, or its list is empty.
func (s *islandShelfs) namesNoFeatures() bool {
	header, features := s.FeatureHeader.Value, s.Features.Value
	if header != nil && header.SeeAll.Value != nil {
		return false
	}
	return header != nil && len(header.Items.Elements) > 0 || features != nil && features.Items.Present
}

// accessibility returns the status of an app with these features, nil if the page does
// not say in English why it names none. No page of an app without features was found
// that says so, so only a clear negation counts.
func (s *islandShelfs) accessibility(features *[]storage.Feature, english bool, platform string) *storage.Accessibility {
	if features == nil {
		return nil
	}
	var text string
	for _, item := range first(s.FeatureHeader.Value.items(), maxItems) {
		text = line(text+" "+prefix(item.Text.Styled.Raw, maxDetail), maxDetail)
	}
	a := storage.Accessibility{Devices: deviceFamilies(text, platform)}
	said := func(words ...string) bool {
		return english && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(fold(text), w) })
	}
	switch {
	case len(*features) > 0:
		a.Status = storage.AccessibilityDeclared
	case said("not yet indicated"):
		a.Status = storage.AccessibilityNotIndicated
	case said("does not support", "doesn't support", "supports no ", "supports none"):
		a.Status = storage.AccessibilityNone
	default:
		return nil
	}
	return &a
}

// policy finds the link to the developer's privacy policy by what the App Store
// counts it as, since its text is in the page's language. It returns nil if the page does
// not tell, and an empty address if it has other links of the developer and none to a policy.
func (p islandProduct) policy() *string {
	s := p.Shelves
	for _, item := range first(s.PrivacyHeader.Value.items(), maxItems) {
		links := item.links()
		for _, key := range slices.Sorted(maps.Keys(links)) {
			if link := links[key]; link.counts("privacyPolicy") {
				if address := policyURL(link.URL); address != nil {
					return address
				}
			}
		}
	}
	for _, link := range slices.Concat(first(s.Links.Value.items(), maxItems), first(s.OwnersLinks.Value.items(), maxItems)) {
		if link.Click.counts("LinkToPrivacyPolicy") {
			if address := policyURL(link.Click.URL); address != nil {
				return address
			}
		}
	}
	if p.Incomplete || !s.linksNoPolicy() {
		return nil
	}
	return new("")
}

func (i privacyItem) links() map[string]islandAction {
	if i.Body.Links.Value == nil {
		return nil
	}
	return *i.Body.Links.Value
}

// linksNoPolicy reports whether the page has a header with text and without links, and links
// of the developer, each to the website or for support. Anything else may be a link to the
// policy in a form that is not known.
func (s *islandShelfs) linksNoPolicy() bool {
	header := s.PrivacyHeader
	plain := func(item privacyItem) bool {
		return item.Body.Text.Raw != "" && len(item.links()) == 0 && !item.Body.Links.Damaged
	}
	if items := header.Value.items(); header.Damaged || header.Value.damaged("privacyType") || len(items) == 0 || !every(items, plain) {
		return false
	}
	other := func(link pageLink) bool {
		return link.Click.counts("DeveloperWebsite") || link.Click.counts("LinkToAppSupport")
	}
	some := false
	for _, shelf := range []optional[shelf[pageLink]]{s.Links, s.OwnersLinks} {
		items := shelf.Value.items()
		if shelf.Damaged || shelf.Value.damaged("") || !every(items, other) {
			return false
		}
		some = some || len(items) > 0
	}
	return some
}

// every reports whether all elements of a list are ok.
func every[T any](list []T, ok func(T) bool) bool {
	return !slices.ContainsFunc(list, func(e T) bool { return !ok(e) })
}

// counts reports whether the App Store counts a click on this as one on target.
func (a islandAction) counts(target string) bool {
	for _, d := range a.Metrics.Data {
		if d.Fields.TargetID == target {
			return true
		}
	}
	return false
}
