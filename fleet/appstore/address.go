package appstore

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// address is the URL of a product page.
type address struct {
	id      storage.AppID
	slug    string // as escaped in the URL; empty if there is none
	country string // two lower-case letters, or empty
	query   url.Values
}

// storeHosts returns the hosts of product pages. The second one was in use before 2019.
func storeHosts() []string { return []string{"apps.apple.com", "itunes.apple.com"} }

// resolve parses the URL of a product page.
func resolve(raw string) (address, error) {
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return address{}, err
	}
	if !isStore(u) {
		return address{}, fmt.Errorf("the host %.80q is not the App Store's", u.Host)
	}
	return resolvePath(u)
}

func isStore(u *url.URL) bool {
	port := u.Port()
	ownPort := port == "" || port == "443" && u.Scheme == "https" || port == "80" && u.Scheme == "http"
	return ownPort && slices.Contains(storeHosts(), strings.ToLower(u.Hostname()))
}

// resolvePath reads the path of a product page, whatever the host.
func resolvePath(u *url.URL) (address, error) {
	a := address{query: u.Query()}
	segments := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	if !slices.Contains(segments[:min(2, len(segments))], "app") {
		for _, other := range []string{"app-bundle", "developer", "artist", "story"} {
			if slices.Contains(segments, other) {
				return address{}, fmt.Errorf("it is the page of a %s, not of an app", other)
			}
		}
	}
	at := -1
	for i, s := range segments {
		if digits, ok := strings.CutPrefix(s, "id"); ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
			at = i // the last one: a name may have the form of an ID
		}
	}
	if at < 0 {
		return address{}, errors.New("its path has no app ID such as /id310633997")
	}
	id, err := storage.ParseAppID(segments[at][len("id"):])
	if err != nil || id == 0 {
		return address{}, errors.New("the app ID in its path is not valid")
	}
	a.id = id
	if isCountry(segments[0]) {
		a.country = strings.ToLower(segments[0])
	}
	if at >= 2 && segments[at-2] == "app" {
		a.slug = segments[at-1]
	}
	return a, nil
}

// isCountry reports whether s has the form of the code of a storefront.
func isCountry(s string) bool {
	return len(s) == 2 && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}

// Resolve returns the app that the URL of a product page names: http or https, on
// apps.apple.com or itunes.apple.com, with a path that has /id and 1 to 20 digits, not
// all zero. The App Store lists no ID above [storage.MaxAppID].
func (s *Scraper) Resolve(raw string) (fleet.Target, error) {
	raw = strings.TrimSpace(raw)
	a, err := resolve(raw)
	if err != nil {
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
	}
	return fleet.Target{ID: a.id, URL: raw, Country: a.country}, nil
}

// storeURL returns raw without its query, which is for statistics, if it is the URL of
// this app's page, and else nil.
func storeURL(raw string, id storage.AppID) *string {
	u, err := netguard.ParseURL(raw)
	if err != nil || !isStore(u) {
		return nil
	}
	a, err := resolvePath(u)
	if err != nil || a.id != id {
		return nil
	}
	u.RawQuery, u.Fragment = "", ""
	return new(u.String())
}

// policyURL returns the URL of a privacy policy, or nil if it is invalid. Whether it may
// be requested is checked at the request.
func policyURL(raw string) *string {
	u, err := netguard.ParseURL(strings.TrimSpace(raw))
	if err != nil || len(u.String()) > netguard.MaxURL {
		return nil
	}
	return new(u.String())
}
