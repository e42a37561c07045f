package plaintext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SentenceEnd returns the end of the first sentence of a line, in bytes. A full stop ends a
// sentence if a space and no lower-case letter follow, and no abbreviation precedes.
func SentenceEnd(line string) int {
	for i, r := range line {
		after := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			after = i + 1
		}
		switch r {
		case '。', '！', '？', '।', '؟':
			return after
		case '.', '!', '?':
			rest := strings.TrimLeft(line[after:], `"'”’)`)
			next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " \t\u00a0"))
			spaced := rest != "" && unicode.IsSpace(rune(rest[0])) || strings.HasPrefix(rest, "\u00a0")
			if rest == "" || spaced && !unicode.IsLower(next) && !abbreviated(line[:i]) {
				return len(line) - len(rest)
			}
		}
	}
	return len(line)
}

// abbreviated reports whether the last word is one that a full stop follows within a
// sentence.
func abbreviated(before string) bool {
	word := before[strings.LastIndexAny(before, " \t(")+1:]
	switch strings.ToLower(word) {
	case "e.g", "i.e", "inc", "ltd", "llc", "corp", "etc", "no", "art", "u.s", "vs", "mr", "mrs", "dr", "co", "st", "sec", "z.b", "bzw", "ca", "nr", "abs":
		return true
	}
	return utf8.RuneCountInString(word) == 1 && word != "I"
}
