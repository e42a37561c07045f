package appstore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

// The JSON island of pages since November 2025. A shelf may be null.
type (
	islandPage struct {
		Intent struct {
			Kind       loose  `json:"$kind"`
			ID         loose  `json:"id"`
			Language   string `json:"language"`
			Storefront string `json:"storefront"`
			Platform   string `json:"platform"`
		} `json:"intent"`
		Data islandProduct `json:"data"`
	}
	islandProduct struct {
		Title      string        `json:"title"`
		Lockup     ownLockup     `json:"lockup"`
		Developer  islandAction  `json:"developerAction"`
		URL        string        `json:"canonicalURL"`
		Offer      offerDisplay  `json:"titleOfferDisplayProperties"`
		Shelves    *islandShelfs `json:"shelfMapping"`
		Platforms  []string      `json:"appPlatforms"`
		Incomplete bool          `json:"isIncomplete"`

		// PageData is where some pages of the first weeks had the details.
		PageData optional[pageData[privacyItem]] `json:"pageData"`
	}
	islandShelfs struct {
		Ribbon        *shelf[badge]                 `json:"informationRibbon"`
		Information   *shelf[annotation]            `json:"information"`
		Versions      *shelf[paragraph]             `json:"mostRecentVersion"`
		PrivacyHeader optional[shelf[privacyItem]]  `json:"privacyHeader"`
		PrivacyTypes  optional[shelf[privacyItem]]  `json:"privacyTypes"`
		Links         optional[shelf[pageLink]]     `json:"notPurchasedLinks"`
		OwnersLinks   optional[shelf[pageLink]]     `json:"purchasedLinks"`
		FeatureHeader optional[shelf[featureGroup]] `json:"accessibilityHeader"`
		Features      optional[shelf[featureGroup]] `json:"accessibilityFeatures"`
		ByDeveloper   *shelf[lockup]                `json:"moreByDeveloper"`
		Similar       *shelf[lockup]                `json:"similarItems"`
	}
	shelf[T any] struct {
		Items  list[T]             `json:"items"`
		SeeAll optional[seeAll[T]] `json:"seeAllAction"`
	}
	seeAll[T any] struct {
		PageData optional[pageData[T]] `json:"pageData"`
	}
	pageData[T any] struct {
		Shelves list[pageShelf[T]] `json:"shelves"`
	}
	pageShelf[T any] struct {
		ContentType string  `json:"contentType"`
		Items       list[T] `json:"items"`
	}
	islandAction struct {
		Title   string `json:"title"`
		URL     string `json:"url"`
		PageURL string `json:"pageUrl"`
		Metrics struct {
			Data []struct {
				Fields struct {
					TargetID string `json:"targetId"`
				} `json:"fields"`
			} `json:"data"`
		} `json:"actionMetrics"`
		Destination struct {
			GenreID loose `json:"genreId"`
			ID      loose `json:"id"`
		} `json:"destination"`
	}
	artwork struct {
		Template string `json:"template"`
	}
	offerDisplay struct {
		AdamID   loose  `json:"adamId"`
		BundleID string `json:"bundleId"`
		HasIAP   *bool  `json:"hasInAppPurchases"`
		Rating   loose  `json:"contentRating"` // a number
		IsFree   *bool  `json:"isFree"`
		Titles   struct {
			Standard string `json:"standard"`
		} `json:"titles"`
	}
	badge struct {
		Key     string `json:"key"`
		Caption string `json:"caption"`
		Content struct {
			ContentRating loose `json:"contentRating"`
		} `json:"content"`
		Click islandAction `json:"clickAction"`
	}
	annotation struct {
		Title   string              `json:"title"`
		Summary string              `json:"summary"`
		Icon    artwork             `json:"artwork"`
		Leading artwork             `json:"leadingArtwork"`
		Items   []annotationItem    `json:"items"`
		Rows    list[annotationRow] `json:"items_V3"`
		Link    islandAction        `json:"linkAction"`
	}
	annotationItem struct {
		Text    string        `json:"text"`
		Heading string        `json:"heading"`
		Pairs   list[[]loose] `json:"textPairs"`
		Icon    artwork       `json:"artwork"`
		Leading artwork       `json:"leadingArtwork"`
	}
	annotationRow struct {
		Kind     string     `json:"$kind"`
		Text     string     `json:"text"`
		Linkable styledText `json:"linkableText"`
		Icon     artwork    `json:"artwork"`
		Leading  artwork    `json:"leadingArtwork"`
	}
	styledText struct {
		Styled struct {
			Raw string `json:"rawText"`
		} `json:"styledText"`
	}
	paragraph struct {
		Text      string `json:"text"`
		Primary   string `json:"primarySubtitle"`
		Secondary string `json:"secondarySubtitle"`
	}
	pageLink struct {
		Click islandAction `json:"clickAction"`
	}
)

