package health

import (
	"regexp"
	"strings"
)

// hidden stands for what is not shown.
const hidden = "***"

// What a text may hold that is not for everybody who reads it.
var (
	user       = regexp.MustCompile(`(?i)\b([a-z][a-z0-9+.-]*://)[^\s/?#"'<>]*@`)
	address    = regexp.MustCompile(`(?i)\b([a-z][a-z0-9+.-]*://[^\s/?#"'<>]*)[/?#][^\s"'<>]*`)
	credential = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[a-z0-9._~+/=-]+`)
	assignment = regexp.MustCompile(`(?i)([a-z0-9_-]*(?:token|secret|passw|api[_-]?key|authorization|cookie)[a-z0-9_-]*["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s,;&]+)`)
	keyLike    = regexp.MustCompile(`\b(whsec|sk|pk|ghp|gho|xox[a-z])[-_][A-Za-z0-9+/=_-]{6,}`)
	home       = regexp.MustCompile(`(?i)(?:/home/|/users/|\b[a-z]:\\users\\)[^/\\\s"':;,]+|/root\b`)
)

// Mask returns a text without what is not for everybody: of addresses the origin
// is left, of the folders of users a tilde, and of what looks like a key nothing.
// The secrets given are hidden wherever they stand.
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

// secretName says whether a thing of this name, or in such a group, is a secret,
// whatever it is.
func secretName(name string) bool {
	return assignment.MatchString(strings.ReplaceAll(name, ".", "-") + "=x")
}
