package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/privacylabels/auditor/internal/jsonread"
)

const (
	// maxElements is the maximum number of elements of a list.
	maxElements = 100_000
	// maxExportedAt is the maximum length of exported_at, in bytes.
	maxExportedAt = 100
)

// limits apply to one app or note, and to one member that is not a list.
var limits = jsonread.Limits{Bytes: 1 << 20, Depth: 64, Values: math.MaxInt, Members: math.MaxInt, Lenient: true}

// FormatError reports why a file is not a valid audit bundle, in a sentence for
// its user.
type FormatError struct{ Reason string }

func (e *FormatError) Error() string { return e.Reason }

func refuse(format string, args ...any) error { return &FormatError{fmt.Sprintf(format, args...)} }

// each calls yield with each element of a list and returns yield's first error.
func (b *Bundle) each(list string, yield func(i int, value json.RawMessage) error) error {
	at, ok := b.lists[list]
	if !ok {
		return nil
	}
	var yielded error
	err := jsonread.Elements(io.NewSectionReader(b.file, at.From, at.To-at.From), limits, func(i int, value []byte) error {
		yielded = yield(i, value)
		return yielded
	})
	if yielded != nil {
		return yielded
	}
	return readError(err)
}

// readError returns the [*FormatError] for what package jsonread found wrong.
func readError(err error) error {
	var format *FormatError
	switch {
	case err == nil, errors.As(err, &format):
		return err
	case errors.Is(err, jsonread.ErrSyntax), errors.Is(err, jsonread.ErrTruncated), errors.Is(err, jsonread.ErrTrailing):
		return refuse("The bundle is not valid JSON")
	case errors.Is(err, jsonread.ErrType):
		return refuse("The bundle must be a JSON object")
	case errors.Is(err, jsonread.ErrUTF8):
		return refuse("The bundle is not UTF-8")
	case errors.Is(err, jsonread.ErrTooDeep):
		return refuse("The bundle is nested too deep")
	case errors.Is(err, jsonread.ErrTooLarge):
		return refuse("A part of the bundle is larger than %d bytes", limits.Bytes)
	}
	return fmt.Errorf("read a bundle: %w", err)
}
