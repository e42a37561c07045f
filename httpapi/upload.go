package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"

	"github.com/privacylabels/auditor/internal/tempfile"
)

// upload is a body in a temporary file.
type upload struct {
	*os.File
	size int64
}

// upload writes the body to a file, which the caller closes: the body as it is,
// or, of a form (RFC 7578), the file of this field.
func (r *request) upload(dir, field string) (*upload, error) {
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
	u := &upload{File: file}
	to := &fileWriter{file: file}
	u.size, err = io.Copy(to, from)
	if to.err != nil {
		return nil, errors.Join(fmt.Errorf("save an upload: %w", to.err), u.Close())
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
			return nil, &requestError{status: http.StatusBadRequest, message: "The form could not be read", cause: err}
		case part.FormName() == field && part.FileName() != "":
			return part, nil
		case part.FormName() == field:
			return nil, badRequest("The form's field %s is no file", field)
		}
	}
}
