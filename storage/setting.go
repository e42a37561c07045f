package storage

import (
	"cmp"
	"strings"
)

// Setting is a named value: a choice of the user, or small internal state such as
// a cooldown.
type Setting struct {
	Name  string `json:"key"`
	Value string `json:"value"`
}

// SettingQuery narrows a list of settings, which is ordered by name.
type SettingQuery struct {
	Prefix string // of the names
}

// Matches implements [Query].
func (q SettingQuery) Matches(r Setting) bool { return strings.HasPrefix(r.Name, q.Prefix) }

// Compare implements [Query].
func (SettingQuery) Compare(a, b Setting) int {
	return cmp.Compare(a.Name, b.Name)
}

// Key returns the name.
func (s Setting) Key() string { return s.Name }

// Validate refuses a setting without name.
func (s Setting) Validate() error {
	if s.Name == "" {
		return invalid("setting", "no name")
	}
	return checkText("setting", s.Name, s.Value)
}

// FlagOverride replaces the default value of a feature flag.
type FlagOverride struct {
	Flag      string `json:"key"`
	Value     string `json:"value"` // on, off, collapsed, or a value of a newer version
	UpdatedAt Time   `json:"updatedAt"`
}

// FlagOverrideQuery lists all overrides, by flag.
type FlagOverrideQuery struct{}

// Matches implements [Query].
func (FlagOverrideQuery) Matches(FlagOverride) bool { return true }

// Compare implements [Query].
func (FlagOverrideQuery) Compare(a, b FlagOverride) int {
	return cmp.Compare(a.Flag, b.Flag)
}

// Key returns the flag.
func (o FlagOverride) Key() string { return o.Flag }

// Validate refuses an override without flag or value. It accepts unknown flags,
// because another version may know them.
func (o FlagOverride) Validate() error {
	if o.Flag == "" || o.Value == "" {
		return invalid("flag override", "no flag or value")
	}
	return checkText("flag override", o.Flag, o.Value)
}

// Revocation invalidates a session before its expiry.
type Revocation struct {
	Session   string // the session's random id
	ExpiresAt Time   // of the session
}

// RevocationQuery narrows a list of revocations, which is ordered by expiry and session.
type RevocationQuery struct {
	ExpiredBy Time // only those that expire at or before it; zero: all
}

// Matches implements [Query].
func (q RevocationQuery) Matches(r Revocation) bool {
	return q.ExpiredBy == 0 || r.ExpiresAt <= q.ExpiredBy
}

// Compare implements [Query].
func (RevocationQuery) Compare(a, b Revocation) int {
	return cmp.Or(cmp.Compare(a.ExpiresAt, b.ExpiresAt), cmp.Compare(a.Session, b.Session))
}

// Key returns the session.
func (r Revocation) Key() string { return r.Session }

// Validate refuses a revocation without session.
func (r Revocation) Validate() error {
	if r.Session == "" {
		return invalid("revocation", "no session")
	}
	return checkText("revocation", r.Session)
}
