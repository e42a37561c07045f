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

	"github.com/privacylabels/auditor/httpapi/readtoken"
	"github.com/privacylabels/auditor/internal/language"
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
type accessPage struct {
	*ui.Kit
	page *ui.Template
}

func newAccess(kit *ui.Kit) []ui.Screen {
	s := accessPage{kit, kit.Template(templates, "templates/access.html", "templates/sections.html")}
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
	Section string
	Tokens  []tokenRow
	Shown   bool // the tokens may be listed
	Name    string
	Expires string         // the last day, as it was entered
	Wrong   language.Words // why no token was created
	Secret  string         // of the token that was created just now
	Pair    *pairing

	WrongExpires language.Words // the same, because of the last day
}

// tokenRow is a read token or a paired browser.
type tokenRow struct {
	storage.ReadToken
	Browser bool
	Expired bool
}

// pairing is an address that pairs a browser, as text and as a QR code.
type pairing struct {
	Address string
	Local   bool   // another machine cannot open it
	Size    int    // of the code, in modules, with its margin
	Path    string // the dark modules, in the notation of SVG
}

func (s accessPage) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.show(ctx, r, 0, accessView{})
}

// show adds the list of tokens to a view, for who may see it.
func (s accessPage) show(ctx context.Context, r ui.Request, status int, view accessView) (ui.Reply, error) {
	view.Section = "access"
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
	reply, err := s.page.Render(r, ui.Head{Title: "Access", Nav: settingsTitle, Status: status}, view)
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
