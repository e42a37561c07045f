package storage

import (
	"strings"
	"unicode/utf8"
)

// ReadSimple sets what into points to, a list of entries, a subject, a list of texts or a label, to a
// JSON value in the form in which it is stored. It reports false for values of other forms, which
// it may have read in part, and of other types: package json reads these. It is many times as fast,
// and the texts that it reads are parts of the value.
func ReadSimple(value string, into any) bool {
	r := simple{rest: value}
	switch into := into.(type) {
	case *[]Entry:
		*into = list(&r, (*simple).entry)
	case *Subject:
		*into = r.members(subjectFields).Subject
	case *[]string:
		*into = list(&r, (*simple).text)
	case *Label:
		*into = r.label()
	default:
		return false
	}
	return r.rest == "" && !r.odd
}

// simple reads JSON without white space, null, numbers and rare escapes, whose objects have no member
// that is unknown or there twice. Of anything else it remembers that it is odd.
type simple struct {
	rest string
	odd  bool
}

// has skips a text, and reports whether it comes next.
func (r *simple) has(text string) (found bool) {
	r.rest, found = strings.CutPrefix(r.rest, text)
	return found
}

func (r *simple) need(text string) { r.odd = !r.has(text) || r.odd }

// more reports whether there is another element or member before end, and skips what is between two.
func (r *simple) more(first bool, end string) bool {
	if r.odd || r.has(end) {
		return false
	}
	if !first {
		r.need(",")
	}
	return !r.odd
}

func (r *simple) text() string {
	r.need(`"`)
	for i := 0; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == '"':
			text := r.rest[:i]
			r.rest = r.rest[i+1:]
			return text
		case c == '\\':
			return r.escaped(i)
		case c >= utf8.RuneSelf:
			_, size := utf8.DecodeRuneInString(r.rest[i:])
			r.odd = r.odd || size == 1
			i += size - 1
		case c < ' ':
			r.odd = true
		}
	}
	r.odd = true
	return ""
}

// escaped reads the rest of a text with escapes, the first of which is at i.
func (r *simple) escaped(i int) string {
	b := make([]byte, 0, len(r.rest[:i])+32)
	for from := 0; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == '"':
			b = append(b, r.rest[from:i]...)
			r.rest = r.rest[i+1:]
			r.odd = r.odd || !utf8.Valid(b)
			return string(b)
		case c == '\\' && i+1 < len(r.rest) && (r.rest[i+1] == '"' || r.rest[i+1] == '\\'):
			b = append(b, r.rest[from:i]...)
			i++
			from = i // the character itself
		case c == '\\' && strings.HasPrefix(r.rest[i:], `\n`):
			b = append(append(b, r.rest[from:i]...), '\n')
			i++
			from = i + 1
		case c == '\\' || c < ' ':
			r.odd = true
			return ""
		}
	}
	r.odd = true
	return ""
}

func (r *simple) flag() bool {
	is := r.has("true")
	r.odd = r.odd || !is && !r.has("false")
	return is
}

// list reads a list, which is not nil.
func list[T any](r *simple, read func(*simple) T) []T {
	all := []T{}
	r.need("[")
	for r.more(len(all) == 0, "]") {
		all = append(all, read(r))
	}
	return all
}

func (r *simple) entry() Entry { return r.members(allFields) }

// allFields and subjectFields are bits of entryFields.
var (
	allFields     = fieldsNamed("type", "description", "category", "direction", "weight", "details", "storeWide") | subjectFields
	subjectFields = fieldsNamed("privacyType", "dataCategory", "purpose", "dataType", "feature", "fact", "from", "to", "parts")
)

func fieldsNamed(names ...string) (bits uint) {
	for _, name := range names {
		bits |= entryFields[name]
	}
	return bits
}

// members reads an object with these fields of an entry, each at most once.
func (r *simple) members(fields uint) (e Entry) {
	r.need("{")
	for first := true; r.more(first, "}"); first = false {
		name := r.text()
		bit := entryFields[name]
		r.odd = r.odd || bit&fields == 0
		fields &^= bit
		r.need(":")
		r.member(&e, name)
	}
	return e
}

func (r *simple) member(e *Entry, name string) {
	switch name {
	case "type":
		e.Type = EntryType(r.text())
	case "description":
		e.Description = r.text()
	case "category":
		e.Category = EntryCategory(r.text())
	case "privacyType":
		e.PrivacyType = r.text()
	case "dataCategory":
		e.DataCategory = r.text()
	case "purpose":
		e.Purpose = r.text()
	case "dataType":
		e.DataType = r.text()
	case "feature":
		e.Feature = r.text()
	case "fact":
		e.Fact = r.text()
	case "from":
		e.From = r.text()
	case "to":
		e.To = r.text()
	case "parts":
		e.Parts = list(r, (*simple).part)
	case "direction":
		e.Direction = Direction(r.text())
	case "weight":
		e.Weight = Weight(r.text())
	case "details":
		e.Details = list(r, (*simple).text)
	case "storeWide":
		e.StoreWide = r.flag()
	default:
		r.odd = true
	}
}

// part reads a part, whose members are in the order in which they are written.
func (r *simple) part() (p Part) {
	r.need(`{"type":`)
	p.Type = EntryType(r.text())
	if r.has(`,"dataCategory":`) {
		p.DataCategory = r.text()
	}
	if r.has(`,"purpose":`) {
		p.Purpose = r.text()
	}
	if r.has(`,"dataType":`) {
		p.DataType = r.text()
	}
	if r.has(`,"optional":`) {
		p.Optional = r.flag()
	}
	r.need("}")
	return p
}
