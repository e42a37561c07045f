package policy

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// keeper keeps the words of a text, and drops the dates of its stamps and what
// counts its readers. It decides by the words that are kept only, so that nothing
// is dropped from what it kept when that is read again.
type keeper struct {
	phrases, loose, dates, months, counters map[string]bool

	endings map[string]bool // the last words of phrases

	words   []string
	waiting []string // of what may be a date, after a loose phrase
	owned   bool     // a mark of copyright came before
}

// maxDate is how many words a date has at most. Those of a text may all be such
// as stand in dates.
const maxDate = 64

// take takes the next word of a text.
func (k *keeper) take(word string) {
	if strings.Contains(word, "©") {
		k.owned = true
	}
	if !strings.ContainsFunc(word, meaningful) {
		return
	}
	bare := bare(word)
	if k.owned && number(bare) {
		return // a year
	}
	k.owned = k.owned && bare == ""
	isDate := k.dates[bare] || number(bare)
	if isDate && (len(k.waiting) > 0 || k.loose[k.last(1)]) {
		if k.waiting = append(k.waiting, word); len(k.waiting) == maxDate {
			k.settle()
		}
		return
	}
	k.settle()
	k.keep(word, bare)
}

// end returns the words.
func (k *keeper) end() []string {
	k.settle()
	return k.words
}

// settle drops what waits if it is a whole date, and keeps it if it is not.
func (k *keeper) settle() {
	waiting := k.waiting
	k.waiting = k.waiting[:0]
	if slices.ContainsFunc(waiting, k.whole) {
		return
	}
	for _, word := range waiting {
		k.keep(word, bare(word))
	}
}

// keep keeps a word, unless it belongs to a date that follows a phrase at the end of
// the words before it, or is what a counter says.
func (k *keeper) keep(word, bare string) {
	if number(bare) && len(k.words) > 0 && strings.ContainsAny(k.words[len(k.words)-1], ":：") && k.counters[k.last(1)] {
		return
	}
	if (k.dates[bare] || number(bare)) && k.stamped() {
		return
	}
	if k.counters[bare] {
		for len(k.words) > 0 && number(k.last(1)) {
			k.words = k.words[:len(k.words)-1]
		}
	}
	k.words = append(k.words, word)
}

// longestPhraseWord is how many bytes a word of a phrase has at most. The words of
// a text may be as long as the text.
const longestPhraseWord = 64

// stamped reports whether the last words are a phrase that a date follows.
func (k *keeper) stamped() bool {
	if !k.endings[k.last(1)] {
		return false
	}
	tail := ""
	for n := 1; n <= min(maxPhrase, len(k.words)); n++ {
		if len(k.words[len(k.words)-n]) > longestPhraseWord {
			return false
		}
		tail = strings.TrimSpace(k.last(n) + " " + tail)
		if k.phrases[tail] {
			return true
		}
	}
	return false
}

// last returns the nth word from the end, bare.
func (k *keeper) last(n int) string {
	if n > len(k.words) {
		return ""
	}
	return bare(k.words[len(k.words)-n])
}

// whole says whether a word makes a date one that names a day, a month or a year.
func (k *keeper) whole(word string) bool {
	word = bare(word)
	if k.months[word] && word != "may" || word == "ago" {
		return true
	}
	if !number(word) {
		return false
	}
	separators := 0
	for _, r := range word {
		if strings.ContainsRune("-./"+dateUnits, r) {
			separators++
		}
	}
	return separators >= 2 || utf8.RuneCountInString(word) == 4 && (strings.HasPrefix(word, "20") || strings.HasPrefix(word, "199"))
}
