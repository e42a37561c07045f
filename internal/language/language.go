package language

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Words are words in English that are in the catalogue. They are translated when they are shown.
type Words string

// Language is a language with its texts. It is safe for concurrent use.
type Language struct {
	Code string // as in the attribute lang, such as "de"
	Own  string // its name in itself

	tag language.Tag
	// catalogue returns what the language says, which is read when the first of it is needed: most
	// services show one language or two. Nil: nothing is translated.
	catalogue func() *catalogue
}

// catalogue is what a language says.
type catalogue struct {
	texts map[string]string
	// plurals are the forms of the texts that have some, by those in English.
	plurals map[[2]string][]string
	forms   []plural.Form // of plurals of whole numbers, in the order of CLDR
}

// nothing is the catalogue of English.
var nothing = &catalogue{}

// says returns the catalogue of the language.
func (l *Language) says() *catalogue {
	if l.catalogue == nil {
		return nothing
	}
	return l.catalogue()
}

// files are the files of the languages, compressed: most programs need one of them at most.
//
//go:embed messages/*.gz
var files embed.FS

// names are the names of the languages in themselves.
var names = map[string]string{"de": "Deutsch", "fr": "Français"}

// English is the language that all texts are written in.
var English = &Language{Code: "en", Own: "English", tag: language.English}

// load returns the languages, English first.
var load = sync.OnceValue(func() []*Language {
	all := []*Language{English}
	entries, err := fs.ReadDir(files, "messages")
	if err != nil {
		panic(fmt.Sprintf("language: %v", err)) // the files are in the program
	}
	for _, entry := range entries {
		code, _, _ := strings.Cut(entry.Name(), ".")
		all = append(all, reading(code, func() map[string]string { return messages(entry.Name()) }))
	}
	return all
})

// messages reads the texts of a file.
func messages(name string) map[string]string {
	compressed, err := files.ReadFile("messages/" + name)
	if err != nil {
		panic(fmt.Sprintf("language: %v", err)) // the files are in the program
	}
	text, err := Unpack(compressed)
	if err != nil {
		panic(fmt.Sprintf("language: %v", err))
	}
	texts := make(map[string]string)
	for _, m := range Read(text) {
		if m.Text != "" {
			texts[m.Key] = m.Text
		}
	}
	return texts
}

// New returns a language with texts by their keys.
func New(code string, texts map[string]string) *Language {
	return reading(code, func() map[string]string { return texts })
}

// reading returns a language whose texts are read when they are needed.
func reading(code string, texts func() map[string]string) *Language {
	l := &Language{Code: code, Own: cmp.Or(names[code], code), tag: language.Make(code)}
	l.catalogue = sync.OnceValue(func() *catalogue {
		c := &catalogue{texts: texts(), plurals: make(map[[2]string][]string)}
		for key, text := range c.texts {
			if one, many, ok := strings.Cut(key, between); ok {
				c.plurals[[2]string{one, many}] = strings.Split(text, between)
			}
		}
		for _, form := range []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other} {
			for n := range 1200 { // no rule looks at more digits
				if l.match(n) == form {
					c.forms = append(c.forms, form)
					break
				}
			}
		}
		return c
	})
	return l
}

// match returns the form of plurals for a number.
func (l *Language) match(n int) plural.Form {
	return plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)
}

// Forms returns how many forms a plural has in the language.
func (l *Language) Forms() int { return len(l.says().forms) }

// All returns the languages, English first.
func All() []*Language { return slices.Clone(load()) }

// Of returns the language of a code, and reports whether there is one.
func Of(code string) (*Language, bool) {
	for _, l := range load() {
		if l.Code == code {
			return l, true
		}
	}
	return English, false
}

// matcher finds the language for what a reader asks for.
var matcher = sync.OnceValue(func() language.Matcher {
	var tags []language.Tag
	for _, l := range load() {
		tags = append(tags, l.tag)
	}
	return language.NewMatcher(tags)
})

// maxAccept is how much of a header is read, in bytes.
const maxAccept = 200

// Accepted returns the language for a header Accept-Language (RFC 9110, section 12.5.4), English if
// it names none of them.
func Accepted(header string) *Language {
	if header == "" || len(header) > maxAccept {
		return English
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(tags) == 0 {
		return English
	}
	_, at, confidence := matcher().Match(tags...)
	if confidence == language.No {
		return English
	}
	return load()[at]
}

// Lookup returns the text for a key as the catalogue has it, and reports whether it has one.
func (l *Language) Lookup(key string) (string, bool) {
	text, ok := l.says().texts[key]
	return text, ok
}

// Words returns words in the language, in English if they are not in the catalogue.
func (l *Language) Words(w Words) string {
	if text, ok := l.says().texts[string(w)]; ok {
		return text
	}
	return string(w)
}

// Text returns a sentence that is formatted as by [fmt.Sprintf] with the arguments. A translation
// may have the arguments in another order, as in "%[2]s".
func (l *Language) Text(key string, args ...any) Words {
	text := l.Words(Words(key))
	if len(args) == 0 {
		return Words(text)
	}
	return Words(fmt.Sprintf(text, l.local(args)...))
}

// local returns arguments with the words among them in the language.
func (l *Language) local(args []any) []any {
	out := slices.Clone(args)
	for i, arg := range out {
		switch arg := arg.(type) {
		case Words:
			out[i] = l.Words(arg)
		case int:
			out[i] = l.Count(arg)
		}
	}
	return out
}

// between is what separates the forms of a plural in a key and in its translation.
const between = "|"

// Plural returns the one of two sentences that is right for a number. The number is their first
// argument.
func (l *Language) Plural(n int, one, many string, args ...any) Words {
	forms := []string{one, many}
	at := 1
	if n == 1 {
		at = 0
	}
	if translated, ok := l.says().plurals[[2]string{one, many}]; ok {
		forms, at = translated, min(l.form(n), len(translated)-1)
	}
	text := forms[at]
	if !strings.Contains(text, "%") {
		return Words(text)
	}
	return Words(fmt.Sprintf(text, append([]any{l.Count(n)}, l.local(args)...)...))
}

// form returns which form of a plural is right for a number: its place among those of the language.
func (l *Language) form(n int) int { return slices.Index(l.says().forms, l.match(max(n, -n))) }
