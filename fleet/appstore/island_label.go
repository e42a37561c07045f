package appstore

import (
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// The parts of the island that tell of privacy and accessibility.
type (
	privacyItem struct {
		privacyPart
		Detail   string        `json:"detail"`
		Purposes []privacyPart `json:"purposes"`
		Body     struct {
			Text struct {
				Raw string `json:"rawText"`
			} `json:"styledText"`
			Links map[string]islandAction `json:"linkedSubstrings"`
		} `json:"bodyText"`
	}
	privacyPart struct {
		Identifier string            `json:"identifier"`
		Title      string            `json:"title"`
		Categories []privacyCategory `json:"categories"`
	}
	privacyCategory struct {
		Identifier string   `json:"identifier"`
		Title      string   `json:"title"`
		DataTypes  []string `json:"dataTypes"`
	}
	featureGroup struct {
		Features []struct {
			Title       string  `json:"title"`
			Description string  `json:"description"`
			Artwork     artwork `json:"artwork"`
		} `json:"features"`
	}
)

// label joins the summary, which names categories, with the details, which have
// purposes and data types.
func (p islandProduct) label(english bool) *storage.Label {
	summary := rawTypes(p.Shelves.PrivacyTypes.items())
	details := rawTypes(slices.Concat(p.Shelves.PrivacyHeader.behind("privacyType"), p.PageData.all("privacyType")))
	if len(summary)+len(details) == 0 && english && p.Shelves.notProvided() {
		summary = []rawType{{identifier: storage.DataNotProvided}}
	}
	return newLabel(summary, details, english)
}

// rawTypes leaves out items of another kind.
func rawTypes(items []privacyItem) []rawType {
	var raws []rawType
	for _, item := range items {
		if item.Identifier != "" || item.Title != "" {
			raws = append(raws, item.raw())
		}
	}
	return raws
}

// notProvided reads the sentence that stands in place of a label that was never
// given. It is looked for there and nowhere else.
func (s *islandShelfs) notProvided() bool {
	return slices.ContainsFunc(first(s.PrivacyHeader.items(), maxItems), func(i privacyItem) bool {
		return strings.Contains(fold(i.Body.Text.Raw), "required to provide privacy details")
	})
}

func (i privacyItem) raw() rawType {
	raw := rawType{identifier: i.Identifier, title: i.Title, detail: i.Detail, categories: rawCategories(i.Categories)}
	for _, p := range i.Purposes {
		raw.purposes = append(raw.purposes, rawPurpose{p.Identifier, p.Title, rawCategories(p.Categories)})
	}
	return raw
}

func rawCategories(all []privacyCategory) []rawCategory {
	var raws []rawCategory
	for _, c := range all {
		raws = append(raws, rawCategory{c.Identifier, c.Title, c.DataTypes})
	}
	return raws
}

// features returns nil when the page has no such section, or one that leads to
// features which are not found; and none when the developer named none.
func (s *islandShelfs) features(english bool) *[]storage.Feature {
	var raws []rawFeature
	for _, group := range slices.Concat(first(s.FeatureHeader.behind("accessibilityFeatures"), maxItems), first(s.Features.items(), maxItems)) {
		for _, f := range first(group.Features, maxParts) {
			raws = append(raws, rawFeature{f.Title, f.Description, f.Artwork.Template})
		}
	}
	absent := s.FeatureHeader == nil && s.Features == nil
	unread := s.FeatureHeader != nil && s.FeatureHeader.SeeAll != nil
	if len(raws) == 0 && (absent || unread) {
		return nil
	}
	return new(newFeatures(raws, english))
}

// policy finds the link to the developer's privacy policy by what the store
// counts it as, since its text is in the page's language.
func (s *islandShelfs) policy() *string {
	for _, item := range first(s.PrivacyHeader.items(), maxItems) {
		for _, key := range slices.Sorted(maps.Keys(item.Body.Links)) {
			if link := item.Body.Links[key]; link.counts("privacyPolicy") && link.URL != "" {
				return new(policyURL(link.URL))
			}
		}
	}
	for _, link := range slices.Concat(first(s.Links.items(), maxItems), first(s.OwnersLinks.items(), maxItems)) {
		if link.Click.counts("LinkToPrivacyPolicy") && link.Click.URL != "" {
			return new(policyURL(link.Click.URL))
		}
	}
	return nil
}

// counts says whether the store counts a click on this as one on target.
func (a islandAction) counts(target string) bool {
	for _, d := range a.Metrics.Data {
		if d.Fields.TargetID == target {
			return true
		}
	}
	return false
}
