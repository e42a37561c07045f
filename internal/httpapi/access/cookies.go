package access

import "net/http"

// hostPrefix begins the names of cookies that a browser takes only over TLS, only for the root
// path and only from this very host, so that neither another host of the domain nor another
// port without TLS can set them (RFC 6265bis, section 4.1.3.2).
const hostPrefix = "__Host-"

// CookieName returns the name that a cookie has in the browser: with a prefix that protects it,
// if the cookie is for the root path and the request came over TLS.
func CookieName(name, path string, secure bool) string {
	if secure && path == "/" {
		return hostPrefix + name
	}
	return name
}

// Cookies returns the values of all cookies of a name that a request carries. Other services on
// the same host may have set some as well, so each is to be looked at; the size limit of
// headers bounds them.
func Cookies(r *http.Request, name string) (values []string) {
	if len(r.Header["Cookie"]) == 0 {
		return nil
	}
	for _, cookie := range r.CookiesNamed(name) {
		values = append(values, cookie.Value)
	}
	return values
}
