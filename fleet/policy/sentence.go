package policy

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// What of a text is looked at for a summary, in bytes, and how long a sentence is
// that can be quoted, in characters where nothing else is said.
const (
	maxExtracted = 1 << 20
	maxSentence  = 4 << 10 // bytes, after which a text without full stops is cut
	maxQuote     = 240
	minQuote     = 12
)

// sentences returns the sentences of a text, without headings and marks of lists.
func sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range unwrapped(head(text, maxExtracted)) {
			line = strings.TrimLeft(line, marks)
			for line != "" {
				end := pieceEnd(line)
				sentence := storage.LineOf(line[:end], end+1)
				line = strings.TrimSpace(line[end:])
				if utf8.RuneCountInString(sentence) >= minQuote && !yield(sentence) {
					return
				}
			}
		}
	}
}

// introduces says whether a sentence is on the policy itself: what it says there
// is no more than which sides are spoken of later.
func introduces(words string) bool {
	for _, what := range []string{"policy", "notice", "statement", "section"} {
		for _, does := range []string{"explains", "describes", "sets out", "outlines", "covers", "tells", "informs", "governs", "applies"} {
			if strings.Contains(words, " "+what+" "+does+" ") {
				return true
			}
		}
	}
	return false
}

// head returns the beginning of a text, cut between characters.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// pieceEnd returns where the first sentence of a line ends, or, when it is longer
// than any, where a part of it does: that no word is parted from its denial, between
// clauses if possible.
func pieceEnd(line string) int {
	piece := head(line, maxSentence)
	end := sentenceEnd(piece)
	if end < len(piece) || len(piece) == len(line) {
		return end
	}
	for _, marks := range []string{",;:、，", " "} {
		if at := strings.LastIndexAny(piece, marks); at > len(piece)/2 {
			_, size := utf8.DecodeRuneInString(piece[at:])
			return at + size
		}
	}
	return end
}

// sentenceEnd returns where the first sentence of a line ends. A full stop ends
// one when a space and no small letter follow, and no abbreviation comes before.
func sentenceEnd(line string) int {
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

// abbreviated says whether the last word is one that a full stop follows within
// a sentence.
func abbreviated(before string) bool {
	word := before[strings.LastIndexAny(before, " \t(")+1:]
	switch strings.ToLower(word) {
	case "e.g", "i.e", "inc", "ltd", "llc", "corp", "etc", "no", "art", "u.s", "vs", "mr", "mrs", "dr", "co", "st", "sec", "z.b", "bzw", "ca", "nr", "abs":
		return true
	}
	return utf8.RuneCountInString(word) == 1 && word != "I"
}

// bareWords returns the words of a sentence in small letters, each between
// spaces, without apostrophes and with every other mark a space: " we don t " is
// " we dont ".
func bareWords(sentence string) string {
	var b strings.Builder
	b.WriteByte(' ')
	space := true
	for _, r := range strings.ToLower(sentence) {
		switch {
		case r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			b.WriteRune(r)
			space = false
		case !space:
			b.WriteByte(' ')
			space = true
		}
	}
	if !space {
		b.WriteByte(' ')
	}
	return b.String()
}

// inEnglish says whether words are of an English sentence.
func inEnglish(words string) bool {
	n := 0
	for _, common := range []string{"the", "and", "we", "to", "of", "your", "you", "our", "is", "are", "with", "for", "not", "or", "by", "it", "may", "this", "that"} {
		if strings.Contains(words, " "+common+" ") {
			n++
		}
	}
	return n >= 2
}
