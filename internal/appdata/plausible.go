package appdata

import (
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Plausible returns an app without the values that a source may name but that cannot be true:
// negative or inexact numbers, times that are not expressible, and URLs that are no [Link]. A backup with one could not be
// restored.
func Plausible(a storage.App) storage.App {
	if a.AgeRatingValue != nil && !exact(*a.AgeRatingValue) {
		a.AgeRatingValue = nil
	}
	if a.GenreID != nil && !exact(*a.GenreID) {
		a.GenreID = nil
	}
	if a.PriceAmount != nil && !exact(*a.PriceAmount) {
		a.PriceAmount = nil
	}
	if !storage.Time(a.VersionUpdatedAt).IsExpressible() {
		a.VersionUpdatedAt = 0
	}
	a.IconURL, a.PrivacyPolicyURL = Link(a.IconURL), Link(a.PrivacyPolicyURL)
	return a
}

func exact[N int64 | float64](n N) bool { return n >= 0 && n <= storage.MaxExact }

// Link returns a URL, or an empty text if it runs a script when a user follows it. Other
// strange URLs are links: they may come from an app's developer.
func Link(link storage.Text) storage.Text {
	scheme, _, _ := strings.Cut(string(link), ":")
	scheme = strings.Map(func(r rune) rune {
		if r <= ' ' { // ignored by browsers
			return -1
		}
		return r
	}, scheme)
	switch strings.ToLower(scheme) {
	case "javascript", "vbscript", "data":
		return ""
	}
	return link
}

// IsWeb reports whether a text is an http or https URL with a host, as the links of the
// shortlist are.
func IsWeb(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && netguard.ValidPort(u)
}
