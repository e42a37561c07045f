package checksums

import (
	"archive/zip"
	"fmt"
	"io"
)

const (
	// maxDirectory limits how much of a zip is read to open it: the list of its files, with some
	// 400 bytes for each of maxFiles.
	maxDirectory = 4 << 20
	// maxRatio and inflatedAnyway limit what is unpacked of a zip, as a multiple of its size and
	// in bytes. Tables are some 10 times as large as in the zip.
	maxRatio       = 200
	inflatedAnyway = 64 << 20
)

// OpenZip opens the zip of a package. It refuses one that would take a lot of memory or time to
// look into: the list of files may be as long as the zip, and a small zip may unpack to any size.
// The error wraps [zip.ErrFormat] if it is no zip.
func OpenZip(r io.ReaderAt, size int64) (*zip.Reader, error) {
	opening := &limited{r, maxDirectory}
	z, err := zip.NewReader(opening, size)
	if err != nil {
		return nil, err
	}
	opening.left = -1
	left := uint64(size)*maxRatio + inflatedAnyway
	for _, f := range z.File {
		if f.UncompressedSize64 > left {
			return nil, fmt.Errorf("%w: it unpacks to more than %d times its size", ErrNoList, maxRatio)
		}
		left -= f.UncompressedSize64
	}
	return z, nil
}

// limited limits how many bytes can be read while left is not negative.
type limited struct {
	r    io.ReaderAt
	left int64
}

func (l *limited) ReadAt(p []byte, at int64) (n int, err error) {
	if l.left < 0 {
		return l.r.ReadAt(p, at)
	}
	if int64(len(p)) > l.left {
		return 0, fmt.Errorf("%w: it has more than %d files", ErrNoList, maxFiles)
	}
	n, err = l.r.ReadAt(p, at)
	l.left -= int64(n)
	return n, err
}
