package httpapi

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/tempfile"
)

const (
	// trustedUploads and otherUploads are how many large bodies are received at once,
	// with the admin token and without. Each is stored in the data folder before it
	// is parsed, so that without a limit strangers could fill the disk.
	trustedUploads = 4
	otherUploads   = 2
)

// uploads are the turns of large bodies. Those with the admin token have turns of
// their own, which no one else can take.
type uploads struct {
	trusted chan struct{}
	others  chan struct{}
}

func newUploads() uploads {
	return uploads{make(chan struct{}, trustedUploads), make(chan struct{}, otherUploads)}
}

// inTurn returns a handler of a large body that runs when the body's turn has come.
// A body that waits longer than a client may stall is refused.
func (a *API) inTurn(h handler) handler {
	return func(w http.ResponseWriter, r *request) error {
		trusted, err := a.unlocked(r)
		if err != nil {
			return err
		}
		turns := a.uploads.others
		if trusted {
			turns = a.uploads.trusted
		}
		timeout := time.NewTimer(a.cfg.StallTimeout)
		defer timeout.Stop()
		select {
		case turns <- struct{}{}:
		case <-timeout.C:
			return &requestError{
				Status: http.StatusServiceUnavailable, Message: "Too many files are being received. Try again later", RetryAfter: a.cfg.StallTimeout,
			}
		case <-r.Context().Done():
			return r.Context().Err()
		}
		defer func() { <-turns }()
		return h(w, r)
	}
}

// upload writes the body to a file, which the caller closes: the body as it is,
// or, of a form (RFC 7578), the file of this field.
func (r *request) upload(dir, field string) (*op.Upload, error) {
	r.bodyTaken = true
	if r.Body == nil {
		r.Body = http.NoBody
	}
	from := io.Reader(r.Body)
	if kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && kind == "multipart/form-data" {
		if from, err = formFile(r.Body, params["boundary"], field); err != nil {
			return nil, err
		}
	}
	file, err := tempfile.Create(dir, "upload")
	if err != nil {
		return nil, fmt.Errorf("save an upload: %w", err)
	}
	u := &op.Upload{File: file}
	u.Size, err = io.Copy(file, from)
	if _, ok := errors.AsType[*fs.PathError](err); ok { // of the file, not of the body
		return nil, errors.Join(fmt.Errorf("save an upload: %w", err), u.Close())
	}
	if err == nil { // what follows a form's file: too much of it is too much, too
		_, err = io.Copy(io.Discard, r.Body)
	}
	if err != nil {
		return nil, errors.Join(bodyError(err), u.Close())
	}
	return u, nil
}

// formFile returns the file of a field of a form.
func formFile(body io.Reader, boundary, field string) (io.Reader, error) {
	if boundary == "" {
		return nil, badRequest("The form has no boundary")
	}
	form := multipart.NewReader(body, boundary)
	for {
		part, err := form.NextPart()
		var over *http.MaxBytesError
		switch {
		case errors.Is(err, io.EOF):
			return nil, badRequest("The form has no file in its field %s", field)
		case errors.As(err, &over):
			return nil, tooLarge(over.Limit)
		case err != nil:
			return nil, &requestError{Status: http.StatusBadRequest, Message: "The form could not be read", Cause: err}
		case part.FormName() == field && part.FileName() != "":
			return part, nil
		case part.FormName() == field:
			return nil, badRequest("The form's field %s is no file", field)
		}
	}
}
