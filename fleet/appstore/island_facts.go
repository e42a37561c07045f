package appstore

import (
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// maxItems is how many items are read of a shelf that is not part of the label. The App
// Store's shelves have at most 25 items.
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

// ownLockup is the lockup of the app of the page.
type ownLockup struct {
	lockup
	Offer offerDisplay `json:"offerDisplayProperties"`
}

// version sets the newest version from the page's own line, which has a word in
// the page's language before the number, or, without such a line, from the
// list of all versions.
func (s *islandShelfs) version(l *fleet.Listing) {
	for _, list := range [][]paragraph{s.Versions.items(), s.Versions.page().all("titledParagraph")} {
		if len(list) == 0 {
			continue
		}
		if number := versionNumber(list[0].Primary); number != "" {
			setVersion(l, number, list[0].Secondary, list[0].Text)
			return
		}
	}
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
	return rawRelated{id: l.AdamID, name: l.Title, developer: l.Developer, icon: iconURL(l.Icon.Template), url: l.Click.PageURL}
}
