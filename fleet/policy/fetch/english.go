package fetch

import (
	"net/url"
	"slices"
	"strings"
)

// languages returns the codes that mean a language in URLs. Codes that more often
// mean something else there, such as uk and ca, are not among them.
func languages() []string {
	return strings.Fields(`ar bg bn cs da de el es et fa fi fil fr he hi hr hu it ja ko lt lv ms nb nl nn no pl pt ro ru sk sl sr sv th tr vi zh`)
}

// englishURL returns the URL at which a policy may be in English, or nil if that is u:
// policies are easier to compare, and to summarize, in one language for all apps.
func englishURL(u *url.URL) *url.URL {
	at := *u
	at.Path, at.RawPath = englishPath(u)
	at.RawQuery = englishQuery(u.RawQuery)
	if isGoogle(u.Hostname()) {
		at = englishGoogleURL(at)
	}
	if at.String() == u.String() {
		return nil
	}
	return &at
}

// englishPath returns the path of a URL with languages replaced, plain and escaped.
func englishPath(u *url.URL) (plain, escaped string) {
	parts := strings.Split(u.EscapedPath(), "/")
	for i, part := range parts {
		if isLanguage(part) {
			parts[i] = "en"
		}
	}
	escaped = strings.Join(parts, "/")
	plain, err := url.PathUnescape(escaped)
	if err != nil {
		return u.Path, u.RawPath
	}
	return plain, escaped
}

// englishQuery returns a query with languages replaced, otherwise unchanged.
func englishQuery(query string) string {
	parts := strings.Split(query, "&")
	for i, part := range parts {
		name, value, _ := strings.Cut(part, "=")
		if slices.Contains([]string{"lang", "language", "locale", "hl", "l"}, strings.ToLower(name)) && isLanguage(value) {
			parts[i] = name + "=en"
		}
	}
	return strings.Join(parts, "&")
}

// isLanguage reports whether a part of a URL is the code of a language other than
// English, with or without a region or script after it.
func isLanguage(part string) bool {
	code, region, found := strings.Cut(strings.ReplaceAll(strings.ToLower(part), "_", "-"), "-")
	switch {
	case found && (len(region) < 2 || len(region) > 4 || strings.Trim(region, "abcdefghijklmnopqrstuvwxyz0123456789") != ""):
		return false
	case found && slices.Contains([]string{"id", "uk", "ca", "is", "in"}, code): // with a region it is a language: id-ID
		return true
	}
	return slices.Contains(languages(), code)
}

// isGoogle reports whether a host is Google's.
func isGoogle(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	for _, part := range []string{"google.com", "youtube.com"} {
		if host == part || strings.HasSuffix(host, "."+part) {
			return true
		}
	}
	return false
}

// englishGoogleURL returns the URL of a page of Google for readers in the United States. An
// editable document is exported as text.
func englishGoogleURL(at url.URL) url.URL {
	parts := strings.Split(strings.TrimPrefix(at.Path, "/"), "/")
	switch host := strings.ToLower(at.Hostname()); {
	case host == "docs.google.com" && len(parts) >= 3 && parts[0] == "document" && parts[1] == "d" && parts[2] != "e":
		at.Path, at.RawQuery, at.Fragment = "/document/d/"+parts[2]+"/export", "format=txt", ""
		return at
	case host == "drive.google.com" && len(parts) >= 3 && parts[0] == "file" && parts[1] == "d":
		at.Path, at.RawQuery, at.Fragment = "/uc", "export=download&id="+url.QueryEscape(parts[2]), ""
		return at
	}
	var kept []string
	for part := range strings.SplitSeq(at.RawQuery, "&") {
		if name, _, _ := strings.Cut(part, "="); part != "" && name != "hl" && name != "gl" {
			kept = append(kept, part)
		}
	}
	at.RawQuery = strings.Join(append(kept, "hl=en", "gl=us"), "&")
	return at
}

// consentTarget returns the page behind a consent page of Google, and nil for any other
// URL.
func consentTarget(u *url.URL) *url.URL {
	if host := strings.ToLower(u.Hostname()); !strings.HasPrefix(host, "consent.") || !isGoogle(host) {
		return nil
	}
	back, err := url.Parse(u.Query().Get("continue"))
	if err != nil || !isGoogle(back.Hostname()) {
		return nil
	}
	return back
}
