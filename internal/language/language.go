package language

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
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

	tag   language.Tag
	forms []plural.Form // of plurals of whole numbers, in the order of CLDR
	texts map[string]string
	// plurals are the forms of the texts that have some, by those in English.
	plurals map[[2]string][]string
}

//go:embed messages
var files embed.FS

// names are the names of the languages in themselves.
var names = map[string]string{"de": "Deutsch", "fr": "Français"}

// English is the language that all texts are written in.
var English = &Language{Code: "en", Own: "English", tag: language.English}

// load reads the catalogues, once.
var load = sync.OnceValue(func() []*Language {
	all := []*Language{English}
	entries, err := fs.ReadDir(files, "messages")
	if err != nil {
		panic(fmt.Sprintf("language: %v", err)) // the files are in the program
	}
	for _, entry := range entries {
		text, err := files.ReadFile("messages/" + entry.Name())
		if err != nil {
			panic(fmt.Sprintf("language: %v", err))
		}
		code := strings.TrimSuffix(entry.Name(), path.Ext(entry.Name()))
		texts := make(map[string]string)
		for _, m := range Read(string(text)) {
			if m.Text != "" {
				texts[m.Key] = m.Text
			}
		}
		all = append(all, New(code, texts))
	}
	return all
})

// New returns a language with texts by their keys.
func New(code string, texts map[string]string) *Language {
	l := &Language{Code: code, Own: cmp.Or(names[code], code), tag: language.Make(code), texts: texts}
	l.plurals = make(map[[2]string][]string)
	for key, text := range texts {
		if one, many, ok := strings.Cut(key, between); ok {
			l.plurals[[2]string{one, many}] = strings.Split(text, between)
		}
	}
	for _, form := range []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other} {
		for n := range 1200 { // no rule looks at more digits
			if l.match(n) == form {
				l.forms = append(l.forms, form)
				break
			}
		}
	}
	return l
}

// match returns the form of plurals for a number.
func (l *Language) match(n int) plural.Form {
	return plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)
}

// Forms returns how many forms a plural has in the language.
func (l *Language) Forms() int { return len(l.forms) }

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
	text, ok := l.texts[key]
	return text, ok
}

// Words returns words in the language, in English if they are not in the catalogue.
func (l *Language) Words(w Words) string {
	if text, ok := l.texts[string(w)]; ok {
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
	if translated, ok := l.plurals[[2]string{one, many}]; ok {
		forms, at = translated, min(l.form(n), len(translated)-1)
	}
	text := forms[at]
	if !strings.Contains(text, "%") {
		return Words(text)
	}
	return Words(fmt.Sprintf(text, append([]any{l.Count(n)}, l.local(args)...)...))
}

// form returns which form of a plural is right for a number: its place among those of the language.
func (l *Language) form(n int) int { return slices.Index(l.forms, l.match(max(n, -n))) }
