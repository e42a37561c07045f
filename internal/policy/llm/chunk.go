package llm

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// maxChunks is how many parts of a text are summarized. A text with more is longer
// than any policy.
const maxChunks = 64

// sizes returns how many characters of text are summarized at once, and how many a
// part of a longer text has.
func (t Target) sizes() (direct, chunk int) {
	if t.small() {
		return 8_000, 4_000
	}
	return 40_000, 12_000
}

// chunks cuts a text into parts of at most so many characters, between paragraphs
// where possible. It drops only space between parts.
func chunks(text string, most int) []string {
	var parts []string
	part := ""
	add := func() {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
		part = ""
	}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if utf8.RuneCountInString(part)+2+utf8.RuneCountInString(paragraph) > most {
			add()
		}
		for utf8.RuneCountInString(paragraph) > most {
			at := breakOf(paragraph, most)
			part, paragraph = paragraph[:at], paragraph[at:]
			add()
		}
		if part != "" {
			part += "\n\n"
		}
		part += paragraph
	}
	add()
	return parts
}

// breakOf returns where to cut a paragraph after at most so many characters: after the
// last space in their second half, or else within a word.
func breakOf(paragraph string, most int) int {
	head := plaintext.Cut(paragraph, most)
	if at := strings.LastIndexAny(head, " \n\t"); at > len(head)/2 {
		return at + 1
	}
	return len(head)
}

// noteOf identifies the model's note on a part.
func (t Target) noteOf(chunk string) storage.Digest {
	return sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", t.Provider, t.Model, chunk))
}
