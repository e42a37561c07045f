package httpapi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// verdict is the result of checking a credential.
type verdict uint8

const (
	unchecked verdict = iota
	refused
	accepted
)

// checkToken compares the tokens of a request with the admin token and the read tokens,
// whatever the route. If the address of the client has sent too many wrong tokens, it refuses
// every request with a token, right or wrong, and every login. If a request has several
// tokens, each must be right, so that a request cannot contain more than one guess.
func (a *API) checkToken(r *request) error {
	inAddress := r.takeTokens()
	tokens := a.headerTokens(r)
	if len(tokens)+len(inAddress) == 0 || !a.hasTokens() {
		if !a.token.Configured || r.row == nil || !r.row.login {
			return nil
		}
		return a.refuseLocked(r)
	}
	var admin, wrong, expired bool
	for i := range len(tokens) + len(inAddress) {
		token := ""
		if i >= len(tokens) {
			token = inAddress[i-len(tokens)]
		} else if token = tokens[i]; a.token.Matches(token) { // the admin token is not accepted in the query
			admin = true
			continue
		}
		switch err := a.checkReader(r, token); {
		case errors.Is(err, readtoken.ErrExpired):
			expired = true
		case errors.Is(err, readtoken.ErrUnknown):
			wrong = true
		case err != nil:
			return err
		}
	}
	r.header, r.reader = refused, refused
	if expired && !wrong { // an expired token was right once, so it does not count as a guess
		r.wrongToken = true
		a.noteRefusal(r, "expired")
		return nil
	}
	if err := a.judge(r, !wrong, "unauthorised"); err != nil {
		return err
	}
	if !wrong {
		r.reader = accepted
	}
	if !wrong && admin {
		r.header = accepted
	}
	return nil
}

// refuseLocked returns the refusal of an address that has sent too many wrong tokens.
func (a *API) refuseLocked(r *request) error {
	wait, locked, err := a.guesses.Locked(r.Context(), a.addressKey(r.Request))
	a.warnOfCount(r, err)
	if !locked {
		return nil
	}
	a.noteGuess(r, "locked")
	return tooMany(wait)
}

// judge counts a token as right or wrong. The error is the refusal of an address that has sent
// too many wrong ones.
func (a *API) judge(r *request, right bool, why string) error {
	got, err := a.guesses.Judge(r.Context(), a.addressKey(r.Request), right)
	a.warnOfCount(r, err)
	if got.All == access.ManyGuesses {
		a.warnOfGuesses(r)
	}
	if got.Locked {
		a.noteGuess(r, "locked")
		return tooMany(got.Wait)
	}
	if right {
		return nil
	}
	r.wrongToken = true
	a.noteGuess(r, why)
	if got.All <= access.ManyGuesses { // a flood must not fill the log
		a.cfg.Logger.WarnContext(r.Context(), "token refused",
			"remote", a.actor(r).IP, "method", r.Method, "path", r.URL.Path[:min(len(r.URL.Path), maxLoggedPath)])
	}
	return nil
}

// warnOfCount logs an error of the limiters that replicas share.
func (a *API) warnOfCount(r *request, err error) {
	if err != nil && r.Context().Err() == nil {
		a.cfg.Logger.WarnContext(r.Context(), "wrong tokens are counted by this process alone", "error", err)
	}
}

// maxLoggedPath is the maximum length of a path in a log line, in bytes.
const maxLoggedPath = 200

// warnOfGuesses warns the operator of many wrong tokens, in the log and by a notification.
func (a *API) warnOfGuesses(r *request) {
	// Notifications can be read without the token, so this one names no address.
	says := fmt.Sprintf("%d wrong tokens in %d minutes: the log and the audit log name the addresses", access.ManyGuesses, access.GuessWindow/time.Minute)
	a.cfg.Logger.WarnContext(r.Context(), "many wrong tokens: more are not logged until the window ends",
		"tokens", access.ManyGuesses, "window", access.GuessWindow, "remote", a.actor(r).IP)
	a.watches.Go(func(ctx context.Context, _ <-chan struct{}) {
		err := a.cfg.Store.Update(ctx, func(tx *storage.Tx) error {
			return notify.Post(tx, storage.TimeOf(a.cfg.Now()), a.cfg.Random, notify.Notice{
				AppName: "Tokens", Type: storage.NoticeTokenGuesses,
				Changes: []storage.Entry{{Type: "token_guesses", Description: says}},
			})
		})
		if err != nil {
			a.cfg.Logger.ErrorContext(ctx, "notification about wrong tokens not posted", "error", err)
		}
	})
}

// headerToken reports whether the request has the admin token in a header.
func (a *API) headerToken(r *request) bool { return r.header == accepted }

// unlocked reports whether the request has the admin token, in a header or as a session, or
// the equivalent from the [Authorizer] or a trusted proxy, or comes from the program itself.
func (a *API) unlocked(r *request) (bool, error) {
	if r.trusted {
		return true, nil
	}
	if a.authorized() {
		return a.granted(r) == AdminAccess, nil
	}
	if a.headerToken(r) || a.proxies.Admin(r.user) {
		return true, nil
	}
	return a.signedIn(r)
}

// signedIn reports whether the request has an admin session. Without a configured token there
// are none.
func (a *API) signedIn(r *request) (bool, error) {
	if r.cookie == unchecked && a.token.Configured {
		found, sent := a.sessions.Find(r.Request)
		valid, ok, err := a.sessions.Valid(r.Context(), found)
		if err != nil {
			return false, err
		}
		r.cookie = refused
		if ok {
			r.cookie, r.session = accepted, valid.ID
		} else if sent {
			a.noteRefusal(r, "unauthorised")
		}
	}
	return r.cookie == accepted, nil
}
