package storage

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// appendOwn appends the fields of the entry as json.Marshal writes them. Feeds and notifications
// are made of entries, of which encoding them by reflection was the largest part.
func (e *Entry) appendOwn(b []byte) []byte {
	b = appendText(append(b, `{"type":`...), string(e.Type))
	b = appendText(append(b, `,"description":`...), e.Description)
	b = appendMember(b, `,"category":`, string(e.Category))
	b = e.Subject.append(b)
	b = appendMember(b, `,"direction":`, string(e.Direction))
	b = appendMember(b, `,"weight":`, string(e.Weight))
	if e.Details != nil {
		b = append(b, `,"details":[`...)
		for i, text := range e.Details {
			b = appendText(separated(b, i), text)
		}
		b = append(b, ']')
	}
	if e.StoreWide {
		b = append(b, `,"storeWide":true`...)
	}
	return append(b, '}')
}

// append appends the members of the subject, each after a comma.
func (s *Subject) append(b []byte) []byte {
	b = appendMember(b, `,"privacyType":`, s.PrivacyType)
	b = appendMember(b, `,"dataCategory":`, s.DataCategory)
	b = appendMember(b, `,"purpose":`, s.Purpose)
	b = appendMember(b, `,"dataType":`, s.DataType)
	b = appendMember(b, `,"feature":`, s.Feature)
	b = appendMember(b, `,"fact":`, s.Fact)
	b = appendMember(b, `,"from":`, s.From)
	b = appendMember(b, `,"to":`, s.To)
	if s.Parts == nil {
		return b
	}
	b = append(b, `,"parts":[`...)
	for i, p := range s.Parts {
		b = appendText(append(separated(b, i), `{"type":`...), string(p.Type))
		b = appendMember(b, `,"dataCategory":`, p.DataCategory)
		b = appendMember(b, `,"purpose":`, p.Purpose)
		b = appendMember(b, `,"dataType":`, p.DataType)
		if p.Optional {
			b = append(b, `,"optional":true`...)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

// separated appends a comma before all but the first item of a list.
func separated(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// appendMember appends a member of an object, unless the text is empty.
func appendMember(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	return appendText(append(b, name...), text)
}

// appendText appends a text as json.Marshal writes it.
func appendText(b []byte, text string) []byte {
	for _, r := range text {
		if r < ' ' || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError {
			escaped, _ := json.Marshal(text) // never fails for a text
			return append(b, escaped...)
		}
	}
	b = append(append(b, '"'), text...)
	return append(b, '"')
}

// readPlain reads an entry whose members are fields, each at most once, of their types and spelled
// without escapes, as they are stored. Ok is false for any other one, and for what is no JSON.
func readPlain(b []byte) (e Entry, ok bool) {
	p := plainReader{rest: b}
	var seen uint
	p.object(func(name []byte) bool {
		bit := entryFields[string(name)]
		if bit == 0 || seen&bit != 0 {
			return false
		}
		seen |= bit
		switch string(name) {
		case "details":
			e.Details = []string{}
			return p.list(func() bool {
				e.Details = append(e.Details, p.text())
				return true
			})
		case "parts":
			e.Parts = []Part{}
			return p.list(func() bool {
				part, ok := p.part()
				e.Parts = append(e.Parts, part)
				return ok
			})
		case "storeWide":
			e.StoreWide = p.truth()
			return true
		}
		text := p.text()
		switch string(name) {
		case "type":
			e.Type = EntryType(text)
		case "description":
			e.Description = text
		case "category":
			e.Category = EntryCategory(text)
		case "privacyType":
			e.PrivacyType = text
		case "dataCategory":
			e.DataCategory = text
		case "purpose":
			e.Purpose = text
		case "dataType":
			e.DataType = text
		case "feature":
			e.Feature = text
		case "fact":
			e.Fact = text
		case "from":
			e.From = text
		case "to":
			e.To = text
		case "direction":
			e.Direction = Direction(text)
		case "weight":
			e.Weight = Weight(text)
		default:
			return false
		}
		return true
	})
	p.space()
	return e, !p.failed && len(p.rest) == 0
}

// plainReader reads JSON of a simple form. After a failure it reads nothing more.
type plainReader struct {
	rest   []byte
	failed bool
}

func (p *plainReader) fail() bool {
	p.failed, p.rest = true, nil
	return false
}

func (p *plainReader) space() {
	p.rest = bytes.TrimLeft(p.rest, " \t\r\n")
}

// take reads a character, and reports whether it was the next one.
func (p *plainReader) take(c byte) bool {
	p.space()
	if len(p.rest) == 0 || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// between reads what is between two characters: items with commas between them.
func (p *plainReader) between(begin, end byte, item func() bool) bool {
	if !p.take(begin) {
		return p.fail()
	}
	if p.take(end) {
		return true
	}
	for {
		if !item() || p.failed {
			return p.fail()
		}
		if p.take(end) {
			return true
		}
		if !p.take(',') {
			return p.fail()
		}
	}
}

func (p *plainReader) list(item func() bool) bool { return p.between('[', ']', item) }

// object reads an object. Member reads the value of a member.
func (p *plainReader) object(member func(name []byte) bool) bool {
	return p.between('{', '}', func() bool {
		name, escaped := p.quoted()
		return !p.failed && !escaped && p.take(':') && member(name[1:len(name)-1])
	})
}

// quoted reads a text with its quotes. Escaped reports whether it has escapes.
func (p *plainReader) quoted() (text []byte, escaped bool) {
	p.space()
	if len(p.rest) == 0 || p.rest[0] != '"' {
		p.fail()
		return nil, false
	}
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '"':
			text, p.rest = p.rest[:i+1], p.rest[i+1:]
			return text, escaped
		case c == '\\':
			escaped = true
			i++
		case c < ' ':
			p.fail()
			return nil, false
		}
	}
	p.fail()
	return nil, false
}

func (p *plainReader) text() string {
	quoted, escaped := p.quoted()
	if p.failed {
		return ""
	}
	if !escaped && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		p.fail()
	}
	return text
}

func (p *plainReader) truth() bool {
	p.space()
	if rest, is := bytes.CutPrefix(p.rest, []byte("true")); is {
		p.rest = rest
		return true
	}
	rest, isNot := bytes.CutPrefix(p.rest, []byte("false"))
	if !isNot {
		return p.fail()
	}
	p.rest = rest
	return false
}

func (p *plainReader) part() (part Part, ok bool) {
	ok = p.object(func(name []byte) bool {
		switch string(name) { // of one that is there twice the last counts, as elsewhere
		case "type":
			part.Type = EntryType(p.text())
		case "dataCategory":
			part.DataCategory = p.text()
		case "purpose":
			part.Purpose = p.text()
		case "dataType":
			part.DataType = p.text()
		case "optional":
			part.Optional = p.truth()
		default:
			return false
		}
		return true
	})
	return part, ok
}
