package wayback

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/history"
)

// homeCountry is the storefront with the most captures.
const homeCountry = "us"

// canonical returns the form that the index uses: it ignores case and differences in
// escaping.
func canonical(form string) string {
	if plain, err := url.PathUnescape(form); err == nil {
		form = plain
	}
	return strings.ToLower(form)
}

// asks reports whether forms contain a form, which the index spells in the same way.
func asks(forms []string, form string) bool {
	return slices.ContainsFunc(forms, func(other string) bool { return canonical(form) == canonical(other) })
}

// forms returns the distinct addresses under which the page of an app may have been
// captured, most common first, and the address on the old host.
func forms(target fleet.Target) (all []string, old string) {
	own, _ := history.ParseAddress(target.URL, target.ID)
	country := cmp.Or(strings.ToLower(target.Country), own.Country, homeCountry)
	for _, at := range []history.Address{
		{Country: country, Slug: own.Slug},
		{Country: homeCountry, Slug: own.Slug},
		{Country: country},
		{},
		{Country: homeCountry},
	} {
		at.Host, at.App = history.StoreHost, target.ID
		if form := at.Form(); !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all, history.Address{App: target.ID, Host: history.OldStoreHost, Country: country, Slug: own.Slug}.Form()
}

// otherForms returns the target's other addresses of the page, without those in asked.
func otherForms(target fleet.Target, asked []string) (all []string) {
	for _, text := range target.OtherURLs {
		at, ok := history.ParseAddress(text, target.ID)
		if form := at.Form(); ok && !asks(asked, form) && !asks(all, form) && len(all) < history.MaxOtherURLs {
			all = append(all, form)
		}
	}
	return all
}

// pageURL returns the address of an app's page: the target's own if it is a page of the
// app, otherwise a default.
func pageURL(target fleet.Target) string {
	if _, ok := history.ParseAddress(target.URL, target.ID); ok {
		if u, err := url.Parse(target.URL); err == nil {
			u.Fragment, u.RawFragment = "", ""
			return u.String()
		}
	}
	at := history.Address{App: target.ID, Host: history.StoreHost, Country: cmp.Or(strings.ToLower(target.Country), homeCountry)}
	return at.URL()
}
