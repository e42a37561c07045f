package policy

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// page is what a site answered.
type page struct {
	url         string
	header      string // Content-Type, as it was sent
	contentType string // of that, the type alone
	body        []byte
}

var htmlTypes = []string{"text/html", "application/xhtml+xml"}

// readable says whether a body of this type is worth reading; one without a type
// is looked at.
func readable(contentType string) bool {
	return contentType == "" || contentType == "text/plain" || slices.Contains(htmlTypes, contentType)
}

// document makes text of a page. The error is a [*FetchError].
func (p page) document() (Document, error) {
	doc := Document{FinalURL: p.url, ContentType: p.contentType}
	plain := p.contentType == "text/plain"
	if p.contentType == "" {
		seen := contentType(http.DetectContentType(p.body))
		if !strings.HasPrefix(seen, "text/") && len(p.body) > 0 {
			return doc, &FetchError{Cause: ErrUnsupported}
		}
		plain = !bytes.ContainsRune(p.body, '<')
	}
	text := decode(p.body, p.header)
	if plain {
		doc.Text, doc.Extractor = printable(text), "plain/1"
		return doc, nil
	}
	var err error
	doc.Title, doc.Text, err = extract(text)
	doc.Extractor = extractor
	return doc, err
}

// decode returns a body as UTF-8. Text that is valid UTF-8 and more than ASCII is
// that, whatever the site says: hardly any text in another encoding is.
func decode(body []byte, header string) string {
	beyondASCII := bytes.ContainsFunc(body, func(r rune) bool { return r > unicode.MaxASCII })
	if beyondASCII && utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 {
		return string(body)
	}
	encoding, _, _ := charset.DetermineEncoding(body[:min(len(body), 1024)], header)
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
