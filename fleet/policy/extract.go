package policy

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/pagetext"
)

// extractor names what makes text from pages. The number moves when the same page
// becomes another text.
const extractor = "page/3"

const (
	extractTimeout = 20 * time.Second
	extractAtOnce  = 2   // pages
	maxTitle       = 300 // characters
)

// extractions makes text of pages, a few at a time, and each within a time limit:
// a page is whatever the developer of an app chose to send.
type extractions struct {
	slots   chan struct{}
	timeout time.Duration
}

func newExtractions(timeout time.Duration) extractions {
	return extractions{make(chan struct{}, extractAtOnce), timeout}
}

// do calls read with a context that ends at the time limit, after a wait for its
// turn that does not count. The error is a [*FetchError], or the context's.
func (e extractions) do(ctx context.Context, read func(context.Context) error) error {
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	slow := &FetchError{Cause: ErrUnreadable, Err: fmt.Errorf("making text of the page took longer than %v", e.timeout)}
	within, cancel := context.WithTimeoutCause(ctx, e.timeout, slow)
	defer cancel()
	err := read(within)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// extract returns the title and the text of a page, with scripts or for readers
// without. The error is a [*FetchError], or the cause of the end of the context.
func extract(ctx context.Context, source string, scriptless bool) (title, text string, err error) {
	page, err := pagetext.Read(ctx, source, pagetext.Options{Scriptless: scriptless, MaxText: maxText})
	switch {
	case ctx.Err() != nil:
		return "", "", context.Cause(ctx)
	case errors.Is(err, pagetext.ErrTooLong):
		return "", "", &FetchError{Cause: ErrTooLarge, Err: err}
	case err != nil:
		return "", "", &FetchError{Cause: ErrUnreadable, Err: err}
	}
	title = cut(strings.Join(strings.Fields(printable(page.Title)), " "), maxTitle)
	return title, printable(page.Text), nil
}

// cut returns the first characters of a text.
func cut(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i]
		}
		most--
	}
	return text
}
