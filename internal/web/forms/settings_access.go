package forms

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"rsc.io/qr"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	accessPath   = "/settings/access"
	listTokens   = "GET /api/read-tokens"
	createTokens = "POST /api/read-tokens"
	revokeTokens = "DELETE /api/read-tokens/{id}"
)

// accessPage is the screen of who may change something here, and who may read.
type accessPage struct{ *ui.Kit }

func newAccess(kit *ui.Kit) []ui.Screen {
	s := accessPage{kit}
	return []ui.Screen{
		// Not as the status of the token, which is also for browsers that may not read.
		{Route: "GET " + accessPath, As: "GET /api/settings", Serve: s.get},
		{Route: "POST " + accessPath + "/tokens", Fields: []string{"name", "expires"}, As: createTokens, Once: true, Serve: ui.Form(s.create)},
		{Route: "GET " + accessPath + "/tokens/{id}/revoke", As: revokeTokens, Serve: s.askRevoke},
		{Route: "POST " + accessPath + "/tokens/{id}/revoke", As: revokeTokens, Serve: s.revoke},
		{Route: "POST " + accessPath + "/pair", As: createTokens, Serve: s.pair},
	}
}

type accessView struct {
	Tokens  []tokenRow
	Shown   bool // the tokens may be listed
	Name    string
	Expires string         // the last day, as it was entered
	Wrong   language.Words // why no token was created
	Secret  string         // of the token that was created just now
	Pair    *pairing

	WrongExpires language.Words // the same, because of the last day
}

func (v accessView) write(m *ui.Markup) {
	writeSections(m, "access")
	writeSession(m)
	if v.Secret != "" {
		m.Add(`<section aria-labelledby="secret-title"><h2 id="secret-title">The new read token</h2>
			<p>Copy it now. It is not shown again.</p><p><code>{}</code></p>
			<p class="hint">A program sends it as <code>Authorization: Bearer</code> and the token. A feed reader, or Prometheus,
			that cannot send headers has it in the address: <code>/api/feeds/atom?token=…</code></p></section>
			`, v.Secret)
	}
	if v.Pair != nil {
		v.Pair.write(m)
	}
	if v.Shown {
		v.writeTokens(m)
		v.writeForm(m)
		m.Add(`<section aria-labelledby="pair-title"><h2 id="pair-title">Pair a phone</h2>
			<p class="soft">Shows a code for the camera of a phone. Its browser can then read here for 90 days without a
			token.</p>
			<form method="post" action="{}/settings/access/pair"><button>Show a code</button></form></section>`, m.Base)
	}
}

// writeSession writes who may do what, and how to sign in or out.
func writeSession(m *ui.Markup) {
	m.Add(`<section aria-labelledby="access-title"><h2 id="access-title">Access</h2>
		`)
	s := m.Session
	switch {
	case s.ByHost:
		m.Add(`<p>The program that this service is part of decides who may do what.</p>`)
	case s.Configured:
		writeFacts(m)
		m.Add(`<p>Settings, backups and the removal of apps need the admin token. A browser signs in with it for eight hours.
			A program sends it with each request, as <code>Authorization: Bearer</code> and the token.</p>
			`)
		if s.SignedIn {
			m.Add(`<form method="post" action="{}/sign-out"><button>Sign out</button></form>`, m.Base)
		} else {
			m.Add(`<p><a class="button" href="{}/sign-in?next=/settings/access">Sign in</a></p>`, m.Base)
		}
		m.Add(`
			<p class="hint">The token is never shown. To change it, set another
			<code>AUDITOR_ADMIN_TOKEN</code> and start the service again.</p>
			`)
	default:
		writeFacts(m)
		who := language.Words("Every user of this machine may change everything here.")
		if s.Exposed {
			who = language.Words("Others reach this service, and what needs the admin token is refused to all.")
		}
		m.Add(`<p>{}`, who)
		m.Add(` To protect it, set <code>AUDITOR_ADMIN_TOKEN</code>, or name a file with the token in
			<code>AUDITOR_ADMIN_TOKEN_FILE</code>, and start the service again.`)
		m.Add(`</p>`)
	}

	m.Add(`
		</section>`)
}

// writeFacts writes what is known of the admin token and of who asks.
func writeFacts(m *ui.Markup) {
	s := m.Session
	token, from := language.Words("not set"), language.Words("this machine only")
	if s.Configured {
		token = language.Words("set")
	}

	if s.Exposed {
		from = language.Words("other machines")
	}

	m.Add(`<dl class="facts"><div><dt>Admin token</dt><dd>{}</dd></div>
		<div><dt>Reachable from</dt><dd>{}</dd></div>
		<div><dt>Signed in</dt><dd>`, token, from)
	switch {
	case s.User != "":
		m.Add(`as {}, by a proxy`, s.User)
		if !s.SignedIn {
			m.Add(`, to read only`)
		}
	case !s.Configured:
		m.Add(`not needed`)
	case s.SignedIn:
		m.Add(`yes`)
	default:
		m.Add(`no`)
	}

	m.Add(`</dd></div></dl>
		`)
}

