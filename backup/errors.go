package backup

import (
	"errors"
	"fmt"
)

// What is wrong with a bundle, beside what package jsonstream finds, as the cause
// of a [FormatError].
var (
	ErrMissing   = errors.New("it is missing")
	ErrVersion   = errors.New("it was made by a newer release")
	ErrDoubledID = errors.New("its id is there twice")
	ErrDangling  = errors.New("it belongs to what is not there")
	ErrRecord    = errors.New("it is not a record that can be kept")
)

// ErrTempFile reports that the temporary file of a bundle could not be made or
// written.
var ErrTempFile = errors.New("the temporary file of a backup could not be written")

// FormatError says what is wrong with a bundle, and where.
type FormatError struct {
	Member string // of the envelope; empty: the envelope itself
	Index  int    // of the record in it, from 0; negative: the member itself
	Err    error
}

func (e *FormatError) Error() string {
	switch {
	case e.Member == "":
		return fmt.Sprintf("the backup: %v", e.Err)
	case e.Index < 0:
		return fmt.Sprintf("%s of the backup: %v", e.Member, e.Err)
	}
	return fmt.Sprintf("%s[%d] of the backup: %v", e.Member, e.Index, e.Err)
}

func (e *FormatError) Unwrap() error { return e.Err }

// UntrustedError says that a bundle is not signed with this installation's key.
type UntrustedError struct {
	Signed bool // it has a signature, of another key or of something else
}

func (e *UntrustedError) Error() string {
	if e.Signed {
		return "the backup's signature is not this installation's"
	}
	return "the backup is not signed"
}
