package netguard

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// ErrTooLarge says that a body is longer than was to be read.
var ErrTooLarge = errors.New("body too large")

// ReadAll reads a body of at most limit bytes. A body that is still compressed
// with gzip, as archived ones may be although no header says so, is unpacked,
// and the limit holds for what comes out. The error wraps [ErrTooLarge] when
// there is more.
func ReadAll(body io.Reader, limit int64) ([]byte, error) {
	buffered := bufio.NewReader(body)
	if magic, _ := buffered.Peek(3); string(magic) != "\x1f\x8b\x08" { // RFC 1952, section 2.3.1
		return readUpTo(buffered, limit)
	}
	// Packed data may also be endless and unpack to nothing.
	unpacked, err := gzip.NewReader(io.LimitReader(buffered, 2*limit+1024))
	if err != nil {
		return nil, fmt.Errorf("unpack body: %w", err)
	}
	return readUpTo(unpacked, limit)
}

func readUpTo(r io.Reader, limit int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(b)) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, limit)
	}
	if err != nil {
		return nil, fmt.Errorf("read body: %w", err)
	}
	return b, nil
}
