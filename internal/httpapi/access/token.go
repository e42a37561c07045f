package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
)

const (
	// TokenHeader carries the admin token, in the form net/http gives to names.
	TokenHeader = "X-Auditor-Admin-Token"
	// MaxToken is the longest admin token in bytes.
	MaxToken = 4 << 10
)

// Token is the admin token, the shared secret of privileged requests. It is compared
// as a digest, so that the time taken reveals nothing, not even the length. The zero
// Token is not configured.
type Token struct {
	Configured bool
	digest     [sha256.Size]byte
}

// NewToken returns the token with this text. An empty text configures none.
func NewToken(text string) Token { return Token{text != "", sha256.Sum256([]byte(text))} }

// Matches reports whether a text is the admin token.
func (t Token) Matches(text string) bool {
	if !t.Configured || len(text) > MaxToken {
		return false
	}
	digest := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(digest[:], t.digest[:]) == 1
}

// SentTokens returns the admin tokens in the headers of a request: those of
// TokenHeader, and those of Authorization whose scheme is Bearer (RFC 6750). Other
// schemes are for a proxy before the service. An empty token counts as not sent.
func SentTokens(h http.Header) (tokens []string) {
	for _, token := range h[TokenHeader] {
		if strings.TrimSpace(token) != "" {
			tokens = append(tokens, token)
		}
	}
	for _, credentials := range h["Authorization"] {
		scheme, token, _ := strings.Cut(strings.TrimSpace(credentials), " ")
		if token = strings.TrimSpace(token); strings.EqualFold(scheme, "Bearer") && token != "" {
			tokens = append(tokens, token)
		}
	}
	return tokens
}
