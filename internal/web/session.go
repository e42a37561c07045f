package web

import (
	"context"
	"net/http"
	"net/url"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// sessions are the screens for signing in and out.
type sessions struct{ *ui.Kit }

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

func (v signInView) write(m *ui.Markup) {
	m.Add(`<div class="narrow">
		<h1>Sign in</h1>
	`)
	if v.Why != "" {
		m.Add(`<p>{}</p>`, v.Why)
	}
	m.Add(`
	`)
	if v.Text != "" {
		m.Add(`<label for="unsaved">Not saved; copy it before you go on</label>
			<textarea id="unsaved" rows="6" readonly>{}</textarea>`, v.Text)
	}
	m.Add(`
	`)
	if m.Session.Configured {
		v.writeForm(m)
	} else {
		m.Add(`<p>This installation has no admin token, so there is nothing to sign in to. Set <code>AUDITOR_ADMIN_TOKEN</code> and start the service again to protect it.</p>`)
	}
	m.Add(`
		</div>
	`)
}

func (v signInView) writeForm(m *ui.Markup) {
	m.Add(`<form method="post" action="{}/sign-in" class="stack">
		<input type="hidden" name="next" value="{}">
		<label for="token">Admin token</label>
		<input id="token" name="token" type="password" autocomplete="current-password" required maxlength="4096" autofocus{? aria-invalid="true" aria-describedby="bad"}>
	`, m.Base, v.Next, v.Bad != "")
	if v.Bad != "" {
		m.Add(`<p id="bad" class="wrong" role="alert">{}</p>`, v.Bad)
	}
	m.Add(`
		<button class="main">Sign in</button>
		<p class="hint">The token is the one that the service was started with, in <code>AUDITOR_ADMIN_TOKEN</code> or its file.</p>
		</form>`)
}

func (s sessions) get(_ context.Context, r ui.Request) (ui.Reply, error) {
	return s.Render(r, ui.Head{Title: "Sign in"}, signInView{Next: ui.Local(ui.Query(r, "next"), "/")}.write)
}

func (s sessions) signIn(_ context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	next := ui.Local(form.Get("next"), "/")
	if err := r.SignIn(form.Get("token")); err != nil {
		status, _ := r.Status(err)
		return s.Render(r, ui.Head{Title: "Sign in", Status: status}, signInView{Next: next, Bad: badToken(r, status, err)}.write)
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

func (v pairView) write(m *ui.Markup) {
	m.Add(`<div class="narrow"><h1>Pair this browser</h1>
		<p>This browser can then read here for 90 days without a token, but not change anything. To end that earlier, revoke it under Settings, Access. The address works once.</p>
		<form method="post" action="{}/pair" class="stack"><input type="hidden" name="code" value="{}">
		<div class="field"><label for="name">Name of this browser</label><input id="name" name="name" value="{}" required maxlength="100" autocomplete="off"{? aria-describedby="bad"}>`,
		m.Base, v.Code, v.Name, v.Bad != "")
	if v.Bad != "" {
		m.Add(`<p class="wrong" id="bad" role="alert">{}</p>`, v.Bad)
	}
	m.Add(`</div>
		<button>Pair</button></form></div>
	`)
}

func (s sessions) askPair(_ context.Context, r ui.Request) (ui.Reply, error) {
	return s.showPair(r, 0, pairView{Code: ui.Query(r, "code"), Name: "Phone"})
}

func (s sessions) showPair(r ui.Request, status int, view pairView) (ui.Reply, error) {
	reply, err := s.Render(r, ui.Head{Title: "Pair this browser", Status: status}, view.write)
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
