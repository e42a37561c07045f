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

// address is what the URL of a product page says.
type address struct {
	id      storage.AppID
	slug    string // as it is escaped in the URL; empty when it has none
	country string // two lower-case letters, or empty
	query   url.Values
}

// storeHosts are the hosts of product pages: the second before 2019, and still
// understood.
func storeHosts() []string { return []string{"apps.apple.com", "itunes.apple.com"} }

// resolve reads the URL of a product page and returns why it is none.
func resolve(raw string) (address, error) {
	u, err := netguard.ParseURL(raw)
	if err != nil {
		return address{}, err
	}
	if !isStore(u) {
		return address{}, fmt.Errorf("its host is not the store's: %.80q", u.Host)
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
			at = i // the last one counts: a name may look like an id, too
		}
	}
	if at < 0 {
		return address{}, errors.New("it has no id of an app")
	}
	id, err := storage.ParseAppID(segments[at][len("id"):])
	if err != nil || id == 0 {
		return address{}, errors.New("its id is no app's")
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

// isCountry says whether s looks like the code of a storefront.
func isCountry(s string) bool {
	return len(s) == 2 && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}

// Resolve tells which app the address of a product page names: http or https, on
// apps.apple.com or itunes.apple.com, with a path that has /id and 1 to 20 digits,
// not all zero. An id above [storage.MaxAppID] is one that the store does not list.
func (s *Scraper) Resolve(raw string) (fleet.Target, error) {
	raw = strings.TrimSpace(raw)
	a, err := resolve(raw)
	if err != nil {
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err}
	}
	return fleet.Target{ID: a.id, URL: raw, Country: a.country}, nil
}

// storeURL returns raw when it is the address of this app's page, and nothing
// otherwise. What is only there for the store's own statistics is left out.
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

// policyURL returns the address of a privacy policy, empty when what the page
// has is none. Whether it may be asked is decided when it is.
func policyURL(raw string) *string {
	u, err := netguard.ParseURL(strings.TrimSpace(raw))
	if err != nil || len(u.String()) > netguard.MaxURL {
		return nil
	}
	return new(u.String())
}
