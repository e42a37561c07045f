package policy

import (
	"context"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// Source is a document that was judged to be a policy, in the form in which it is
// kept.
type Source struct {
	Document                // without what is no text; title, final address and content type are one line
	Hash     storage.Digest // of the words of the text, see [Digest]
	Words    int            // in scripts without spaces two characters count as one, or five where words are longer
	Length   int            // in UTF-16 units
}

// Read gets the text behind an address, which may be that of no tracked app, and
// judges it like every other. It keeps nothing, and looks at no setting: whoever
// asks for it looks at [Allowed] first.
//
// The error is a [*FetchError], or the context's.
func (r *Reader) Read(ctx context.Context, address string) (Source, error) {
	a := attempt{app: storage.App{PrivacyPolicyURL: storage.Text(address)}}
	_, err := r.ask(ctx, &a)
	doc := a.doc
	doc.Title = cut(line(doc.Title), maxTitle)
	doc.FinalURL, doc.ContentType, doc.Extractor = line(doc.FinalURL), line(doc.ContentType), line(doc.Extractor)
	return Source{Document: doc, Hash: Digest(strings.TrimSpace(doc.Text)), Words: a.words, Length: utf16Length(doc.Text)}, err
}
