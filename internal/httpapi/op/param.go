package op

import (
	"encoding"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// decode decodes a request into a struct. It does not read the body of an upload.
func (p *plan) decode(r Request, v reflect.Value, bodyOptional, upload bool) error {
	req := r.HTTP()
	body := false
	query := ParseQuery(req.URL.RawQuery)
	if err := p.unknown(r, query); err != nil {
		return err
	}
	for i := range p.fields {
		f := &p.fields[i]
		if !f.applies(v) {
			if f.from == fromQuery {
				f.ignore(r, query)
			}
			continue
		}
		var text string
		var sent bool
		name := f.name
		switch f.from {
		case fromPath:
			text, sent = r.Param(f.name), true
		case fromQuery:
			text, sent = query.First(f.name)
			if f.also == "" {
				break
			}
			if other, both := query.First(f.also); !sent {
				name, text, sent = f.also, other, both
			} else if both && other != text {
				r.Ignore(f.also, other)
			}
		case fromHeader:
			text = req.Header.Get(f.name)
			sent = text != ""
		case fromAddress:
			text, sent = r.Address(), true
		default:
			body = true
			continue
		}
		if err := f.param(r, name, text, sent, v.FieldByIndex(f.index)); err != nil {
			return err
		}
	}
	switch {
	case !body && changes(req) && !upload:
		return unread(r)
	case !body:
		return nil
	}
	text, err := r.ReadBody()
	if err != nil {
		return err
	}
	if bodyOptional && len(strings.TrimSpace(string(text))) == 0 {
		text = []byte("{}")
	}
	return p.decodeBody(r, text, v)
}

// applies reports whether the conditions of a field hold, given the fields decoded so far.
func (f *field) applies(v reflect.Value) bool {
	for _, c := range f.conditions {
		if v.FieldByIndex(c.index).IsZero() == c.value {
			return false
		}
	}
	return true
}

// param decodes a parameter.
func (f *field) param(r Request, name, text string, sent bool, v reflect.Value) error {
	if sent && f.required && f.from != fromPath && storage.Blank(text) && f.value.typ.Kind() == reflect.String {
		sent = false
	}
	if !sent {
		if f.required {
			return BadRequest("%s is missing", f.name)
		}
		if f.fallback == "" {
			return nil
		}
		return f.setFallback(v)
	}
	err := f.value.text(r, name, text, v)
	switch {
	case err == nil:
		return nil
	case f.from == fromPath && !f.required:
		return storage.ErrNotFound
	case f.value.loose:
		if f.from == fromQuery {
			r.Ignore(name, text)
		}
		return f.setFallback(v)
	}
	return err
}

// text decodes the text of a parameter. Ignored values are reported to the request, which is
// nil if the text is a default.
func (d *value) text(r Request, name, text string, v reflect.Value) error {
	if d.wrapped {
		v.Field(1).SetBool(true)
		v = v.Field(0)
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(d.typ))
		v = v.Elem()
	}
	switch d.typ {
	case appIDType:
		id, err := storage.ParseAppKey(text)
		if err != nil {
			return BadRequest("%s %s", name, d.expected())
		}
		if id == 0 {
			id = NoApp
		}
		v.SetInt(int64(id))
		return nil
	case timeType:
		at, ok := ParseMoment(text, d.later())
		if !ok { // a member of a body takes milliseconds only
			return BadRequest("%s %s, or an ISO 8601 date or time such as 2026-05-04 or 2026-05-04T12:00:00Z", name, d.expected())
		}
		if d.end {
			at = max(at, 1) // zero would mean no bound, and no record is that old
		}
		v.SetInt(int64(at))
		return nil
	}
	if own, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		err := own.UnmarshalText([]byte(text))
		if _, ok := errors.AsType[Misfit](err); ok {
			misfit(r, name, text)
			return nil
		}
		if err != nil {
			return BadRequest("%s %v", name, err)
		}
		return nil
	}
	switch d.typ.Kind() {
	case reflect.String:
		if d.list {
			v.SetString(d.known(r, name, text))
			return nil
		}
		v.SetString(text)
		return d.checkText(name, v)
	case reflect.Bool:
		on, ok := parseSwitch(text)
		if !ok {
			return BadRequest("%s must be 1, true, yes or on, or 0, false, no or off", name)
		}
		v.SetBool(on)
		return nil
	}
	return d.number(r, name, text, v)
}

// misfit names a parameter whose value counts as another one.
func misfit(r Request, name, text string) {
	if r != nil {
		r.Ignore(name, text)
	}
}

// later returns the duration to add to a date without a time.
func (d *value) later() time.Duration {
	if d.end {
		return 24*time.Hour - time.Millisecond
	}
	return 0
}

// number decodes a whole number.
func (d *value) number(r Request, name, text string, v reflect.Value) error {
	if d.prefix {
		digits := leadingDigits(text)
		if digits == "" {
			return BadRequest("%s %s", name, d.expected())
		}
		n := int64(parseOffset(digits).Skip)
		if d.least != nil {
			n = max(n, *d.least)
		}
		if d.most != nil {
			n = min(n, *d.most)
		}
		v.SetInt(n)
		if strconv.FormatInt(n, 10) != text {
			misfit(r, name, text)
		}
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || d.least != nil && n < *d.least || d.most != nil && n > *d.most {
		return BadRequest("%s %s", name, d.expected())
	}
	v.SetInt(n)
	return nil
}

// known returns a comma-separated list of the values of text that are in the enum, sorted and
// without duplicates. It reports the others to the request as ignored.
func (d *value) known(r Request, name, text string) string {
	var known []string
	for token := range strings.SplitSeq(text, ",") {
		token = strings.TrimSpace(token)
		switch {
		case slices.Contains(d.enum, token):
			known = append(known, token)
		case token != "":
			r.Ignore(name, token)
		}
	}
	slices.Sort(known)
	return strings.Join(slices.Compact(known), ",")
}

// parseSwitch parses the value of a boolean parameter, in lower case. The empty value is false,
// so that a parameter without a value does nothing.
func parseSwitch(text string) (on, ok bool) {
	switch text {
	case "1", "true", "yes", "on":
		return true, true
	case "", "0", "false", "no", "off":
		return false, true
	}
	return false, false
}
