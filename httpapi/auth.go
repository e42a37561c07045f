package httpapi

import (
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/internal/audit"
)

// okAnswer is the answer of a route that has nothing to tell.
type okAnswer struct {
	OK bool `json:"ok"`
}

// login begins an admin session. Its order is its own: whether there is a
// token at all comes before the body.
func (a *API) login(w http.ResponseWriter, r *request) error {
	text, err := r.bytes() // too long is too long, whatever comes of it
	if err != nil {
		return err
	}
	if !a.token.configured {
		return errNotConfigured
	}
	var body struct {
		Token *string `json:"token"`
	}
	if err := decodeObject(text, &body); err != nil {
		return err
	}
	if body.Token == nil || strings.TrimSpace(*body.Token) == "" {
		return badRequest("token is missing")
	}
	right := a.token.matches(strings.TrimSpace(*body.Token))
	if err := a.judge(r, right, "invalid"); err != nil {
		return err
	}
	if !right {
		return errWrongToken
	}
	value, err := a.sessions.open()
	if err != nil {
		return err
	}
	a.audits.Add(audit.Line{Actor: a.actor(r.Request), Action: "admin_token.login", Success: true})
	http.SetCookie(w, a.newSessionCookie(r, value))
	return writeJSON(w, r, okAnswer{true})
}

// logout ends the sessions that the request carries.
func (a *API) logout(w http.ResponseWriter, r *request) error {
	if err := r.skipBody(); err != nil {
		return err
	}
	if a.token.configured {
		found, _ := a.sessions.find(r.Request)
		ended, err := a.sessions.end(r.Context(), found)
		if err != nil {
			return err
		}
		if ended > 0 { // anybody may log out of nothing
			a.audits.Add(audit.Line{Actor: a.actor(r.Request), Action: "admin_token.logout", Success: true})
		}
	}
	http.SetCookie(w, a.newSessionCookie(r, ""))
	return writeJSON(w, r, okAnswer{true})
}

// tokenStatusAnswer never holds the token.
type tokenStatusAnswer struct {
	Configured bool `json:"configured"`
	Unlocked   bool `json:"unlocked"`
}

func (a *API) tokenStatus(w http.ResponseWriter, r *request) error {
	unlocked, err := a.unlocked(r)
	if err != nil {
		return err
	}
	return writeJSON(w, r, tokenStatusAnswer{a.token.configured, unlocked})
}
