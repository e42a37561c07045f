package appstore

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/privacylabels/auditor/storage"
)

// islandPages are the pages of an island, whatever holds them: an array, an object with it,
// or objects in place of either.
type islandPages []islandPage

// maxWrappers is how many values may be around a page. Known islands have two.
const maxWrappers = 4

// UnmarshalJSONFrom decodes the pages of a value. A value without pages has none.
func (p *islandPages) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	*p = nil
	return p.add(value, maxWrappers, d.Options())
}

// add appends the pages of a value, within this many others.
func (p *islandPages) add(value jsontext.Value, wrappers int, options json.Options) error {
	kind := value.Kind()
	if kind == '{' {
		var page islandPage
		if err := json.Unmarshal(value, &page, options); err != nil {
			return err
		}
		if page.isPage() {
			*p = append(*p, page)
			return nil
		}
	}
	if kind != '{' && kind != '[' || wrappers == 0 {
		return nil
	}
	return eachValue(value, options, func(inner jsontext.Value) error { return p.add(inner, wrappers-1, options) })
}

// eachValue calls a function with each member of an object, or each element of an array.
func eachValue(value jsontext.Value, options json.Options, do func(jsontext.Value) error) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(value), options)
	opening, err := d.ReadToken()
	if err != nil {
		return err
	}
	for closing := opening.Kind() + 2; d.PeekKind() != closing; { // } and ] are the second after { and [
		if opening.Kind() == '{' {
			if err := d.SkipValue(); err != nil { // the name
				return err
			}
		}
		inner, err := d.ReadValue()
		if err != nil {
			return err
		}
		if err := do(inner); err != nil {
			return err
		}
	}
	return nil
}

// isPage reports whether the object that was decoded is a page, not something around pages.
func (p islandPage) isPage() bool {
	return p.Intent.Kind+p.Intent.ID != "" || p.Data.Shelves != nil || p.Data.named() != ""
}

// named returns the ID of the app that a product is about, empty if it has none.
func (p islandProduct) named() loose {
	return cmp.Or(p.Lockup.AdamID, p.Offer.AdamID, p.Lockup.Offer.AdamID)
}

// product finds the product page of an app among other pages about it. A page that
// names no app is accepted: no page of the App Store lacks the name, but a mirror may
// drop it.
func (p islandPages) product(id storage.AppID) (islandPage, bool) {
	pages := slices.DeleteFunc(p, func(p islandPage) bool {
		return p.Intent.Kind != "" && p.Intent.Kind != "ProductPageIntent"
	})
	for _, page := range pages {
		if string(cmp.Or(page.Intent.ID, page.Data.named())) == id.String() {
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
