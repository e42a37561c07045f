package access

import (
	"net/http"

	"github.com/privacylabels/auditor/httpapi/readtoken"
)

// pairedCookie is the name of the cookie that carries the session of a paired browser.
const pairedCookie = "svc_read_token"

// maxPaired is how many such cookies of a request are looked up: other services on the
// same host may set some as well.
const maxPaired = 4

// PairedSecrets returns the secrets of paired browsers that a request carries.
func PairedSecrets(r *http.Request) (secrets []string) {
	if len(r.Header["Cookie"]) == 0 {
		return nil
	}
	for _, cookie := range r.CookiesNamed(pairedCookie) {
		if readtoken.IsSecret(cookie.Value) && len(secrets) < maxPaired {
			secrets = append(secrets, cookie.Value)
		}
	}
	return secrets
}

// PairedCookie returns the cookie that carries the session of a paired browser for some
// seconds.
func PairedCookie(secret string, secure bool, seconds int) *http.Cookie {
	return &http.Cookie{
		Name: pairedCookie, Value: secret, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}
