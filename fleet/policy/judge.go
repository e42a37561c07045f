package policy

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// What a text must have at least to be a policy.
const (
	minWords  = 400
	minLength = 2000 // characters; one of a script without spaces says as much as two
)

// maxText is how long a text may be that is kept, in bytes.
const maxText = 4 << 20

// Source is a document that was judged to be a policy, in the form in which it is
// kept.
type Source struct {
	Document                // without what is no text; title, final address and content type are one line
	Hash     storage.Digest // of the words of the text, see [Digest]
	Words    int            // in scripts without spaces two characters count as one, or five where words are longer
	Length   int            // in UTF-16 units
}

// Judge reports whether a document is a policy: long enough, and about what
// policies are about, in the languages that most of them are in. The error is a
// [*FetchError] of [ErrTooShort] or [ErrTooLarge]. The source is filled all the
// same, to report what was found, but for a text that is too large, of which it
// has the length only.
func Judge(doc Document) (Source, error) {
	doc.Text = strings.TrimSpace(printable(doc.Text))
	doc.Title = cut(line(doc.Title), maxTitle)
	doc.FinalURL, doc.ContentType, doc.Extractor = line(doc.FinalURL), line(doc.ContentType), line(doc.Extractor)
	doc.ArchiveURL = line(doc.ArchiveURL)
	s := Source{Document: doc, Length: utf16Length(doc.Text)}
	err := judge(doc.Text)
	if len(doc.Text) <= maxText {
		s.Words, _ = measure(doc.Text)
		s.Hash = Digest(doc.Text)
	}
	if err == nil {
		return s, nil
	}
	err.FinalURL, err.ContentType, err.Origin = doc.FinalURL, doc.ContentType, doc.Origin
	return s, err
}

// judge returns why a text that is printable is no policy, or nil.
func judge(text string) *FetchError {
	if len(text) > maxText {
		return &FetchError{Cause: ErrTooLarge}
	}
	words, length := measure(text)
	switch {
	case words < minWords || length < minLength:
		return &FetchError{Cause: ErrTooShort, Err: fmt.Errorf("%d words", words)}
	case !speaksOfData(text):
		return &FetchError{Cause: ErrTooShort, Err: fmt.Errorf("none of %d words is of data", words)}
	}
	return nil
}

// utf16Length is how long a text is where texts are made of UTF-16 units.
func utf16Length(text string) (n int) {
	for _, r := range text {
		n++
		if utf8.RuneLen(r) > 3 {
			n++
		}
	}
	return n
}

// unspaced says whether a letter is of a script that is written without spaces
// between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || alphabetic(r)
}

// alphabetic are the scripts without spaces whose words have several letters.
func alphabetic(r rune) bool {
	return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// measure counts words and characters. Where there are no spaces, two characters
// of Chinese or Japanese count as a word, and five of the other scripts.
func measure(text string) (words, length int) {
	const whole, half, fifth = 10, 5, 2
	parts := 0
	in := false
	for _, r := range text {
		length++
		switch {
		case r <= unicode.MaxLatin1 || !unspaced(r):
			is := unicode.IsLetter(r) || unicode.IsNumber(r) || in && (unicode.IsMark(r) || r == '\'' || r == '’' || r == '-')
			if is && !in {
				parts += whole
			}
			in = is
		case alphabetic(r):
			in = false
			parts += fifth
		default:
			in = false
			parts += half
			length++
		}
	}
	return parts / whole, length
}
