package wayback

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// The hosts of the store's pages: the second before 2019.
const (
	storeHost    = "apps.apple.com"
	oldStoreHost = "itunes.apple.com"
)

// homeCountry is the storefront that is captured most.
const homeCountry = "us"

// address is what the URL of an app's page says.
type address struct {
	host    string
	country string // two lower-case letters, or empty
	slug    string // as it is escaped in the URL; empty when it has none
}

var pagePath = regexp.MustCompile(`(?i)^/(?:([a-z]{2})/)?app/(?:([^/]+)/)?id([0-9]+)/?$`)

// parseAddress reads the URL of an app's page, and says whether it is one.
// Whatever its query asks for, it is a page of the app.
func parseAddress(raw string, id storage.AppID) (address, bool) {
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return address{}, false
	}
	at := address{host: strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")}
	match := pagePath.FindStringSubmatch(u.EscapedPath())
	if match == nil || at.host != storeHost && at.host != oldStoreHost {
		return address{}, false
	}
	named, err := storage.ParseAppID(match[3])
	if err != nil || named != id {
		return address{}, false
	}
	at.country, at.slug = strings.ToLower(match[1]), match[2]
	return at, true
}

// form returns what the index is asked for: the address without its scheme.
func (at address) form(id storage.AppID) string {
	form := at.host
	for _, part := range []string{at.country, "app", at.slug} {
		if part != "" {
			form += "/" + part
		}
	}
	return form + "/id" + id.String()
}

// canonical returns what the index makes of an address: to it, those that differ
// in case or in what is escaped are one.
func canonical(form string) string {
	if plain, err := url.PathUnescape(form); err == nil {
		form = plain
	}
	return strings.ToLower(form)
}

// forms returns the addresses under which the page of an app may have been
// captured, each once, those first that were captured most, and the one on the
// store's old host.
func forms(target fleet.Target) (all []string, old string) {
	own, _ := parseAddress(target.URL, target.ID)
	country := cmp.Or(strings.ToLower(target.Country), own.country, homeCountry)
	for _, at := range []address{
		{storeHost, country, own.slug},
		{storeHost, homeCountry, own.slug},
		{storeHost, country, ""},
		{storeHost, "", ""},
		{storeHost, homeCountry, ""},
	} {
		if form := at.form(target.ID); !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all, address{oldStoreHost, country, own.slug}.form(target.ID)
}

// pageURL returns the address of an app's page: the target's own, unless that
// names no page of the app.
func pageURL(target fleet.Target) string {
	if _, ok := parseAddress(target.URL, target.ID); ok {
		if u, err := url.Parse(target.URL); err == nil {
			u.Fragment, u.RawFragment = "", ""
			return u.String()
		}
	}
	return "https://" + address{host: storeHost, country: cmp.Or(strings.ToLower(target.Country), homeCountry)}.form(target.ID)
}
