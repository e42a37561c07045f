package op

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// Request is a request that has passed the guards, as its handler sees it.
type Request interface {
	// HTTP returns the request as it arrived. Its body is read by ReadBody.
	HTTP() *http.Request
	// Param returns a parameter of the path, decoded: never empty, valid UTF-8
	// without control characters or slashes.
	Param(name string) string
	// Address returns the URL of the request as its client knows it, without the
	// query.
	Address() string
	// ReadBody returns the whole body, or the error to answer if it is too long.
	ReadBody() ([]byte, error)
	// BodyReader returns the body as it arrives. Its errors are the client's.
	BodyReader() io.Reader
	// Upload writes the body to a temporary file, which the caller closes: the body
	// as it is, or, of a form (RFC 7578), the file of a field.
	Upload(field string) (*Upload, error)
	// Privileged reports whether the client may do what requires the admin token.
	Privileged() (bool, error)
	// ResponseHeader returns the header of the answer.
	ResponseHeader() http.Header
	// Ignore names a value of the query in the answer's header, as one that had no
	// effect.
	Ignore(name, value string)
	// Note adds a line about the request to the audit log.
	Note(action, detail string, success bool)
	// Background runs work that outlives the request, and reports whether it did: a
	// service that is closing starts none. Lines that the work passes to note are
	// added to the audit log like those of Note.
	Background(work func(ctx context.Context, note NoteFunc)) bool
	// Later runs work that outlives the request, and returns the answer for a client that
	// does not wait: where the result of the work will be. What the work returns is encoded
	// as JSON. It does not use the Request.
	Later(work func(ctx context.Context, note NoteFunc) (any, error)) (any, error)
	// Explain returns what a client is answered for an error.
	Explain(err error) *Error
}

// NoteFunc is the method Note of a [Request], without the request.
type NoteFunc func(action, detail string, success bool)

// Upload is a body in a temporary file, which vanishes when it is closed.
type Upload struct {
	*os.File
	Size int64
}

// NoteOutcome adds a line to the audit log that an action succeeded, or failed.
func NoteOutcome(r Request, action, detail string, err error) {
	if err != nil {
		r.Note(action+".failed", detail, false)
		return
	}
	r.Note(action+".success", detail, true)
}

// Query returns the first value of a parameter of a raw query, and reports whether
// there is one. A value whose escapes are broken is returned as it is.
func Query(raw, name string) (string, bool) {
	// Most parameters are not sent, and few queries have escapes.
	if !strings.Contains(raw, name) && strings.IndexByte(raw, '%') < 0 && strings.IndexByte(raw, '+') < 0 {
		return "", false
	}
	for pair := range strings.SplitSeq(raw, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if key != name && (!strings.ContainsAny(key, "%+") || unescape(key) != name) {
			continue
		}
		// A copy, so that a cached answer does not hold on to a long query.
		return strings.Clone(unescape(value)), true
	}
	return "", false
}

func unescape(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}
