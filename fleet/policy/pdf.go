package policy

import (
	"context"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// pdfExtractor names what makes text from PDF files.
const pdfExtractor = "pdf/2"

const (
	pdfTimeout = 15 * time.Second // for one file, with the wait for others
	pdfAtOnce  = 2                // files
)

// pdfs reads PDF files, a few at a time.
type pdfs struct{ slots chan struct{} }

func newPDFs() pdfs { return pdfs{make(chan struct{}, pdfAtOnce)} }

// text returns the title and the text of a PDF file. The error is a [*FetchError],
// or the context's.
func (p pdfs) text(ctx context.Context, body []byte) (title, text string, err error) {
	reading, cancel := context.WithTimeout(ctx, pdfTimeout)
	defer cancel()
	doc, err := p.extract(reading, body)
	switch {
	case err == nil:
		title = strings.Join(strings.Fields(printable(doc.Title)), " ")
		return cut(title, maxTitle), printable(doc.Text), nil
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	}
	return "", "", &FetchError{Cause: ErrUnreadable, Err: err}
}

// extract reads a file when it is its turn.
func (p pdfs) extract(ctx context.Context, body []byte) (pdftext.Document, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
		return pdftext.Extract(ctx, body)
	case <-ctx.Done():
		return pdftext.Document{}, ctx.Err()
	}
}