// writeTokens writes who may read, and the tokens and browsers that may.
func (v accessView) writeTokens(m *ui.Markup) {
	m.Add(`<section aria-labelledby="read-title"><h2 id="read-title">Read tokens and paired phones</h2>
		<p>`)
	if m.Session.ReadsOpen {
		m.Add(`Now everyone who can reach this service can read here, except for exports, backups and settings. If it is
			started with <code>SERVICE_REQUIRE_TOKEN=all</code>, reading needs a read token, a paired browser or the admin
			token.`)
	} else {
		var or ui.HTML
		if m.Session.Configured {
			or = m.Part(` or the admin token`)
		}
		m.Add(`Reading needs a read token, a paired browser{}.`, or)
	}

	m.Add(` A read token and a paired browser cannot change anything.`)
	m.Add(`</p>
		`)
	if len(v.Tokens) > 0 {
		m.Add(`<div class="scroll" tabindex="0"><table class="cards flow"><thead><tr>
			<th scope="col">Name</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Expires</th>
			<th scope="col"><span class="unseen">Action</span></th>
			</tr></thead>
			<tbody>`)
		for _, t := range v.Tokens {
			t.write(m)
		}
		m.Add(`</tbody></table></div>`)
	}

	m.Add(`
		</section>
		`)
}

// writeForm writes the form for a new read token.
func (v accessView) writeForm(m *ui.Markup) {
	m.Add(`<section aria-labelledby="new-token-title"><h2 id="new-token-title">New read token</h2>
		<form method="post" action="{}/settings/access/tokens" class="stack">
		<p class="hint">For a program or a feed reader, which sends it with each request.</p>
		<div class="field"><label for="token-name">Name</label><input id="token-name" name="name" value="{}" required
		maxlength="100" autocomplete="off"{? aria-invalid="true" aria-describedby="token-wrong"}>`,
		m.Base, v.Name, v.Wrong != "")
	if v.Wrong != "" {
		m.Add(`<p class="wrong" id="token-wrong" role="alert">{}</p>`, v.Wrong)
	}
	wrong := v.WrongExpires != ""
	m.Add(`</div>
		<div class="field"><label for="expires">Last day</label><input id="expires" name="expires" type="date" value="{}"
		aria-describedby="expires-hint{? expires-wrong}"{? aria-invalid="true"}>`,
		v.Expires, wrong, wrong)
	if wrong {
		m.Add(`<p class="wrong" id="expires-wrong" role="alert">{}</p>`, v.WrongExpires)
	}
	m.Add(`<p class="hint" id="expires-hint">Empty: it does not expire.</p></div><button>Create the token</button></form>
		</section>
		`)
}

// tokenRow is a read token or a paired browser.
type tokenRow struct {
	storage.ReadToken
	Browser bool
	Expired bool
}

func (t tokenRow) write(m *ui.Markup) {
	m.Add(`<tr><th scope="row">{}`, string(t.Name))
	if t.Browser {
		m.Add(`<br><small class="soft">paired browser</small>`)
	}
	m.Add(`</th><td data-th="created">{}</td>`, m.Ago(t.CreatedAt))
	m.Add(`<td data-th="last used">{}</td>`, agoOr(m, t.LastUsedAt, language.Words("never")))
	m.Add(`<td data-th="expires">`)
	if t.Expired {
		m.Add(`expired`)
	} else {
		m.Add(`{}`, agoOr(m, t.ExpiresAt, language.Words("never")))
	}
	m.Add(`</td>
		<td class="num"><a href="{}/settings/access/tokens/{}/revoke">Revoke<span class="unseen"> {}</span></a></td></tr>`,
		m.Base, t.ID, string(t.Name))
}

// agoOr returns how long ago a time is or, if there is none, words.
func agoOr(m *ui.Markup, t storage.NullTime, otherwise language.Words) any {
	if t == 0 {
		return otherwise
	}
	return m.Ago(t)
}

// pairing is an address that pairs a browser, as text and as a QR code.
type pairing struct {
	Address string
	Local   bool   // another machine cannot open it
	Size    int    // of the code, in modules, with its margin
	Path    string // the dark modules, in the notation of SVG
}

func (p pairing) write(m *ui.Markup) {
	m.Add(`<section aria-labelledby="code-title"><h2 id="code-title">Code for a phone</h2>
		<p>Point the camera of the phone at it within 15 minutes, and open the address that it finds. It works once.</p>
		`)
	if p.Local {
		m.Add(`<p class="wrong">Only this machine can open this address. Open this page under the address that the phone can
			reach, and pair again.</p>`)
	}
	m.Add(`
		<p><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="280" height="280" role="img"
		aria-label="QR code of the address"><rect width="{}" height="{}" fill="#fff"/><path d="{}" fill="#000"/></svg></p>
		<p class="hint">Or open this address there: <code>{}</code></p></section>
		`, p.Size, p.Size, p.Size, p.Size, p.Path, p.Address)
}

