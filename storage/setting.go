package storage

// Setting is a value under a name: what the user chose, and small things that
// the service must remember, such as a cooldown.
type Setting struct {
	Name  string `json:"key"`
	Value string `json:"value"`
}

// SettingQuery narrows a list of settings, which is ordered by name.
type SettingQuery struct {
	Prefix string // only names that begin so
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

// FlagOverride is the value that the user gave a feature flag in place of what
// it would have.
type FlagOverride struct {
	Flag      string `json:"key"`
	Value     string `json:"value"` // on, off or collapsed, as far as this version knows
	UpdatedAt Time   `json:"updatedAt"`
}

// FlagOverrideQuery lists all overrides, by flag.
type FlagOverrideQuery struct{}

// Key returns the flag.
func (o FlagOverride) Key() string { return o.Flag }

// Validate refuses an override without flag or value. Whether there is such a
// flag is not asked: another version may know it.
func (o FlagOverride) Validate() error {
	if o.Flag == "" || o.Value == "" {
		return invalid("flag override", "no flag or value")
	}
	return checkText("flag override", o.Flag, o.Value)
}

// Revocation says that a session that has not expired yet is not valid any more.
type Revocation struct {
	Session   string // the session's random id
	ExpiresAt Time   // when it would have ended by itself
}

// RevocationQuery narrows a list of revocations, which is ordered by expiry and session.
type RevocationQuery struct {
	ExpiredBy Time // only those that have expired by then; zero: all
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
