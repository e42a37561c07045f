package op

import (
	"context"
	"io"
	"net/http"
	"os"

	"github.com/privacylabels/auditor/storage"
)

// Request is a request that has passed the guards, as its handler sees it.
type Request interface {
	// HTTP returns the underlying request. Use ReadBody or BodyReader to read its body.
	HTTP() *http.Request
	// Param returns a decoded parameter of the path. It is not empty, and valid UTF-8
	// without control characters or slashes.
	Param(name string) string
	// Address returns the URL of the request that the client used, without the query.
	Address() string
	// ReadBody returns the whole body, or the error to answer if it is too long.
	ReadBody() ([]byte, error)
	// BodyReader returns a reader of the body. Its errors are for the client.
	BodyReader() io.Reader
	// Upload writes the body or, if it is a form (RFC 7578), the file in a field of it to
	// a temporary file, which the caller must close.
	Upload(field string) (*Upload, error)
	// Privileged reports whether the client may do what requires the admin token.
	Privileged() (bool, error)
	// ResponseHeader returns the header of the answer.
	ResponseHeader() http.Header
	// Ignore lists a value of the query in a header of the answer, as one that had no
	// effect.
	Ignore(name, value string)
	// IgnoreMember lists a member of the body there too, by its path, such as "settings.foo" or
	// "items[].foo".
	IgnoreMember(path string)
	// Note adds a line about the request to the audit log.
	Note(action, detail string, success bool)
	// Background starts work that outlives the request. It reports false, and starts
	// nothing, if the service is closing. Note adds lines to the audit log, as [Request.Note]
	// does.
	Background(work func(ctx context.Context, note NoteFunc)) bool
	// Later starts work that outlives the request, and returns the answer for a client that
	// does not wait, which names the path of the result. The result of work is encoded as
	// JSON. Work must not use the Request.
	Later(work func(ctx context.Context, note NoteFunc) (any, error)) (any, error)
	// Explain returns the error that a client sees for an error.
	Explain(err error) *Error
}

// AppRequest names the app of the path.
type AppRequest struct {
	App storage.AppID `path:"id" doc:"The ID of the app."`
}

// NoteFunc is the method Note of a [Request], without the request.
type NoteFunc func(action, detail string, success bool)

// Upload is a body in a temporary file, which is removed when it is closed.
type Upload struct {
	*os.File
	Size int64
}

// NoteOutcome adds a line to the audit log that an action succeeded or, with an error, failed.
func NoteOutcome(r Request, action, detail string, err error) {
	if err != nil {
		r.Note(action+".failed", detail, false)
		return
	}
	r.Note(action+".success", detail, true)
}
