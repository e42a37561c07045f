package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/httpapi/internal/access"
	"github.com/privacylabels/auditor/httpapi/readtoken"
	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/storage"
)

// tokenParameter is the parameter of an address that has a read token.
const tokenParameter = "token"

// identify finds out whom a trusted proxy has signed in. Handlers do not see the header.
func (a *API) identify(r *request) {
	if a.proxies.Sent(r.Header) {
		r.user = a.proxies.User(r.Request)
		r.Request = a.proxies.Without(r.Request)
	}
}

// hasTokens reports whether tokens in requests mean something: without any they are
// ignored, as reading is open.
func (a *API) hasTokens() bool {
	return a.token.Configured || a.authorized() || a.cfg.TrustedHeader != ""
}

// headerTokens returns the tokens in the headers of a request that are of this service:
// without an admin token, others are for a host program or a proxy.
func (a *API) headerTokens(r *request) []string {
	tokens := access.SentTokens(r.Header)
	if a.token.Configured {
		return tokens
	}
	return slices.DeleteFunc(tokens, func(t string) bool { return !readtoken.IsSecret(t) })
}

// takeTokens returns the read tokens in the address of a request, of a route that takes
// them there, and removes them from it: nothing that handles the request afterwards sees
// them. An empty one counts as not sent.
func (r *request) takeTokens() (tokens []string) {
	if r.row == nil || !r.row.TokenInAddress || r.URL.RawQuery == "" {
		return nil
	}
	var rest []string
	taken := false
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if unescaped(key) != tokenParameter {
			rest = append(rest, pair)
			continue
		}
		taken = true
		if token := strings.TrimSpace(unescaped(value)); token != "" {
			tokens = append(tokens, token)
		}
	}
	if !taken {
		return nil
	}
	query := strings.Join(rest, "&")
	plain, address := *r.Request, *r.URL
	address.RawQuery = query
	plain.URL = &address
	plain.RequestURI, _, _ = strings.Cut(plain.RequestURI, "?")
	if query != "" {
		plain.RequestURI += "?" + query
	}
	r.Request = &plain
	r.out.Header()["Referrer-Policy"] = noReferrer
	return tokens
}

func unescaped(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// checkReader returns nil for a valid read token, else an error of [readtoken.Service.Check].
func (a *API) checkReader(r *request, secret string) error {
	if !readtoken.IsSecret(secret) {
		return readtoken.ErrUnknown
	}
	if _, locked := a.guesses.Locked(a.addressKey(r.Request)); locked { // not worth a look-up
		return readtoken.ErrUnknown
	}
	return a.useReader(r, storage.ReadTokenProgram, secret)
}

// useReader checks a secret, and notes its use now and then.
func (a *API) useReader(r *request, kind storage.ReadTokenKind, secret string) error {
	found, err := a.cfg.ReadTokens.Check(r.Context(), kind, secret)
	if err != nil {
		return err
	}
	if a.cfg.ReadTokens.Due(found) {
		a.watches.Go(func(ctx context.Context, _ <-chan struct{}) {
			if err := a.cfg.ReadTokens.Use(ctx, found.ID); err != nil && ctx.Err() == nil {
				a.cfg.Logger.WarnContext(ctx, "the last use of a read token was not noted", "error", err)
			}
		})
	}
	return nil
}

// mayRead reports whether a request without the admin token may read all the same: it has
// a read token or the session of a paired browser, or a trusted proxy names its user.
func (a *API) mayRead(r *request) (bool, error) {
	if r.reader == accepted || r.user != "" {
		return true, nil
	}
	if r.paired == unchecked {
		r.paired = refused
		for _, secret := range access.PairedSecrets(r.Request) {
			err := a.useReader(r, storage.ReadTokenBrowser, secret)
			if err == nil {
				r.paired = accepted
				break
			}
			if !errors.Is(err, readtoken.ErrUnknown) && !errors.Is(err, readtoken.ErrExpired) {
				return false, err
			}
		}
	}
	return r.paired == accepted, nil
}

// pair begins the session of a browser that shows a code. A wrong code counts as a guess.
func (a *API) pair(ctx context.Context, r *request, code, name string) error {
	if wait, locked := a.guesses.Locked(a.addressKey(r.Request)); locked {
		a.noteGuess(r, "locked")
		return tooMany(wait)
	}
	made, err := a.cfg.ReadTokens.Pair(ctx, code, name)
	if errors.Is(err, readtoken.ErrUnknown) {
		if locked := a.judge(r, false, "unauthorised"); locked != nil {
			return locked
		}
	}
	if err != nil {
		return err
	}
	a.audits.Add(audit.Line{Actor: a.actor(r), Action: "read_token.pair", Detail: string(made.Token.Name), Success: true})
	http.SetCookie(&r.out, access.PairedCookie(made.Secret, r.secure, int(readtoken.BrowserLife/time.Second)))
	return nil
}
