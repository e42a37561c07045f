package readtoken

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

const (
	// Max is how many read tokens, sessions and codes there can be at a time.
	Max = 200
	// MaxName is the longest name in bytes.
	MaxName = 100
	// CodeLife is how long the code that pairs a browser is valid.
	CodeLife = 15 * time.Minute
	// BrowserLife is how long the session of a paired browser is valid.
	BrowserLife = 90 * 24 * time.Hour
	// expiredKept is how long what has expired is listed.
	expiredKept = 30 * 24 * time.Hour
	// useStep is how exactly the last use is known.
	useStep = time.Hour
)

var (
	// ErrName means that a name is empty, longer than [MaxName], or has control characters.
	ErrName = errors.New("not a name of a read token")
	// ErrNameTaken means that another token has the name, and is valid.
	ErrNameTaken = errors.New("another read token has this name")
	// ErrExpiry means that a token would expire in the past.
	ErrExpiry = errors.New("the expiry is in the past")
	// ErrTooMany means that there are [Max] tokens already.
	ErrTooMany = errors.New("too many read tokens")
	// ErrUnknown means that no token has this secret.
	ErrUnknown = errors.New("not a read token")
	// ErrExpired means that a secret was right, but has expired.
	ErrExpired = errors.New("the read token has expired")
)

// Service manages read tokens. It is safe for concurrent use.
type Service struct {
	cfg storage.Env

	mu    sync.Mutex
	noted map[string]storage.Time // by ID, when [Service.Use] was last due
}

// New returns a service over a store. It starts nothing.
func New(env storage.Env) *Service {
	return &Service{cfg: env, noted: make(map[string]storage.Time)}
}

// Created is a new token with its secret, which is not stored and cannot be shown again.
type Created struct {
	Token  storage.ReadToken `json:"token"`  // the token
	Secret string            `json:"secret"` // the token itself, which is shown only once
}

// Create makes a token for a program. A zero expiry is never. The error wraps [ErrName],
// [ErrNameTaken], [ErrExpiry] or [ErrTooMany].
func (s *Service) Create(ctx context.Context, name string, expires storage.NullTime) (Created, error) {
	if expires != 0 && storage.Time(expires) <= s.stamp() {
		return Created{}, ErrExpiry
	}
	return s.create(ctx, storage.ReadTokenProgram, name, expires)
}

// CreateCode makes a code with which one browser can be paired within [CodeLife].
func (s *Service) CreateCode(ctx context.Context) (Created, error) {
	return s.create(ctx, storage.ReadTokenCode, "", storage.NullTime(s.stamp().Add(CodeLife)))
}

func (s *Service) create(ctx context.Context, kind storage.ReadTokenKind, name string, expires storage.NullTime) (Created, error) {
	made, err := s.draw(kind, name, expires)
	if err != nil {
		return Created{}, err
	}
	err = s.cfg.Store.Update(ctx, func(tx *storage.Tx) error { return add(tx, made.Token) })
	if err != nil {
		return Created{}, fmt.Errorf("create a read token: %w", err)
	}
	return made, nil
}

// draw makes a token, and stores nothing.
func (s *Service) draw(kind storage.ReadTokenKind, name string, expires storage.NullTime) (Created, error) {
	name = strings.TrimSpace(name)
	if kind != storage.ReadTokenCode && !validName(name) {
		return Created{}, fmt.Errorf("%w: %.80q", ErrName, name)
	}
	now := s.stamp()
	id, err := storage.NewID(now, s.cfg.Random)
	if err != nil {
		return Created{}, err
	}
	secret, digest, err := newSecret(id, s.cfg.Random)
	if err != nil {
		return Created{}, err
	}
	return Created{storage.ReadToken{
		ID: id, Kind: kind, Name: storage.Text(name), Digest: digest, CreatedAt: now, ExpiresAt: expires,
	}, secret}, nil
}

func validName(name string) bool {
	return !storage.Blank(name) && len(name) <= MaxName && utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
}

// add stores a token, and deletes those that have expired long ago, and expired codes. Of
// programs, no two valid tokens have one name, so that it is clear which one to revoke.
func add(tx *storage.Tx, made storage.ReadToken) error {
	_, err := storage.DeleteFunc(tx.ReadTokens, storage.ReadTokenQuery{ExpiredBy: made.CreatedAt}, func(old storage.ReadToken) bool {
		return old.Kind == storage.ReadTokenCode || made.CreatedAt.Sub(storage.Time(old.ExpiresAt)) > expiredKept
	})
	if err != nil {
		return err
	}
	n := 0
	for other, err := range tx.ReadTokens.List(storage.ReadTokenQuery{}) {
		if err != nil {
			return err
		}
		n++
		valid := other.ExpiresAt == 0 || storage.Time(other.ExpiresAt) > made.CreatedAt
		if made.Kind == storage.ReadTokenProgram && other.Kind == made.Kind && other.Name == made.Name && valid {
			return fmt.Errorf("%w: %q", ErrNameTaken, made.Name)
		}
	}
	if n >= Max {
		return ErrTooMany
	}
	return tx.ReadTokens.Put(made)
}