// all returns the items of the shelves of one content type.
func (p *pageData[T]) all(contentType string) []T {
	if p == nil {
		return nil
	}
	var items []T
	for _, s := range p.Shelves.Elements {
		if s.ContentType == contentType {
			items = append(items, s.Items.Elements...)
		}
	}
	return items
}

// damaged reports whether something on the shelves of one content type cannot be
// read.
func (p *pageData[T]) damaged(contentType string) bool {
	return p != nil && (p.Shelves.Damaged || slices.ContainsFunc(p.Shelves.Elements, func(s pageShelf[T]) bool {
		return s.ContentType == contentType && s.Items.Damaged
	}))
}

// items returns the items on the shelf itself.
func (s *shelf[T]) items() []T {
	if s == nil {
		return nil
	}
	return s.Items.Elements
}

// page returns the page that the shelf links to, nil if there is none.
func (s *shelf[T]) page() *pageData[T] {
	if s == nil || s.SeeAll.Value == nil {
		return nil
	}
	return s.SeeAll.Value.PageData.Value
}

// damaged reports whether something on the shelf, or on the shelves of one content
// type that it leads to, cannot be read.
func (s *shelf[T]) damaged(contentType string) bool {
	if s == nil {
		return false
	}
	return s.Items.Damaged || s.SeeAll.Damaged ||
		s.SeeAll.Value != nil && s.SeeAll.Value.PageData.Damaged || s.page().damaged(contentType)
}

// empty reports whether the shelf is present, without items and without a link.
func (s *shelf[T]) empty() bool {
	return s != nil && len(s.Items.Elements) == 0 && s.SeeAll.Value == nil
}

// readIsland reads the island of a page in a language. It returns false
// if the island has no product, or that of another app.
func readIsland(script source, id storage.AppID, as view) (reading, bool) {
	page, ok := script.usualPage(id)
	if !ok {
		page, ok = script.pageAnywhere(id)
	}
	if !ok {
		return reading{}, false
	}
	language := cmp.Or(page.Intent.Language, as.language)
	english := isEnglish(language)
	p := page.Data
	ratingValue := p.ratingValue(id)
	p.Offer = p.offer(id)
	if p.Shelves == nil {
		p.Shelves = &islandShelfs{}
	}
	r := reading{extractor: "serialized-server-data/1", listing: fleet.Listing{
		ID:        id,
		Name:      text1(maxName, p.Title, p.Lockup.Title),
		URL:       storeURL(p.URL, id),
		IconURL:   iconURL(p.Lockup.Icon.Template),
		BundleID:  text1(maxTitle, p.Lockup.BundleID, p.Offer.BundleID),
		Developer: text1(maxName, p.Developer.Title),
		HasIAP:    p.Offer.HasIAP,
		Platform:  page.platform(as.platform),
		Label:     p.label(english),
		Features:  p.Shelves.features(english),
	}}
	if storeaddress.IsCountry(page.Intent.Storefront) {
		r.listing.Country = strings.ToLower(page.Intent.Storefront)
	}
	p.Shelves.version(&r.listing)
	r.offer = offer{free: p.Offer.IsFree, text: p.Offer.Titles.Standard}
	r.listing.PrivacyPolicyURL = p.policy()
	r.listing.Related = p.Shelves.related(id, r.listing.Country)
	row := p.Shelves.ratingRow()
	setRating(&r.listing, rating{text: p.Shelves.rating(row), value: ratingValue, language: language})
	r.listing.AgeRatingDescriptors = row.descriptors(language)
	if row != nil && !p.Incomplete {
		r.listing.BackgroundLocation = p.Shelves.backgroundLocation(language)
	}
	r.listing.Accessibility = p.Shelves.accessibility(r.listing.Features, english, page.Intent.Platform)
	r.chart, r.chartGenre = p.Shelves.chart()
	return r, true
}

// platform returns the platform that the page is about, given the one that was asked for.
func (p islandPage) platform(asked storage.Platform) storage.Platform {
	if p.Intent.Platform != "" {
		return storage.ParsePlatform(p.Intent.Platform)
	}
	var listed []storage.Platform
	for _, name := range first(p.Data.Platforms, maxPlatforms) {
		listed = append(listed, storage.ParsePlatform(name))
	}
	switch {
	case len(listed) == 0 || slices.Contains(listed, asked):
		return asked
	case slices.Contains(listed, storage.PlatformIOS):
		return storage.PlatformIOS
	}
	return listed[0]
}
