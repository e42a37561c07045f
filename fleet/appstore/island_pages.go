package appstore

import (
	"bytes"
	"cmp"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// Wanted reports whether the object that was decoded is a page, not something around pages.
func (p islandPage) Wanted() bool {
	return p.Intent.Kind+p.Intent.ID != "" || p.Data.Shelves != nil || p.Data.named() != ""
}

// usualPage returns the page of an app from where the App Store has the pages: in an array, which
// may be the member data of an object. It returns false if the page is not there.
func (s source) usualPage(id storage.AppID) (islandPage, bool) {
	var usual struct {
		Data list[islandPage] `json:"data"`
	}
	into := any(&usual)
	if bytes.HasPrefix(s.text, []byte("[")) {
		into = &usual.Data
	}
	if err := s.decode(into); err != nil {
		return islandPage{}, false
	}
	return product(usual.Data.Elements, id)
}

// pageAnywhere is usualPage for an island that has its pages somewhere else. It reads the text once
// for each value around them.
func (s source) pageAnywhere(id storage.AppID) (islandPage, bool) {
	var pages jsonread.Within[islandPage]
	if err := s.decode(&pages); err != nil {
		return islandPage{}, false
	}
	return product(pages, id)
}

// named returns the ID of the app that a product is about, empty if it has none.
func (p islandProduct) named() loose {
	return cmp.Or(p.Lockup.AdamID, p.Offer.AdamID, p.Lockup.Offer.AdamID)
}

// product finds the product page of an app among other pages about it, also under another kind
// if its data is that of a product and names the app. A page that names no app is accepted: no
// page of the App Store lacks the name, but a mirror may drop it.
func product(all []islandPage, id storage.AppID) (islandPage, bool) {
	var pages, others []islandPage
	for _, page := range all {
		if page.Intent.Kind == "" || page.Intent.Kind == "ProductPageIntent" {
			pages = append(pages, page)
		} else {
			others = append(others, page)
		}
	}
	for _, page := range pages {
		if string(cmp.Or(page.Intent.ID, page.Data.named())) == id.String() {
			return page, true
		}
	}
	for _, page := range others {
		if page.Data.Shelves != nil && string(page.Data.named()) == id.String() {
			return page, true
		}
	}
	for _, page := range pages {
		if page.Intent.ID+page.Data.named() == "" && page.Data.Shelves != nil {
			return page, true
		}
	}
	return islandPage{}, false
}

// offer returns what the page says of the offer: beside its title, else in its lockup, as far
// as each is about this app.
func (p islandProduct) offer(id storage.AppID) offerDisplay {
	var own offerDisplay
	for _, o := range []struct {
		of loose
		offerDisplay
	}{{p.Offer.AdamID, p.Offer}, {cmp.Or(p.Lockup.Offer.AdamID, p.Lockup.AdamID), p.Lockup.Offer}} {
		if o.of != "" && string(o.of) != id.String() {
			continue
		}
		own.AdamID = cmp.Or(own.AdamID, o.AdamID)
		own.BundleID = cmp.Or(own.BundleID, o.BundleID)
		own.HasIAP = cmp.Or(own.HasIAP, o.HasIAP)
		own.IsFree = cmp.Or(own.IsFree, o.IsFree)
		own.Titles.Standard = cmp.Or(own.Titles.Standard, o.Titles.Standard)
	}
	return own
}
