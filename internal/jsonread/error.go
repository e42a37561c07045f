package jsonread

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The errors of a text. Match them with errors.Is.
var (
	ErrSyntax    = errors.New("not valid JSON")
	ErrUTF8      = errors.New("not UTF-8") // of [Object], and with Limits.Lenient; otherwise ErrSyntax
	ErrTruncated = errors.New("unexpected end of the text")
	ErrTrailing  = errors.New("text after the end")
	ErrDuplicate = errors.New("duplicate member")
	ErrTooLarge  = errors.New("too large")
	ErrTooDeep   = errors.New("nested too deep")
	ErrType      = errors.New("wrong type")
	ErrNumber    = errors.New("number too large to be exact")
)

// explain returns the error of this package for an error of the library.
func explain(err error) error {
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return ErrTruncated
	case errors.Is(err, jsontext.ErrDuplicateName):
		return at(ErrDuplicate, err)
	case errors.As(err, &syntax):
		return at(ErrSyntax, err)
	case errors.As(err, &semantic):
		return ofType(semantic)
	}
	return err
}

// at adds the place in the value.
func at(kind, err error) error {
	var where *jsontext.SyntacticError
	if errors.As(err, &where) && where.JSONPointer != "" {
		return fmt.Errorf("%w: %.80s: %v", kind, where.JSONPointer, where.Err)
	}
	return fmt.Errorf("%w: %v", kind, err)
}

// ofType returns an ErrType with the place in the value and the error of the type's
// own decoding. It leaves out the name of the Go type, which means nothing to the
// author of the text.
func ofType(found *json.SemanticError) error {
	err := ErrType
	if found.JSONPointer != "" {
		err = fmt.Errorf("%w: %.80s", err, found.JSONPointer)
	}
	if found.Err != nil {
		err = fmt.Errorf("%w: %w", err, found.Err)
	}
	return err
}
