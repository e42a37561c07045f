package storeaddress

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
)

// maxWrapped is how many times a link is unwrapped.
const maxWrapped = 3

var (
	// guarded is the address in a link that Proofpoint, which protects mail, has wrapped.
	guarded = regexp.MustCompile(`/v3/__(https?:/.+?)__;`)
	// hex is a character in the older form of these links.
	hex = regexp.MustCompile(`-([0-9A-F]{2})`)
)

// unwrapped returns the address of a store in a link to another site that leads there: the links
// that mail programs, search engines, social networks and the Internet Archive make of a link. It
// returns "" for any other text.
func unwrapped(text string) string { return innerOf(Trim(text), maxWrapped) }

func innerOf(link string, times int) string {
	if times == 0 {
		return ""
	}
	u, err := netguard.ParseURL(link)
	if err != nil || isHost(u) || isPlay(u) || otherHosts[strings.ToLower(u.Hostname())] != "" {
		return ""
	}
	for _, inner := range wrappedIn(link, u) {
		to, err := netguard.ParseURL(inner)
		switch {
		case err != nil:
			continue
		case isHost(to), isPlay(to):
			return inner
		}
		if inner = innerOf(inner, times-1); inner != "" {
			return inner
		}
	}
	return ""
}

// wrappedIn returns what may be an address in a link.
func wrappedIn(link string, u *url.URL) []string {
	all := []string{}
	if page := Captured(link); page != link {
		all = append(all, page)
	}
	if found := guarded.FindStringSubmatch(link); found != nil {
		all = append(all, found[1])
	}
	query := u.Query()
	for _, key := range slices.Sorted(maps.Keys(query)) {
		value := query.Get(key)
		all = append(all, value)
		if strings.EqualFold(u.Hostname(), "urldefense.proofpoint.com") {
			if plain, err := url.PathUnescape(hex.ReplaceAllString(strings.ReplaceAll(value, "_", "/"), "%$1")); err == nil {
				all = append(all, plain)
			}
		}
	}
	return append(all, u.RawQuery)
}

// isPlay reports whether a URL is on Google Play.
func isPlay(u *url.URL) bool {
	return slices.ContainsFunc([]string{playHost, oldPlayHost}, func(host string) bool { return strings.EqualFold(u.Hostname(), host) })
}
