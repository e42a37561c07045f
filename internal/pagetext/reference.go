package pagetext

import (
	"strings"

	"golang.org/x/net/html"
)

// unescapeAttribute replaces the character references in the value of an attribute. Other
// than in text, a name that merely begins with that of a character is none: "&region=2"
// is not "®ion=2" (HTML, section 13.2.5.73).
func unescapeAttribute(value string) string {
	text, rest, found := strings.Cut(value, "&")
	if !found {
		return value
	}
	var b strings.Builder
	for found {
		b.WriteString(text)
		name := strings.TrimPrefix(rest, "#")
		n := len(rest) - len(strings.TrimLeftFunc(name, alphanumeric))
		reference, complete := "&"+rest[:n], html.UnescapeString("&"+rest[:n]+";")
		switch {
		case strings.HasPrefix(rest[n:], ";") && (complete == ";" || !strings.HasSuffix(complete, ";")):
			b.WriteString(complete)
			n++
		case !strings.HasPrefix(rest[n:], "=") && html.UnescapeString(reference) == complete:
			b.WriteString(complete)
		case strings.HasPrefix(reference, "&#"):
			b.WriteString(html.UnescapeString(reference))
		default:
			b.WriteString(reference)
		}
		text, rest, found = strings.Cut(rest[n:], "&")
	}
	b.WriteString(text)
	return b.String()
}

func alphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}
