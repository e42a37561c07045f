package httpapi

import (
	"net/http"
	"slices"
	"time"
)

const (
	localeCookie = "svc_locale"
	localeLife   = 365 * 24 * time.Hour
	// firstLocale is the language of who has not chosen one.
	firstLocale = "en"
)

func locales() []string { return []string{firstLocale, "zh"} }

// locale answers "GET /api/locale". The language is the browser's alone: it is
// in a cookie, which pages may read, and nowhere else.
func (a *API) locale(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	answer := struct {
		Locale        string   `json:"locale"`
		ExplicitlySet bool     `json:"explicitlySet"`
		Supported     []string `json:"supported"`
	}{firstLocale, false, locales()}
	if cookie, err := r.Cookie(localeCookie); err == nil && slices.Contains(answer.Supported, cookie.Value) {
		answer.Locale, answer.ExplicitlySet = cookie.Value, true
	}
	return writeJSON(w, r, answer)
}

// setLocale answers "POST /api/locale".
func (a *API) setLocale(w http.ResponseWriter, r *request) error {
	var body struct {
		Locale any `json:"locale"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	locale, _ := body.Locale.(string)
	if !slices.Contains(locales(), locale) {
		return &requestError{
			status: http.StatusBadRequest, message: "Unsupported locale",
			more: map[string]any{"accepted": false, "locale": firstLocale, "supported": locales()},
		}
	}
	http.SetCookie(w, &http.Cookie{
		Name: localeCookie, Value: locale, Path: "/", MaxAge: int(localeLife / time.Second),
		Secure: a.secure(r.Request), SameSite: http.SameSiteLaxMode,
	})
	return writeJSON(w, r, struct {
		Accepted  bool     `json:"accepted"`
		Locale    string   `json:"locale"`
		Supported []string `json:"supported"`
	}{true, locale, locales()})
}
