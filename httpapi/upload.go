package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
)

// upload is a body in a file that no folder names, so that nothing is left of it
// when the process ends. Where a file that is open cannot be without a name, it
// loses that in the end.
type upload struct {
	*os.File
	size int64
	name string // empty: none
}

// Close gives the file up.
func (u *upload) Close() error {
	err := u.File.Close()
	if u.name != "" {
		err = errors.Join(err, os.Remove(u.name))
	}
	return err
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
	file, err := os.CreateTemp(dir, ".upload-*")
	if err != nil {
		return nil, fmt.Errorf("keep a body: %w", err)
	}
	u := &upload{File: file}
	if os.Remove(file.Name()) != nil {
		u.name = file.Name()
	}
	to := &fileWriter{file: file}
	u.size, err = io.Copy(to, from)
	if to.err != nil {
		return nil, errors.Join(fmt.Errorf("keep a body: %w", to.err), u.Close())
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
