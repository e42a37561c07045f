package pdftext

import (
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
)

const (
	// inflateByte are the steps of reading a byte of codes: as many as in blocks that hold
	// nothing but tables, which take the most.
	inflateByte = 20
	// inflateChunk are the bytes that are decoded between two looks at the budget.
	inflateChunk = 32 << 10
)

// inflater decodes deflate data (RFC 1951). This decoder reuses its tables from block to
// block, unlike that of the standard library: a file may consist of blocks of a few bytes.
type inflater struct {
	src    chargedSource
	reader io.ReadCloser // nil: not used yet
}

// inflate decompresses src, in zlib format, and appends the result to dst. The checksum
// is ignored: damaged data is used as far as it can be decoded, but for some symbols before
// the place where it breaks off.
func (z *inflater) inflate(b *budget, dst, src []byte, most int) ([]byte, error) {
	const deflate, dictionary = 8, 0x20
	if len(src) < 2 || src[0]&15 != deflate || (int(src[0])<<8|int(src[1]))%31 != 0 || src[1]&dictionary != 0 {
		return dst, errData
	}
	z.src = chargedSource{b, src[2:]}
	if z.reader == nil {
		if !b.alloc(128 << 10) {
			return dst, b.err
		}
		z.reader = flate.NewReader(&z.src)
	} else if err := z.reader.(flate.Resetter).Reset(&z.src, nil); err != nil {
		return dst, errData
	}
	for len(dst) < most {
		var ok bool
		if dst, ok = reserve(b, dst, min(512, most-len(dst)), most); !ok || !b.spend(64) {
			return dst, b.err
		}
		end := min(cap(dst), most, len(dst)+inflateChunk)
		n, err := z.reader.Read(dst[len(dst):end])
		dst = dst[:len(dst)+n]
		switch {
		case !b.spend(2 * n):
			return dst, b.err
		case errors.Is(err, io.EOF):
			return dst, nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return dst, errSource
		case err != nil:
			return dst, errData
		}
	}
	return dst, nil
}

// chargedSource reads bytes and charges the budget for them. It ends with the budget.
type chargedSource struct {
	b    *budget
	rest []byte
}

func (s *chargedSource) ReadByte() (byte, error) {
	if len(s.rest) == 0 || !s.b.spend(inflateByte) {
		return 0, io.EOF
	}
	c := s.rest[0]
	s.rest = s.rest[1:]
	return c, nil
}

// Read reads the contents of uncompressed blocks.
func (s *chargedSource) Read(p []byte) (int, error) {
	n := copy(p, s.rest)
	if n == 0 || !s.b.spend(n) {
		return 0, io.EOF
	}
	s.rest = s.rest[n:]
	return n, nil
}
