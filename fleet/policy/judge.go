package policy

import (
	"fmt"
	"strings"
	"unicode"

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

// Judge says whether a document is a policy: long enough, and about what policies
// are about, in the languages that most of them are in. The error is a
// [*FetchError] of [ErrTooShort] or [ErrTooLarge]; the source is filled all the
// same, for who wants to say what was found.
func Judge(doc Document) (Source, error) {
	doc.Text = strings.TrimSpace(printable(doc.Text))
	doc.Title = cut(line(doc.Title), maxTitle)
	doc.FinalURL, doc.ContentType, doc.Extractor = line(doc.FinalURL), line(doc.ContentType), line(doc.Extractor)
	doc.ArchiveURL = line(doc.ArchiveURL)
	words, length := measure(doc.Text)
	s := Source{Document: doc, Hash: Digest(doc.Text), Words: words, Length: utf16Length(doc.Text)}
	failed := &FetchError{Cause: ErrTooShort, FinalURL: doc.FinalURL, ContentType: doc.ContentType, Origin: doc.Origin}
	switch {
	case len(doc.Text) > maxText:
		failed.Cause = ErrTooLarge
	case words < minWords || length < minLength:
		failed.Err = fmt.Errorf("%d words", words)
	case !speaksOfData(doc.Text):
		failed.Err = fmt.Errorf("none of %d words is of data", words)
	default:
		return s, nil
	}
	return s, failed
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
