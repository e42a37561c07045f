package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/privacylabels/auditor/internal/tempfile"
)

// TemporaryFile is a data set in a temporary file. Its methods are safe for concurrent use, except Close.
type TemporaryFile struct {
	file *os.File
	size int64
	sum  string
}

// WriteTemporary is [Service.Write] to a temporary file, which the caller must close.
func (s *Service) WriteTemporary(ctx context.Context, o Options) (_ *TemporaryFile, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	file, err := tempfile.Create(s.config.Dir, "dataset")
	if err != nil {
		return nil, fmt.Errorf("store a data set: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	sum := sha256.New()
	if err := s.Write(ctx, io.MultiWriter(file, sum), o); err != nil {
		return nil, err
	}
	size, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, fmt.Errorf("store a data set: %w", err)
	}
	return &TemporaryFile{file, size, hex.EncodeToString(sum.Sum(nil))}, nil
}

// Size returns the length of the zip in bytes.
func (f *TemporaryFile) Size() int64 { return f.size }

// SHA256 returns the digest of the zip, in hexadecimal digits.
func (f *TemporaryFile) SHA256() string { return f.sum }

// WriteTo writes the whole zip. Each call starts at the beginning.
func (f *TemporaryFile) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, io.NewSectionReader(f.file, 0, f.size))
}

// Close removes the file.
func (f *TemporaryFile) Close() error { return f.file.Close() }
