package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// plainEntry is an Entry with the standard way of encoding.
type plainEntry Entry

// own are the members that an Entry has fields for, with the fields.
func (e *Entry) own() map[string]any {
	return map[string]any{
		"type": &e.Type, "description": &e.Description, "category": &e.Category, "details": &e.Details, "storeWide": &e.StoreWide,
	}
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

// UnmarshalJSON reads an entry and keeps the members it has no field for in
// More. A name that differs from a field's in letter case only is such a member,
// so that what was written beside a field is never read as the field.
func (e *Entry) UnmarshalJSON(b []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return err
	}
	var read Entry
	for name, field := range read.own() {
		value, ok := members[name]
		if !ok {
			continue
		}
		if err := json.Unmarshal(value, field); err != nil {
			return fmt.Errorf("%s of an entry: %w", name, err)
		}
		delete(members, name)
	}
	if len(members) > 0 {
		more, err := json.Marshal(members)
		if err != nil {
			return err
		}
		read.More = more
	}
	*e = read
	return nil
}

// validate refuses an entry of a record of this kind that cannot be kept.
func (e Entry) validate(kind string) error {
	if e.More != nil {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(e.More, &members); err != nil || members == nil {
			return invalid(kind, "an entry has more that is no JSON object")
		}
		for name := range e.own() {
			if _, doubled := members[name]; doubled {
				return invalid(kind, "an entry has more that doubles its %s", name)
			}
		}
		if countMembers(e.More) != len(members) {
			return invalid(kind, "an entry has more with a member twice")
		}
	}
	return checkText(kind, append([]string{string(e.Type), string(e.Category), e.Description, string(e.More)}, e.Details...)...)
}

// countMembers returns how many members a valid object spells out, each as
// often as it is there.
func countMembers(object []byte) int {
	d := json.NewDecoder(bytes.NewReader(object))
	n := 0
	for _, err := d.Token(); err == nil && d.More(); n++ {
		if _, err = d.Token(); err == nil { // the name
			err = d.Decode(new(json.RawMessage))
		}
	}
	return n
}
