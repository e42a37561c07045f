package jsonstream

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// What is wrong with a text. Match it with errors.Is.
var (
	ErrSyntax    = errors.New("not valid JSON")
	ErrTruncated = errors.New("the text breaks off")
	ErrTrailing  = errors.New("there is more after the end")
	ErrDoubled   = errors.New("a member is there twice")
	ErrTooLarge  = errors.New("a value is too large")
	ErrTooDeep   = errors.New("a value is nested too deep")
	ErrType      = errors.New("a value is of the wrong type")
)

// explain makes an error of the library one of this package. What reading
// itself failed with is wrapped as well.
func explain(err error) error {
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrTooLarge):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return ErrTruncated
	case errors.Is(err, jsontext.ErrDuplicateName):
		return at(ErrDoubled, err)
	case errors.As(err, &syntax):
		return at(ErrSyntax, err)
	case errors.As(err, &semantic):
		return ofType(semantic)
	}
	return err
}

// at says where in a value it is.
func at(kind, err error) error {
	var where *jsontext.SyntacticError
	if errors.As(err, &where) && where.JSONPointer != "" {
		return fmt.Errorf("%w: %.80s: %v", kind, where.JSONPointer, where.Err)
	}
	return fmt.Errorf("%w: %v", kind, err)
}

// ofType says where in a value the wrong type is, and what the type's own decoding
// says of it, but not what the type is called here.
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
