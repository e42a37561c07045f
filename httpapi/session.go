package httpapi

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

const (
	sessionCookie = "svc_admin_token"
	sessionLife   = 8 * time.Hour

	sessionIDBytes  = 16
	macLength       = 43  // of a SHA-256 in base64, unpadded
	maxSessionValue = 128 // a longer cookie is none of ours
)

// sessions makes and checks admin sessions. A session is an expiry and a random
// id, authenticated with HMAC-SHA256 (RFC 2104) under a key that is derived
// from the install's secret and the admin token (RFC 5869): it needs no row in
// the store, outlives a restart and ends with the token it was opened by. Only
// a session that was ended early is remembered, until it would have expired.
type sessions struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
	key    []byte
}

func newSessions(cfg Config) (*sessions, error) {
	key, err := hkdf.Key(sha256.New, cfg.Secret, []byte(cfg.AdminToken), "admin session", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("httpapi: derive the session key: %w", err)
	}
	return &sessions{cfg.Store, cfg.Now, cfg.Random, key}, nil
}

// session is one that was checked: it was made here, and its time is not over.
type session struct {
	id      string
	expires storage.Time
}

// open makes a session and returns its cookie's value.
func (s *sessions) open() (string, error) {
	var id [sessionIDBytes]byte
	if _, err := io.ReadFull(s.random, id[:]); err != nil {
		return "", fmt.Errorf("open a session: %w", err)
	}
	expires := storage.TimeOf(s.now()).Add(sessionLife)
	claim := strconv.FormatInt(int64(expires), 10) + "." + base64.RawURLEncoding.EncodeToString(id[:])
	return claim + "." + s.sign(claim), nil
}

func (s *sessions) sign(claim string) string {
	mac := hmac.New(sha256.New, s.key)
	io.WriteString(mac, claim) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// parse reads a cookie's value: one that was not made here, or that has
// expired, is none.
func (s *sessions) parse(value string) (session, bool) {
	dot := strings.LastIndexByte(value, '.')
	if len(value) > maxSessionValue || len(value)-dot-1 != macLength || strings.Count(value, ".") != 2 {
		return session{}, false // before the costly part
	}
	claim, mac := value[:dot], value[dot+1:]
	if !hmac.Equal([]byte(mac), []byte(s.sign(claim))) {
		return session{}, false
	}
	text, id, _ := strings.Cut(claim, ".")
	expires, err := strconv.ParseInt(text, 10, 64)
	if err != nil || storage.TimeOf(s.now()) >= storage.Time(expires) {
		return session{}, false
	}
	return session{id, storage.Time(expires)}, true
}

// find returns the different sessions that a request carries, and whether it
// carries any cookie of that name. Other services on the same host name may send
// cookies of it too, in any number and shape, so each is looked at, and what is no
// cookie is skipped; the length of a header bounds them.
func (s *sessions) find(r *http.Request) (found []session, sent bool) {
	var ids map[string]bool
	for _, line := range r.Header["Cookie"] {
		for pair := range strings.SplitSeq(line, ";") {
			name, value, _ := strings.Cut(pair, "=")
			if strings.TrimSpace(name) != sessionCookie {
				continue
			}
			value = strings.TrimSpace(value)
			if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
				value = value[1 : len(value)-1]
			}
			if value == "" { // what ending a session leaves behind
				continue
			}
			sent = true
			if one, ok := s.parse(value); ok && !ids[one.id] {
				if ids == nil {
					ids = make(map[string]bool)
				}
				ids[one.id] = true
				found = append(found, one)
			}
		}
	}
	return found, sent
}

// valid says whether one of the sessions was not ended early.
func (s *sessions) valid(ctx context.Context, found []session) (ok bool, err error) {
	if len(found) == 0 {
		return false, nil
	}
	err = s.store.View(ctx, func(tx storage.Tx) error {
		ok = false
		for _, one := range found {
			switch _, err := tx.Revocations().Get(one.id); {
			case errors.Is(err, storage.ErrNotFound):
				ok = true
				return nil
			case err != nil:
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("check a session: %w", err)
	}
	return ok, nil
}

// end makes the sessions invalid, and forgets those that have expired since
// they were ended. It returns how many of them were valid.
func (s *sessions) end(ctx context.Context, found []session) (ended int, err error) {
	if len(found) == 0 {
		return 0, nil
	}
	err = s.store.Update(ctx, func(tx storage.Tx) error {
		ended = 0
		var gone []string
		for old, err := range tx.Revocations().List(storage.RevocationQuery{ExpiredBy: storage.TimeOf(s.now())}) {
			if err != nil {
				return err
			}
			gone = append(gone, old.Session)
		}
		if _, err := tx.Revocations().Delete(gone...); err != nil {
			return err
		}
		for _, one := range found {
			switch _, err := tx.Revocations().Get(one.id); {
			case err == nil:
				continue
			case !errors.Is(err, storage.ErrNotFound):
				return err
			}
			if err := tx.Revocations().Put(storage.Revocation{Session: one.id, ExpiresAt: one.expires}); err != nil {
				return err
			}
			ended++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("end a session: %w", err)
	}
	return ended, nil
}

// session says whether the request carries a session cookie, and a valid one.
// Without a configured token there are no sessions.
func (a *API) session(r *request) (sent, ok bool, err error) {
	if !a.token.configured {
		return false, false, nil
	}
	found, sent := a.sessions.find(r.Request)
	ok, err = a.sessions.valid(r.Context(), found)
	return sent, ok, err
}

// newSessionCookie returns the cookie that carries a session's value; an empty
// value takes it away again.
func (a *API) newSessionCookie(r *request, value string) *http.Cookie {
	cookie := &http.Cookie{
		Name:     sessionCookie,
		Value:    value,
		Path:     "/",
		MaxAge:   int(sessionLife / time.Second),
		HttpOnly: true,
		Secure:   a.secure(r.Request),
		SameSite: http.SameSiteStrictMode,
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	return cookie
}

// secure says whether the request came over TLS, to this process or to a
// trusted proxy.
func (a *API) secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	first, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",")
	return a.cfg.TrustProxy && strings.EqualFold(strings.TrimSpace(first), "https")
}
