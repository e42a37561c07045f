package profile

import (
	"encoding/json"
	"errors"
	"maps"
)

// Privacy is what data collection a person accepts. The zero Privacy was never set.
type Privacy struct {
	// Tiers are the highest accepted tiers by category. A missing category is not
	// limited. Nil: never set, or cleared.
	Tiers map[string]Tier

	// Retention is how long data may be retained.
	Retention Retention
}

// errNotObject means that a profile is not a JSON object.
var errNotObject = errors.New("a profile must be a JSON object")

// ParsePrivacy parses a profile from a request: an object with a member profile and an
// optional retention, or an object whose members are the categories themselves. Unknown
// categories and tiers are dropped. A null profile is cleared, and one of another type
// than object is empty.
func ParsePrivacy(text []byte) (Privacy, error) {
	sent, inner, err := unwrap(text)
	if err != nil {
		return Privacy{}, err
	}
	p := Privacy{Retention: retentionOf(sent["retention"])}
	if inner == nil {
		return p, nil
	}
	p.Tiers = map[string]Tier{}
	for _, category := range Categories() {
		var name string
		if json.Unmarshal(inner[category], &name) != nil {
			continue
		}
		if tier, ok := ParseTier(name); ok {
			p.Tiers[category] = tier
		}
	}
	return p, nil
}

// unwrap returns an object's members and those of its member profile: nil if that is
// null, the object's own members if it is missing.
func unwrap(text []byte) (sent, inner map[string]json.RawMessage, err error) {
	if json.Unmarshal(text, &sent) != nil || sent == nil {
		return nil, nil, errNotObject
	}
	raw, wrapped := sent["profile"]
	switch {
	case !wrapped:
		return sent, sent, nil
	case string(raw) == "null":
		return sent, nil, nil
	}
	if json.Unmarshal(raw, &inner) != nil || inner == nil {
		inner = map[string]json.RawMessage{}
	}
	return sent, inner, nil
}

// MarshalJSON encodes an object of profile, null when it was never set, and retention,
// if set.
func (p Privacy) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Profile   map[string]Tier `json:"profile"`
		Retention Retention       `json:"retention,omitempty"`
	}{p.Tiers, p.Retention})
}

// IsZero reports whether nothing was ever set.
func (p Privacy) IsZero() bool { return p.Tiers == nil && p.Retention == "" }

// Active reports whether the profile limits any category.
func (p Privacy) Active() bool { return len(p.Tiers) > 0 }

// Equal reports whether both profiles limit the same categories at the same tiers.
func (p Privacy) Equal(o Privacy) bool { return maps.Equal(p.Tiers, o.Tiers) }
