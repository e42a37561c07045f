package appstore

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The maximum length of each kind of text, in bytes.
const (
	maxName   = 512
	maxTitle  = 256
	maxDetail = 2 << 10
	maxNotes  = 16 << 10
	maxShort  = 64
)

// line makes one line of a text that people read: valid UTF-8 in form C, marks
// that cannot be seen dropped, white space collapsed, at most limit bytes.
func line(s string, limit int) string {
	return cut(strings.Join(strings.Fields(norm.NFC.String(visible(prefix(s, limit)))), " "), limit)
}

// term is line for a word of the App Store's own vocabulary, which is compared: it
// is in form KC, so that two ways to write one word come out alike.
func term(s string, limit int) string {
	return cut(strings.Join(strings.Fields(norm.NFKC.String(visible(prefix(s, limit)))), " "), limit)
}

// prefix returns the part of a text that line reads: a text may be as long as a
// page, and normalizing it takes many times its length in memory. White space and
// invisible characters rarely make up more than the text itself.
func prefix(s string, limit int) string { return whole(s, 4*limit+4<<10) }

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// paragraphs is line for a text of several lines: no more than one of them
// empty in a row.
func paragraphs(s string, limit int) string {
	var b strings.Builder
	empty := 0
	for l := range strings.Lines(lineEnds.Replace(prefix(s, limit))) {
		if b.Len() > limit {
			break
		}
		l = line(l, limit)
		if l == "" {
			empty++
			continue
		}
		if b.Len() > 0 {
			b.WriteString(strings.Repeat("\n", min(empty, 1)+1))
		}
		empty = 0
		b.WriteString(l)
	}
	return cut(b.String(), limit)
}

// visible drops characters without width and marks of writing direction, replaces
// other control characters by spaces, and replaces invalid UTF-8.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u00ad', r == '\u200b', r == '\u2060', r == '\ufeff', unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// cut shortens a text to whole characters within limit bytes.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.TrimSpace(whole(s, limit))
}

// whole returns the whole characters within the first limit bytes of a text.
func whole(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// fold returns the form in which words of the vocabulary are compared.
func fold(s string) string {
	s = strings.ToLower(term(s, maxTitle))
	return spellings.Replace(s)
}

var spellings = strings.NewReplacer("\u2019", "'", "\u2018", "'", "\u2010", "-", "\u2011", "-", "&", "and")

// slug makes an identifier of a title: each character outside a-z and 0-9 becomes an
// underscore, at most 64 characters. It is empty for a title in another script.
func slug(title string) string {
	fields := strings.FieldsFunc(strings.ToLower(term(title, maxTitle)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Trim(cut(strings.Join(fields, "_"), maxShort), "_")
}
