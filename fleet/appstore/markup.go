package appstore

import (
	"html"
	"net/url"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// linkedData is what the page says for search engines. It has no id: the markup
// around it has.
type linkedData struct {
	Type     loose  `json:"@type"`
	Name     string `json:"name"`
	Image    string `json:"image"`
	Category string `json:"applicationCategory"`
	Author   struct {
		Name string `json:"name"`
	} `json:"author"`
	Offers many[struct {
		Price    *float64 `json:"price"`
		Currency string   `json:"priceCurrency"`
	}] `json:"offers"`
}

// markup is the page itself, without what scripts hold.
type markup struct{ doc *goquery.Document }

// language returns the language tag of the page, empty when it has none.
func (m markup) language() string { return m.doc.Find("html").AttrOr("lang", "") }

// ids returns the apps that the page says it is about.
func (m markup) ids() []storage.AppID {
	var ids []storage.AppID
	add := func(raw string) {
		if u, err := url.Parse(raw); err == nil {
			if a, err := resolvePath(u); err == nil {
				ids = append(ids, a.id)
			}
		}
	}
	add(m.doc.Find(`link[rel="canonical"]`).AttrOr("href", ""))
	add(m.doc.Find(`meta[property="og:url"]`).AttrOr("content", ""))
	add("/id" + m.doc.Find(`meta[name="apple:content_id"]`).AttrOr("content", ""))
	return ids
}

// read takes what the markup says about the app, which the page is about.
func (m markup) read(id storage.AppID) reading {
	data := m.linkedData()
	l := fleet.Listing{
		ID:        id,
		Name:      text1(maxName, html.UnescapeString(data.Name), m.title()),
		URL:       storeURL(m.doc.Find(`link[rel="canonical"]`).AttrOr("href", ""), id),
		IconURL:   squareIcon(data.Image),
		Developer: text1(maxName, html.UnescapeString(data.Author.Name), m.doc.Find(".app-privacy__developer-name").First().Text()),
		GenreName: text1(maxTitle, html.UnescapeString(data.Category)),
		Label:     m.label(),
	}
	if l.URL != nil {
		if at, err := resolve(*l.URL); err == nil {
			l.Country = at.country
		}
	}
	if len(data.Offers) > 0 && data.Offers[0].Price != nil {
		setPrice(&l, *data.Offers[0].Price, data.Offers[0].Currency, "")
	}
	if policy, ok := m.policy(); ok {
		l.PrivacyPolicyURL = new(policyURL(policy))
	}
	setRating(&l, m.rating())
	return reading{extractor: "html/1", listing: l}
}

// linkedData returns the block about the app; there are others.
func (m markup) linkedData() linkedData {
	for _, s := range m.doc.Find(`script[type="application/ld+json"]`).EachIter() {
		var data linkedData
		if decode([]byte(s.Text()), &data) == nil && strings.HasSuffix(string(data.Type), "Application") {
			return data
		}
	}
	return linkedData{}
}

// title returns the title of the page without what the store adds in English.
func (m markup) title() string {
	title := line(m.doc.Find(`meta[property="og:title"]`).AttrOr("content", ""), maxName)
	for _, tail := range []string{" App - App Store", " - App Store", " on the App Store"} {
		title = strings.TrimSuffix(title, tail)
	}
	return title
}

// label reads the cards of the privacy section. Their headings are in the page's
// language: when one is not known, nothing is. Nor is anything when nothing
// comes after the section: a page that was cut off there may have had more cards.
func (m markup) label() *storage.Label {
	if !isFollowed(m.doc.Find(".app-privacy").First()) {
		return nil
	}
	var raws []rawType
	for _, card := range m.doc.Find(".app-privacy .app-privacy__card").EachIter() {
		raw := rawType{
			title:  card.Find(".privacy-type__heading").First().Text(),
			detail: card.Find(".privacy-type__description").First().Text(),
		}
		for _, heading := range card.Find(".privacy-type__data-category-heading").EachIter() {
			raw.categories = append(raw.categories, rawCategory{title: heading.Text()})
		}
		raws = append(raws, raw)
	}
	return newLabel(raws, nil, isEnglish(m.language()))
}

// policy finds the link to the developer's privacy policy: in the privacy
// section, or where the store counts it as that. The footer has one of the
// store's own, which is never looked at.
func (m markup) policy() (string, bool) {
	for _, selector := range []string{
		`a[data-metrics-click*='"LinkToPrivacyPolicy"']`,
		`.app-privacy > p:not(.app-privacy__learn-more) a`,
	} {
		if href, ok := m.doc.Find(selector).First().Attr("href"); ok {
			return href, true
		}
	}
	for _, a := range m.doc.Find("a[aria-label]").EachIter() {
		if fold(a.AttrOr("aria-label", "")) == "developer's privacy policy" {
			return a.Attr("href")
		}
	}
	return "", false
}

// rating reads the row of the age rating, without the reasons below it.
func (m markup) rating() string {
	for _, term := range m.doc.Find("dt").EachIter() {
		if fold(term.Text()) != "age rating" {
			continue
		}
		definition := term.NextFiltered("dd").Contents().Nodes
		if i := slices.IndexFunc(definition, isText); i >= 0 {
			return definition[i].Data
		}
	}
	return ""
}

// isFollowed says whether an element comes after the selected one.
func isFollowed(s *goquery.Selection) bool {
	for ; s.Length() > 0; s = s.Parent() {
		if s.Next().Length() > 0 {
			return true
		}
	}
	return false
}
