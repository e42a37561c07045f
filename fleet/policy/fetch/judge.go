package fetch

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/fleet/policy/digest"
	"github.com/privacylabels/auditor/fleet/policy/internal/plaintext"
	"github.com/privacylabels/auditor/fleet/policy/internal/terms"
	"github.com/privacylabels/auditor/storage"
)

// The least that a policy has.
const (
	minWords  = 400
	minLength = 2000 // characters; those of a script without spaces count twice
)

// leastCommon is the share of a text that is in the version before, below which it is
// doubtful.
const leastCommon = 1. / 3

// maxText is how many bytes a text may have.
const maxText = 1 << 20

// Source is a document in the form in which it is saved, with its measures.
type Source struct {
	Document                // clean; all but the text on one line
	Hash     storage.Digest // [digest.Of] the text
	Words    int            // in scripts without spaces, two characters count as a word, or five where words are longer
	Length   int            // in UTF-16 units
	Doubtful bool           // it is a policy, but so unlike the one before that it counts only when fetched twice
}

// Judge reports whether a document is a policy: long enough, and mentioning what
// policies mention, in the languages of most of them. The error is an [*Error] of
// [ErrTooShort] or [ErrTooLarge]. The source is complete even then, except that a
// text that is too large has no Hash and no Words.
//
// Previous is the text of the current version, empty if there is none. A text with
// less than a third in common with it is Doubtful.
func Judge(doc Document, previous string) (Source, error) {
	doc.Text = strings.TrimSpace(plaintext.Clean(doc.Text))
	doc.Title = plaintext.Cut(plaintext.Line(doc.Title), maxTitle)
	for _, text := range []*string{&doc.Asked, &doc.FinalURL, &doc.ContentType, &doc.Extractor, &doc.ArchiveURL} {
		*text = plaintext.Line(*text)
	}
	s := Source{Document: doc, Length: plaintext.UTF16Length(doc.Text)}
	err := rejection(doc.Text)
	if len(doc.Text) <= maxText {
		s.Words, _ = measure(doc.Text)
		s.Hash = digest.Of(doc.Text)
	}
	if err == nil {
		s.Doubtful = previous != "" && digest.Of(previous) != s.Hash && digest.Common(previous, doc.Text) < leastCommon
		return s, nil
	}
	err.FinalURL, err.ContentType, err.Origin = doc.FinalURL, doc.ContentType, doc.Origin
	return s, err
}

// rejection returns why a clean text is not a policy, or nil.
func rejection(text string) *Error {
	if len(text) > maxText {
		return &Error{Cause: ErrTooLarge}
	}
	words, length := measure(text)
	switch {
	case words < minWords || length < minLength:
		return &Error{Cause: ErrTooShort, Err: fmt.Errorf("%d words", words)}
	case !terms.MentionsData(text):
		return &Error{Cause: ErrTooShort, Err: fmt.Errorf("none of %d words mentions data", words)}
	}
	return nil
}

// measure counts words and characters. In scripts without spaces, two characters of
// Chinese or Japanese count as a word, and five of the others.
func measure(text string) (words, length int) {
	const whole, half, fifth = 10, 5, 2
	parts := 0
	in := false
	for _, r := range text {
		length++
		switch {
		case r <= unicode.MaxLatin1 || !plaintext.Unspaced(r):
			is := unicode.IsLetter(r) || unicode.IsNumber(r) || in && (unicode.IsMark(r) || r == '\'' || r == '’' || r == '-')
			if is && !in {
				parts += whole
			}
			in = is
		case plaintext.Alphabetic(r):
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
