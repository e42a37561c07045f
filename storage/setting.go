package storage

import (
	"cmp"
	"slices"
	"strings"
)

// Setting is a named value: a choice of the user, or small internal state such as
// a cooldown.
type Setting struct {
	Name  string `db:"name,key" json:"key"`
	Value string `db:"value" json:"value"`
}

// SettingQuery narrows a list of settings, which is ordered by name.
type SettingQuery struct {
	Prefix string   // only names that begin with this
	Names  []string // only these; none: all
}

// matches implements [Query].
func (q SettingQuery) matches(r Setting) bool {
	return strings.HasPrefix(r.Name, q.Prefix) && (len(q.Names) == 0 || slices.Contains(q.Names, r.Name))
}

// compare implements [Query].
func (SettingQuery) compare(a, b Setting) int {
	return cmp.Compare(a.Name, b.Name)
}

// key returns the name.
func (s Setting) key() string { return s.Name }

// validate refuses a setting without name.
func (s Setting) validate() error {
	if s.Name == "" {
		return invalid("setting", "no name")
	}
	return checkText("setting", s.Name, s.Value)
}

// FlagOverride replaces the default value of a feature flag.
type FlagOverride struct {
	Flag      string `db:"flag,key" json:"key"`
	Value     string `db:"value" json:"value"` // on, off, collapsed, or a value of a newer version
	UpdatedAt Time   `db:"updated_at" json:"updatedAt"`
}

// FlagOverrideQuery lists all overrides, by flag.
type FlagOverrideQuery struct{}

// matches implements [Query].
func (FlagOverrideQuery) matches(FlagOverride) bool { return true }

// compare implements [Query].
func (FlagOverrideQuery) compare(a, b FlagOverride) int {
	return cmp.Compare(a.Flag, b.Flag)
}

// key returns the flag.
func (o FlagOverride) key() string { return o.Flag }

// validate refuses an override without flag or value. It accepts unknown flags,
// because another version may know them.
func (o FlagOverride) validate() error {
	if o.Flag == "" || o.Value == "" {
		return invalid("flag override", "no flag or value")
	}
	return checkText("flag override", o.Flag, o.Value)
}

// Revocation invalidates a session before its expiry.
type Revocation struct {
	Session   string `db:"session,key"` // the session's random id
	ExpiresAt Time   `db:"expires_at"`  // of the session
}

// RevocationQuery narrows a list of revocations, which is ordered by expiry and session.
type RevocationQuery struct {
	ExpiredBy Time // only those that expire at or before this time; zero: all
}

// matches implements [Query].
func (q RevocationQuery) matches(r Revocation) bool {
	return q.ExpiredBy == 0 || r.ExpiresAt <= q.ExpiredBy
}

// compare implements [Query].
func (RevocationQuery) compare(a, b Revocation) int {
	return cmp.Or(cmp.Compare(a.ExpiresAt, b.ExpiresAt), cmp.Compare(a.Session, b.Session))
}

// key returns the session.
func (r Revocation) key() string { return r.Session }

// validate refuses a revocation without session.
func (r Revocation) validate() error {
	if r.Session == "" {
		return invalid("revocation", "no session")
	}
	return checkText("revocation", r.Session)
}

// ReadTokenKind is what a [ReadToken] is for.
type ReadTokenKind string

// The kinds of read tokens.
const (
	ReadTokenProgram ReadTokenKind = "program" // sent in a header or an address
	ReadTokenBrowser ReadTokenKind = "browser" // the session of a paired browser
	ReadTokenCode    ReadTokenKind = "code"    // pairs a browser, once
)

// ReadToken is a secret with which a client may read. Only its digest is stored.
type ReadToken struct {
	ID         string        `db:"id,key" json:"id"`
	Kind       ReadTokenKind `db:"kind" json:"kind"`
	Name       Text          `db:"name" json:"name"`
	Digest     Digest        `db:"digest" json:"-"` // of the secret
	CreatedAt  Time          `db:"created_at" json:"createdAt"`
	LastUsedAt NullTime      `db:"last_used_at" json:"lastUsedAt"` // to the hour; zero: never
	ExpiresAt  NullTime      `db:"expires_at" json:"expiresAt"`    // zero: never
}

// ReadTokenQuery narrows a list of read tokens, which is ordered newest first and, at one
// moment, by id, last first.
type ReadTokenQuery struct {
	ExpiredBy Time // only those that expire at or before this time; zero: all
}

// matches implements [Query].
func (q ReadTokenQuery) matches(r ReadToken) bool {
	return q.ExpiredBy == 0 || r.ExpiresAt != 0 && Time(r.ExpiresAt) <= q.ExpiredBy
}

// compare implements [Query].
func (ReadTokenQuery) compare(a, b ReadToken) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (r ReadToken) key() string { return r.ID }

// validate refuses a token without id, digest or time, or of an unknown kind.
func (r ReadToken) validate() error {
	if r.ID == "" || r.Digest.IsZero() || r.CreatedAt <= 0 {
		return invalid("read token", "no id, digest or time")
	}
	switch r.Kind {
	case ReadTokenProgram, ReadTokenBrowser, ReadTokenCode:
	default:
		return invalid("read token", "unknown kind %.40q", r.Kind)
	}
	return checkText("read token", r.ID, string(r.Name))
}
