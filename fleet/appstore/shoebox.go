package appstore

import (
	"bytes"
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

// The JSON of pages from January 2021 to November 2025: records with attributes
// and relationships, in one box or the other.
type (
	record struct {
		ID            loose                   `json:"id"`
		Attributes    attributes              `json:"attributes"`
		Relationships map[string]relationship `json:"relationships"`
	}
	relationship struct {
		Data many[record] `json:"data"`
	}
	attributes struct {
		platform // of a record for one platform

		Name       string               `json:"name"`
		Developer  string               `json:"artistName"`
		URL        string               `json:"url"`
		Genre      string               `json:"genreDisplayName"`
		Privacy    optional[shortLabel] `json:"privacy"`
		Details    optional[shortLabel] `json:"privacyDetails"`
		Background *bool                `json:"usesLocationBackgroundMode"`
		Platforms  map[string]platform  `json:"platformAttributes"`
		Ratings    struct {
			Apple struct {
				Name  string `json:"name"`
				Value loose  `json:"value"`
			} `json:"appsApple"`
		} `json:"contentRatingsBySystem"`
	}
	platform struct {
		BundleID string `json:"bundleId"`
		Policy   string `json:"privacyPolicyUrl"`
		HasIAP   *bool  `json:"hasInAppPurchases"`
		Artwork  struct {
			URL string `json:"url"`
		} `json:"artwork"`
		Versions []struct {
			Number    string `json:"versionDisplay"`
			Notes     string `json:"releaseNotes"`
			Date      string `json:"releaseDate"`
			Timestamp string `json:"releaseTimestamp"`
		} `json:"versionHistory"`
		Offers []struct {
			Price     loose  `json:"price"`
			Currency  string `json:"currencyCode"`
			Formatted string `json:"priceFormatted"`
		} `json:"offers"`
	}
	shortLabel struct {
		Types list[shortType] `json:"privacyTypes"`
	}
	shortType struct {
		Identifier  string              `json:"identifier"`
		Title       string              `json:"privacyType"`
		Description string              `json:"description"`
		Categories  list[shortCategory] `json:"dataCategories"`
		Purposes    list[shortPurpose]  `json:"purposes"`
	}
	shortPurpose struct {
		Identifier string              `json:"identifier"`
		Title      string              `json:"purpose"`
		Categories list[shortCategory] `json:"dataCategories"`
	}
	shortCategory struct {
		Identifier string       `json:"identifier"`
		Title      string       `json:"dataCategory"`
		DataTypes  list[string] `json:"dataTypes"`
	}
)

// maxPlatforms and maxArtworks limit how many of each a record has. The App Store has
// six platforms, and one icon for each.
const (
	maxPlatforms = 16
	maxArtworks  = 4
)

// readMediaAPI reads the box of cached answers: a JSON text for each request of the page.
// If several are about the app, the one with the label counts.
func readMediaAPI(script source, id storage.AppID, as view) (reading, bool) {
	var box map[string]jsonread.Value
	if script.decodeBox(&box) != nil {
		return reading{}, false
	}
	var found []record
	for _, key := range slices.Sorted(maps.Keys(box)) {
		answer := script.of(box[key])
		if box[key].Kind() == '"' {
			var quoted string
			if answer.decode(&quoted) != nil {
				continue
			}
			answer = script.of([]byte(quoted))
		}
		var parsed struct {
			Data many[record] `json:"d"`
		}
		if answer.decode(&parsed) != nil {
			continue
		}
		if r, ok := pick(parsed.Data, id); ok {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return reading{}, false
	}
	order.Sort(found, func(a, b record) int {
		return len(b.Attributes.Privacy.Value.types()) - len(a.Attributes.Privacy.Value.types())
	})
	return found[0].read("shoebox-media-api-cache-apps/1", id, nil, as), true
}

// readEmber reads the older box: a record, a list of records, or either of them by app. A
// list may have other apps only.
func readEmber(script source, id storage.AppID, as view) (reading, bool) {
	type store struct {
		Data     many[record] `json:"data"`
		Included []record     `json:"included"`
	}
	var box map[string]jsonread.Value
	if script.decodeBox(&box) != nil {
		return reading{}, false
	}
	var s store
	if keyed, ok := box[id.String()]; !ok || script.of(keyed).decode(&s) != nil {
		if script.decodeBox(&s) != nil {
			return reading{}, false
		}
	}
	r, ok := pick(s.Data, id)
	if !ok {
		return reading{}, false
	}
	return r.read("shoebox-ember-data-store/1", id, s.Included, as), true
}

// decodeBox decodes JSON that may have been escaped again for the markup.
func (s source) decodeBox(v any) error {
	err := s.decode(v)
	if err == nil || !bytes.HasPrefix(s.text, []byte("{&")) {
		return err
	}
	return s.of([]byte(html.UnescapeString(string(s.text)))).decode(v)
}

func pick(records []record, id storage.AppID) (record, bool) {
	i := slices.IndexFunc(records, func(r record) bool { return string(r.ID) == id.String() })
	if i < 0 {
		return record{}, false
	}
	return records[i], true
}

// read reads the record of an app. Others are the records that it refers to by ID.
func (r record) read(extractor string, id storage.AppID, others []record, as view) reading {
	english := isEnglish(as.language)
	a := r.Attributes
	of, p := r.platform(others, as.platform)
	l := fleet.Listing{
		ID:        id,
		Name:      text1(maxName, a.Name),
		URL:       storeURL(a.URL, id),
		IconURL:   iconURL(p.Artwork.URL),
		BundleID:  text1(maxTitle, p.BundleID),
		Developer: text1(maxName, a.Developer),
		HasIAP:    p.HasIAP,
		Platform:  of,
		GenreName: text1(maxTitle, a.Genre),
		Label:     a.label(english),
		Related:   r.related(id, others),
	}
	if l.URL != nil {
		if at, err := storeaddress.Parse(*l.URL); err == nil {
			l.Country = at.Country
		}
	}
	if p.Policy != "" {
		l.PrivacyPolicyURL = policyURL(p.Policy)
	}
	if len(p.Versions) > 0 {
		v := p.Versions[0]
		date := v.Timestamp
		if releaseTime(date) == nil {
			date = v.Date
		}
		setVersion(&l, v.Number, date, v.Notes)
	}
	if genres := r.Relationships["genres"].Data; len(genres) > 0 {
		if n, ok := genres[0].ID.Integer(); ok {
			l.GenreID = &n
		}
	}
	setRating(&l, rating{text: a.Ratings.Apple.Name, value: a.Ratings.Apple.Value, language: as.language})
	l.BackgroundLocation = a.Background
	found := reading{extractor: extractor, listing: l}
	if len(p.Offers) > 0 {
		found.offer = offer{amount: amount(p.Offers[0].Price), currency: p.Offers[0].Currency, text: p.Offers[0].Formatted}
	}
	return found
}

// platform returns the attributes of the app on a platform or, if it has none, of its first one:
// the phone, else the computer, else the television, else any.
//
// It is called for every related app, so it reads a bounded part of each.
func (r record) platform(others []record, asked storage.Platform) (storage.Platform, platform) {
	if len(r.Attributes.Platforms) > maxPlatforms {
		return "", platform{}
	}
	all := maps.Clone(r.Attributes.Platforms)
	if all == nil {
		all = make(map[string]platform)
	}
	for _, sub := range first(r.Relationships["platforms"].Data, maxPlatforms) {
		_, name, _ := strings.Cut(string(sub.ID), "-") // such as 1001501844-ios
		p := sub.Attributes.platform
		for _, art := range first(sub.Relationships["artwork"].Data, maxArtworks) {
			if i := slices.IndexFunc(others, func(o record) bool { return o.ID == art.ID }); i >= 0 && p.Artwork.URL == "" {
				p.Artwork.URL = others[i].Attributes.URL
			}
		}
		all[name] = p
	}
	names := append([]string{"ios", "osx", "appletvos"}, slices.Sorted(maps.Keys(all))...)
	for _, name := range names {
		if p, ok := all[name]; ok && asked != "" && storage.ParsePlatform(name) == asked {
			return asked, p
		}
	}
	for _, name := range names {
		if p, ok := all[name]; ok {
			return storage.ParsePlatform(name), p
		}
	}
	return "", platform{}
}

// related returns nil if the record names no other apps, or only their IDs.
func (r record) related(id storage.AppID, others []record) *[]storage.RelatedApp {
	related := relatedApps{of: id}
	for _, rel := range []struct{ name, shelf string }{
		{"developer-other-apps", storage.ShelfMoreByDeveloper},
		{"developerOtherApps", storage.ShelfMoreByDeveloper},
		{"customers-also-bought-apps", storage.ShelfMayAlsoLike},
		{"customersAlsoBoughtApps", storage.ShelfMayAlsoLike},
	} {
		for _, other := range first(r.Relationships[rel.name].Data, maxItems) {
			if i := slices.IndexFunc(others, func(o record) bool { return o.ID == other.ID }); i >= 0 && other.Attributes.Name == "" {
				other = others[i]
			}
			a := other.Attributes
			_, shown := other.platform(others, "")
			related.add(rel.shelf, rawRelated{
				id: other.ID, name: a.Name, developer: a.Developer, url: a.URL, icon: iconURL(shown.Artwork.URL),
			})
		}
	}
	if related.list == nil {
		return nil
	}
	return &related.list
}

// label joins the summary with the details, which most pages do not have.
func (a attributes) label(english bool) *storage.Label {
	summary, details := a.Privacy, a.Details
	raw := rawLabel{
		summary: shortTypes(summary.Value.types()), details: shortTypes(details.Value.types()),
		damaged: summary.Damaged || details.Damaged ||
			summary.Value != nil && summary.Value.Types.Damaged || details.Value != nil && details.Value.Types.Damaged,
	}
	raw.noSummary = summary.Value != nil && len(raw.summary) == 0
	raw.noDetails = details.Value != nil && len(raw.details) == 0
	return newLabel(raw, english)
}

func (s *shortLabel) types() []shortType {
	if s == nil {
		return nil
	}
	return s.Types.Elements
}

func shortTypes(types []shortType) []rawType {
	var raws []rawType
	for _, t := range types {
		raw := rawType{rawPart: rawPart{t.Identifier, t.Title, shortCategories(t.Categories)}, Detail: t.Description}
		raw.Purposes.Damaged = t.Purposes.Damaged
		for _, p := range t.Purposes.Elements {
			raw.Purposes.Elements = append(raw.Purposes.Elements, rawPart{p.Identifier, p.Title, shortCategories(p.Categories)})
		}
		raws = append(raws, raw)
	}
	return raws
}

func shortCategories(all list[shortCategory]) list[rawCategory] {
	raws := list[rawCategory]{Damaged: all.Damaged}
	for _, c := range all.Elements {
		raws.Elements = append(raws.Elements, rawCategory(c))
	}
	return raws
}
