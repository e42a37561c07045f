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
	pending []string // words that may be a date, after a phrase
	stamp   bool     // the phrase is written as that of a stamp, not as in a sentence
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
	if f.dates[bare] || number(bare) {
		if len(f.pending) == 0 {
			n := f.phrase()
			if n == 0 {
				f.collect(word, bare)
				return
			}
			f.stamp = f.isStamp(n)
		}
		f.pending = append(f.pending, word)
		if len(f.pending) == maxDate {
			f.keep(f.pending)
			f.pending = f.pending[:0]
		}
		return
	}
	f.flush(word)
	f.collect(word, bare)
}

// end returns the words.
func (f *filter) end() []string {
	f.flush("")
	return f.words
}

// flush drops the pending words as far as they are whole dates, and collects the others.
// Next is the word after them.
func (f *filter) flush(next string) {
	pending := f.pending
	f.pending = f.pending[:0]
	for len(pending) > 0 {
		end := f.dateEnd(pending)
		after := next
		if end < len(pending) {
			after = pending[end]
		}
		if !f.whole(pending[:end], after) {
			break
		}
		pending = pending[end:]
	}
	f.keep(pending)
}

// keep collects words of dates.
func (f *filter) keep(words []string) {
	for _, word := range words {
		f.collect(word, bare(word))
	}
}

// dateEnd returns how many of the words, all of which may be of dates, one date has at
// most. A date has one day, one month and one year, or years in a row, and times of day; a span
// of time is no date, unless it is one of the past.
func (f *filter) dateEnd(words []string) int {
	var day, month, year, closed bool
	ago := slices.IndexFunc(words, func(word string) bool { return bare(word) == "ago" })
	for i, word := range words {
		word = bare(word)
		next := ""
		if i+1 < len(words) {
			next = bare(words[i+1])
		}
		switch {
		case i <= ago && !month && !year:
			closed = i == ago
		case number(word) && (strings.Contains(word, ":") || next == "am" || next == "pm"), afterDate[word]:
		case closed && (word == "at" || word == "um" || word == "à") && isClock(next), closed && isClock(word):
		case closed, number(word) && spans[next]:
			return i
		case f.months[word]:
			if month {
				return i
			}
			month = true
			closed = year && day
		case !number(word):
		case f.completes(word), completesStamp(word) && !isYear(strings.TrimRight(word, dateUnits)):
			if day || month || year {
				return i
			}
			closed = true
		case isYear(strings.TrimRight(word, dateUnits)):
			if month && year {
				return i
			}
			year = true
			closed = month
		case strings.HasSuffix(word, "월"), strings.HasSuffix(word, "月"):
			month = true
		case day && month:
			return i
		default:
			day = true
			closed = month && year
		}
	}
	return len(words)
}

// whole reports whether words are a whole date. In a sentence, that is one with a month or
// of three numbers.
func (f *filter) whole(words []string, next string) bool {
	numbered := slices.ContainsFunc(words, func(word string) bool { return number(bare(word)) })
	if slices.ContainsFunc(words, f.completes) || numbered && slices.ContainsFunc(words, isMay) {
		return true
	}
	if !f.stamp || !slices.ContainsFunc(words, completesStamp) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(next)
	return !unicode.IsLower(r) || !slices.ContainsFunc(words, func(word string) bool { return bare(word) == "ago" })
}

// collect adds a word, unless it is the value of a counter.
func (f *filter) collect(word, bare string) {
	if number(bare) && len(f.words) > 0 && strings.ContainsAny(f.words[len(f.words)-1], ":：") && f.counters[f.last(1)] && f.isStamp(1) {
		return
	}
	f.words = append(f.words, word)
}

// isStamp reports whether the last n words are written as in a stamp: they begin
// with no small letter, or end in a colon.
func (f *filter) isStamp(n int) bool {
	first, last := f.words[len(f.words)-n], f.words[len(f.words)-1]
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(first, func(r rune) bool { return !meaningful(r) }))
	return !unicode.IsLower(r) || n > 1 && strings.HasSuffix(last, ":")
}

// longestPhraseWord is how many bytes a word of a phrase has at most. A word of a
// text may be as long as the text.
const longestPhraseWord = 64

// phrase returns how many of the last words are a phrase that a date follows, or 0.
func (f *filter) phrase() int {
	found := 0
	if f.loose[f.last(1)] {
		found = 1
	}
	if !f.endings[f.last(1)] {
		return found
	}
	tail := ""
	for n := 1; n <= min(maxPhrase, len(f.words)); n++ {
		if len(f.words[len(f.words)-n]) > longestPhraseWord {
			break
		}
		tail = strings.TrimSpace(f.last(n) + " " + tail)
		if f.phrases[tail] {
			found = n
		}
	}
	return found
}

// last returns the nth word from the end, bare.
func (f *filter) last(n int) string {
	if n > len(f.words) {
		return ""
	}
	return bare(f.words[len(f.words)-n])
}

// completes reports whether a word makes the words around it a whole date: it names
// a month, or is three numbers.
func (f *filter) completes(word string) bool {
	word = bare(word)
	if f.months[word] {
		return word != "may"
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
	return separators >= 2
}

// isClock reports whether a word is a time of day, as in "10:11" or "10h11".
func isClock(word string) bool {
	hour, minute, found := strings.Cut(strings.Replace(word, "h", ":", 1), ":")
	return found && hour != "" && len(hour) <= 2 && !notDigits(hour) && (len(minute) == 2 || minute == "") && !notDigits(minute)
}

// isMay reports whether a word is the month, not the verb.
func isMay(word string) bool { return strings.Contains(word, "M") && bare(word) == "may" }

// completesStamp reports whether a word makes the words around it a date where they are
// written as a stamp: it is a year, a time of day, or a day that counts from today.
func completesStamp(word string) bool {
	word = strings.TrimRight(bare(word), dateUnits)
	if recent[word] {
		return true
	}
	if !number(word) {
		return false
	}
	parts := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("-./", r) })
	return slices.ContainsFunc(parts, isYear) || strings.Contains(word, ":") || len(word) >= len("20240303")
}

// isYear reports whether a number is a year in which there were policies on the Web.
func isYear(number string) bool {
	return len(number) == len("2024") && (strings.HasPrefix(number, "20") || strings.HasPrefix(number, "199"))
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
