package health

import (
	"regexp"
	"strings"
)

// hidden replaces masked text.
const hidden = "***"

// Private parts of a text.
var (
	user       = regexp.MustCompile(`(?i)\b([a-z][a-z0-9+.-]*://)[^\s/?#"'<>]*@`)
	address    = regexp.MustCompile(`(?i)\b([a-z][a-z0-9+.-]*://[^\s/?#"'<>]*)[/?#][^\s"'<>]*`)
	credential = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[a-z0-9._~+/=-]+`)
	assignment = regexp.MustCompile(`(?i)([a-z0-9_-]*(?:token|secret|passw|api[_-]?key|authorization|cookie)[a-z0-9_-]*["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&]+)`)
	keyLike    = regexp.MustCompile(`\b(whsec|sk|pk|ghp|gho|xox[a-z])[-_][A-Za-z0-9+/=_-]{6,}`)
	home       = regexp.MustCompile(`(?i)(?:/home/|/users/|\b[a-z]:\\users\\)[^/\\\s"':;,]+|/root\b`)
)

// Mask returns a text without private parts: URLs keep only their origin, home folders
// become a tilde, and keys and the given secrets are hidden.
func Mask(text string, secrets ...string) string {
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, hidden)
		}
	}
	text = user.ReplaceAllString(text, "${1}")
	text = address.ReplaceAllString(text, "${1}/"+hidden)
	text = credential.ReplaceAllString(text, "${1} "+hidden)
	text = assignment.ReplaceAllString(text, "${1}"+hidden)
	text = keyLike.ReplaceAllString(text, hidden)
	return home.ReplaceAllString(text, "~")
}

// secretName reports whether an attribute with this name, or in a group with it, is a
// secret, whatever its value.
func secretName(name string) bool {
	return assignment.MatchString(strings.ReplaceAll(name, ".", "-") + "=x")
}
