package fleet

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Source is a source of apps beside the main one, which is [Config.Scraper].
type Source struct {
	// Name is stored with each app of the source, see [storage.ValidSource].
	Name string
	// Hosts are the hosts of the URLs of its apps: names or IP addresses without ports, IPv6
	// addresses in brackets. URLs on all other hosts belong to the main source.
	Hosts   []string
	Scraper Scraper
}

// CheckSources returns the joined errors of a list of sources, or nil.
func CheckSources(list []Source) error {
	var wrong []error
	names, hosts := make(map[string]bool), make(map[string]bool)
	for _, source := range list {
		add := func(format string, args ...any) {
			wrong = append(wrong, fmt.Errorf("source %.40q: "+format, append([]any{source.Name}, args...)...))
		}
		if !storage.ValidSource(source.Name) {
			add("the name is not 1 to %d lower-case letters, digits and hyphens, a letter first", storage.MaxSource)
		}
		if names[source.Name] {
			add("another source has the same name")
		}
		if source.Scraper == nil {
			add("the scraper is nil")
		}
		if len(source.Hosts) == 0 {
			add("it has no hosts")
		}
		for _, name := range source.Hosts {
			host := netguard.HostOf("https://" + name)
			if !isHost(host) || strings.ContainsAny(name, "/?#@") || hasPort(name) {
				add("%.80q is not a host: give each name or IP address of the source, without a port; there are no wildcards", name)
			} else if hosts[host] {
				add("host %.80q is listed twice", name)
			}
			hosts[host] = true
		}
		names[source.Name] = true
	}
	return errors.Join(wrong...)
}

// isHost reports whether a result of [netguard.HostOf] is an address or a name. Underscores are not
// allowed in names, but common on home networks.
func isHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return host != "" && !slices.Contains(strings.Split(host, "."), "") && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == ""
}

func hasPort(host string) bool {
	u, err := url.Parse("https://" + host)
	return err != nil || u.Port() != "" || strings.HasSuffix(u.Host, ":")
}
