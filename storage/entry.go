package storage

import (
	"bytes"
	"encoding/json"
)

// plainEntry is an Entry with the standard way of encoding.
type plainEntry Entry

// ownMembers are those that an Entry has fields for.
func ownMembers() []string {
	return []string{"type", "description", "category", "details", "storeWide"}
}

// MarshalJSON writes the entry with the members of More beside its own.
func (e Entry) MarshalJSON() ([]byte, error) {
	own, err := json.Marshal(plainEntry(e))
	if err != nil || len(e.More) == 0 {
		return own, err
	}
	more := bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(e.More), []byte("{")), []byte("}")))
	if len(more) == 0 {
		return own, nil
	}
	own = append(own[:len(own)-1], ',')
	return append(append(own, more...), '}'), nil
}

// UnmarshalJSON reads an entry and keeps the members it has no field for in More.
func (e *Entry) UnmarshalJSON(b []byte) error {
	var own plainEntry
	if err := json.Unmarshal(b, &own); err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return err
	}
	for _, own := range ownMembers() {
		delete(members, own)
	}
	if len(members) > 0 {
		more, err := json.Marshal(members)
		if err != nil {
			return err
		}
		own.More = more
	}
	*e = Entry(own)
	return nil
}

// validate refuses an entry of a record of this kind that cannot be kept.
func (e Entry) validate(kind string) error {
	if e.More != nil {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(e.More, &members); err != nil || members == nil {
			return invalid(kind, "an entry has more that is no JSON object")
		}
		for _, own := range ownMembers() {
			if _, doubled := members[own]; doubled {
				return invalid(kind, "an entry has more that doubles its %s", own)
			}
		}
	}
	return checkText(kind, append([]string{string(e.Type), string(e.Category), e.Description, string(e.More)}, e.Details...)...)
}
