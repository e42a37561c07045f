package policy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"
	"golang.org/x/text/unicode/norm"
)

// pdfExtractor names what makes text from PDF files.
const pdfExtractor = "pdf/1 ledongthuc/20260907"

const (
	pdfTimeout   = 15 * time.Second
	pdfAtOnce    = 2       // files; also those that were given up and have not ended
	maxPages     = 500     // in a file
	maxPageDepth = 50      // of the tree that they are in
	maxContent   = 8 << 20 // bytes of what draws a page
	maxEncoding  = 1 << 20 // bytes of a font's table of letters
)

var errNotPDF = errors.New("not a PDF file that can be read")

// isPDF says whether a body is a PDF file, whatever its site calls it.
func isPDF(body []byte) bool {
	return bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-"))
}

// pdfs reads PDF files, a few at a time.
type pdfs struct{ slots chan struct{} }

func newPDFs() pdfs { return pdfs{make(chan struct{}, pdfAtOnce)} }

// text returns the title and the text of a PDF file. A file is the work of a
// stranger, and of a library that was not made for that: what it does takes place
// in a goroutine of its own, which is given up when it takes too long, and whose
// place is not given away before it has ended. The error is a [*FetchError], or
// the context's.
func (p pdfs) text(ctx context.Context, body []byte) (title, text string, err error) {
	reading, cancel := context.WithTimeout(ctx, pdfTimeout)
	defer cancel()
	type result struct {
		title, text string
		err         error
	}
	done := make(chan result, 1)
	select {
	case p.slots <- struct{}{}:
		go func() {
			defer func() { <-p.slots }()
			var r result
			r.title, r.text, r.err = readPDF(reading, body)
			done <- r
		}()
	case <-reading.Done():
	}
	select {
	case r := <-done:
		if r.err == nil {
			return r.title, r.text, nil
		}
		err = r.err
	case <-reading.Done():
		err = reading.Err()
	}
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	return "", "", &FetchError{Cause: ErrUnreadable, Err: err}
}

// readPDF does it. The context ends it where the file is read, and between pages
// and strings.
func readPDF(ctx context.Context, body []byte) (title, text string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v", errNotPDF, v)
		}
	}()
	flat, err := flattenPDF(body)
	if err != nil {
		return "", "", err
	}
	file, err := pdf.NewReader(deadlined{ctx, bytes.NewReader(flat)}, int64(len(flat)))
	if err != nil {
		return "", "", fmt.Errorf("%w: %w", errNotPDF, err)
	}
	var b strings.Builder
	for _, page := range pagesOfPDF(file) {
		drawn, err := pageOfPDF(ctx, page)
		if err != nil && ctx.Err() != nil {
			return "", "", ctx.Err()
		}
		if b.WriteString(drawn); b.Len() > maxText { // of a page that cannot be read, the others may be
			return "", "", errors.New("more text than is kept")
		}
		b.WriteString("\n\n")
	}
	title = printable(file.Trailer().Key("Info").Key("Title").Text())
	// Letters that are drawn as one, as fi often is, are letters again.
	return cut(strings.Join(strings.Fields(title), " "), maxTitle), printable(norm.NFKC.String(b.String())), nil
}

// pagesOfPDF returns the pages of a file in their order (ISO 32000-1, section
// 7.7.3): no more than are read, of a tree that may be any shape.
func pagesOfPDF(file *pdf.Reader) (pages []pdf.Page) {
	nodes := 0
	var walk func(node pdf.Value, depth int)
	walk = func(node pdf.Value, depth int) {
		kids := node.Key("Kids")
		if kids.Kind() != pdf.Array {
			pages = append(pages, pdf.Page{V: node})
			return
		}
		for i := range kids.Len() {
			if nodes++; depth == maxPageDepth || nodes > 4*maxPages || len(pages) == maxPages {
				return
			}
			walk(kids.Index(i), depth+1)
		}
	}
	walk(file.Trailer().Key("Root").Key("Pages"), 0)
	return pages
}

// pageOfPDF returns the text of a page.
func pageOfPDF(ctx context.Context, page pdf.Page) (text string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v", errNotPDF, v)
		}
	}()
	contents := page.V.Key("Contents")
	var parts []io.Reader
	for i := range contents.Len() {
		parts = append(parts, contents.Index(i).Reader(), strings.NewReader("\n"))
	}
	if contents.Kind() == pdf.Stream {
		parts = []io.Reader{contents.Reader()}
	}
	drawing, err := io.ReadAll(io.LimitReader(io.MultiReader(parts...), maxContent))
	if err != nil && len(drawing) == 0 {
		return "", err
	}
	pen := pdfPen{ctx: ctx, fonts: make(map[string]*pdfFont), page: page}
	pen.draw(drawing)
	return pen.text.String(), nil
}

// deadlined reads until the context ends.
type deadlined struct {
	ctx  context.Context
	from io.ReaderAt
}

func (d deadlined) ReadAt(p []byte, at int64) (int, error) {
	if err := d.ctx.Err(); err != nil {
		return 0, err
	}
	return d.from.ReadAt(p, at)
}
