package ui

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// funcs are the functions of the templates.
func (k *Kit) funcs() template.FuncMap {
	return template.FuncMap{
		"static": k.files.path,
		"ago":    func(t any) template.HTML { return stamp(t, func(at time.Time) string { return Ago(at, k.Now()) }) },
		"since":  func(t any) template.HTML { return brief(t, func(at time.Time) string { return Ago(at, k.Now()) }) },
		"date":   func(t any) template.HTML { return stamp(t, func(at time.Time) string { return Date(at, k.Now()) }) },
		"clock": func(t any) template.HTML {
			return brief(t, func(at time.Time) string { return at.Format("15:04") }, ` class="clock"`)
		},
		"count":  Count,
		"named":  Named,
		"plural": Plural,
		"dict":   dict,
		"part":   func(f *Frame, view any) *Frame { part := *f; part.View = view; return &part },
		"list":   func(items ...any) []any { return items },
		"join":   strings.Join,
	}
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
func stamp(t any, words func(time.Time) string) template.HTML {
	at, ok := moment(t)
	if !ok {
		return `<span class="none">never</span>`
	}
	// None of these has characters that HTML gives a meaning.
	return template.HTML(`<time datetime="` + at.Format(time.RFC3339) + `" title="` + at.Format("Mon, 2 Jan 2006, 15:04:05 UTC") + `">` +
		words(at) + `</time>`)
}

// brief is stamp without the exact time for the pointer, which the script adds: for long tables.
func brief(t any, words func(time.Time) string, class ...string) template.HTML {
	at, ok := moment(t)
	if !ok {
		return `<span class="none">never</span>`
	}
	return template.HTML(`<time` + strings.Join(class, "") + ` datetime="` + at.Format("2006-01-02T15:04Z") + `">` + words(at) + `</time>`)
}

// Ago returns how long before now a time was, in words.
func Ago(at, now time.Time) string {
	d := now.Sub(at)
	switch {
	case d < -time.Minute:
		return "in " + span(-d)
	case d < -5*time.Second: // not the difference of two clocks
		return "in a moment"
	case d < time.Minute:
		return "just now"
	case d < 45*24*time.Hour:
		return span(d) + " ago"
	}
	return Date(at, now)
}

// span returns a length of time in its largest unit.
func span(d time.Duration) string {
	switch {
	case d < time.Hour:
		return Plural(int(d/time.Minute), "minute", "minutes")
	case d < 24*time.Hour:
		return Plural(int(d/time.Hour), "hour", "hours")
	}
	return Plural(int(d/(24*time.Hour)), "day", "days")
}

// Date returns the day of a time: without the year if it is this one.
func Date(at, now time.Time) string {
	at, now = at.UTC(), now.UTC()
	if at.Year() == now.Year() {
		return at.Format("2 January")
	}
	return at.Format("2 January 2006")
}

// Day returns the day of a time as a heading, and what is said beside it: Today, Yesterday,
// or a day of the last six, with the date; before that the date, with the day of the week.
func Day(at, now time.Time) (day, beside string) {
	at, now = at.UTC(), now.UTC()
	days := int(now.Truncate(24*time.Hour).Sub(at.Truncate(24*time.Hour)) / (24 * time.Hour))
	switch {
	case days == 0:
		return "Today", Date(at, now)
	case days == 1:
		return "Yesterday", Date(at, now)
	case days > 6 || days < 0:
		return Date(at, now), at.Format("Monday")
	}
	return at.Format("Monday"), Date(at, now)
}

// Count returns a number with a thin space between thousands.
func Count(n any) string {
	digits := fmt.Sprint(n)
	sign := ""
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		sign, digits = "−", rest
	}
	if len(digits) < 5 {
		return sign + digits
	}
	var out strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteRune('\u202f')
		}
		out.WriteRune(c)
	}
	return sign + out.String()
}

// Plural returns a number with the word for it.
func Plural(n int, one, many string) string {
	if n == 1 {
		return strconv.Itoa(n) + " " + one
	}
	return Count(n) + " " + many
}

// Named returns the name of an app, in words if there is nothing in it to be seen.
func Named(name string, id any) string {
	for _, c := range name {
		if unicode.IsGraphic(c) && !unicode.IsSpace(c) && !unicode.Is(unicode.M, c) {
			return name
		}
	}
	return fmt.Sprint("App ", id, " without a name")
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
