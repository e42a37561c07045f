package policy

import (
	"crypto/sha256"
	"iter"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/privacylabels/auditor/storage"
)

// Digest returns the SHA-256 of the words of a text, see [Words]: what names a
// version.
func Digest(text string) storage.Digest { return sha256.Sum256([]byte(Words(text))) }

// Words returns the words of a text, with a space between: two texts with the
// same words are the same version. The words of what it returns are the same.
//
//   - Text is in Unicode's form NFC, without invisible characters.
//   - What has neither letter nor number is no word: bullets, rules, the marks of
//     headings and tables.
//   - A number after a letter of a script without spaces begins a word.
//   - An address ends before its query and fragment.
//   - After "last updated" and its like, in the languages of many policies, a date
//     is no word, nor is a whole date after "effective", "updated" and their like,
//     nor the year after a copyright. In another place and language it is.
//   - How often a page was looked at is no word.
func Words(text string) string {
	text = norm.NFC.String(strings.Map(visible, strings.ToValidUTF8(text, "\ufffd")))
	k := keeper{phrases: set(phrases()), endings: endings(phrases()), loose: set(loosePhrases()), dates: set(dateWords()), months: set(months()), counters: set(counters())}
	count := 0
	for range cutWords(text) {
		count++
	}
	k.words = make([]string, 0, count)
	for word := range cutWords(text) {
		k.take(withoutQuery(word))
	}
	return strings.Join(k.end(), " ")
}

// visible drops the characters that nobody sees.
func visible(r rune) rune {
	switch {
	case r == 0xad, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2069, r == 0xfeff:
		return -1
	case unicode.IsControl(r) && !unicode.IsSpace(r):
		return -1
	}
	return r
}

func meaningful(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// cutWords returns what stands between spaces, and before numbers in scripts
// without any.
func cutWords(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for field := range strings.FieldsFuncSeq(text, unicode.IsSpace) {
			for field != "" {
				var word string
				if word, field = cutWord(field); !yield(word) {
					return
				}
			}
		}
	}
}

// cutWord cuts a field before a number that follows a letter of a script without
// spaces.
func cutWord(field string) (word, rest string) {
	last := rune(0)
	for i, r := range field {
		if last != 0 && unicode.IsDigit(r) && (unspaced(last) && !strings.ContainsRune(dateUnits, last) || last == '：') {
			return field[:i], field[i:]
		}
		last = r
	}
	return field, ""
}

// withoutQuery cuts an address before what is often another one for each visitor.
func withoutQuery(word string) string {
	at := strings.Index(word, "://")
	if at < 0 {
		return word
	}
	if end := strings.IndexAny(word[at:], "?#;"); end >= 0 {
		return word[:at+end]
	}
	return word
}
