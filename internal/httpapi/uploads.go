package httpapi

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/tempfile"
)

// Upload implements [op.Request]. It names the other fields of a form as ignored.
func (r *request) Upload(field string) (*op.Upload, error) {
	return r.upload(field, func(name string) error {
		r.IgnoreMember(name)
		return nil
	})
}

// upload is Upload that calls other with the name of each other field of a form.
func (r *request) upload(field string, other func(name string) error) (*op.Upload, error) {
	r.bodyTaken = true
	if r.Body == nil {
		r.Body = http.NoBody
	}
	from, rest := io.Reader(r.Body), func() error { return nil }
	if kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && kind == "multipart/form-data" {
		if from, rest, err = formFile(r.Body, params["boundary"], field, other); err != nil {
			return nil, err
		}
	}
	file, err := tempfile.Create(r.api.cfg.DataDir, "upload")
	if err != nil {
		return nil, fmt.Errorf("save an upload: %w", err)
	}
	u := &op.Upload{File: file}
	u.Size, err = io.Copy(file, from)
	if _, ok := errors.AsType[*fs.PathError](err); ok { // an error of the file and not of the body
		return nil, errors.Join(fmt.Errorf("save an upload: %w", err), u.Close())
	}
	if err == nil {
		if err := rest(); err != nil {
			return nil, errors.Join(err, u.Close())
		}
		// What follows the form also counts toward the limit.
		_, err = io.Copy(io.Discard, r.Body)
	}
	if err != nil {
		return nil, errors.Join(bodyError(err), u.Close())
	}
	return u, nil
}

// formFile returns the file of a field of a form. Rest reads what follows it. They call other with
// the name of each other field.
func formFile(body io.Reader, boundary, field string, other func(name string) error) (file io.Reader, rest func() error, err error) {
	if boundary == "" {
		return nil, nil, op.BadRequest("The form has no boundary")
	}
	form := multipart.NewReader(body, boundary)
	for {
		part, err := nextPart(form)
		switch {
		case err != nil:
			return nil, nil, err
		case part == nil:
			return nil, nil, op.BadRequest("The form has no file in its field %s", field)
		case part.FormName() == field && part.FileName() == "":
			return nil, nil, op.BadRequest("The form's field %s is no file", field)
		case part.FormName() == field:
			return part, func() error { return skipParts(form, other) }, nil
		}
		if err := other(part.FormName()); err != nil {
			return nil, nil, err
		}
	}
}

// skipParts reads the rest of a form.
func skipParts(form *multipart.Reader, other func(name string) error) error {
	for {
		part, err := nextPart(form)
		if err != nil || part == nil {
			return err
		}
		if err := other(part.FormName()); err != nil {
			return err
		}
	}
}

// nextPart returns the next field of a form, or nil at its end.
func nextPart(form *multipart.Reader) (*multipart.Part, error) {
	part, err := form.NextPart()
	var over *http.MaxBytesError
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil
	case errors.As(err, &over):
		return nil, tooLarge(over.Limit)
	case err != nil:
		return nil, &requestError{Status: http.StatusBadRequest, Message: "The form could not be read", Cause: err}
	}
	return part, nil
}
