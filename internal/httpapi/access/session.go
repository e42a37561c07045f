package access

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
	// SessionCookie is the name of the cookie that carries a session. The interface fixes it, so it has no
	// [hostPrefix]; what protects it is that a session is authenticated, and that all cookies of the name
	// are looked at.
	SessionCookie = "svc_admin_token"

	sessionLife     = 8 * time.Hour
	sessionIDBytes  = 16
	macLength       = 43  // of a SHA-256 in base64, unpadded
	maxSessionValue = 128 // no session is longer
)

// Sessions opens and checks admin sessions. A session is an expiry and a random
// ID, authenticated with HMAC-SHA256 (RFC 2104) under a key that is derived
// from the install's secret and the admin token (RFC 5869). It needs no row in
// the database, survives a restart and ends when the token changes. Only a session
// that was ended early is stored, until it would have expired.
type Sessions struct {
	storage.Env

	key []byte
}

// NewSessions returns the sessions of an install with a secret and an admin token.
func NewSessions(env storage.Env, secret []byte, token string) (*Sessions, error) {
	key, err := hkdf.Key(sha256.New, secret, []byte(token), "admin session", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive the session key: %w", err)
	}
	return &Sessions{env, key}, nil
}

// Session is a session that is authentic and has not expired.
type Session struct {
	ID      string
	expires storage.Time
}

// Open makes a session, and returns it with the value of its cookie.
func (s *Sessions) Open() (made Session, value string, err error) {
	var id [sessionIDBytes]byte
	if _, err := io.ReadFull(s.Random, id[:]); err != nil {
		return Session{}, "", fmt.Errorf("open a session: %w", err)
	}
	made = Session{base64.RawURLEncoding.EncodeToString(id[:]), storage.TimeOf(s.Now()).Add(sessionLife)}
	claim := strconv.FormatInt(int64(made.expires), 10) + "." + made.ID
	return made, claim + "." + s.sign(claim), nil
}

func (s *Sessions) sign(claim string) string {
	mac := hmac.New(sha256.New, s.key)
	io.WriteString(mac, claim) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// parse reads the value of a cookie. It returns false for a session that is not
// authentic or has expired.
func (s *Sessions) parse(value string) (Session, bool) {
	dot := strings.LastIndexByte(value, '.')
	if len(value) > maxSessionValue || len(value)-dot-1 != macLength || strings.Count(value, ".") != 2 {
		return Session{}, false // before the costly part
	}
	claim, mac := value[:dot], value[dot+1:]
	if !hmac.Equal([]byte(mac), []byte(s.sign(claim))) {
		return Session{}, false
	}
	text, id, _ := strings.Cut(claim, ".")
	expires, err := strconv.ParseInt(text, 10, 64)
	if err != nil || storage.TimeOf(s.Now()) >= storage.Time(expires) {
		return Session{}, false
	}
	return Session{id, storage.Time(expires)}, true
}

// Find returns the distinct sessions that a request carries, and reports whether it
// carries any cookie of that name. Other services on the same host may set cookies
// of that name too, in any number and shape, so each is parsed. The size limit of
// headers bounds them.
func (s *Sessions) Find(r *http.Request) (found []Session, sent bool) {
	var ids map[string]bool
	for _, line := range r.Header["Cookie"] {
		for pair := range strings.SplitSeq(line, ";") {
			name, value, _ := strings.Cut(pair, "=")
			if strings.TrimSpace(name) != SessionCookie {
				continue
			}
			value = strings.TrimSpace(value)
			if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
				value = value[1 : len(value)-1]
			}
			if value == "" { // the session was ended
				continue
			}
			sent = true
			if one, ok := s.parse(value); ok && !ids[one.ID] {
				if ids == nil {
					ids = make(map[string]bool)
				}
				ids[one.ID] = true
				found = append(found, one)
			}
		}
	}
	return found, sent
}

// Valid returns the first of the sessions that was not ended early, and reports whether there
// is one.
func (s *Sessions) Valid(ctx context.Context, found []Session) (valid Session, ok bool, err error) {
	if len(found) == 0 {
		return Session{}, false, nil
	}
	err = s.Store.View(ctx, func(tx *storage.Tx) error {
		ok = false
		for _, one := range found {
			switch _, err := tx.Revocations.Get(one.ID); {
			case errors.Is(err, storage.ErrNotFound):
				valid, ok = one, true
				return nil
			case err != nil:
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Session{}, false, fmt.Errorf("check a session: %w", err)
	}
	return valid, ok, nil
}

// End makes the sessions invalid and returns how many of them were valid. It deletes
// the records of ended sessions that have expired.
func (s *Sessions) End(ctx context.Context, found []Session) (ended int, err error) {
	if len(found) == 0 {
		return 0, nil
	}
	err = s.Store.Update(ctx, func(tx *storage.Tx) error {
		ended = 0
		if _, err := storage.DeleteListed(tx.Revocations, storage.RevocationQuery{ExpiredBy: storage.TimeOf(s.Now())}); err != nil {
			return err
		}
		for _, one := range found {
			switch _, err := tx.Revocations.Get(one.ID); {
			case err == nil:
				continue
			case !errors.Is(err, storage.ErrNotFound):
				return err
			}
			if err := tx.Revocations.Put(storage.Revocation{Session: one.ID, ExpiresAt: one.expires}); err != nil {
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

// Cookie returns the cookie that carries the value of a session. An empty value
// deletes the cookie.
func Cookie(value string, secure bool) *http.Cookie {
	cookie := &http.Cookie{
		Name:     SessionCookie,
		Value:    value,
		Path:     "/",
		MaxAge:   int(sessionLife / time.Second),
		HttpOnly: true,
		Secure:   secure,
		SameSite: http.SameSiteStrictMode,
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	return cookie
}
