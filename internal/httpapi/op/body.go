package op

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// maxDepth is the maximum nesting depth of a body.
const maxDepth = 512

// members returns the members of a body, which must be one JSON object (RFC 8259) in which no
// object has two members with the same name.
func members(body []byte) (map[string]json.RawMessage, error) {
	all, err := jsonread.Object(body, maxDepth)
	switch {
	case errors.Is(err, jsonread.ErrTruncated):
		return nil, BadRequest("The body is empty")
	case errors.Is(err, jsonread.ErrUTF8):
		return nil, BadRequest("The body is not UTF-8")
	case errors.Is(err, jsonread.ErrTooDeep):
		return nil, BadRequest("The body is nested too deep")
	case errors.Is(err, jsonread.ErrType):
		return nil, BadRequest("The body must be a JSON object")
	case err != nil:
		return nil, BadRequest("The body is not valid JSON")
	}
	if name, twice := jsonread.Duplicate(body); twice {
		return nil, BadRequest("The body has two members %q in one object", name)
	}
	return all, nil
}

// decodeBody decodes the body of a request into a struct, and names the members that it does not
// have. R may be nil.
func (p *plan) decodeBody(r Request, body []byte, v reflect.Value) error {
	for i := range p.fields {
		f := &p.fields[i]
		if f.from == fromBody {
			return v.FieldByIndex(f.index).Addr().Interface().(taker).take(r, body)
		}
	}
	all, err := members(body)
	if err != nil {
		return err
	}
	return p.decodeMembers(r, "", all, v)
}

// decodeMembers decodes the members of an object. The prefix names the object in
// errors.
func (p *plan) decodeMembers(r Request, prefix string, all map[string]json.RawMessage, v reflect.Value) error {
	p.extra(r, prefix, all)
	for i := range p.fields {
		f := &p.fields[i]
		if f.from != fromMember {
			continue
		}
		sent := all[f.name]
		if other, ok := all[f.also]; ok && f.also != "" {
			switch {
			case sent == nil, string(sent) == "null" && !f.value.takesNull():
				sent = other
			case string(other) != "null" && !f.value.wrapped: // ignored, but must be valid
				if err := f.value.json(nil, prefix+f.also, other, reflect.New(f.typ).Elem()); err != nil {
					return err
				}
			}
			if r != nil && string(other) != "null" && !bytes.Equal(sent, other) {
				r.IgnoreMember(pathOf(prefix) + f.also)
			}
		}
		if err := f.member(r, prefix+f.name, sent, v.FieldByIndex(f.index)); err != nil {
			return err
		}
	}
	return nil
}

// takesNull reports whether null differs from a missing member.
func (d *value) takesNull() bool { return d.wrapped || isUnmarshaler(d.typ) }

// member decodes a member. Sent is nil if the member is missing.
func (f *field) member(r Request, name string, sent json.RawMessage, v reflect.Value) error {
	if sent != nil && (string(sent) != "null" || f.value.takesNull()) {
		switch err := f.value.json(r, name, sent, v); {
		case err == nil && f.required && blank(v):
			return BadRequest("%s is missing or blank", name)
		case err == nil:
			return nil
		case !f.value.loose:
			return err
		case r != nil:
			r.IgnoreMember(pathOf(name))
		}
	}
	if f.required {
		return BadRequest("%s is missing", name)
	}
	return f.setFallback(v)
}

// blank reports whether a value is a string of which nothing can be seen.
func blank(v reflect.Value) bool {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	return v.Kind() == reflect.String && storage.Blank(v.String())
}

// setFallback sets a field to its default.
func (f *field) setFallback(v reflect.Value) error {
	v.SetZero()
	if f.fallback == "" {
		return nil
	}
	unbounded := f.value
	unbounded.loose, unbounded.least, unbounded.most = false, nil, nil
	return unbounded.text(nil, f.name, f.fallback, v)
}

