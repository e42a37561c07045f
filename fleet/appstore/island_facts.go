package appstore

import (
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// maxItems bounds what is looked at on a shelf that is no part of the label. The
// App Store's own shelves have 25 items at most.
const maxItems = 64

// lockup is how the island names an app, this one and others.
type lockup struct {
	AdamID    loose        `json:"adamId"`
	BundleID  string       `json:"bundleId"`
	Title     string       `json:"title"`
	Developer string       `json:"developerName"`
	Icon      artwork      `json:"icon"`
	Click     islandAction `json:"clickAction"`
}

// version sets the newest version as the page's own line has it, with a word in
// the page's language before the number. Only where there is no such line, the
// newest of the list of all versions counts.
func (s *islandShelfs) version(l *fleet.Listing) {
	for _, list := range [][]paragraph{s.Versions.items(), s.Versions.behind("titledParagraph")} {
		if len(list) == 0 {
			continue
		}
		if number := versionNumber(list[0].Primary); number != "" {
			setVersion(l, number, list[0].Secondary, list[0].Text)
			return
		}
	}
}

// versionNumber cuts the word before a version, such as in "Version 7.130.0".
func versionNumber(s string) string {
	s = line(s, maxTitle)
	for {
		word, rest, ok := strings.Cut(s, " ")
		if !ok || strings.ContainsAny(word, "0123456789") {
			return cut(s, maxShort)
		}
		s = rest
	}
}

// price sets what the offer says. Amount and currency of what is not free are
// elsewhere on the page.
func (p islandProduct) price(l *fleet.Listing) {
	switch shown := line(p.Offer.Titles.Standard, maxShort); {
	case p.Offer.IsFree == nil:
	case *p.Offer.IsFree:
		setPrice(l, 0, "", "")
	case strings.ContainsAny(shown, "0123456789"):
		l.PriceFormatted = &shown
	}
}

// rating finds the age rating by the key of its badge, or, in English, by the
// title of its row.
func (s *islandShelfs) rating() string {
	for _, b := range first(s.Ribbon.items(), maxItems) {
		if b.Key == "contentRating" && b.Content.ContentRating != "" {
			return string(b.Content.ContentRating)
		}
	}
	for _, a := range first(s.Information.items(), maxItems) {
		if fold(a.Title) != "age rating" {
			continue
		}
		if a.Summary != "" {
			return a.Summary
		}
		if len(a.Items) > 0 {
			return a.Items[0].Text
		}
	}
	return ""
}

// chart returns the genre in whose chart the app is.
func (s *islandShelfs) chart() (name string, id int64) {
	for _, b := range first(s.Ribbon.items(), maxItems) {
		if n, ok := b.Click.Destination.GenreID.Integer(); ok && b.Key == "chartPosition" {
			return line(b.Caption, maxTitle), n
		}
	}
	return "", 0
}

// related returns nil when the page has neither shelf.
func (s *islandShelfs) related(id storage.AppID, country string) *[]storage.RelatedApp {
	if s.ByDeveloper == nil && s.Similar == nil {
		return nil
	}
	related := relatedApps{of: id, country: country}
	for _, l := range first(s.ByDeveloper.items(), maxItems) {
		related.add(storage.ShelfMoreByDeveloper, l.related())
	}
	for _, l := range first(s.Similar.items(), maxItems) {
		related.add(storage.ShelfMayAlsoLike, l.related())
	}
	return &related.list
}

func (l lockup) related() rawRelated {
	return rawRelated{id: l.AdamID, name: l.Title, developer: l.Developer, icon: l.Icon.url(), url: l.Click.PageURL}
}

// url fills the template with the size and format that all icons are kept in.
func (a artwork) url() *string { return iconURL(a.Template) }
