package summary

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

const (
	maxExtracted = 1 << 20 // bytes of a text that are searched
	maxSentence  = 4 << 10 // bytes, after which a text without full stops is cut
	maxQuote     = 240     // characters
	minQuote     = 12      // characters
)

// sentences returns the sentences of a text, without headings and list marks.
func sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range unwrapped(plaintext.Head(text, maxExtracted)) {
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

// introduces reports whether a sentence is about the policy itself: then it only
// mentions the subjects of the policy.
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

// pieceEnd returns the end of the first sentence of a line. A sentence that is too
// long is cut between clauses if possible, so that a phrase stays with its negation.
func pieceEnd(line string) int {
	piece := plaintext.Head(line, maxSentence)
	end := plaintext.SentenceEnd(piece)
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

// bareWords returns the words of a sentence in lower case, each between spaces,
// without apostrophes and with a space for every other mark: "We don't!" becomes
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

// inEnglish reports whether the words are of an English sentence.
func inEnglish(words string) bool {
	n := 0
	for _, common := range []string{"the", "and", "we", "to", "of", "your", "you", "our", "is", "are", "with", "for", "not", "or", "by", "it", "may", "this", "that"} {
		if strings.Contains(words, " "+common+" ") {
			n++
		}
	}
	return n >= 2
}