// json decodes a JSON value into a field, or into an element of a list.
func (d *value) json(r Request, name string, sent json.RawMessage, v reflect.Value) error {
	if d.wrapped {
		if string(sent) == "null" && !d.nullable && !isUnmarshaler(d.typ) {
			return BadRequest("%s %s", name, d.expected())
		}
		v.Field(1).SetBool(true)
		v = v.Field(0)
		if string(sent) == "null" && d.nullable {
			return nil
		}
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(d.typ))
		v = v.Elem()
	}
	refused := BadRequest("%s %s", name, d.expected())
	if kind := d.typ.Kind(); (kind == reflect.Int || kind == reflect.Int64) && !isUnmarshaler(d.typ) {
		sent = jsonread.Whole(sent) // to JSON, 1.0 and 1 are one number
	}
	switch {
	case d.nested != nil:
		var all map[string]json.RawMessage
		if json.Unmarshal(sent, &all) != nil {
			return refused
		}
		return d.nested.decodeMembers(r, name+".", all, v)
	case d.element != nil:
		return d.jsonList(r, name, sent, v)
	case isUnmarshaler(d.typ) || d.typ == appIDType || !slices.Contains([]reflect.Kind{reflect.String, reflect.Bool, reflect.Int, reflect.Int64}, d.typ.Kind()):
		err := json.Unmarshal(sent, v.Addr().Interface())
		var syntax *json.UnmarshalTypeError
		if parts, ok := errors.AsType[Misfit](err); ok {
			misfits(r, name, parts)
			err = nil
		}
		switch {
		case err == nil:
			extraOf(r, d.typ, name, sent)
			return nil
		case d.typ == appIDType, errors.As(err, &syntax):
			return &Error{Status: http.StatusBadRequest, Message: refused.Error(), Cause: err}
		}
		return &Error{Status: http.StatusBadRequest, Message: fmt.Sprintf("%s %v", name, err), Cause: err}
	}
	if json.Unmarshal(sent, v.Addr().Interface()) != nil {
		return refused
	}
	switch d.typ.Kind() {
	case reflect.String:
		return d.checkText(name, v)
	case reflect.Int, reflect.Int64:
		if n := v.Int(); d.least != nil && n < *d.least || d.most != nil && n > *d.most {
			return refused
		}
	}
	return nil
}

// jsonList decodes a list.
func (d *value) jsonList(r Request, name string, sent json.RawMessage, v reflect.Value) error {
	var all []json.RawMessage
	if json.Unmarshal(sent, &all) != nil {
		return BadRequest("%s %s", name, d.expected())
	}
	switch n := int64(len(all)); {
	case d.tooLarge && n > *d.most:
		return &Error{Status: http.StatusRequestEntityTooLarge, Message: fmt.Sprintf("%s has more than %d entries", name, *d.most)}
	case d.least != nil && n < *d.least || d.most != nil && n > *d.most:
		return BadRequest("%s %s", name, d.expected())
	}
	_, lenient := v.Interface().(fitting)
	list := reflect.MakeSlice(v.Type(), 0, len(all))
	for i, text := range all {
		one := reflect.New(v.Type().Elem()).Elem()
		err := d.element.json(r, fmt.Sprintf("%s[%d]", name, i), text, one)
		switch {
		case lenient && (err != nil || string(text) == "null"):
			if r != nil {
				r.IgnoreMember(pathOf(name) + "[]")
			}
			continue
		case err != nil:
			return err
		}
		list = reflect.Append(list, one)
	}
	v.Set(list)
	return nil
}

// checkText checks a string against the tags of its field.
func (d *value) checkText(name string, v reflect.Value) error {
	if d.trim {
		v.SetString(strings.TrimSpace(v.String()))
	}
	text := v.String()
	switch {
	case d.enum != nil && !slices.Contains(d.enum, text):
		return BadRequest("%s %s", name, d.expected())
	case d.most != nil && int64(len(text)) > *d.most:
		return BadRequest("%s is longer than %d bytes", name, *d.most)
	case d.least != nil && *d.least > 0 && text == "":
		return BadRequest("%s is empty", name)
	case d.least != nil && int64(len(text)) < *d.least:
		return BadRequest("%s is shorter than %d bytes", name, *d.least)
	}
	return nil
}

// expected describes a valid value, for an error message.
func (d *value) expected() string {
	switch {
	case d.enum != nil && d.element == nil:
		enum := slices.Clone(d.enum)
		if d.nullable {
			enum = append(enum, "null")
		}
		if len(enum) == 1 {
			return "must be " + enum[0]
		}
		return "must be " + strings.Join(enum[:len(enum)-1], ", ") + " or " + enum[len(enum)-1]
	case d.typ == appIDType:
		return "must be a number of 1 to 20 digits"
	case d.typ == timeType:
		return "must be a time in milliseconds since 1970"
	case d.nested != nil:
		return "must be an object"
	}
	switch d.typ.Kind() {
	case reflect.String:
		return "must be a text"
	case reflect.Bool:
		return "must be true or false"
	case reflect.Float64:
		return "must be a number"
	case reflect.Slice:
		switch {
		case d.most != nil && d.least != nil:
			return fmt.Sprintf("must be a list of %d to %d entries", *d.least, *d.most)
		case d.most != nil:
			return fmt.Sprintf("must be a list of at most %d entries", *d.most)
		}
		return "must be a list"
	case reflect.Int, reflect.Int64:
		switch {
		case d.least != nil && d.most != nil:
			return fmt.Sprintf("must be a whole number from %d to %d", *d.least, *d.most)
		case d.least != nil:
			return fmt.Sprintf("must be a whole number from %d", *d.least)
		}
		return "must be a whole number"
	}
	return "is of the wrong type"
}

// NoApp is an ID that no app has. It stands for app 0 in a query, where zero would mean every
// app.
const NoApp = storage.MaxAppID + 1
