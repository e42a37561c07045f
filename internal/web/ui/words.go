package ui

import (
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// funcs are the functions of the templates in a language.
func (k *Kit) funcs(l *language.Language) template.FuncMap {
	say := clocked{l, k.Now}
	return template.FuncMap{
		"static": k.files.path,
		"ago":    func(t any) template.HTML { return say.stamp(t, say.ago) },
		"since":  say.since,
		"date":   say.date,
		"dated": func(t any) template.HTML { // on paper, where the year is not that of the reader
			return say.stamp(t, func(at time.Time) string { return l.Format(at, "2 January 2006") })
		},
		"clock":  say.clock,
		"count":  l.Count,
		"named":  func(name string, id any) string { return Named(l, name, id) },
		"plural": func(n int, one, many string) language.Words { return l.Plural(n, "%s "+one, "%s "+many) },
		"dict":   dict,
		"part":   func(f *Frame, view any) *Frame { part := *f; part.View = view; return &part },
		"list":   func(items ...any) []any { return items },
		"join":   strings.Join,
		"words":  func(v any) any { return inWords(l, v) },

		"isolate": isolate,
	}
}

// inWords puts words into a language. Anything else stays as it is.
func inWords(l *language.Language, v any) any {
	if w, ok := v.(language.Words); ok {
		return l.Words(w)
	}
	return v
}

// clocked writes times in a language.
type clocked struct {
	*language.Language
	now func() time.Time
}

func (c clocked) ago(at time.Time) string { return c.Ago(at, c.now()) }

func (c clocked) since(t any) template.HTML { return c.brief(t, c.ago) }

func (c clocked) clock(t any) template.HTML {
	return c.brief(t, func(at time.Time) string { return at.Format("15:04") }, ` class="clock"`)
}

func (c clocked) date(t any) template.HTML {
	return c.stamp(t, func(at time.Time) string { return c.Date(at, c.now()) })
}

// moment returns the time of a value of a record, and reports whether there is one.
func moment(t any) (time.Time, bool) {
	switch t := t.(type) {
	case storage.Time:
		return t.Std(), t != 0
	case storage.NullTime:
		return storage.Time(t).Std(), t != 0
	case time.Time:
		return t.UTC(), !t.IsZero()
	}
	return time.Time{}, false
}

// stamp returns a time element with words, and the exact time for the pointer.
func (c clocked) stamp(t any, words func(time.Time) string) template.HTML {
	at, ok := moment(t)
	if !ok {
		return c.never()
	}
	// None of these has characters that HTML gives a meaning.
	return template.HTML(`<time datetime="` + at.Format(time.RFC3339) + `" title="` + c.Format(at, "Mon, 2 Jan 2006, 15:04:05 UTC") + `">` +
		words(at) + `</time>`)
}

// brief is stamp without the exact time for the pointer, which the script adds: for long tables.
func (c clocked) brief(t any, words func(time.Time) string, class ...string) template.HTML {
	at, ok := moment(t)
	if !ok {
		return c.never()
	}
	return template.HTML(`<time` + strings.Join(class, "") + ` datetime="` + at.Format("2006-01-02T15:04Z") + `">` + words(at) + `</time>`)
}

// never says that there is no time.
func (c clocked) never() template.HTML {
	return template.HTML(`<span class="none">` + template.HTMLEscapeString(c.Words("never")) + `</span>`)
}

// Named returns the name of an app, in words if there is nothing in it to be seen.
func Named(l *language.Language, name string, id any) string {
	if storage.Blank(name) {
		return string(l.Text("App %s without a name", fmt.Sprint(id)))
	}
	return name
}

// Initial returns the first letter of a name, for an app without an icon.
func Initial(name string) string {
	for _, c := range name {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return string(unicode.ToUpper(c))
		}
	}
	return "·"
}

// clip cuts a text to so many bytes of valid UTF-8.
func clip(s string, most int) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// dict returns a map of pairs, for the argument of a part.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("dict has %d arguments", len(pairs))
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		m[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return m, nil
}
