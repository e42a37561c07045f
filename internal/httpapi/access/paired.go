package access

import (
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/readtoken"
)

// pairedCookie is the name of the cookie that carries the session of a paired browser, see
// [CookieName].
const pairedCookie = "svc_read_token"

// PairedSecrets returns the distinct secrets of paired browsers that a request carries, those
// in cookies that only this host can set first. The other ones are from requests without TLS.
func PairedSecrets(r *http.Request) (secrets []string) {
	seen := make(map[string]bool)
	for _, value := range slices.Concat(Cookies(r, hostPrefix+pairedCookie), Cookies(r, pairedCookie)) {
		if readtoken.IsSecret(value) && !seen[value] {
			seen[value] = true
			secrets = append(secrets, value)
		}
	}
	return secrets
}

// PairedCookie returns the cookie that carries the session of a paired browser for some
// seconds.
func PairedCookie(secret string, secure bool, seconds int) *http.Cookie {
	return &http.Cookie{
		Name: CookieName(pairedCookie, "/", secure), Value: secret, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}
