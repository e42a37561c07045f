package backup

import (
	"errors"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/storage"
)

// ErrTempFile means that the temporary file of a backup could not be created or written.
var ErrTempFile = errors.New("cannot write the temporary file of a backup")

// FormatError describes an error in a backup and its position.
type FormatError struct {
	Member string // of the envelope; empty: the envelope itself
	Index  int    // of the record in the member, from 0; negative: the member itself
	Field  string // of the record; empty: the record itself
	Err    error
}

// Error returns a text such as
//
//	invalid backup: apps[3].labelDigest: unknown reference: "labels" has no entry 8ace…
func (e *FormatError) Error() string {
	var place strings.Builder
	place.WriteString(e.Member)
	if e.Index >= 0 {
		fmt.Fprintf(&place, "[%d]", e.Index)
	}
	if e.Field != "" {
		place.WriteString("." + e.Field)
	}
	if place.Len() == 0 {
		return fmt.Sprintf("invalid backup: %v", e.Err)
	}
	return fmt.Sprintf("invalid backup: %s: %v", &place, e.Err)
}

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }

// UntrustedError means that a backup is not signed with this installation's key.
type UntrustedError struct {
	Signed bool // whether it has a signature, which then is not a valid one of this key
}

func (e *UntrustedError) Error() string {
	if e.Signed {
		return "the backup is not signed with the key of this installation"
	}
	return "the backup is not signed"
}

func invalidTime(at storage.Time) error {
	return fmt.Errorf("%w: %w", record.ErrInvalid, &storage.TimeError{Time: at})
}

// invalid returns a [FormatError] for an error in a member, or in the record with an index,
// which may be one that has only a field. It does not treat a failure of the temporary file as
// an error in the backup.
func invalid(member string, index int, err error) error {
	if isFileError(err) {
		return fmt.Errorf("read a backup: %w", err)
	}
	placed := FormatError{Member: member, Index: index, Err: err}
	if found, ok := errors.AsType[*FormatError](err); ok {
		placed.Field, placed.Err = found.Field, found.Err
	}
	return &placed
}
