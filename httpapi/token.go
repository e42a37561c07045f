package httpapi

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// tokenHeader carries the admin token, in the form net/http gives to names.
const tokenHeader = "X-Auditor-Admin-Token"

// tokenRule is when a route needs the admin token.
type tokenRule uint8

const (
	// open: on an exposed instance only, and only what changes something or is
	// a gated read.
	open tokenRule = iota
	// required: as soon as a token is configured, or the instance is exposed.
	required
	// configured: always, so not at all while none is configured.
	configured
)

// adminToken is the shared secret. It is compared as a digest, so that the time
// taken tells nothing, not even the length.
type adminToken struct {
	configured bool
	digest     [sha256.Size]byte
}

func newAdminToken(token string) adminToken {
	return adminToken{token != "", sha256.Sum256([]byte(token))}
}

// matches says whether this is the admin token.
func (t adminToken) matches(token string) bool {
	if !t.configured || len(token) > maxToken {
		return false
	}
	digest := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(digest[:], t.digest[:]) == 1
}

// verdict is what was found out about a credential.
type verdict uint8

const (
	unchecked verdict = iota
	refused
	accepted
)

// sentTokens returns the admin tokens in the headers of a request: those of
// tokenHeader, and those of Authorization whose scheme is Bearer (RFC 6750). Other
// schemes are for a proxy before the service. An empty token is none.
func sentTokens(h http.Header) (tokens []string) {
	for _, token := range h[tokenHeader] {
		if strings.TrimSpace(token) != "" {
			tokens = append(tokens, token)
		}
	}
	for _, credentials := range h["Authorization"] {
		scheme, token, _ := strings.Cut(strings.TrimSpace(credentials), " ")
		if token = strings.TrimSpace(token); strings.EqualFold(scheme, "Bearer") && token != "" {
			tokens = append(tokens, token)
		}
	}
	return tokens
}

// checkToken looks at the admin token in the headers of a request, whatever the
// route, and refuses it, right or wrong, from an address that has sent too many
// wrong ones. A login from such an address is refused as well. Of several tokens
// each must be right, so that no request can carry more than one guess.
func (a *API) checkToken(r *request) error {
	if !a.token.configured {
		return nil
	}
	tokens := sentTokens(r.Header)
	if len(tokens) == 0 {
		if r.row == nil || !r.row.login {
			return nil
		}
		if wait, locked := a.guesses.isLocked(a.addressKey(r.Request)); locked {
			a.noteGuess(r, "locked")
			return tooMany(wait)
		}
		return nil
	}
	right := true
	for _, token := range tokens {
		right = a.token.matches(token) && right
	}
	if err := a.judge(r, right, "unauthorised"); err != nil {
		return err
	}
	r.header = refused
	if right {
		r.header = accepted
	}
	return nil
}

// judge counts a token that a request carries, in a header or to log in. The
// error is the refusal of an address that has sent too many wrong ones.
func (a *API) judge(r *request, right bool, why string) error {
	got := a.guesses.judge(a.addressKey(r.Request), right)
	if got.all == manyGuesses {
		a.warnOfGuesses(r)
	}
	if got.locked {
		a.noteGuess(r, "locked")
		return tooMany(got.wait)
	}
	if right {
		return nil
	}
	r.wrongToken = true
	a.noteGuess(r, why)
	if got.all <= manyGuesses { // so that a flood does not fill the log
		a.cfg.Logger.InfoContext(r.Context(), "admin token refused",
			"remote", a.actor(r.Request).IP, "method", r.Method, "path", r.URL.Path[:min(len(r.URL.Path), maxLoggedPath)])
	}
	return nil
}

// maxLoggedPath is how much of a path is in a line of the log, in bytes.
const maxLoggedPath = 200

// warnOfGuesses tells the operator, in the log and by a notification, that many
// wrong tokens have arrived.
func (a *API) warnOfGuesses(r *request) {
	// Notifications are read without the token, so they name no address.
	says := fmt.Sprintf("%d wrong admin tokens in %d minutes: the log and the audit log name the addresses", manyGuesses, guessWindow/time.Minute)
	a.cfg.Logger.WarnContext(r.Context(), "many wrong admin tokens: more are not logged until the window ends",
		"tokens", manyGuesses, "window", guessWindow, "remote", a.actor(r.Request).IP)
	a.watches.Go(func(ctx context.Context, _ <-chan struct{}) {
		err := a.cfg.Store.Update(ctx, func(tx storage.Tx) error {
			return notify.Post(tx, a.stamp(), a.cfg.Random, notify.Notice{
				AppName: "Admin token", Type: storage.NoticeTokenGuesses,
				Changes: []storage.Entry{{Type: "token_guesses", Description: says}},
			})
		})
		if err != nil {
			a.cfg.Logger.ErrorContext(ctx, "cannot post a notification of wrong admin tokens", "error", err)
		}
	})
}

// headerToken reports whether the request carries the admin token in a header.
func (a *API) headerToken(r *request) bool { return r.header == accepted }

// unlocked says whether the request carries the admin token, in its header or
// as a session.
func (a *API) unlocked(r *request) (bool, error) {
	if a.headerToken(r) {
		return true, nil
	}
	if r.cookie == unchecked {
		sent, ok, err := a.session(r)
		if err != nil {
			return false, err
		}
		r.cookie = refused
		if ok {
			r.cookie = accepted
		} else if sent {
			a.noteRefusal(r, "unauthorised")
		}
	}
	return r.cookie == accepted, nil
}

// privileged reports whether the request may do what a required token is for.
func (a *API) privileged(r *request) (bool, error) {
	if !a.token.configured && !a.exposed {
		return true, nil
	}
	return a.unlocked(r)
}

// admit refuses a request that needs the admin token and does not carry it.
func (a *API) admit(r *request) error {
	rule := open
	if r.row != nil {
		rule = r.row.token
	}
	switch {
	case rule == configured && !a.token.configured && !a.exposed:
		a.noteRefusal(r, "admin_token_not_configured")
		return errNoToken
	case rule == configured, rule == required && a.token.configured:
	case a.exposed && (rule == required || gated(r.Method, r.URL.Path)):
	default:
		return nil
	}
	ok, err := a.unlocked(r)
	if ok || err != nil {
		return err
	}
	a.noteRefusal(r, "unauthorised")
	if rule == required || rule == configured && a.token.configured {
		return errToken
	}
	return errExposed
}
