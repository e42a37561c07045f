package dataset

import (
	"cmp"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// storefronts writes the observations in storefronts. Those of some apps are read app by app.
func (x *export) storefronts(r *rows) error {
	if x.options.Source == "" && x.options.Tag == "" {
		return x.storefrontsOf(storage.StorefrontQuery{}, r)
	}
	return x.included(func(app storage.AppID) error { return x.storefrontsOf(storage.StorefrontQuery{App: app}, r) })
}

func (x *export) storefrontsOf(q storage.StorefrontQuery, r *rows) error {
	for s, err := range x.tx.Storefronts.List(q) {
		if errors.Is(err, storage.ErrNotSupported) {
			return nil
		}
		if err := cmp.Or(err, r.err); err != nil {
			return err
		}
		if s.At >= x.options.Since && x.options.covers(s.At) && x.options.knew(s.At) {
			x.storefront(s, r)
		}
	}
	return r.err
}

func (x *export) storefront(s storage.StorefrontObservation, r *rows) {
	availability := storage.Unlisted
	if s.Listed {
		availability = storage.Listed
	}
	x.uses(s.Label)
	r.integer(int64(s.App))
	r.text(s.Country)
	r.instant(s.At)
	r.text(availability)
	r.digest(s.Label)
	r.text(string(s.Name))
	r.text(string(s.Developer))
	r.text(string(s.Version))
	r.text(string(s.AgeRating))
	r.number(s.PriceAmount)
	r.text(string(s.PriceCurrency))
	r.text(string(s.PolicyURL))
	r.end()
}
