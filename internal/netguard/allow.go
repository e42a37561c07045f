package netguard

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Use is what requests to an allowed destination are for. The zero value is none of those that
// an entry can name, so only entries for all uses apply.
type Use string

// The uses that an entry can name.
const (
	Models   Use = "models"   // language models
	Notify   Use = "notify"   // webhooks, mail servers and other destinations of messages
	Policies Use = "policies" // pages with privacy policies
)

// AllowedFor returns the destinations for a use, in the form for [WithAllowed]. An entry is a
// destination, or a use, "=" and a destination. One without a use is for all of them.
func AllowedFor(use Use, entries []string) []string {
	var allowed []string
	for _, entry := range entries {
		if of, destination := cutUse(entry); of == "" || of == use {
			allowed = append(allowed, destination)
		}
	}
	return allowed
}

// CheckAllowed joins the errors of the entries that [AllowedFor] or [WithAllowed] would not
// understand.
func CheckAllowed(entries []string) error {
	var errs []error
	for _, entry := range entries {
		use, destination := cutUse(entry)
		if use != "" && !slices.Contains([]Use{Models, Notify, Policies}, use) {
			errs = append(errs, fmt.Errorf("allowed destination %.80q: the use before = is not one of models, notify, policies", entry))
			continue
		}
		_, err := New(WithAllowed(destination))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// cutUse splits an entry. Its use is "" if it is for all.
func cutUse(entry string) (use Use, destination string) {
	before, after, found := strings.Cut(entry, "=")
	if !found {
		return "", strings.TrimSpace(entry)
	}
	name := strings.ToLower(strings.TrimSpace(before))
	if name == "" {
		name = "=" // not for all
	}
	return Use(name), strings.TrimSpace(after)
}

// network is an allowed network.
type network struct {
	prefix netip.Prefix
	port   uint16 // 0: any
}

// name is an allowed host name, in canonical form.
type name struct {
	host string
	port uint16 // 0: any
}

// allowsName reports whether a host, in canonical form, is allowed by its name.
func (g *Guard) allowsName(host, port string) bool {
	return g.names[name{host, 0}] || g.names[name{host, parsePort(port)}]
}

// allowsAddress reports whether an address is in an allowed network.
func (g *Guard) allowsAddress(at netip.AddrPort) bool {
	return slices.ContainsFunc(g.networks, func(n network) bool {
		return (n.port == 0 || n.port == at.Port()) && n.prefix.Contains(at.Addr().Unmap())
	})
}

// allow adds a destination: a network, an address or a host name, each with or without a port.
func (g *Guard) allow(entry string) error {
	destination, port, err := cutPort(entry)
	if err != nil {
		return fmt.Errorf("allowed destination %.80q: %w", entry, err)
	}
	if p, err := netip.ParsePrefix(destination); err == nil {
		// Such a prefix would not contain the plain IPv4 addresses.
		if p.Addr().Is4In6() {
			return fmt.Errorf("allowed network %.80q: write it as IPv4", entry)
		}
		g.networks = append(g.networks, network{p.Masked(), port})
		return nil
	}
	if a, err := netip.ParseAddr(destination); err == nil {
		if strings.Contains(a.Zone(), "/") { // it is meant for a network, and would be one address
			return fmt.Errorf("allowed network %.80q: write it without a zone", entry)
		}
		a = a.WithZone("").Unmap()
		g.networks = append(g.networks, network{netip.PrefixFrom(a, a.BitLen()), port})
		return nil
	}
	if !isHostName(destination) {
		return fmt.Errorf("allowed destination %.80q is neither a network, an address nor a host name", entry)
	}
	g.names[name{canonicalHost(destination), port}] = true
	return nil
}

// cutPort splits the port from a destination. It is 0 if there is none. An IPv6 address with a
// port is in brackets, as in a URL; a network may be, and needs none, because its port follows
// its length.
func cutPort(entry string) (destination string, port uint16, err error) {
	rest := ""
	if inside, bracketed := strings.CutPrefix(entry, "["); bracketed {
		destination, rest, bracketed = strings.Cut(inside, "]")
		if !bracketed || !strings.Contains(destination, ":") || !strings.HasPrefix(rest, ":") {
			return "", 0, errors.New("brackets are for an IPv6 address with a port, such as [::1]:8080")
		}
	} else {
		colon := strings.LastIndexByte(entry, ':')
		slash := strings.LastIndexByte(entry, '/')
		if colon <= slash || slash < 0 && strings.Count(entry, ":") > 1 {
			return entry, 0, nil
		}
		destination, rest = entry[:colon], entry[colon:]
	}
	if port = parsePort(rest[1:]); port == 0 {
		return "", 0, errors.New("the port is not a number from 1 to 65535")
	}
	return destination, port, nil
}

// parsePort returns the number of a port, or 0 if the text is none.
func parsePort(text string) uint16 {
	number, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0
	}
	return uint16(number)
}
