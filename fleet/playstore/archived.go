package playstore

import (
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
)

const safetyPath = "/store/apps/datasafety"

// Archived are the data safety pages that a web archive has captured. The zero value is ready.
type Archived struct{}

// Addresses returns the addresses under which the page of an app is captured. An index sorts what is
// behind the question mark, so that the language comes before the name.
func (Archived) Addresses(target fleet.Target) []string {
	name := packageOf(target)
	if name == "" {
		return nil
	}
	const page = Host + safetyPath
	return []string{page + "?id=" + name, page + "?hl=en&id=" + name, page + "?hl=en_US&id=" + name, page + "?gl=US&hl=en&id=" + name}
}

// Is reports whether an address is that of the data safety page of an app, in whatever language.
func (Archived) Is(target fleet.Target, address string) bool {
	u, err := netguard.ParseURL(address)
	return err == nil && strings.EqualFold(u.Hostname(), Host) && strings.TrimSuffix(u.Path, "/") == safetyPath && u.Query().Get("id") == packageOf(target)
}

// Read parses a captured page.
func (Archived) Read(page []byte, target fleet.Target) (fleet.Listing, error) {
	l, _, err := parse(page, packageOf(target))
	return l, err
}

// packageOf returns the name of the package of an app, "" if its address has none.
func packageOf(target fleet.Target) string {
	named, err := new(Scraper).Resolve(target.URL)
	if err != nil {
		return ""
	}
	return named.Identifier
}
