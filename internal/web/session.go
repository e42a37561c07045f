package web

import (
	"context"
	"embed"
	"net/http"

	"github.com/privacylabels/auditor/internal/web/ui"
)

//go:embed templates
var templates embed.FS

// sessions are the screens for signing in and out.
type sessions struct{ form *ui.Template }

func newSessions(kit *ui.Kit) (sessions, error) {
	form, err := kit.Template(templates, "templates/signin.html")
	return sessions{form}, err
}

func (s sessions) screens() []ui.Screen {
	return []ui.Screen{
		{Route: "GET /sign-in", Serve: s.get},
		{Route: "POST /sign-in", As: "POST /api/auth/admin-token/login", Serve: s.signIn},
		{Route: "POST /sign-out", As: "POST /api/auth/admin-token/logout", Serve: s.signOut},
	}
}

// signInView is the form for the admin token.
type signInView struct {
	Next string // the path to come back to
	Why  string // why the form is shown; empty: it was asked for
	Bad  string // why the last token was refused
}

func (s sessions) get(_ context.Context, r ui.Request) (ui.Reply, error) {
	return s.form.Render(r, ui.Head{Title: "Sign in"}, signInView{Next: ui.Local(ui.Query(r, "next"), "/")})
}

func (s sessions) signIn(_ context.Context, r ui.Request) (ui.Reply, error) {
	form, err := r.Form()
	if err != nil {
		return ui.Reply{}, err
	}
	next := ui.Local(form.Get("next"), "/")
	if err := r.SignIn(form.Get("token")); err != nil {
		status, sentence := r.Status(err)
		return s.form.Render(r, ui.Head{Title: "Sign in", Status: status}, signInView{Next: next, Bad: badToken(status, sentence)})
	}
	return ui.SeeOther(r, next, ui.Flash{Text: "You are signed in for eight hours."}), nil
}

// badToken explains why a token was refused.
func badToken(status int, sentence string) string {
	switch status {
	case http.StatusUnauthorized:
		return "This is not the admin token."
	case http.StatusTooManyRequests:
		return "Too many attempts. Wait a few minutes and try again."
	}
	return sentence + "."
}

func (s sessions) signOut(ctx context.Context, r ui.Request) (ui.Reply, error) {
	if err := r.SignOut(ctx); err != nil {
		return ui.Reply{}, err
	}
	return ui.SeeOther(r, "/", ui.Flash{Text: "You are signed out."}), nil
}
