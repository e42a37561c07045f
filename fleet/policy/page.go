package policy

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// page is what a site answered.
type page struct {
	url         string
	header      string // Content-Type, as it was sent
	contentType string // of that, the type alone
	body        []byte
}

// readable says whether a body of this type is worth reading. One without a type,
// or of the type that stands for any file, is looked at.
func readable(contentType string) bool {
	switch contentType {
	case "", "text/plain", "text/html", "application/xhtml+xml", "application/pdf", "application/x-pdf", "application/octet-stream", "binary/octet-stream":
		return true
	}
	return false
}

// kind is what a page is, whatever its site calls it.
type kind int

const (
	otherKind kind = iota
	htmlPage
	plainText
	pdfFile
)

func (p page) kind() kind {
	switch {
	case pdftext.Is(p.body):
		return pdfFile
	case p.contentType == "text/plain":
		return plainText
	case p.contentType == "text/html", p.contentType == "application/xhtml+xml":
		return htmlPage
	case p.contentType != "":
		return otherKind
	}
	seen := contentType(http.DetectContentType(p.body))
	switch {
	case !strings.HasPrefix(seen, "text/") && len(p.body) > 0:
		return otherKind
	case bytes.ContainsRune(p.body, '<'):
		return htmlPage
	}
	return plainText
}

// document returns the text of a page and, where there is little of it, where the
// page leads. The error is a [*FetchError], or the context's.
func (w *Web) document(ctx context.Context, p page) (doc Document, found leads, err error) {
	doc = Document{FinalURL: p.url, ContentType: p.contentType}
	err = w.extractions.do(ctx, func(ctx context.Context) (err error) {
		switch p.kind() {
		case pdfFile:
			doc.Extractor = pdfExtractor
			doc.Title, doc.Text, err = pdfText(ctx, p.body)
		case plainText:
			doc.Extractor = "plain/1"
			var source string
			source, err = decode(p.body, p.header)
			doc.Text = printable(source)
		case htmlPage:
			doc.Extractor = extractor
			doc, found, err = readHTML(ctx, p, doc)
		default:
			err = &FetchError{Cause: ErrUnsupported}
		}
		return err
	})
	return doc, found, err
}

// readHTML is document for a page of HTML. The error is a [*FetchError], or the
// cause of the end of the context.
func readHTML(ctx context.Context, p page, doc Document) (Document, leads, error) {
	source, err := decode(p.body, p.header)
	if err != nil {
		return doc, leads{}, err
	}
	if doc.Title, doc.Text, err = extract(ctx, source, false); err != nil || !little(doc) {
		return doc, leads{}, err
	}
	doc, ok, err := hidden(ctx, source, doc)
	if err != nil || ok {
		return doc, leads{}, err
	}
	found, err := leadsOf(ctx, p.url, source)
	return doc, found, err
}

// decode returns a body as UTF-8. Text that is valid UTF-8 and more than ASCII is
// that, whatever the site says: hardly any text in another encoding is. Text that
// is said to be UTF-8, and has not one letter beyond ASCII that is, is none. The
// error is a [*FetchError] of [ErrTooLarge].
func decode(body []byte, header string) (string, error) {
	beyondASCII := bytes.ContainsFunc(body, func(r rune) bool { return r > unicode.MaxASCII })
	if beyondASCII && utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 {
		return string(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))), nil
	}
	head := body[:min(len(body), 1024)]
	from, name, _ := charset.DetermineEncoding(head, header)
	if name == "utf-8" && beyondASCII && !bytes.ContainsFunc(body, func(r rune) bool { return r > unicode.MaxASCII && r != utf8.RuneError }) {
		if from, name, _ = charset.DetermineEncoding(head, ""); name == "utf-8" {
			from = charmap.Windows1252
		}
	}
	return decodeAs(from, body)
}

// maxDecoded is how long a page may be in UTF-8, where a byte of some encodings is
// three.
const maxDecoded = 2 * maxBody

// decodeAs returns a body in an encoding as UTF-8. The decoders replace what they
// cannot read.
func decodeAs(from encoding.Encoding, body []byte) (string, error) {
	var b strings.Builder
	b.Grow(len(body) + len(body)/8)
	decoded := transform.NewReader(bytes.NewReader(body), from.NewDecoder())
	n, err := io.Copy(&b, io.LimitReader(decoded, maxDecoded+1))
	switch {
	case n > maxDecoded:
		return "", &FetchError{Cause: ErrTooLarge, Err: fmt.Errorf("more than %d bytes as UTF-8", maxDecoded)}
	case err != nil: // it is not in this encoding
		return strings.ToValidUTF8(string(body), string(utf8.RuneError)), nil
	}
	return strings.ToValidUTF8(b.String(), string(utf8.RuneError)), nil
}
