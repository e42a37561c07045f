package ui

import (
	"html/template"
	"reflect"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
)

// Markup writes HTML of which a screen has much, such as the rows of a long list. For each text that it fills in, a
// template finds by reflection what the text is, and calls what isolates and escapes it: that was most of the time of
// these screens. What is written is what a template with the same HTML writes, byte for byte.
type Markup struct {
	Base string // the prefix of every path

	say   clocked
	out   strings.Builder
	inTag bool // what was written ends within a tag
}

// constant is HTML that the program has. Only a constant is taken for it, so that nothing from outside is.
type constant string

// Markup returns what writes HTML for the answer to a request.
func (k *Kit) Markup(r Request) *Markup {
	return &Markup{Base: r.Base(), say: clocked{Say(r), k.Now}}
}

// Language returns the language of what is written.
func (m *Markup) Language() *language.Language { return m.say.Language }

// HTML returns what was written, and begins anew.
func (m *Markup) HTML() template.HTML {
	html := template.HTML(m.out.String()) // all values in it are escaped
	m.out, m.inTag = strings.Builder{}, false
	return html
}

// Grow makes room for so many bytes.
func (m *Markup) Grow(n int) { m.out.Grow(n) }

// Add writes HTML in which each {} is a value: the text of an element, or the value of an attribute in quotes or a part
// of it. A value is a string, an int, words, which are written in the language, or HTML, which is written as it is,
// except within a tag. It panics if a value has another type, or if there are more values than places for them.
//
// An address has to be a path of this site; what it has from outside has to be escaped with [net/url.PathEscape] or the like
// first.
func (m *Markup) Add(html constant, values ...any) {
	rest := string(html)
	for _, value := range values {
		at := strings.Index(rest, "{}")
		m.constant(rest[:at])
		m.value(value)
		rest = rest[at+len("{}"):]
	}
	m.constant(rest)
}

func (m *Markup) constant(html string) {
	if at := strings.LastIndexAny(html, "<>"); at >= 0 {
		m.inTag = html[at] == '<'
	}
	m.out.WriteString(html)
}

func (m *Markup) value(value any) {
	switch v := value.(type) {
	case template.HTML:
		if m.inTag {
			m.escaped(string(v))
			return
		}
		m.out.WriteString(string(v))
	case language.Words:
		m.text(m.say.Words(v), isolateSentence)
	case string:
		m.text(v, isolateBegin)
	case int:
		m.out.WriteString(strconv.Itoa(v))
	default: // fmt would make each value of each call escape to the heap
		panic("ui: Markup has no text for a " + reflect.TypeOf(value).String())
	}
}

// text writes a text, as [isolate] marks it outside of tags.
func (m *Markup) text(text, begin string) {
	if m.inTag || !fromRight(text) {
		m.escaped(text)
		return
	}
	m.out.WriteString(begin)
	m.escaped(withoutMarks.Replace(text))
	m.out.WriteString(isolateEnd)
}

// escaped writes a text in which all that HTML gives a meaning is escaped.
func (m *Markup) escaped(text string) {
	done := 0
	for i := range len(text) {
		var entity string
		switch text[i] {
		case '<':
			entity = "&lt;"
		case '>':
			entity = "&gt;"
		case '&':
			entity = "&amp;"
		case '"':
			entity = "&#34;"
		case '\'':
			entity = "&#39;"
		case '+':
			entity = "&#43;"
		case 0:
			entity = "\ufffd"
		default:
			continue
		}
		m.out.WriteString(text[done:i])
		m.out.WriteString(entity)
		done = i + 1
	}
	m.out.WriteString(text[done:])
}

// Sentence returns words with a value in place of the mark {1}, as the catalogue has the texts of templates. The value may be HTML.
func (m *Markup) Sentence(words language.Words, value any) template.HTML {
	before, after, _ := strings.Cut(m.say.Words(words), "{1}")
	part := &Markup{say: m.say}
	part.escaped(before)
	part.value(value)
	part.escaped(after)
	return part.HTML()
}

// Since is the function of that name of the templates, and so are Clock and Date.
func (m *Markup) Since(t any) template.HTML { return m.say.since(t) }

// Clock returns the time of day.
func (m *Markup) Clock(t any) template.HTML { return m.say.clock(t) }

// Date returns the day.
func (m *Markup) Date(t any) template.HTML { return m.say.date(t) }
