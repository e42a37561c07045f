package ui

import (
	"fmt"
	"reflect"
	"strconv"
	"sync"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/fragment"
	"github.com/privacylabels/auditor/storage"
)

// Markup writes the HTML of a screen. It has what all screens need of their request.
type Markup struct {
	Base    string // the prefix of every path
	Here    string // path and query of this screen, without the prefix
	Title   language.Words
	Session Session
	Flash   *Flash // what the layout says of the last form; nil: nothing

	kit       *Kit
	request   Request
	say       *language.Language
	fragments *fragments
	out       []byte
	err       error // the first one
}

// constant is HTML that the program has. Only a constant is taken for it, so that nothing from outside is.
type constant string

// HTML is HTML that a [Markup] has made. Nothing else makes any, and only [Markup.Capture] puts some together.
type HTML struct{ text string }

// markup returns what writes HTML for the answer to a request.
func (k *Kit) markup(r Request) *Markup {
	say := Say(r)
	return &Markup{Base: r.Base(), Here: Origin(r), kit: k, request: r, say: say, fragments: k.fragments[say]}
}

// Language returns the language of what is written.
func (m *Markup) Language() *language.Language { return m.say }

// Grow makes room for so many bytes.
func (m *Markup) Grow(n int) {
	if cap(m.out)-len(m.out) < n {
		m.out = append(make([]byte, 0, len(m.out)+n), m.out...)
	}
}

// Add writes HTML, which is written in English and translated. Each {} in it is a value: a part of a text, or of the value
// of an attribute. A value is a string, words, which are put into the language, a number, an ID of an app, or HTML. All but
// HTML is escaped as its place needs, an address by its scheme as well. {? checked} writes a part of a tag, and {} within
// it, only if the next value is true: `<input name="id" value="{}"{? checked}>`.
//
// The HTML begins and ends outside of tags. Lines may be indented: space with a line break is one line break. A sentence is
// whole, with its links and values, so that they can be in another order in another language; see package
// [fragment]. Add panics if a value has another type or a place where nothing is safe, and if there are not as many values
// as places.
func (m *Markup) Add(html constant, values ...any) {
	made := m.fragments.of(html)
	if len(values) != made.Values {
		panic(fmt.Sprintf("ui: %d values for %q", len(values), string(html)))
	}
	for i := 0; i < len(made.Ops); i++ {
		switch op := &made.Ops[i]; op.Kind {
		case fragment.Constant:
			m.out = append(m.out, op.Text...)
		case fragment.If:
			if !values[op.Value].(bool) {
				i += op.Skip
			}
		default:
			m.value(op.Kind, values[op.Value])
		}
	}
}

// Part returns HTML, as [Markup.Add] writes it, as the value for another call: a part of a sentence.
func (m *Markup) Part(html constant, values ...any) HTML {
	return m.Capture(func() { m.Add(html, values...) })
}

// Capture returns the HTML that a function adds, as a value.
func (m *Markup) Capture(write func()) HTML {
	before := len(m.out)
	write()
	html := HTML{string(m.out[before:])}
	m.out = m.out[:before]
	return html
}

func (m *Markup) value(kind fragment.Kind, value any) {
	text, begin := "", isolateBegin
	switch v := value.(type) {
	case HTML:
		if kind == fragment.Text {
			m.out = append(m.out, v.text...)
			return
		}
		text = withoutMarks.Replace(v.text)
	case language.Words:
		text, begin = m.say.Words(v), isolateSentence
	case string:
		text = v
	case int:
		m.out = strconv.AppendInt(m.out, int64(v), 10)
		return
	case storage.Text:
		text = string(v)
	case storage.AppID:
		text = v.String()
	default: // fmt would make each value of each call escape to the heap
		switch of := reflect.ValueOf(value); of.Kind() {
		case reflect.String:
			text = of.String()
		case reflect.Int64:
			m.out = strconv.AppendInt(m.out, of.Int(), 10)
			return
		default:
			panic("ui: Markup has no text for a " + of.Type().String())
		}
	}
	switch kind {
	case fragment.Text:
		m.out = appendText(m.out, text, begin)
	case fragment.AddressStart:
		m.out = appendAddress(m.out, harmless(text))
	case fragment.AddressPath:
		m.out = appendAddress(m.out, text)
	case fragment.AddressQuery:
		m.out = appendQuery(m.out, text)
	default:
		m.out = appendEscaped(m.out, text)
	}
}

// Offers reports whether a screen should show the form of, or a link to, an operation of the API: the
// client may call it, or can sign in to do so. A user whom a proxy has signed in needs no token.
func (m *Markup) Offers(operation string) bool {
	if m.Session.Configured && !m.Session.SignedIn && m.Session.User == "" {
		return true
	}
	may, err := m.request.Allows(operation)
	if err != nil && m.err == nil {
		m.err = err
	}
	return may && err == nil
}

// Count returns a number as the language writes it.
func (m *Markup) Count(n any) string { return m.say.Count(n) }

// Plural returns the one of two sentences that is right for a number, see [language.Language.Plural].
func (m *Markup) Plural(n int, one, many string, values ...any) language.Words {
	return m.say.Plural(n, one, many, values...)
}

// Named returns the name of an app, in words if there is nothing in it to be seen.
func (m *Markup) Named(name string, id any) string { return Named(m.say, name, id) }

// fragments are the constants of screens in a language. It is safe for concurrent use.
type fragments struct {
	say  *language.Language
	lock sync.RWMutex
	made map[constant]*fragment.Fragment
}

// newFragments returns the fragments of each language.
func newFragments() map[*language.Language]*fragments {
	all := make(map[*language.Language]*fragments)
	for _, l := range language.All() {
		all[l] = &fragments{say: l, made: make(map[constant]*fragment.Fragment)}
	}
	return all
}

// of returns a compiled constant. It panics if the constant is wrong, which a test rules out for all of them.
func (f *fragments) of(html constant) *fragment.Fragment {
	f.lock.RLock()
	made := f.made[html]
	f.lock.RUnlock()
	if made != nil {
		return made
	}
	made, err := fragment.Compile(string(html), func(key string) string { return f.say.Words(language.Words(key)) })
	if err != nil {
		panic("ui: " + err.Error())
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.made[html] = made
	return made
}
