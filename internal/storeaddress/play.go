package storeaddress

import (
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// The hosts of Google Play. The second one was in use before 2012.
const (
	playHost    = "play.google.com"
	oldPlayHost = "market.android.com"
)

// playPages are the paths of the pages that are about one app, which may be followed by its name. So
// are an invitation to test it and a search for its package.
var playPages = []string{"/store/apps/details", "/store/apps/datasafety", "/work/apps/details"}

// OnPlay returns the URL of an address on Google Play: one with or without its scheme, a link that opens
// Google Play (market: and intent:), or one that another site has wrapped. It reports whether a text begins as one, which may not be that of
// an app.
func OnPlay(text string) (address string, ok bool) {
	text = trimEnd(Trim(text))
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		scheme, rest = "https", text
	}
	switch scheme = strings.ToLower(scheme); scheme {
	case "https", "http":
		host, _, _ := strings.Cut(rest, "/")
		if !strings.EqualFold(host, playHost) && !strings.EqualFold(host, oldPlayHost) || len(rest) == len(host) {
			if inner := unwrapped(text); inner != "" {
				return OnPlay(inner)
			}
			return "", false
		}
		if strings.EqualFold(host, playHost) {
			return scheme + "://" + rest, true
		}
		return "https://" + playHost + onPage(rest[len(host):]), true
	case "intent":
		rest, intent, _ := strings.Cut(rest, "#Intent;")
		for part := range strings.SplitSeq(intent, ";") {
			if scheme, of := strings.CutPrefix(part, "scheme="); of && !strings.EqualFold(scheme, "intent") {
				return OnPlay(scheme + "://" + rest)
			}
		}
	case "market":
		return "https://" + playHost + onPage("/"+rest), true
	}
	return "", false
}

// onPage returns the path and query on Google Play of those that a link has.
func onPage(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return link
	}
	name := u.Query().Get("id")
	if strings.Trim(u.Path, "/") == "search" {
		name = strings.TrimPrefix(u.Query().Get("q"), "pname:")
	}
	if path := strings.Trim(u.Path, "/"); (path == "details" || path == "search") && storage.IsPackage(name) {
		return playPages[0] + "?id=" + name
	}
	return link
}

// ParsePlay returns the name of the package of an app whose page on Google Play a URL is of, with any
// further parameters.
func ParsePlay(u *url.URL) (name string, ok bool) {
	path := strings.TrimSuffix(u.Path, "/")
	if !strings.EqualFold(u.Hostname(), playHost) {
		return "", false
	}
	if name, ok := strings.CutPrefix(u.Query().Get("q"), "pname:"); ok && path == "/store/search" {
		return name, true
	}
	if name, ok := strings.CutPrefix(path, "/apps/testing/"); ok {
		return name, true
	}
	if !slices.ContainsFunc(playPages, func(page string) bool {
		return path == page || strings.HasPrefix(path, page+"/")
	}) {
		return "", false
	}
	return u.Query().Get("id"), true
}

// Package returns the name of the package that an address on Google Play is about, "" if there is none.
func Package(address string) string {
	page, ok := OnPlay(address)
	u, err := url.Parse(page)
	if !ok || err != nil {
		return ""
	}
	if name, ok := ParsePlay(u); ok && storage.IsPackage(name) {
		return name
	}
	return ""
}

// IsPackage reports whether a text that may also be the name of an app is that of a package: packages begin
// with a domain, and the names of sites, which apps are called by, too, end with one.
func IsPackage(text string) bool {
	first, rest, _ := strings.Cut(text, ".")
	return storage.IsPackage(text) && (strings.Contains(rest, ".") || !domains[strings.ToLower(rest)] || domains[strings.ToLower(first)])
}

// BeginsAsPackage reports whether a text of two parts is the name of a package by its first part, as
// com.example.
func BeginsAsPackage(text string) bool {
	first, rest, _ := strings.Cut(text, ".")
	if strings.ToUpper(text) == text { // as some lists have all of their texts
		first = strings.ToLower(first)
	}
	return storage.IsPackage(text) && !strings.Contains(rest, ".") && domains[first]
}

// domains are those that the names of apps end with.
var domains = map[string]bool{
	"com": true, "net": true, "org": true, "io": true, "app": true, "co": true, "me": true, "tv": true, "ai": true, "de": true, "fr": true, "uk": true, "eu": true,
}
