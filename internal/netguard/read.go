package netguard

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// ErrTooLarge means that a body is longer than the limit.
var ErrTooLarge = errors.New("body too large")

// ReadAll reads a body of at most limit bytes. It decompresses a body in gzip format, because
// archived pages may be compressed without a header that declares it; the limit then applies
// to the result. The error wraps [ErrTooLarge] if the body is longer.
func ReadAll(body io.Reader, limit int64) ([]byte, error) {
	buffered := bufio.NewReader(body)
	if magic, _ := buffered.Peek(3); string(magic) != "\x1f\x8b\x08" { // RFC 1952, section 2.3.1
		return readUpTo(buffered, limit)
	}
	// Endless compressed data may decompress to nothing, so limit it, too.
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