// List returns the tokens and sessions, newest first, also those that have expired within
// the last 30 days. Codes are not listed.
func (s *Service) List(ctx context.Context) ([]storage.ReadToken, error) {
	return storage.View(ctx, s.cfg.Store, func(tx *storage.Tx) ([]storage.ReadToken, error) {
		tokens := []storage.ReadToken{}
		for t, err := range tx.ReadTokens.List(storage.ReadTokenQuery{}) {
			if err != nil {
				return nil, err
			}
			if t.Kind != storage.ReadTokenCode {
				tokens = append(tokens, t)
			}
		}
		return tokens, nil
	})
}

// Revoke deletes a token or a session, which is refused from then on, and returns it. The
// error wraps [storage.ErrNotFound] if there is none.
func (s *Service) Revoke(ctx context.Context, id string) (gone storage.ReadToken, err error) {
	err = s.cfg.Store.Update(ctx, func(tx *storage.Tx) (err error) {
		if gone, err = tx.ReadTokens.Get(id); err != nil {
			return fmt.Errorf("revoke the read token %.80q: %w", id, err)
		}
		_, err = tx.ReadTokens.Delete(id)
		return err
	})
	return gone, err
}

// Check returns the token of the first valid one of some secrets, of a program or a browser as
// the kind says. If there is none, the error wraps [ErrExpired] if one of them was valid once,
// and otherwise [ErrUnknown]. Any other error is the database's.
func (s *Service) Check(ctx context.Context, kind storage.ReadTokenKind, secrets ...string) (found storage.ReadToken, err error) {
	if !slices.ContainsFunc(secrets, wellFormed) { // which needs no database
		return storage.ReadToken{}, ErrUnknown
	}
	err = s.cfg.Store.View(ctx, func(tx *storage.Tx) (err error) {
		refusal := ErrUnknown
		for _, secret := range secrets {
			id, digest, ok := parse(secret)
			if !ok {
				continue
			}
			switch found, err = s.find(tx, kind, id, digest); {
			case errors.Is(err, ErrExpired):
				refusal = ErrExpired
			case !errors.Is(err, ErrUnknown):
				return err
			}
		}
		return refusal
	})
	return found, err
}

// wellFormed reports whether a text can be a secret.
func wellFormed(secret string) bool {
	_, _, ok := parse(secret)
	return ok
}

// find returns the token with an ID and a digest.
func (s *Service) find(tx *storage.Tx, kind storage.ReadTokenKind, id string, digest storage.Digest) (storage.ReadToken, error) {
	found, err := tx.ReadTokens.Get(id)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return storage.ReadToken{}, ErrUnknown
	case err != nil:
		return storage.ReadToken{}, err
	case found.Kind != kind || subtle.ConstantTimeCompare(found.Digest[:], digest[:]) == 0:
		return storage.ReadToken{}, ErrUnknown
	case found.ExpiresAt != 0 && storage.Time(found.ExpiresAt) <= s.stamp():
		return storage.ReadToken{}, ErrExpired
	}
	return found, nil
}

// Due reports whether [Service.Use] should be called for a token that was used: not more
// often than once an hour, so that reading does not write. It answers so once an hour, also
// when the note cannot be written.
func (s *Service) Due(t storage.ReadToken) bool {
	now := s.stamp()
	if !stale(storage.Time(t.LastUsedAt), now) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !stale(s.noted[t.ID], now) {
		return false
	}
	if len(s.noted) >= 2*Max { // of tokens that are gone
		clear(s.noted)
	}
	s.noted[t.ID] = now
	return true
}

// stale reports whether a use then is too long ago to be the last one that is known now.
// A clock that was set back makes it so as well.
func stale(then, now storage.Time) bool {
	passed := now.Sub(then)
	return then == 0 || passed >= useStep || passed < 0
}

// Use notes that a token was used now, unless it was noted within the last hour or the
// token was revoked.
func (s *Service) Use(ctx context.Context, id string) error {
	return s.cfg.Store.Update(ctx, func(tx *storage.Tx) error {
		t, found, err := storage.Find(tx.ReadTokens, id)
		now := s.stamp()
		if err != nil || !found || !stale(storage.Time(t.LastUsedAt), now) {
			return err
		}
		t.LastUsedAt = storage.NullTime(now)
		return tx.ReadTokens.Put(t)
	})
}

// Pair exchanges a code for the session of a browser with this name. The code is used up.
// The error wraps [ErrUnknown] or [ErrExpired], or is one of [Service.Create].
func (s *Service) Pair(ctx context.Context, code, name string) (Created, error) {
	id, digest, ok := parse(code)
	if !ok {
		return Created{}, ErrUnknown
	}
	made, err := s.draw(storage.ReadTokenBrowser, name, storage.NullTime(s.stamp().Add(BrowserLife)))
	if err != nil {
		return Created{}, err
	}
	err = s.cfg.Store.Update(ctx, func(tx *storage.Tx) error {
		if _, err := s.find(tx, storage.ReadTokenCode, id, digest); err != nil {
			return err
		}
		if _, err := tx.ReadTokens.Delete(id); err != nil {
			return err
		}
		return add(tx, made.Token)
	})
	if err != nil {
		return Created{}, err
	}
	return made, nil
}

func (s *Service) stamp() storage.Time { return storage.TimeOf(s.cfg.Now()) }
