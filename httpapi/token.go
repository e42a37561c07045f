package httpapi

import (
	"crypto/sha256"
	"crypto/subtle"
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

// headerToken says whether the request carries the admin token in its header.
func (a *API) headerToken(r *request) bool {
	if r.header == unchecked {
		r.header = refused
		if sent := r.Header[tokenHeader]; len(sent) > 0 {
			if a.token.matches(sent[0]) {
				r.header = accepted
			} else if a.token.configured {
				a.noteRefusal(r, "unauthorised")
			}
		}
	}
	return r.header == accepted
}

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
