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

// The hosts of App Store pages: the second one before 2019.
const (
	storeHost    = "apps.apple.com"
	oldStoreHost = "itunes.apple.com"
)

// homeCountry is the storefront with the most captures.
const homeCountry = "us"

// address holds the parts of the URL of an app's page.
type address struct {
	host    string
	country string // two lower-case letters, or empty
	slug    string // as escaped in the URL; may be empty
}

var pagePath = regexp.MustCompile(`(?i)^/(?:([a-z]{2})/)?app/(?:([^/]+)/)?id([0-9]+)/?$`)

// parseAddress parses the URL of an app's page, and reports whether it is one. The query
// is ignored.
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

// form returns the address without its scheme, as for a query of the index.
func (at address) form(id storage.AppID) string {
	form := at.host
	for _, part := range []string{at.country, "app", at.slug} {
		if part != "" {
			form += "/" + part
		}
	}
	return form + "/id" + id.String()
}

// canonical returns the form that the index uses: it ignores case and differences in
// escaping.
func canonical(form string) string {
	if plain, err := url.PathUnescape(form); err == nil {
		form = plain
	}
	return strings.ToLower(form)
}

// forms returns the distinct addresses under which the page of an app may have been
// captured, most common first, and the address on the old host.
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

// pageURL returns the address of an app's page: the target's own if it is a page of the
// app, otherwise a default.
func pageURL(target fleet.Target) string {
	if _, ok := parseAddress(target.URL, target.ID); ok {
		if u, err := url.Parse(target.URL); err == nil {
			u.Fragment, u.RawFragment = "", ""
			return u.String()
		}
	}
	return "https://" + address{host: storeHost, country: cmp.Or(strings.ToLower(target.Country), homeCountry)}.form(target.ID)
}
