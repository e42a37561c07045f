package settings

import (
	"encoding/json"
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// maxAddress is the maximum length of a URL, in bytes.
const maxAddress = 512

var errAddress = errors.New("must be an http or https address of at most 512 characters, without user")

var errPort = errors.New("has a port that is not a number from 1 to 65535")

// address is the kind of the base URL of a service, or empty. Whether the URL may be called is
// checked at the time of the call.
func address() kind {
	return kind{
		Values: Values{Form: TextForm},
		read: func(sent json.RawMessage, _ storage.Time) (string, error) {
			line, ok := asText(sent)
			if line = strings.TrimSpace(line); ok && line == "" {
				return "", nil
			}
			return normal(line)
		},
		show: func(kept string) any { return kept },
	}
}

// webhook is the kind of a URL that is secret itself. Only its mask is shown.
func webhook() kind {
	k := address()
	k.secret = true
	read := k.read
	k.read = func(sent json.RawMessage, now storage.Time) (string, error) {
		if line, ok := asText(sent); ok && maybeMask(line) {
			return line, nil // may be the mask, see unchanged
		}
		return read(sent, now)
	}
	k.show = func(kept string) any { return Mask(kept) }
	k.unchanged = func(text, kept string) (bool, error) {
		switch {
		case text == stays, text == unmaskable, kept != "" && text == Mask(kept):
			return true, nil
		case strings.Contains(text, hidden):
			return false, errors.New("is a mask, but not the one of the address that is set")
		}
		return false, nil
	}
	return k
}

// normal returns the form in which a URL is stored.
func normal(line string) (string, error) {
	u, err := url.Parse(line)
	if err != nil || len(line) > maxAddress {
		return "", errAddress
	}
	name := strings.ToLower(u.Hostname())
	if u.Scheme != "http" && u.Scheme != "https" || strings.Trim(name, ".") == "" || u.User != nil {
		return "", errAddress
	}
	if !netguard.ValidPort(u) {
		return "", errPort
	}
	// Metadata services of clouds have such addresses.
	if ip, err := netip.ParseAddr(name); err == nil && ip.Unmap().IsLinkLocalUnicast() {
		return "", errors.New("must not be a link-local address")
	}
	u.Host = strings.ToLower(u.Host)
	if u.Path == "" {
		u.Path = "/"
	}
	if line = u.String(); len(line) > maxAddress {
		return "", errAddress
	}
	return line, nil
}

const (
	hidden     = "***"        // replaces a secret in a mask
	unmaskable = "configured" // the mask of an invalid URL
)

// maybeMask reports whether a text has the form of a mask, which a change that leaves the URL as
// it is sends back.
func maybeMask(text string) bool {
	return text == stays || text == unmaskable || strings.Contains(text, hidden)
}

// Mask returns the URL of a webhook without its secret: the origin and, if the path has several
// parts, at most the first one.
func Mask(kept string) string {
	if kept == "" {
		return ""
	}
	u, err := url.Parse(kept)
	if err != nil || u.Host == "" {
		return unmaskable
	}
	origin := u.Scheme + "://" + u.Host + "/"
	path := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	first := func(part string) string { return string([]rune(part)[:1]) }
	switch {
	case len(path) == 0:
		return origin + hidden
	case u.Hostname() == "hooks.slack.com" && len(path) >= 4 && path[0] == "services":
		return origin + "services/" + first(path[1]) + hidden + "/" + first(path[2]) + hidden + "/" + hidden
	case len(path) > 1 && plainWord.MatchString(path[0]): // a path of one part may be the secret
		return origin + path[0] + "/" + hidden
	}
	return origin + hidden
}

// plainWord matches a part of a path that is too simple to be a secret.
var plainWord = regexp.MustCompile(`^[a-z][a-z0-9._-]{0,24}$`)
