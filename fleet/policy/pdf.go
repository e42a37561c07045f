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
	maxFilters   = 4       // that a stream went through
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
	drawing, err := drawingOfPDF(ctx, page.V.Key("Contents"))
	if err != nil && len(drawing) == 0 {
		return "", err
	}
	pen := pdfPen{ctx: ctx, fonts: make(map[string]*pdfFont), page: page, room: maxLetters}
	pen.draw(drawing)
	return pen.text.String(), nil
}

// drawingOfPDF returns what draws a page: a stream, or several, of which one at a
// time is open, as there may be any number. With an error it is what came before.
func drawingOfPDF(ctx context.Context, contents pdf.Value) ([]byte, error) {
	count, part := contents.Len(), contents.Index
	if contents.Kind() == pdf.Stream {
		count, part = 1, func(int) pdf.Value { return contents }
	}
	var drawing bytes.Buffer
	for i := range count {
		unpacked, err := unpackedPDF(part(i))
		if err == nil {
			_, err = io.Copy(&drawing, io.LimitReader(unpacked, int64(maxContent-drawing.Len())))
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || drawing.Len() == maxContent {
			return drawing.Bytes(), err
		}
		drawing.WriteByte('\n')
	}
	return drawing.Bytes(), nil
}

// unpackedPDF reads what a stream is when it is unpacked. One that is packed more
// than once is not read: it may unpack to nothing for hours, which no deadline of
// the file would end.
func unpackedPDF(stream pdf.Value) (io.Reader, error) {
	filters, packed := stream.Key("Filter"), 0
	for i := range min(filters.Len(), maxFilters+1) {
		if filters.Index(i).Name() != "ASCII85Decode" {
			packed++
		}
	}
	if packed > 1 || filters.Len() > maxFilters {
		return nil, fmt.Errorf("%w: packed more than once", errNotPDF)
	}
	return stream.Reader(), nil
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
