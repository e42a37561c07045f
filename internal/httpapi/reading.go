package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/storage"
)

// tokenParameter is the query parameter that carries a read token.
const tokenParameter = "token"

// identify sets the user whom a trusted proxy names, and removes the header from the request.
func (a *API) identify(r *request) {
	if a.proxies.Sent(r.Header) {
		r.user = a.proxies.User(r.Request)
		r.Request = a.proxies.Without(r.Request)
	}
}

// hasTokens reports whether tokens in requests are checked. They are ignored if nothing
// restricts access.
func (a *API) hasTokens() bool {
	return a.token.Configured || a.authorized() || a.cfg.TrustedHeader != ""
}

// headerTokens returns the tokens in the headers of a request that are meant for this service.
// Without an admin token, tokens that are not read tokens are for the host program or a proxy.
func (a *API) headerTokens(r *request) []string {
	tokens := access.SentTokens(r.Header)
	if a.token.Configured {
		return tokens
	}
	return slices.DeleteFunc(tokens, func(t string) bool { return !readtoken.IsSecret(t) })
}

// takeTokens removes the read tokens from the query of a request and returns them, if the
// route accepts them there. What handles the request later does not see them. Empty tokens
// are ignored.
func (r *request) takeTokens() (tokens []string) {
	if r.row == nil || !r.row.TokenInAddress || r.URL.RawQuery == "" {
		return nil
	}
	var rest []string
	taken := false
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if op.Unescape(key) != tokenParameter {
			rest = append(rest, pair)
			continue
		}
		taken = true
		if token := strings.TrimSpace(op.Unescape(value)); token != "" {
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

// checkReader returns nil for a valid read token, and otherwise an error as of
// [readtoken.Service.Check].
func (a *API) checkReader(r *request, secret string) error {
	if !readtoken.IsSecret(secret) {
		return readtoken.ErrUnknown
	}
	if a.guesses.LockedLocally(a.addressKey(r.Request)) { // refused anyway, so skip the lookup
		return readtoken.ErrUnknown
	}
	_, err := a.useReader(r, storage.ReadTokenProgram, secret)
	return err
}

// useReader returns the token of the first valid secret, and from time to time records in the
// background that it was used.
func (a *API) useReader(r *request, kind storage.ReadTokenKind, secrets ...string) (storage.ReadToken, error) {
	found, err := a.cfg.ReadTokens.Check(r.Context(), kind, secrets...)
	if err != nil {
		return storage.ReadToken{}, err
	}
	if a.cfg.ReadTokens.Due(found) {
		a.watches.Go(func(ctx context.Context, _ <-chan struct{}) {
			if err := a.cfg.ReadTokens.Use(ctx, found.ID); err != nil && ctx.Err() == nil {
				a.cfg.Logger.WarnContext(ctx, "use of a read token not recorded", "error", err)
			}
		})
	}
	return found, nil
}

// mayRead reports whether a request without the admin token may read, because it has a read
// token or the session of a paired browser, or a trusted proxy names its user.
func (a *API) mayRead(r *request) (bool, error) {
	if r.reader == accepted || r.user != "" {
		return true, nil
	}
	if r.paired == unchecked {
		r.paired = refused
		if secrets := access.PairedSecrets(r.Request); len(secrets) > 0 {
			found, err := a.useReader(r, storage.ReadTokenBrowser, secrets...)
			switch {
			case err == nil:
				r.paired, r.browser = accepted, found.ID
			case !errors.Is(err, readtoken.ErrUnknown) && !errors.Is(err, readtoken.ErrExpired):
				r.paired = unchecked
				return false, err
			}
		}
	}
	return r.paired == accepted, nil
}

// pair starts the session of a browser that presents a pairing code. A wrong code counts as a
// guess.
func (a *API) pair(ctx context.Context, r *request, code, name string) error {
	if err := a.refuseLocked(r); err != nil {
		return err
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
	r.paired, r.browser = accepted, made.Token.ID
	http.SetCookie(&r.out, access.PairedCookie(made.Secret, r.secure, int(readtoken.BrowserLife/time.Second)))
	return nil
}

// clientOf names the client of a request, as far as it is known: who has signed in here, the
// user whom a proxy names, or what the host program allows. The answer to a request that signs
// in or out is for the client that there is from then on.
func (a *API) clientOf(r *request) string {
	if a.authorized() {
		return fmt.Sprintf("access %d", a.granted(r))
	}
	if r.user != "" {
		return "user " + r.user
	}
	if in, err := a.signedIn(r); in && err == nil {
		return "session " + r.session
	}
	if _, err := a.mayRead(r); err == nil && r.browser != "" {
		return "browser " + r.browser
	}
	return ""
}
