package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"github.com/privacylabels/auditor/internal/pdftext"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/internal/policy/terms"
)

// page is the answer of a site.
type page struct {
	url         string
	header      string // Content-Type as it was sent
	contentType string // the type alone
	body        []byte
}

// readable reports whether a body of this type may have a text. A body without a
// type, or of the type of any file, is detected by its content.
func readable(contentType string) bool {
	switch contentType {
	case "", "text/plain", "text/markdown", "text/x-markdown", "text/html", "application/xhtml+xml", "application/pdf", "application/x-pdf", "application/octet-stream", "binary/octet-stream":
		return true
	}
	return false
}

// kind is what the content of a page is, whatever its site calls it.
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
	case p.contentType == "text/plain", p.contentType == "text/markdown", p.contentType == "text/x-markdown":
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

// maxTitle is how many characters a title has at most.
const maxTitle = 300

// document returns the text of a page and, when there is little text, the links to
// more. The error is an [*Error], or the context's. Exclusions without which the page is a
// policy, and with which it is none, have no effect.
func (c *Client) document(ctx context.Context, p page, out exclusions) (doc Document, found links, err error) {
	doc, found, err = c.read(ctx, p, out)
	if err != nil || out.isEmpty() {
		return doc, found, err
	}
	if _, err := Judge(doc, ""); err == nil {
		return doc, found, nil
	}
	whole, others, err := c.read(ctx, p, exclusions{})
	if err != nil {
		return doc, found, err
	}
	if _, err := Judge(whole, ""); err != nil {
		return doc, found, nil
	}
	whole.LeftOut, whole.Kept = out.none(), doc.LeftOut
	return whole, others, nil
}

// read is document with all exclusions. The number of an extractor changes when the same page
// becomes another text.
func (c *Client) read(ctx context.Context, p page, out exclusions) (doc Document, found links, err error) {
	doc = Document{FinalURL: p.url, ContentType: p.contentType, LeftOut: out.none()}
	err = c.extracting(ctx, func(ctx context.Context) (err error) {
		switch p.kind() {
		case pdfFile:
			doc.Extractor = "pdf/7"
			doc.Title, doc.Text, err = pdfText(ctx, p.body)
		case plainText:
			doc.Extractor = "plain/2"
			if doc.Text, err = decode(p.body, p.header); err == nil {
				doc.Title, doc.Aside, doc.Text = frontMatter(doc.Text)
			}
		case htmlPage:
			doc.Extractor = "page/13"
			found, err = htmlText(ctx, p, out, &doc)
		default:
			err = &Error{Cause: ErrUnsupported}
		}
		doc.Title = plaintext.Cut(plaintext.Line(doc.Title), maxTitle)
		doc.Text, doc.Aside, doc.Regained = plaintext.Clean(doc.Text), plaintext.Clean(doc.Aside), plaintext.Clean(doc.Regained)
		out.apply(&doc)
		return err
	})
	return doc, found, err
}

// frontMatter returns the title, the properties and the text of a Markdown file that begins with
// properties, between two lines of hyphens, as many generators of sites want it.
func frontMatter(file string) (title, properties, text string) {
	const most = 4 << 10 // bytes of the properties
	file = strings.TrimPrefix(file, "\ufeff")
	first, after, _ := strings.Cut(file, "\n")
	if strings.TrimRight(first, "\r ") != "---" {
		return "", "", file
	}
	read := 0
	for line := range strings.SplitAfterSeq(after, "\n") {
		read += len(line)
		line = strings.TrimSpace(line)
		name, value, found := strings.Cut(line, ":")
		switch {
		case line == "---":
			return title, strings.TrimRight(after[:read], "-\r\n "), after[read:]
		case read > most, line != "" && !found && line[0] != '-' && line[0] != '#':
			return "", "", file
		case name == "title":
			title = strings.Trim(strings.TrimSpace(value), "\"'")
		}
	}
	return "", "", file
}

