package profile

import (
	"encoding/json"
	"errors"
	"maps"
)

// Privacy is what a person accepts of an app. The zero Privacy was never set.
type Privacy struct {
	// Tiers are, by category, the worst tier that is accepted. A category that
	// is missing has no bound. Nil: never set, or cleared.
	Tiers map[string]Tier

	// Retention is how long data may be kept.
	Retention Retention
}

// errNoObject says that a profile is not an object of JSON.
var errNoObject = errors.New("a profile is a JSON object")

// ParsePrivacy reads a profile that somebody sent: an object with a member
// profile, and perhaps retention, or one whose members are the categories
// themselves. What is not known, category or tier, is dropped; a profile of null
// is cleared, and one that is anything else than an object is empty.
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

// unwrap returns an object's members, and those of its member profile: nil when
// that is null, the object's own when it is missing.
func unwrap(text []byte) (sent, inner map[string]json.RawMessage, err error) {
	if json.Unmarshal(text, &sent) != nil || sent == nil {
		return nil, nil, errNoObject
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

// MarshalJSON writes an object of profile, null when it was never set, and
// retention, if there is one.
func (p Privacy) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Profile   map[string]Tier `json:"profile"`
		Retention Retention       `json:"retention,omitempty"`
	}{p.Tiers, p.Retention})
}

// IsZero says whether nothing was ever set.
func (p Privacy) IsZero() bool { return p.Tiers == nil && p.Retention == "" }

// Active says whether the profile bounds any category, so that apps can be
// compared with it.
func (p Privacy) Active() bool { return len(p.Tiers) > 0 }

// Equal says whether both bound the same categories at the same tiers.
func (p Privacy) Equal(o Privacy) bool { return maps.Equal(p.Tiers, o.Tiers) }
