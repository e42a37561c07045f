package access

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxUser is the longest name of a user in bytes.
const maxUser = 256

// Proxies are the proxies that may name the user of a request, in a header. The zero
// Proxies are none.
type Proxies struct {
	header   string // in the form net/http gives to names; empty: none
	networks []netip.Prefix
	admins   []string
	all      bool // every user is an admin
}

// NewProxies returns the proxies of these networks, which name users in a header, and the
// names of the users who may do everything; "*" stands for all.
func NewProxies(header string, networks []netip.Prefix, admins []string) Proxies {
	return Proxies{http.CanonicalHeaderKey(header), networks, admins, slices.Contains(admins, "*")}
}

// ValidUserHeader reports whether a header can name the user: one that has another meaning
// to this service, to HTTP, or to the browsers that send it, cannot.
func ValidUserHeader(name string) bool {
	if name == "" || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return false
	}
	name = http.CanonicalHeaderKey(name)
	switch name {
	case TokenHeader, "Authorization", "Cache-Control", "Connection", "Content-Length", "Content-Type", "Cookie", "Date", "Expect", "Forwarded", "Host",
		"Keep-Alive", "Origin", "Pragma", "Priority", "Range", "Referer", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Upgrade-Insecure-Requests",
		"User-Agent", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix", "X-Forwarded-Proto", "X-Requested-With":
		return false
	}
	for _, prefix := range []string{"Accept", "If-", "Proxy-", "Sec-"} {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}

// Sent reports whether a request has the header, in whatever form.
func (p Proxies) Sent(h http.Header) bool {
	if p.header == "" {
		return false
	}
	for name := range h {
		if p.alike(name) {
			return true
		}
	}
	return false
}

// alike reports whether a name is that of the header to software that takes "_" for "-".
func (p Proxies) alike(name string) bool {
	return len(name) == len(p.header) && strings.EqualFold(strings.ReplaceAll(name, "_", "-"), p.header)
}

// User returns the user whom a trusted proxy names, or nothing: for a request from another
// address, with several names, or with a name that no log should have.
func (p Proxies) User(r *http.Request) string {
	lines := r.Header[p.header]
	if len(lines) != 1 {
		return ""
	}
	name := strings.Trim(lines[0], " \t") // the space of HTTP alone: any other is a part of the name
	if name == "" || len(name) > maxUser || !utf8.ValidString(name) || strings.ContainsFunc(name, misleads) {
		return ""
	}
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	addr := at.Addr().Unmap().WithZone("")
	if !slices.ContainsFunc(p.networks, func(n netip.Prefix) bool { return n.Contains(addr) }) {
		return ""
	}
	return name
}

// misleads reports whether a character could make a name look like that of another user. A comma may join the names of
// two lines, of which one is the client's.
func misleads(c rune) bool {
	return c == ',' || unicode.IsControl(c) || unicode.IsSpace(c) && c != ' ' || unicode.Is(unicode.Bidi_Control, c)
}

// Without returns the request without the header in any form.
func (p Proxies) Without(r *http.Request) *http.Request {
	plain := *r
	plain.Header = r.Header.Clone()
	for name := range plain.Header {
		if p.alike(name) {
			delete(plain.Header, name)
		}
	}
	return &plain
}

// Admin reports whether a user may do everything. The empty name is no user.
func (p Proxies) Admin(user string) bool {
	return user != "" && (p.all || slices.Contains(p.admins, user))
}