// pdfText returns the title and the text of a PDF file. The error is an [*Error], or
// the cause of the end of the context.
func pdfText(ctx context.Context, body []byte) (title, text string, err error) {
	doc, err := pdftext.Extract(ctx, body)
	switch {
	case ctx.Err() != nil:
		return "", "", context.Cause(ctx)
	case err != nil:
		return "", "", &Error{Cause: ErrUnreadable, Err: err}
	}
	return doc.Title, doc.Text, nil
}

// htmlText sets the title and the text of a document to those of a page of HTML. It
// returns, when there is little text, also hidden, the links to more. The error is an
// [*Error], or the cause of the end of the context.
func htmlText(ctx context.Context, p page, out exclusions, doc *Document) (found links, err error) {
	source, err := decode(p.body, p.header)
	if err != nil {
		return links{}, err
	}
	host := hostOf(p.url)
	got, err := extract(ctx, source, host, false, out)
	doc.Title, doc.Text, doc.Aside, doc.Regained = got.Title, plaintext.Clean(got.Text), got.Aside, got.Regained
	maps.Copy(doc.LeftOut, got.Excluded)
	if err != nil || namedConsent(got.Consent, doc) || !little(doc.Text) {
		return links{}, err
	}
	policy, err := hiddenPolicy(ctx, source, host, out)
	if err != nil || policy.Text != "" {
		doc.Text = cmp.Or(policy.Text, doc.Text)
		maps.Copy(doc.LeftOut, policy.Excluded)
		return links{}, err
	}
	found, err = findLinks(ctx, p.url, source)
	if rejection(*doc, false) == nil {
		found.policy = nil // it is short, but a policy
	}
	return found, err
}

// minNamedConsent is how many words a part has at least that is named like a consent tool and is the
// policy all the same.
const minNamedConsent = 100

// namedConsent makes the text of a part that has the name of a consent tool that of the document,
// if it alone is a policy and says so. It reports whether it did.
func namedConsent(text string, doc *Document) bool {
	if text == "" {
		return false
	}
	why := rejection(*doc, false)
	if why == nil || errors.Is(why, ErrNotPolicy) && !errors.Is(why, errUncalled) {
		return false
	}
	part := Document{Text: plaintext.Clean(text)}
	words, _ := measure(part.Text)
	v, _ := judge(part, folded(part.Text), words)
	opens, _ := terms.PagesIn(folded(part.Text[:min(len(part.Text), opening)]))
	if words < minNamedConsent || !v.headed && opens[terms.Consent] > 1 || !v.headed && !terms.CallsItselfPrivacy(folded(part.Text)) || rejection(part, false) != nil {
		return false
	}
	doc.Text, doc.Aside = part.Text, doc.Text+"\n\n"+doc.Aside
	return true
}

// hostOf returns the host of a URL, or nothing.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// decode returns a body as UTF-8. A body that is valid UTF-8 beyond ASCII is taken
// as UTF-8 whatever the site claims: text in another encoding hardly ever is. A body
// that claims to be UTF-8 and has no valid letter beyond ASCII is not. The error is
// an [*Error] of [ErrTooLarge].
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

// maxDecoded is how many bytes a page may have in UTF-8, in which a byte of some
// encodings takes three.
const maxDecoded = 2 * maxBody

// decodeAs returns a body in an encoding as UTF-8. Decoders replace invalid bytes.
func decodeAs(from encoding.Encoding, body []byte) (string, error) {
	var b strings.Builder
	b.Grow(len(body) + len(body)/8)
	decoded := transform.NewReader(bytes.NewReader(body), from.NewDecoder())
	n, err := io.Copy(&b, io.LimitReader(decoded, maxDecoded+1))
	switch {
	case n > maxDecoded:
		return "", &Error{Cause: ErrTooLarge, Err: fmt.Errorf("more than %d bytes as UTF-8", maxDecoded)}
	case err != nil: // it is not in this encoding
		return strings.ToValidUTF8(string(body), string(utf8.RuneError)), nil
	}
	return strings.ToValidUTF8(b.String(), string(utf8.RuneError)), nil
}
