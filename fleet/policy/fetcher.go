package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

// Fetcher gets the text behind the address of a policy. It is safe for
// concurrent use.
//
// What goes wrong with the address or its site is a [*FetchError]. Any other
// error counts as one of [ErrUnreachable], unless the context has ended.
type Fetcher interface {
	Fetch(ctx context.Context, url string) (Document, error)
}

// Document is a page as text.
type Document struct {
	Text        string // paragraphs, with a line between; Markdown where there are headings and lists
	Title       string // empty: it has none
	FinalURL    string // that answered, after redirects
	ContentType string // as the site said, without parameters; empty: it did not
	Origin      storage.PolicyOrigin
	ArchiveURL  string // where people look at the capture that it is; empty: it is from its site
	Extractor   string // names what made the text from the page, and its version
}

// What can go wrong when a policy is fetched: a [*FetchError] wraps one of these.
var (
	// ErrAddress says that the address is none that may be asked, or leads to one.
	ErrAddress = errors.New("not an address that may be asked")
	// ErrRefused says that the site answered with a status that is not success.
	ErrRefused = errors.New("refused by the site")
	// ErrTimeout says that the site took too long.
	ErrTimeout = errors.New("the site took too long")
	// ErrUnreachable says that the site could not be reached, or broke off.
	ErrUnreachable = errors.New("site unreachable")
	// ErrTooLarge says that the answer was longer than is read.
	ErrTooLarge = errors.New("answer too large")
	// ErrUnsupported says that the answer is neither a page, nor plain text, nor PDF.
	ErrUnsupported = errors.New("neither a page, nor plain text, nor PDF")
	// ErrUnreadable says that the page is built in a way that is not read.
	ErrUnreadable = errors.New("page not readable")
	// ErrTooShort says that the text is too little to be a policy, or speaks of
	// nothing that policies speak of. [Judge] raises it.
	ErrTooShort = errors.New("too little to be a policy")
)

// FetchError is why a policy could not be fetched. Match its cause with errors.Is.
type FetchError struct {
	Cause       error  // one of the sentinels above
	FinalURL    string // that was asked last; empty: none was
	Status      int    // HTTP status of the answer; 0 when there was none
	ContentType string // of the answer
	Origin      storage.PolicyOrigin
	Err         error // what happened underneath; may be nil
}

func (e *FetchError) Error() string {
	msg := e.Cause.Error()
	if e.Status != 0 {
		msg = fmt.Sprintf("%s (HTTP %d)", msg, e.Status)
	}
	if e.Err != nil {
		msg += ": " + e.Err.Error()
	}
	return msg
}

// Unwrap returns the cause and what happened underneath.
func (e *FetchError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Cause}
	}
	return []error{e.Cause, e.Err}
}

// StatusOf says where a policy stands after an attempt to read it: at a text when
// there was no error.
func StatusOf(err error) storage.PolicyStatus {
	switch {
	case err == nil:
		return storage.PolicySourceReady
	case errors.Is(err, ErrUnsupported):
		return storage.PolicyUnsupported
	case errors.Is(err, ErrTooShort):
		return storage.PolicyTooShort
	}
	return storage.PolicyFetchError
}
