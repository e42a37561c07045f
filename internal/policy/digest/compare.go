package digest

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
)

// Normal returns the words of a text that count, separated by spaces: texts with the
// same words have the same digest. It returns its own result unchanged.
func Normal(text string) string { return words(text) }

// SameUnder reports whether a stored text, which older rules of extraction made, is the
// same version as a new text of the page: each paragraph of the stored text is in the
// new one or in what the new rules leave out of it, and each paragraph of the new text
// is in the stored one or in what of it the older rules left out. Paragraphs are compared by
// their words. A text of the same words is the same version as well: new rules may read the
// cells of a table in another order.
func SameUnder(stored, text, aside, regained string) bool {
	if sameWords(stored, text) {
		return true
	}
	mask := strings.Contains(stored, hiddenMail)
	before, now := linesOf(stored, mask), linesOf(text, mask)
	var in map[string]bool
	for line := range now {
		if before[line] {
			continue
		}
		if in == nil {
			in = linesOf(regained, mask)
		}
		if !in[line] {
			return false
		}
	}
	var out map[string]bool
	for line := range before {
		if now[line] {
			continue
		}
		if out == nil {
			out = linesOf(aside, mask)
		}
		if !out[line] {
			return false
		}
	}
	return true
}

// sameWords reports whether two texts have the same words, in any order.
func sameWords(a, b string) bool {
	first, second := strings.Fields(Normal(a)), strings.Fields(Normal(b))
	if len(first) != len(second) {
		return false
	}
	slices.Sort(first)
	slices.Sort(second)
	return slices.Equal(first, second)
}

// hiddenMail is what older rules read for an e-mail address that a site hides.
const hiddenMail = "[email\u00a0protected]"

// withoutMail returns a line with each e-mail address as a letter.
func withoutMail(line string) string {
	line = strings.ReplaceAll(line, hiddenMail, "@")
	if !strings.Contains(line, "@") {
		return line
	}
	words := strings.Fields(line)
	for i, word := range words {
		if strings.Contains(word, "@") {
			words[i] = "x"
		}
	}
	return strings.Join(words, " ")
}

// unhyphened drops what older rules may have read in another way at the ends of lines.
var unhyphened = strings.NewReplacer("-", "", " ", "")

// linesOf returns the lines of a text that have words, by their words without hyphens and spaces.
// With mask, all e-mail addresses are the same.
func linesOf(text string, mask bool) map[string]bool {
	lines := make(map[string]bool)
	for line := range strings.SplitSeq(text, "\n") {
		if mask {
			line = withoutMail(line)
		}
		if normal := unhyphened.Replace(Normal(line)); normal != "" {
			lines[normal] = true
		}
	}
	return lines
}

// manyWords is how many words a text has from which on it is compared by pairs of
// words. In a short one, a change of a few words changes most pairs.
const manyWords = 400

// Common returns how much two texts have in common, from 0 to 1: the share of the
// longer text that is in the other, in pairs of words, or in single words if one of
// them is short.
func Common(a, b string) float64 {
	first, second := tokens(a), tokens(b)
	n := 1
	if min(len(first), len(second)) >= manyWords {
		n = 2
	}
	most := max(len(first), len(second)) - n + 1
	if most <= 0 {
		return 1
	}
	counts := make(map[uint64]int, len(first))
	seed := maphash.MakeSeed()
	each(first, n, seed, func(h uint64) { counts[h]++ })
	common := 0
	each(second, n, seed, func(h uint64) {
		if counts[h] > 0 {
			counts[h]--
			common++
		}
	})
	return float64(common) / float64(most)
}

// tokens returns the words of a text in lower case. Letters of scripts without spaces
// are words of their own.
func tokens(text string) (list []string) {
	for word := range strings.FieldsSeq(strings.ToLower(Normal(text))) {
		if r, _ := utf8.DecodeRuneInString(word); !plaintext.Unspaced(r) {
			list = append(list, strings.TrimFunc(word, func(r rune) bool { return !meaningful(r) }))
			continue
		}
		for i, r := range word {
			list = append(list, word[i:i+utf8.RuneLen(r)])
		}
	}
	return list
}

// each calls fn with the hash of each n words in a row.
func each(words []string, n int, seed maphash.Seed, fn func(uint64)) {
	for i := range max(0, len(words)-n+1) {
		var h maphash.Hash
		h.SetSeed(seed)
		for _, word := range words[i : i+n] {
			h.WriteString(word)
			h.WriteByte(' ')
		}
		fn(h.Sum64())
	}
}
