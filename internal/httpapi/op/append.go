package op

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// AppendString appends a text as JSON, as [Encode] does or, if html is true, as package json does by
// default: without characters that mean something in HTML.
func AppendString[T ~string](b []byte, text T, html bool) []byte {
	s, as := string(text), &asIs
	if html {
		as = &asIsInHTML
	}
	n := 0
	for n < len(s) && as[s[n]] {
		n++
	}
	if n < len(s) {
		return appendEscaped(b, s, n, html)
	}
	return append(append(append(b, '"'), s...), '"')
}

// asIs are the bytes that are in JSON what they are in a text, and asIsInHTML those that mean nothing
// in HTML either.
var asIs, asIsInHTML = func() (plain, html [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		plain[c] = c != '"' && c != '\\'
		html[c] = plain[c] && c != '<' && c != '>' && c != '&'
	}
	return plain, html
}()

// appendEscaped is AppendString of a text with other bytes, the first of which is at n.
func appendEscaped(b []byte, s string, n int, html bool) []byte {
	whole, from := b, 0
	b = append(b, '"')
	other := false
	for i := n; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(append(b, s[from:i]...), '\\')
			from = i // the character itself
		case c < ' ' || html && (c == '<' || c == '>' || c == '&'):
			return appendAny(whole, s, html)
		case c >= utf8.RuneSelf:
			other = true
		}
	}
	if other && (!utf8.ValidString(s) || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029")) {
		return appendAny(whole, s, html)
	}
	return append(append(b, s[from:]...), '"')
}

func appendAny(b []byte, s string, html bool) []byte {
	text, _ := json.Marshal(s) // a text can always be encoded
	if !html {
		var e Encoder
		text, _ = e.Encode(s)
	}
	return append(b, text...)
}

// AppendText appends a text that may be unknown.
func AppendText[T ~string](b []byte, text T) []byte {
	if text == "" {
		return append(b, "null"...)
	}
	return AppendString(b, text, true) // as its MarshalJSON does
}

// AppendEntry appends an entry as [Encode] does or, if html is false and it has no further members,
// without changing characters that mean something in HTML.
func AppendEntry(b []byte, e *storage.Entry, html bool) ([]byte, error) {
	if len(e.More) > 0 {
		var encoder Encoder
		text, err := encoder.Encode(e)
		return append(b, text...), err
	}
	b = AppendString(append(b, `{"type":`...), e.Type, html)
	b = AppendString(append(b, `,"description":`...), e.Description, html)
	b = appendMember(b, "category", e.Category, html)
	b = appendMember(b, "privacyType", e.PrivacyType, html)
	b = appendMember(b, "dataCategory", e.DataCategory, html)
	b = appendMember(b, "purpose", e.Purpose, html)
	b = appendMember(b, "dataType", e.DataType, html)
	b = appendMember(b, "feature", e.Feature, html)
	b = appendMember(b, "fact", e.Fact, html)
	b = appendMember(b, "from", e.From, html)
	b = appendMember(b, "to", e.To, html)
	if e.Parts != nil {
		b = append(b, `,"parts":`...)
		b = AppendList(b, e.Parts, func(b []byte, p *storage.Part) []byte { return appendPart(b, p, html) })
	}
	b = appendMember(b, "direction", e.Direction, html)
	b = appendMember(b, "weight", e.Weight, html)
	if e.Details != nil {
		b = append(b, `,"details":`...)
		b = AppendList(b, e.Details, func(b []byte, text *string) []byte { return AppendString(b, *text, html) })
	}
	if e.StoreWide {
		b = append(b, `,"storeWide":true`...)
	}
	return append(b, '}'), nil
}

// appendMember appends a member that is left out if it is empty.
func appendMember[T ~string](b []byte, name string, text T, html bool) []byte {
	if text == "" {
		return b
	}
	b = append(append(append(b, `,"`...), name...), `":`...)
	return AppendString(b, text, html)
}

func appendPart(b []byte, p *storage.Part, html bool) []byte {
	b = AppendString(append(b, `{"type":`...), p.Type, html)
	b = appendMember(b, "dataCategory", p.DataCategory, html)
	b = appendMember(b, "purpose", p.Purpose, html)
	b = appendMember(b, "dataType", p.DataType, html)
	if p.Optional {
		b = append(b, `,"optional":true`...)
	}
	return append(b, '}')
}

// AppendList appends a list, which is null if it is nil.
func AppendList[T any](b []byte, list []T, element func([]byte, *T) []byte) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = element(b, &list[i])
	}
	return append(b, ']')
}

// AppendInt appends a number.
func AppendInt[T ~int64](b []byte, n T) []byte { return strconv.AppendInt(b, int64(n), 10) }
