package policy

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"

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

func (p page) isHTML() bool { return p.kind() == htmlPage }

// document makes text of a page. The error is a [*FetchError], or the context's.
func (w *Web) document(ctx context.Context, p page) (Document, error) {
	doc := Document{FinalURL: p.url, ContentType: p.contentType}
	var err error
	switch p.kind() {
	case pdfFile:
		doc.Extractor = pdfExtractor
		doc.Title, doc.Text, err = w.pdfs.text(ctx, p.body)
	case plainText:
		doc.Extractor = "plain/1"
		doc.Text = printable(decode(p.body, p.header))
	case htmlPage:
		doc.Extractor = extractor
		doc.Title, doc.Text, err = extract(decode(p.body, p.header), false)
	default:
		err = &FetchError{Cause: ErrUnsupported}
	}
	return doc, err
}

// decode returns a body as UTF-8. Text that is valid UTF-8 and more than ASCII is
// that, whatever the site says: hardly any text in another encoding is. Text that
// is said to be UTF-8, and has not one letter beyond ASCII that is, is none.
func decode(body []byte, header string) string {
	beyondASCII := bytes.ContainsFunc(body, func(r rune) bool { return r > unicode.MaxASCII })
	if beyondASCII && utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 {
		return string(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
	}
	head := body[:min(len(body), 1024)]
	encoding, name, _ := charset.DetermineEncoding(head, header)
	if name == "utf-8" && beyondASCII && !bytes.ContainsFunc(body, func(r rune) bool { return r > unicode.MaxASCII && r != utf8.RuneError }) {
		if encoding, name, _ = charset.DetermineEncoding(head, ""); name == "utf-8" {
			encoding = charmap.Windows1252
		}
	}
	decoded, err := encoding.NewDecoder().Bytes(body)
	if err != nil { // the decoders replace what they cannot read
		decoded = body
	}
	return strings.ToValidUTF8(string(decoded), string(utf8.RuneError))
}

// printable returns a text without what is no text: bytes that are not UTF-8 and
// control characters are gone, lines end with one line feed and without space,
// and there is at most one empty line between two others.
func printable(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n\n").Replace(strings.ToValidUTF8(text, string(utf8.RuneError)))
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r == '\u00ad', r == '\u200b', r == '\u2060', r == '\ufeff':
			return -1
		}
		return r
	}, text)
	var b strings.Builder
	b.Grow(len(text))
	empty := 0
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimRightFunc(line, unicode.IsSpace); line == "" {
			empty++
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
			if empty > 0 {
				b.WriteByte('\n')
			}
		}
		empty = 0
		b.WriteString(line)
	}
	return b.String()
}
