package storage

import (
	"net/url"
	"strings"
)

// ShownApp is an app as answers show it, with its storefront and what follows from its URL.
type ShownApp struct {
	App
	Country  Text     `json:"country"`  // the storefront, two lower-case letters; empty: not known
	Platform Platform `json:"platform"` // the platform of the page; empty: not known

	LastChecked NullTime `json:"lastChecked"` // when the source was last asked, with or without success; zero: never
	LastSuccess NullTime `json:"lastSuccess"` // when the app was last read; zero: never
}

// Shown returns the app as answers show it.
func (a App) Shown() ShownApp {
	country := a.Country
	if country == "" && a.Source == "" {
		country = Storefront(a.URL)
	}
	shown := ShownApp{App: a, Country: Text(country), Platform: a.Platform(), LastSuccess: NullTime(a.LastSynced)}
	shown.LastChecked = shown.LastSuccess
	if a.LastError != nil {
		shown.LastChecked = max(shown.LastChecked, NullTime(a.LastError.At))
	}
	return shown
}

// Platform is the kind of device that the page of an app is about.
type Platform string

// MarshalJSON writes the platform, or null when it is empty.
func (p Platform) MarshalJSON() ([]byte, error) { return Text(p).MarshalJSON() }

// The platforms of apps.
const (
	PlatformIOS    Platform = "ios" // also of the iPad
	PlatformMac    Platform = "mac"
	PlatformTV     Platform = "tv"
	PlatformVision Platform = "vision"
	PlatformWatch  Platform = "watch"
)

// platforms maps the names of platforms in the App Store's URLs, pages and lookups.
var platforms = map[string]Platform{
	"ios": PlatformIOS, "iphone": PlatformIOS, "ipad": PlatformIOS, "phone": PlatformIOS, "pad": PlatformIOS, "software": PlatformIOS,
	"mac": PlatformMac, "osx": PlatformMac, "mac-software": PlatformMac,
	"tv": PlatformTV, "appletv": PlatformTV, "appletvos": PlatformTV, "tv-software": PlatformTV,
	"vision": PlatformVision, "xros": PlatformVision, "realitydevice": PlatformVision,
	"watch": PlatformWatch, "applewatch": PlatformWatch, "watchos": PlatformWatch,
}

// Platform returns the platform of the page that the URL names: iOS if it names none, which the
// App Store then shows first. It is empty for an app of another source, or if the URL has a
// platform that is not known.
func (a App) Platform() Platform {
	if a.Source != "" {
		return ""
	}
	platform, named := PlatformOf(a.URL)
	if !named {
		return PlatformIOS
	}
	return platform
}

// PlatformOf returns the platform that the URL of a page of the App Store names, empty if it is
// not known, and whether it names one.
func PlatformOf(page string) (_ Platform, named bool) {
	u, err := url.Parse(page)
	if err != nil {
		return "", true
	}
	if u.RawQuery == "" {
		return "", false
	}
	query := u.Query()
	switch {
	case query.Get("platform") != "":
		return ParsePlatform(query.Get("platform")), true
	case query.Get("mt") == "12": // the media type of software for the Mac
		return PlatformMac, true
	}
	return "", false
}

// ParsePlatform returns the platform that the App Store calls by a name, empty if it is not
// known.
func ParsePlatform(name string) Platform { return platforms[strings.ToLower(name)] }

// Storefront returns the storefront in the URL of a page of the App Store, or "" if it names
// none.
func Storefront(page string) string {
	u, err := url.Parse(page)
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	if first = strings.ToLower(first); len(first) != 2 || strings.Trim(first, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return first
}
