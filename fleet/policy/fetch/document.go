package fetch

import (
	"context"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Fetcher fetches the document at the URL of a policy. A [Client] is one. It must be
// safe for concurrent use. An error that does not wrap a [*Error] is converted by
// [AsError], unless the context has ended.
type Fetcher interface {
	Fetch(ctx context.Context, url string, exclude ...string) (Document, error)
}

// Document is a page as text.
type Document struct {
	Text        string // paragraphs separated by empty lines; Markdown where there are headings and lists
	Title       string // one line; may be empty
	Aside       string // the text of the same page that is not in Text, such as menus and banners, up to a bound, first what was excluded on demand; not saved
	Regained    string // the part of Text that the extractor before this one left out; not saved
	Asked       string // the URL that was requested; may be empty
	FinalURL    string // the URL that answered, after redirects
	ContentType string // as the site sent it, without parameters; may be empty
	Origin      storage.PolicyOrigin
	Extractor   string // names what made the text from the page, and its version

	// LeftOut is how many elements, sections and paragraphs each exclusion left out; nil: not counted.
	// Not saved.
	LeftOut map[string]int
	// Kept is how many each exclusion would have left out of a page that would be no policy without them,
	// so that none has an effect; otherwise nil. Not saved.
	Kept map[string]int

	// Of a page from the archive: where people view the capture, when it was made, and why
	// the page is not from its site.
	ArchiveURL string
	CapturedAt storage.Time
	SiteError  *Error
}

// The causes of an [Error].
var (
	// ErrAddress reports that the URL, or a redirect, is not allowed.
	ErrAddress = errors.New("URL not allowed")
	// ErrRefused reports an HTTP status other than success.
	ErrRefused = errors.New("refused by the site")
	// ErrTimeout reports that the site took too long.
	ErrTimeout = errors.New("the site took too long")
	// ErrUnreachable reports that the connection failed or was interrupted.
	ErrUnreachable = errors.New("site unreachable")
	// ErrTooLarge reports that the answer, or its text, exceeds the limit.
	ErrTooLarge = errors.New("answer too large")
	// ErrUnsupported reports an answer that is neither HTML, plain text nor PDF.
	ErrUnsupported = errors.New("neither a page, nor plain text, nor PDF")
	// ErrUnreadable reports that no text could be extracted from the page.
	ErrUnreadable = errors.New("page not readable")
	// ErrNotPolicy reports that the page is another one than the policy: the start page,
	// "Page not found", a consent wall. The underlying error is the reason. Only [Judge]
	// returns it.
	ErrNotPolicy = errors.New("not the policy")
	// ErrTooShort reports that the text is too short for a policy, or mentions nothing
	// that policies mention. Only [Judge] returns it.
	ErrTooShort = errors.New("too little to be a policy")
)

// Error is why a policy could not be fetched. Match its cause with errors.Is.
type Error struct {
	Cause       error  // one of the causes above
	FinalURL    string // the last URL that was requested; may be empty
	Status      int    // HTTP status; 0 without an answer
	ContentType string // of the answer
	Origin      storage.PolicyOrigin
	Err         error // the underlying error; may be nil
}

func (e *Error) Error() string {
	msg := e.Cause.Error()
	if e.Status != 0 {
		msg = fmt.Sprintf("%s (HTTP %d)", msg, e.Status)
	}
	if e.Err != nil {
		msg += ": " + e.Err.Error()
	}
	return msg
}

// Unwrap returns the cause and the underlying error.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Cause}
	}
	return []error{e.Cause, e.Err}
}

// AsError returns err as an [*Error]: the one that it wraps, or a new one whose
// cause follows from err, by default [ErrUnreachable].
func AsError(err error) *Error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	why := netguard.Explain(err)
	cause := ErrUnreachable
	switch why.Code {
	case storage.FailureAddress:
		cause = ErrAddress
	case storage.FailureTooLarge:
		cause = ErrTooLarge
	case storage.FailureTimeout:
		cause = ErrTimeout
	}
	return &Error{Cause: cause, Err: why}
}
