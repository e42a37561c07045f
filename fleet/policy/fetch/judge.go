package fetch

import (
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// MinWords is how many words a text has at least that does not call itself a policy.
// Shorter texts have too little to summarize.
const MinWords = plaintext.EnoughWords

// The least that a policy has.
const (
	minCalled = 20   // words of a text that calls itself a policy
	minLength = 2000 // characters of any other; those of a script without spaces count twice
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

// Judge reports whether a document is a policy, in the languages of most of them: by what
// it calls itself, by what it mentions of the subjects of policies, by the phrases of
// other pages, by the URL that answered, and by what it has in common with the version
// before. A text that calls itself a policy has 20 words or more, any other 400. The error
// is an [*Error] of [ErrTooShort], [ErrNotPolicy] or [ErrTooLarge]. The source is complete
// even then, except that a text that is too large has no Hash and no Words.
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
	if len(doc.Text) > maxText {
		return s, s.failed(&Error{Cause: ErrTooLarge})
	}
	s.Words, _ = measure(doc.Text)
	s.Hash = digest.Of(doc.Text)
	common := 0.
	if previous != "" {
		common = 1
		if digest.Of(previous) != s.Hash {
			common = digest.Common(previous, doc.Text)
		}
	}
	if err := rejection(doc, previous != "" && common >= leastCommon); err != nil {
		return s, s.failed(err)
	}
	s.Doubtful = previous != "" && common < leastCommon
	return s, nil
}

// Like reports whether the source has a third or more in common with a text.
func (s Source) Like(text string) bool {
	return digest.Of(text) == s.Hash || digest.Common(text, s.Text) >= leastCommon
}

// failed adds what is known of the answer to an error.
func (s Source) failed(err *Error) *Error {
	err.FinalURL, err.ContentType, err.Origin = s.FinalURL, s.ContentType, s.Origin
	return err
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
