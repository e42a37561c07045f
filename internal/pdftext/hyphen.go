package pdftext

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

const (
	maxHyphens = 1 << 12 // at the ends of lines that are looked up
	maxPart    = 64      // bytes of a part of a word that is
)

// prefixes are the first parts of words that have a hyphen wherever they stand.
var prefixes = map[string]bool{
	"anti": true, "co": true, "cross": true, "e": true, "ex": true, "first": true, "in": true, "multi": true, "non": true,
	"opt": true, "post": true, "pre": true, "re": true, "self": true, "sub": true, "third": true,
}

// conjunctions follow a hyphen that stands for the end of a word, as in "first- and third-party".
var conjunctions = map[string]bool{
	"and": true, "or": true, "und": true, "oder": true, "bzw": true, "sowie": true, "en": true, "of": true, "och": true, "og": true,
}

// seconds are the second parts of words that have a hyphen, as in "machine-readable".
var seconds = map[string]bool{
	"based": true, "readable": true, "specific": true, "free": true, "friendly": true, "level": true, "party": true, "parties": true, "side": true, "term": true, "time": true, "wide": true,
}

// hyphened reports whether a line ends with a hyphen that follows a letter or digit.
func hyphened(text []byte) bool {
	last, size := utf8.DecodeLastRune(text)
	before, _ := utf8.DecodeLastRune(text[:len(text)-size])
	return (last == '-' || last == '\u2010' || last == '\u00ad') && (unicode.IsLetter(before) || unicode.IsDigit(before) || before == '.') // as in "U.S.-based"
}

// between returns what is between two lines of a paragraph, and how many bytes of the first one
// go: those of a hyphen that is there only because the line ends.
func (l *layout) between(above, text []byte) (separator string, cut int) {
	last, size := utf8.DecodeLastRune(above)
	first, _ := utf8.DecodeRune(text)
	switch {
	case last == '\u00ad':
		return "", size
	case hyphened(above):
		head, tail := parts(above, text)
		switch {
		case conjunctions[string(tail)]:
			return " ", 0
		case unicode.IsLower(first) && len(head) > 0 && l.divided(head, tail):
			return "", size
		}
		return "", 0
	case unspaced(last) && unspaced(first), inAddress(above):
		return "", 0
	}
	return " ", 0
}

// inAddress reports whether a line ends within a web address.
func inAddress(text []byte) bool {
	word := text[bytes.LastIndexByte(text, ' ')+1:]
	return (bytes.Contains(word, []byte("://")) || bytes.HasPrefix(word, []byte("www."))) && bytes.IndexByte([]byte("/-_=&?"), word[len(word)-1]) >= 0
}

// parts returns the parts of a word that a hyphen at the end of a line divides, in lower case.
// They are empty if they are too long.
func parts(above, text []byte) (head, tail []byte) {
	_, size := utf8.DecodeLastRune(above)
	above = above[:len(above)-size]
	above = above[max(0, len(above)-maxPart):]
	letter := func(r rune) bool { return !unicode.IsLetter(r) }
	head = above[lastAfter(above, letter):]
	text = text[:min(len(text), maxPart)]
	if end := bytes.IndexFunc(text, letter); end >= 0 {
		text = text[:end]
	}
	if len(head) == maxPart || len(text) == maxPart {
		return nil, nil
	}
	return bytes.ToLower(head), bytes.ToLower(text)
}

// lastAfter returns the index after the last rune that is so.
func lastAfter(text []byte, is func(rune) bool) int {
	at := bytes.LastIndexFunc(text, is)
	if at < 0 {
		return 0
	}
	_, size := utf8.DecodeRune(text[at:])
	return at + size
}

// divided reports whether the parts are one word elsewhere, or are most likely one.
func (l *layout) divided(head, tail []byte) bool {
	has := func(word ...[]byte) bool { _, ok := l.words[string(bytes.Join(word, nil))]; return ok }
	switch {
	case has(head, []byte("-"), tail):
		return false
	case has(head, tail):
		return true
	}
	return !prefixes[string(head)] && !(has(head) && (has(tail) || compound(head, tail)))
}

// compound reports whether two parts, the first of which is a word, are most likely two words: the
// second is a participle, or one that often follows a hyphen.
func compound(head, tail []byte) bool {
	const first, second = 4, 6 // letters
	return len(head) >= first && (seconds[string(tail)] || len(tail) >= second && bytes.HasSuffix(tail, []byte("ed")))
}

// findWords finds which of the words that tell about hyphens are in the text.
func (l *layout) findWords() {
	wanted := make(map[string]bool) // and whether it was found
	hyphens := 0
	for i := 1; i < len(l.lines) && hyphens < maxHyphens; i++ {
		above, text := l.of(&l.lines[i-1]), l.of(&l.lines[i])
		if !hyphened(above) || !lower(text) || !l.b.alloc(512) {
			continue
		}
		hyphens++
		head, tail := parts(above, text)
		for _, word := range [][]byte{head, tail, append(bytes.Clone(head), tail...), append(append(bytes.Clone(head), '-'), tail...)} {
			wanted[string(word)] = false
		}
	}
	if len(wanted) == 0 || !l.b.spend(8*len(l.text)) {
		return
	}
	l.words = make(map[string]struct{}, len(wanted))
	var buf [2*maxPart + 1]byte
	for i := range l.lines {
		text := l.of(&l.lines[i])
		if i > 0 && hyphened(l.of(&l.lines[i-1])) {
			text = bytes.TrimLeftFunc(text, unicode.IsLetter)
		}
		for len(text) > 0 {
			word := text
			end := bytes.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\u2010' })
			if end < 0 {
				text = nil
				if hyphened(word) {
					word = nil
				}
			} else {
				word = text[:end]
				_, size := utf8.DecodeRune(text[end:])
				text = text[end+size:]
			}
			if len(word) == 0 || len(word) > len(buf) {
				continue
			}
			key := appendLower(buf[:0], word)
			if _, ok := wanted[string(key)]; ok {
				l.words[string(key)] = struct{}{}
			}
		}
	}
}

// appendLower appends a word in lower case, and its hyphens as "-".
func appendLower(dst, word []byte) []byte {
	for _, r := range string(word) {
		if r == '\u2010' {
			r = '-'
		}
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
	}
	return dst
}
