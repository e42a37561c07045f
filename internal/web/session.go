package web

import (
	"context"
	"embed"
	"net/http"
	"net/url"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

//go:embed templates
var templates embed.FS

// sessions are the screens for signing in and out.
type sessions struct{ form, pair *ui.Template }

func newSessions(kit *ui.Kit) sessions {
	form := kit.Template(templates, "templates/signin.html")
	pair := kit.Template(templates, "templates/pair.html")
	return sessions{form, pair}
}

func (s sessions) screens() []ui.Screen {
	return []ui.Screen{
		{Route: "GET /sign-in", Query: []string{"next"}, Serve: s.get},
		{Route: "POST /sign-in", Fields: []string{"next", "token"}, As: "POST /api/auth/admin-token/login", Serve: ui.Form(s.signIn)},
		{Route: "GET " + ui.PairPath, Query: []string{"code"}, Serve: s.askPair},
		{Route: "POST " + ui.PairPath, Fields: []string{"code", "name"}, Serve: ui.Form(s.pairBrowser)},
		{Route: "POST /sign-out", As: "POST /api/auth/admin-token/logout", Serve: s.signOut},
	}
}

// signInView is the form for the admin token.
type signInView struct {
	Next string         // the path to come back to
	Why  language.Words // why the form is shown; empty: the user opened it
	Bad  language.Words // why the last token was refused
	Text string         // what the user wrote into a form that needs the token, to copy it
}

func (s sessions) get(_ context.Context, r ui.Request) (ui.Reply, error) {
	return s.form.Render(r, ui.Head{Title: "Sign in"}, signInView{Next: ui.Local(ui.Query(r, "next"), "/")})
}

func (s sessions) signIn(_ context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	next := ui.Local(form.Get("next"), "/")
	if err := r.SignIn(form.Get("token")); err != nil {
		status, _ := r.Status(err)
		return s.form.Render(r, ui.Head{Title: "Sign in", Status: status}, signInView{Next: next, Bad: badToken(r, status, err)})
	}
	return ui.SeeOther(r, next, ui.Flash{Text: "You are signed in for eight hours."}), nil
}

// badToken explains why a token was refused.
func badToken(r ui.Request, status int, err error) language.Words {
	switch status {
	case http.StatusUnauthorized:
		return "This is not the admin token."
	case http.StatusTooManyRequests:
		return "Too many attempts. Wait a few minutes and try again."
	}
	return ui.Why(r, err) + "."
}

func (s sessions) signOut(ctx context.Context, r ui.Request) (ui.Reply, error) {
	if err := r.SignOut(ctx); err != nil {
		return ui.Reply{}, err
	}
	return ui.SeeOther(r, "/", ui.Flash{Text: "You are signed out."}), nil
}

// pairView is the form that pairs a browser. Opening it does not use up the code, because
// programs that show previews of links open it, too.
type pairView struct {
	Code string
	Name string
	Bad  language.Words // why the code was refused
}

func (s sessions) askPair(_ context.Context, r ui.Request) (ui.Reply, error) {
	return s.showPair(r, 0, pairView{Code: ui.Query(r, "code"), Name: "Phone"})
}

func (s sessions) showPair(r ui.Request, status int, view pairView) (ui.Reply, error) {
	reply, err := s.pair.Render(r, ui.Head{Title: "Pair this browser", Status: status}, view)
	reply.Secret = true
	return reply, err
}

func (s sessions) pairBrowser(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	if err := r.Pair(ctx, form.Get("code"), form.Get("name")); err != nil {
		status, _ := r.Status(err)
		if status == http.StatusTooManyRequests {
			return ui.Reply{}, err // its screen says how long to wait
		}
		return s.showPair(r, status, pairView{Code: form.Get("code"), Name: form.Get("name"), Bad: ui.Why(r, err) + "."})
	}
	return ui.SeeOther(r, "/", ui.Flash{Text: "This browser is paired: it may read everything here."}), nil
}
