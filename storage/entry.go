package storage

import (
	"bytes"
	"encoding/json"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// plainEntry is an Entry with the standard way of encoding.
type plainEntry Entry

// MarshalJSON writes the entry with the members of More beside its own.
func (e Entry) MarshalJSON() ([]byte, error) {
	own, err := json.Marshal(plainEntry(e))
	if err != nil || len(e.More) <= len("{}") {
		return own, err
	}
	more := bytes.TrimSpace(e.More)
	return append(append(own[:len(own)-1], ','), more[1:]...), nil
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
	for _, known := range []string{"type", "description", "category", "details", "storeWide"} {
		delete(members, known)
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
	if e.More != nil && (!json.Valid(e.More) || bytes.TrimSpace(e.More)[0] != '{') {
		return invalid(kind, "an entry has more that is no JSON object")
	}
	return checkText(kind, append([]string{string(e.Type), string(e.Category), e.Description, string(e.More)}, e.Details...)...)
}
