package digest

import (
	"crypto/sha256"
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// Of returns the SHA-256 of the words of a text, which identifies a version:
//
//   - Text is in Unicode's form NFC, without invisible characters.
//   - A word has a letter or a number: bullets, rules, and the marks of headings and
//     tables are not words, nor is the number of an item of a list or a heading.
//   - Quotation marks, asterisks and the signs of links to headings are dropped, and so are dashes and apostrophes but within words,
//     where all styles are the same.
//   - A long word of letters and digits without meaning, such as a key, is dropped.
//   - A number after a letter of a script without spaces begins a word.
//   - An address ends before its query and fragment, and a link in Markdown is its label.
//   - After "last updated", "effective" and the like, in the languages of many policies, a
//     date is dropped that has a month or is three numbers. Where they are written as a
//     stamp, "Last updated" or "updated on:", so is a year, and how long ago that was.
//     The year after a copyright is dropped. Any other number counts, and so does
//     a date elsewhere and in other languages.
//   - A date with a time of day that has seconds is dropped: a program wrote it.
//   - In a sentence that says when the policy was changed or is in force, all whole dates are
//     one.
//   - A date that is the whole of one of the first or last lines is dropped.
//   - The number of readers is dropped where a line, or what stands between bullets, has
//     nothing else, and after "Views:" and the like.
func Of(text string) storage.Digest { return sha256.Sum256([]byte(words(text))) }

// words returns the words of a text that count, separated by spaces. It returns its
// own result unchanged.
func words(text string) string {
	text = norm.NFC.String(strings.Map(visible, strings.ToValidUTF8(text, "\ufffd")))
	text = plainly(withoutCounts(withoutDate(withoutTargets(text))))
	text = norm.NFC.String(text) // a letter and its mark may have been on both sides of what was dropped
	text = withoutMarkers(withoutTargets(text))
	f := newFilter()
	count := 0
	for range cutWords(text) {
		count++
	}
	f.words = make([]string, 0, count)
	for word := range cutWords(text) {
		if word = withoutQuery(word); !random(word) {
			f.add(word)
		}
	}
	kept := withoutStamps(f.end())
	withOneDate(kept)
	text = strings.Join(slices.DeleteFunc(kept, func(word string) bool { return word == "" }), " ")
	if isCount(text) {
		text = strings.TrimSpace(withoutNumbers(text))
	}
	return withoutDate(text)
}

// visible drops invisible characters.
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

// cutWords cuts a text at spaces, and before numbers in scripts without spaces.
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
		if last != 0 && unicode.IsDigit(r) && (plaintext.Unspaced(last) && !strings.ContainsRune(dateUnits, last) || last == '：') {
			return field[:i], field[i:]
		}
		last = r
	}
	return field, ""
}

// withoutQuery cuts the query and the fragment off an address: they often differ
// for each visitor.
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
