package digest

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// filter collects the words of a text without the dates of its stamps and the
// counts of its readers. It decides by the words collected so far only, so that
// filtering its result again drops nothing.
type filter struct {
	phrases, loose, dates, months, counters map[string]bool

	endings map[string]bool // the last words of phrases

	words   []string
	pending []string // words that may be a date, after a loose phrase
	owned   bool     // a copyright mark came before
}

// lists are the lists of words of filters.
var lists = sync.OnceValue(func() filter {
	f := filter{
		phrases: set(phrases()), endings: make(map[string]bool), loose: set(loosePhrases()), dates: set(dateWords()), months: set(months()),
		counters: set(counters()),
	}
	for phrase := range f.phrases {
		f.endings[phrase[strings.LastIndexByte(phrase, ' ')+1:]] = true
	}
	return f
})

func newFilter() *filter {
	f := lists()
	return &f
}

func set(words []string) map[string]bool {
	is := make(map[string]bool, len(words))
	for _, w := range words {
		is[w] = true
	}
	return is
}

// maxDate is how many words a date has at most. A text may consist of nothing but
// words of dates.
const maxDate = 64

// add takes the next word of a text.
func (f *filter) add(word string) {
	if strings.Contains(word, "©") {
		f.owned = true
	}
	if !strings.ContainsFunc(word, meaningful) {
		return
	}
	bare := bare(word)
	if f.owned && number(bare) {
		return // a year
	}
	f.owned = f.owned && bare == ""
	isDate := f.dates[bare] || number(bare)
	if isDate && (len(f.pending) > 0 || f.loose[f.last(1)]) {
		if f.pending = append(f.pending, word); len(f.pending) == maxDate {
			f.flush()
		}
		return
	}
	f.flush()
	f.collect(word, bare)
}

// end returns the words.
func (f *filter) end() []string {
	f.flush()
	return f.words
}

// flush drops the pending words if they are a whole date, and else collects them.
func (f *filter) flush() {
	pending := f.pending
	f.pending = f.pending[:0]
	if slices.ContainsFunc(pending, f.completes) {
		return
	}
	for _, word := range pending {
		f.collect(word, bare(word))
	}
}

// collect adds a word, unless it belongs to a date after a phrase or is the value of
// a counter.
func (f *filter) collect(word, bare string) {
	if number(bare) && len(f.words) > 0 && strings.ContainsAny(f.words[len(f.words)-1], ":：") && f.counters[f.last(1)] {
		return
	}
	if (f.dates[bare] || number(bare)) && f.stamped() {
		return
	}
	if f.counters[bare] {
		for len(f.words) > 0 && number(f.last(1)) {
			f.words = f.words[:len(f.words)-1]
		}
	}
	f.words = append(f.words, word)
}

// longestPhraseWord is how many bytes a word of a phrase has at most. A word of a
// text may be as long as the text.
const longestPhraseWord = 64

// stamped reports whether the last words are a phrase that a date follows.
func (f *filter) stamped() bool {
	if !f.endings[f.last(1)] {
		return false
	}
	tail := ""
	for n := 1; n <= min(maxPhrase, len(f.words)); n++ {
		if len(f.words[len(f.words)-n]) > longestPhraseWord {
			return false
		}
		tail = strings.TrimSpace(f.last(n) + " " + tail)
		if f.phrases[tail] {
			return true
		}
	}
	return false
}

// last returns the nth word from the end, bare.
func (f *filter) last(n int) string {
	if n > len(f.words) {
		return ""
	}
	return bare(f.words[len(f.words)-n])
}

// completes reports whether a word makes the words around it a whole date: it names
// a day, a month or a year.
func (f *filter) completes(word string) bool {
	word = bare(word)
	if f.months[word] && word != "may" || word == "ago" {
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

// number reports whether a word is a number as in dates: 3, 3rd, 2024-03-03, 12:30,
// 2024年3月1日.
func number(word string) bool {
	digits, rest := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case strings.ContainsRune("-./:,"+dateUnits, r):
		default:
			rest++
		}
	}
	return digits > 0 && digits <= 14 && rest <= 2
}

// bare returns a word in lower case, without the punctuation around it.
func bare(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return !meaningful(r) }))
}
