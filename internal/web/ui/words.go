package ui

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

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

// stamp returns a time with words, and the exact time for the pointer.
func (m *Markup) stamp(t any, words func(time.Time) string) HTML {
	at, ok := moment(t)
	if !ok {
		return m.never()
	}
	exact := m.say.Format(at, "Mon, 2 Jan 2006, 15:04:05 UTC")
	return m.Part(`<time datetime="{}" title="{}">{}</time>`, at.Format(time.RFC3339), exact, words(at))
}

// brief is stamp without the exact time for the pointer, which the script adds: for long tables.
func (m *Markup) brief(t any, class string, words func(time.Time) string) HTML {
	at, ok := moment(t)
	if !ok {
		return m.never()
	}
	return m.Part(`<time{? class="{}"} datetime="{}">{}</time>`, class != "", class, at.Format("2006-01-02T15:04Z"), words(at))
}

// never says that there is no time.
func (m *Markup) never() HTML { return m.Part(`<span class="none">never</span>`) }

// Ago returns how long ago a time is, or in how long it comes. This time and those below are those of records, or of package time.
func (m *Markup) Ago(t any) HTML { return m.stamp(t, m.ago) }

func (m *Markup) ago(at time.Time) string { return m.say.Ago(at, m.kit.Now()) }

// Since is Ago for a long table: the script adds the exact time for the pointer.
func (m *Markup) Since(t any) HTML { return m.brief(t, "", m.ago) }

// Date returns the day, without a year if it is the present one.
func (m *Markup) Date(t any) HTML {
	return m.stamp(t, func(at time.Time) string { return m.say.Date(at, m.kit.Now()) })
}

// Dated returns the day with its year, for paper, where the year is not that of the reader.
func (m *Markup) Dated(t any) HTML {
	return m.stamp(t, func(at time.Time) string { return m.say.Format(at, "2 January 2006") })
}

// Clock returns the time of day.
func (m *Markup) Clock(t any) HTML {
	return m.brief(t, "clock", func(at time.Time) string { return at.Format("15:04") })
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
