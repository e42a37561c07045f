package policy

import (
	"context"
	"strings"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// pdfExtractor names what makes text from PDF files.
const pdfExtractor = "pdf/2"

// pdfText returns the title and the text of a PDF file. The error is a
// [*FetchError], or the cause of the end of the context.
func pdfText(ctx context.Context, body []byte) (title, text string, err error) {
	doc, err := pdftext.Extract(ctx, body)
	switch {
	case ctx.Err() != nil:
		return "", "", context.Cause(ctx)
	case err != nil:
		return "", "", &FetchError{Cause: ErrUnreadable, Err: err}
	}
	title = strings.Join(strings.Fields(printable(doc.Title)), " ")
	return cut(title, maxTitle), printable(doc.Text), nil
}
