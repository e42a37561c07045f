package httpapi_test

import (
	"net/http"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// setup is a configuration under which every route is asked with every credential.
type setup struct {
	name           string
	token, exposed bool
}

// credential is what a request may have, and what follows from it.
type credential struct {
	name    string
	options func(session string) []option

	right  bool // it has the admin token or a session
	header bool // it has the admin token in a header, which also stands for the Origin
	origin bool // it has the Origin of the service
	host   bool // it has a host name that is not allowed
}

func credentials() []credential {
	bearer := func(value string) option { return header("Authorization", "Bearer "+value) }
	only := func(options ...option) func(string) []option { return func(string) []option { return options } }
	return []credential{
		{name: "none", options: only(sameOrigin), origin: true},
		{name: "no origin", options: only()},
		{name: "another origin", options: only(foreign)},
		{name: "wrong token", options: only(sameOrigin, wrongToken), origin: true},
		{name: "wrong bearer without origin", options: only(bearer("wrong"))},
		{name: "wrong session", options: only(sameOrigin, cookie("wrong")), origin: true},
		{name: "token", options: only(sameOrigin, withHeader), right: true, header: true, origin: true},
		{name: "token from another origin", options: only(foreign, withHeader), right: true, header: true},
		{name: "bearer without origin", options: only(bearer(token)), right: true, header: true},
		{name: "session", options: func(s string) []option { return []option{sameOrigin, cookie(s)} }, right: true, origin: true},
		{name: "session without origin", options: func(s string) []option { return []option{cookie(s)} }, right: true, origin: true},
		{name: "session from another origin", options: func(s string) []option { return []option{foreign, cookie(s)} }, right: true},
		{name: "token under another host", options: only(hostHeader("evil.example"), withHeader), right: true, header: true, host: true},
	}
}

// wantAnswer is the rule that the guards follow: status and text of the error of an answer,
// http.StatusOK if the request reaches its handler.
func wantAnswer(s setup, row httpapi.Row, c credential) (status int, text string) {
	right := c.right && s.token
	changes := row.Method != "GET"
	switch {
	case c.host:
		return http.StatusBadRequest, "Host not allowed"
	case changes && !c.origin && !(c.header && s.token):
		return http.StatusForbidden, "Cross-origin mutation rejected"
	case right:
		return http.StatusOK, ""
	case row.Token == "C" && !s.token && !s.exposed:
		return http.StatusForbidden, ""
	case row.Token != "" && s.token, row.Token == "R" && s.exposed:
		return http.StatusUnauthorized, tokenRequired
	case s.exposed && (row.Token == "C" || changes || gatedRead(row.Path)):
		return http.StatusUnauthorized, tokenExposed
	}
	return http.StatusOK, ""
}

// Each route of each group answers each credential by one rule, however the service is
// configured.
func TestEveryRouteWithEveryCredential(t *testing.T) {
	t.Parallel()
	for _, s := range []setup{{name: "local"}, {name: "local with token", token: true}, {name: "exposed", exposed: true}, {name: "exposed with token", token: true, exposed: true}} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			a := newStubbed(t, func(cfg *httpapi.Config) {
				cfg.NetworkExposed, cfg.NewLimiter = s.exposed, unlimited
				if s.token {
					cfg.AdminToken = token
				}
			})
			session := "none"
			if s.token {
				session = a.login()
			}

			for i, row := range httpapi.Rows() {
				if row.Group == "auth" {
					continue
				}
				for j, c := range credentials() {
					if c.name == "session without origin" && !s.token {
						continue // it is no session, so the origin is missing
					}
					status, text := wantAnswer(s, row, c)
					options := append(c.options(session), nthPeer(i*20+j))
					got := a.do(row.Method, row.Path, options...)
					if got.Code != status {
						t.Errorf("%s %s, %s: status %d, want %d", row.Method, row.Path, c.name, got.Code, status)
						continue
					}
					if text != "" {
						got.error(status, text)
					}
					if row.Method == "GET" {
						a.do("HEAD", row.Path, options...).status(status)
					}
				}
			}
		})
	}
	if n := len(httpapi.Rows()); n < 100 {
		t.Errorf("only %d routes", n)
	}
}
