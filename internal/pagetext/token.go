package pagetext

import (
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	Text  Kind = iota // characters between tags
	Start             // a start tag
	End               // an end tag
)

const (
	maxName       = 64  // bytes of the name of an element or attribute; the rest is ignored
	maxAttributes = 256 // of a tag; the rest are ignored
)

// Token is a tag, or the text between two tags. Its strings share the memory of the page.
type Token struct {
	Kind        Kind
	Name        string // of the element, in lower case; empty for text
	SelfClosing bool   // the tag ends with a slash

	text    string // the source
	literal bool   // text without character references
	attrs   string // what follows the name of a tag, without the final angle bracket
}

// Len returns the length of a text in the source, in bytes.
func (t Token) Len() int { return len(t.text) }

// Text returns the characters of a text.
func (t Token) Text() string { return t.head(len(t.text)) }

// head returns the characters of at most the first bytes of a text.
func (t Token) head(most int) string {
	text := t.text
	if len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	if t.literal {
		return text
	}
	return html.UnescapeString(text)
}

// Attributes returns the names, in lower case, and the raw values of the first 256
// attributes of a start tag, in their order. If a name occurs more than once, the first
// counts.
func (t Token) Attributes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		n := 0
		eachAttribute(t.attrs, 0, func(key, value string) bool {
			n++
			return yield(lower(key[:min(len(key), maxName)]), value) && n < maxAttributes
		})
	}
}

// Attribute returns the value of an attribute of a start tag. It returns "" if the tag
// has no attribute of this name, or the value is longer than most bytes.
func (t Token) Attribute(name string, most int) string {
	for key, value := range t.Attributes() {
		if key == name {
			if len(value) > most {
				return ""
			}
			return unescapeAttribute(strings.ReplaceAll(value, "\x00", "\ufffd")) // as HTML has it
		}
	}
	return ""
}

// eachAttribute reads the attributes of a tag from i on, after its name, and returns the
// position of its final angle bracket, or the length of the text if there is none
// (HTML, sections 13.2.5.32 to 13.2.5.40). It returns -1 if yield, which may be nil,
// returns false. The second result is the end of the last value: a slash there belongs
// to the value.
func eachAttribute(s string, i int, yield func(key, value string) bool) (end, valueEnd int) {
	valueEnd = -1
	for {
		i = skipSpace(s, i)
		if i == len(s) || s[i] == '>' {
			return i, valueEnd
		}
		from := i
		for i++; i < len(s) && !space(s[i]) && s[i] != '/' && s[i] != '>' && s[i] != '='; i++ {
		}
		if s[from] == '/' { // no name begins with a slash
			i = from + 1
			continue
		}
		key, value := s[from:i], ""
		i = skipSpace(s, i)
		if i < len(s) && s[i] == '=' {
			value, i = attributeValue(s, skipSpace(s, i+1))
			valueEnd = i
		}
		if yield != nil && !yield(key, value) {
			return -1, valueEnd
		}
	}
}

// attributeValue reads a value, and returns the position after it.
func attributeValue(s string, i int) (value string, next int) {
	if i == len(s) {
		return "", i
	}
	if quote := s[i]; quote == '"' || quote == '\'' {
		n := strings.IndexByte(s[i+1:], quote)
		if n < 0 {
			return s[i+1:], len(s)
		}
		return s[i+1 : i+1+n], i + n + 2
	}
	from := i
	for i < len(s) && !space(s[i]) && s[i] != '>' {
		i++
	}
	return s[from:i], i
}

func skipSpace(s string, i int) int {
	for i < len(s) && space(s[i]) {
		i++
	}
	return i
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// lower returns a name with ASCII letters in lower case.
func lower(name string) string {
	for i := range len(name) {
		if 'A' <= name[i] && name[i] <= 'Z' {
			b := []byte(name)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] |= 0x20
				}
			}
			return string(b)
		}
	}
	return name
}
