package netguard

import (
	"cmp"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxURL is the maximum length of a URL, in bytes.
const MaxURL = 2048

// ParseURL parses an absolute http or https URL of at most [MaxURL] bytes. It must have a host
// and a valid port, and no user or password. Whether the host may be dialed is checked when it
// is dialed. The error wraps [ErrForbidden].
func ParseURL(raw string) (*url.URL, error) {
	if len(raw) > MaxURL {
		return nil, fmt.Errorf("%w: longer than %d bytes", ErrForbidden, MaxURL)
	}
	if !utf8.ValidString(raw) {
		return nil, fmt.Errorf("%w: not UTF-8", ErrForbidden)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: not a URL", ErrForbidden) // the error of url.Parse quotes all of raw
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%w: neither http nor https", ErrForbidden)
	case u.Hostname() == "" || strings.Trim(u.Hostname(), ".") == "":
		return nil, fmt.Errorf("%w: no host", ErrForbidden)
	case isOddAddress(u.Hostname()):
		return nil, fmt.Errorf("%w: a number for a host", ErrForbidden)
	case u.User != nil:
		return nil, fmt.Errorf("%w: it names a user", ErrForbidden)
	}
	if !ValidPort(u) {
		return nil, fmt.Errorf("%w: invalid port", ErrForbidden)
	}
	return u, nil
}

// ValidPort reports whether the port of a URL is a number from 1 to 65535, or missing. Package url
// takes any digits for one.
func ValidPort(u *url.URL) bool {
	port := u.Port()
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// isOddAddress reports whether some resolvers interpret a host as an IPv4 address in an unusual
// form, such as 2130706433 or 0x7f.1. Valid names do not end in a number (WHATWG URL, section
// 3.5).
func isOddAddress(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil || strings.Contains(host, ":") {
		return false
	}
	host = canonicalHost(host)
	last := host[strings.LastIndexByte(host, '.')+1:]
	if rest, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(rest, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// SameURL reports whether two texts are the same, or two forms of one URL by RFC 3986, section
// 6.2.2 and 6.2.3: the case of the scheme and the host, the default port, an empty path, and
// the escapes of characters that need none do not count.
func SameURL(a, b string) bool {
	if a == b {
		return true
	}
	one, err := ParseURL(a)
	two, failed := ParseURL(b)
	return err == nil && failed == nil && formOf(one) == formOf(two)
}

// SamePage reports whether two URLs are two spellings of the address of one page: they are the same
// but for http or https, a www before the host, a slash at the end of the path, and a fragment. A
// fragment that is a path, as on sites that are one program, is part of the address.
func SamePage(a, b string) bool {
	one, err := ParseURL(a)
	two, failed := ParseURL(b)
	return err == nil && failed == nil && pageOf(one) == pageOf(two)
}

// pageOf returns what counts of a URL for [SamePage].
func pageOf(u *url.URL) string {
	host, fragment := strings.TrimPrefix(canonicalHost(u.Hostname()), "www."), u.EscapedFragment()
	if !strings.HasPrefix(fragment, "/") && !strings.HasPrefix(fragment, "!") {
		fragment = ""
	}
	return host + ":" + explicitPort(u) + unescaped(strings.TrimSuffix(u.EscapedPath(), "/")+"?"+u.RawQuery+"#"+fragment)
}

// formOf returns the normal form of a URL.
func formOf(u *url.URL) string {
	path := cmp.Or(u.EscapedPath(), "/")
	return u.Scheme + "://" + canonicalHost(u.Hostname()) + ":" + explicitPort(u) + unescaped(path+"?"+u.RawQuery+"#"+u.EscapedFragment())
}

// explicitPort returns the port of a URL, empty if it is the default one.
func explicitPort(u *url.URL) string {
	port := u.Port()
	if port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		return ""
	}
	return port
}

// unescaped returns a part of a URL in which only those characters are escaped that have to be,
// with upper-case digits.
func unescaped(part string) string {
	return escape.ReplaceAllStringFunc(part, func(code string) string {
		n, err := strconv.ParseUint(code[1:], 16, 8)
		if c := byte(n); err == nil && ('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0) {
			return string(rune(c))
		}
		return strings.ToUpper(code)
	})
}

var escape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
