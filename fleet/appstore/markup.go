package appstore

import (
	"html"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

// linkedData is the structured data of the page for search engines. It has no app ID: the
// markup around it has.
type linkedData struct {
	Type     loose  `json:"@type"`
	Name     string `json:"name"`
	Image    string `json:"image"`
	Category string `json:"applicationCategory"`
	Author   struct {
		Name string `json:"name"`
	} `json:"author"`
	Offers many[struct {
		Price    loose  `json:"price"`
		Currency string `json:"priceCurrency"`
	}] `json:"offers"`
}

// markup is the parts collected from a page. A pointer is nil if there was no such
// element.
type markup struct {
	language string // a language tag, empty if there is none

	canonical, ogURL, ogTitle, contentID, developer *string

	scripts map[string][]byte // by id
	linked  [][]byte          // linked data

	cards    []*rawType // of the privacy section
	followed bool       // an element comes after the section
	policies policies
	rating   string
}

// policies are the first links of each kind that may lead to the
// developer's privacy policy, the best first.
type policies struct{ counted, inSection, labelled *link }

type link struct {
	href string
	ok   bool // it has an href
}

// ids returns the apps that the page claims to be about.
func (m markup) ids() []storage.AppID {
	var ids []storage.AppID
	add := func(raw string) {
		if len(raw) > netguard.MaxURL {
			return
		}
		if u, err := url.Parse(raw); err == nil {
			if a, err := storeaddress.ParsePath(u); err == nil {
				ids = append(ids, a.ID)
			}
		}
	}
	add(value(m.canonical))
	add(value(m.ogURL))
	add("/id" + value(m.contentID))
	return ids
}

// read returns the facts of the markup about the app of the page.
func (m markup) read(id storage.AppID, budget *jsonread.Budget) reading {
	data := m.linkedData(budget)
	l := fleet.Listing{
		ID:        id,
		Name:      text1(maxName, html.UnescapeString(data.Name), m.title()),
		URL:       storeURL(value(m.canonical), id),
		IconURL:   squareIcon(data.Image),
		Developer: text1(maxName, html.UnescapeString(data.Author.Name), value(m.developer)),
		GenreName: text1(maxTitle, html.UnescapeString(data.Category)),
		Label:     m.label(),
	}
	if l.URL != nil {
		if at, err := storeaddress.Parse(*l.URL); err == nil {
			l.Country = at.Country
		}
	}
	if policy, ok := m.policy(); ok {
		l.PrivacyPolicyURL = policyURL(policy)
	}
	setRating(&l, rating{text: m.rating, language: m.language})
	r := reading{extractor: "html/1", listing: l}
	if len(data.Offers) > 0 {
		r.offer = offer{amount: amount(data.Offers[0].Price), currency: data.Offers[0].Currency}
	}
	return r
}

// linkedData returns the block about the app; there are others.
func (m markup) linkedData(budget *jsonread.Budget) linkedData {
	for _, text := range m.linked {
		var data linkedData
		if (source{text, budget}).decode(&data) == nil && strings.HasSuffix(string(data.Type), "Application") {
			return data
		}
	}
	return linkedData{}
}

// title returns the title of the page without what the App Store adds in English.
func (m markup) title() string {
	title := line(value(m.ogTitle), maxName)
	for _, tail := range []string{" App - App Store", " - App Store", " on the App Store"} {
		title = strings.TrimSuffix(title, tail)
	}
	return title
}

// label reads the cards of the privacy section, whose headings are in the page's
// language. It returns nil if a heading is unknown, or if nothing follows the section: a
// page that ends there may be truncated.
func (m markup) label() *storage.Label {
	if !m.followed || len(m.cards) > maxParts {
		return nil
	}
	var raws []rawType
	for _, card := range m.cards {
		raws = append(raws, *card)
	}
	return newLabel(rawLabel{summary: raws}, isEnglish(m.language))
}

// policy returns the address of the developer's privacy policy.
func (m markup) policy() (string, bool) {
	for _, l := range []*link{m.policies.counted, m.policies.inSection, m.policies.labelled} {
		if l != nil && l.ok {
			return l.href, true
		}
	}
	return "", false
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