func (s accessPage) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.show(ctx, r, 0, accessView{})
}

// show adds the list of tokens to a view, for who may see it.
func (s accessPage) show(ctx context.Context, r ui.Request, status int, view accessView) (ui.Reply, error) {
	var err error
	if view.Shown, err = r.Allows(listTokens); err != nil {
		return ui.Reply{}, err
	}
	if view.Shown {
		all, err := s.ReadTokens.List(ctx)
		if err != nil {
			return ui.Reply{}, err
		}
		now := storage.TimeOf(s.Now())
		for _, t := range all {
			view.Tokens = append(view.Tokens, tokenRow{
				t, t.Kind == storage.ReadTokenBrowser, t.ExpiresAt != 0 && storage.Time(t.ExpiresAt) <= now,
			})
		}
	}
	reply, err := s.Render(r, ui.Head{Title: "Access", Nav: settingsTitle, Status: status}, view.write)
	reply.Secret = true
	return reply, err
}

func (s accessPage) create(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	view := accessView{Name: form.Get("name"), Expires: form.Get("expires")}
	var expires storage.NullTime
	if view.Expires != "" {
		day, err := time.Parse(time.DateOnly, view.Expires)
		if err != nil {
			view.WrongExpires = "The last day is not a date."
			return s.show(ctx, r, 400, view)
		}
		expires = storage.NullTime(storage.TimeOf(day.AddDate(0, 0, 1)))
	}
	made, err := s.ReadTokens.Create(ctx, view.Name, expires)
	if err != nil {
		status, _ := r.Status(err)
		switch {
		case errors.Is(err, readtoken.ErrExpiry):
			view.WrongExpires = "The last day is in the past."
		case errors.Is(err, readtoken.ErrName), errors.Is(err, readtoken.ErrNameTaken), errors.Is(err, readtoken.ErrTooMany):
			view.Wrong = ui.Why(r, err) + "."
		default:
			return ui.Reply{}, err
		}
		return s.show(ctx, r, status, view)
	}
	r.Note("read_token.create.success", string(made.Token.Name), true)
	return s.show(ctx, r, 0, accessView{Secret: made.Secret})
}

func (s accessPage) askRevoke(ctx context.Context, r ui.Request) (ui.Reply, error) {
	all, err := s.ReadTokens.List(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	at := slices.IndexFunc(all, func(t storage.ReadToken) bool { return t.ID == r.Param("id") })
	if at < 0 {
		return ui.Reply{}, storage.ErrNotFound
	}
	q := ui.Question{
		Ask: ui.Say(r).Text("Revoke %s?", all[at].Name), Lost: "What sends this read token is refused from then on, and needs a new one.",
		Form: accessPath + "/tokens/" + all[at].ID + "/revoke", Yes: "Revoke the token", Keep: accessPath,
	}
	if all[at].Kind == storage.ReadTokenBrowser {
		q.Lost, q.Yes = "This browser cannot read here any more, until it is paired again.", "Revoke the browser"
	}
	return s.Ask(r, "Revoke", settingsTitle, q)
}

func (s accessPage) revoke(ctx context.Context, r ui.Request) (ui.Reply, error) {
	gone, err := s.ReadTokens.Revoke(ctx, r.Param("id"))
	if err != nil {
		return ui.Reply{}, err
	}
	r.Note("read_token.revoke.success", string(gone.Name), true)
	return ui.SeeOther(r, accessPath, ui.Flash{Text: ui.Say(r).Text("%s can no longer read.", gone.Name)}), nil
}

// pair shows an address that pairs one browser.
func (s accessPage) pair(ctx context.Context, r ui.Request) (ui.Reply, error) {
	made, err := s.ReadTokens.CreateCode(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	at, err := url.Parse(r.Address())
	if err != nil {
		return ui.Reply{}, fmt.Errorf("address of the request: %w", err)
	}
	shown := pairing{
		Address: at.Scheme + "://" + at.Host + r.Base() + ui.PairPath + "?code=" + url.QueryEscape(made.Secret),
		Local:   isLocal(at.Hostname()),
	}
	code, err := qr.Encode(shown.Address, qr.L) // the least redundant is read best on a bright screen
	if err != nil {
		return ui.Reply{}, fmt.Errorf("encode the address as a QR code: %w", err)
	}
	shown.Size, shown.Path = code.Size+2*quietZone, outline(code)
	r.Note("read_token.code.success", "", true)
	return s.show(ctx, r, 0, accessView{Pair: &shown})
}

// quietZone is the margin that a QR code needs, in modules.
const quietZone = 4

// outline returns the dark modules of a code as a path of SVG, row by row.
func outline(code *qr.Code) string {
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			begin := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > begin {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", begin+quietZone, y+quietZone, x-begin, x-begin)
			}
		}
	}
	return path.String()
}

// isLocal reports whether a host is this machine's own name for itself.
func isLocal(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && addr.IsLoopback()
}
