package backup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/privacylabels/auditor/internal/tempfile"
	"github.com/privacylabels/auditor/storage"
)

// Bundle is a backup in a temporary file. Its methods are safe for concurrent
// use, but for Close.
type Bundle struct {
	ExportedAt storage.Time

	file *os.File
	size int64
}

// Size returns how many bytes it has.
func (b *Bundle) Size() int64 { return b.size }

// WriteTo writes the whole bundle, each time from its beginning.
func (b *Bundle) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, b.section(0, b.size)) }

// Close gives the file up.
func (b *Bundle) Close() error { return b.file.Close() }

func (b *Bundle) section(from, to int64) *io.SectionReader {
	return io.NewSectionReader(b.file, from, to-from)
}

// newBundle makes an empty one in a folder, the system's own for such files when
// it is empty.
func newBundle(dir string) (*Bundle, error) {
	file, err := tempfile.Create(dir, "backup")
	if err != nil {
		return nil, fmt.Errorf("hold a backup: %w", err)
	}
	return &Bundle{file: file}, nil
}

// broke says whether an error is of the file and not of what is in it.
func (b *Bundle) broke(err error) bool { return errors.As(err, new(*fs.PathError)) }

// fill writes all of r to the bundle.
func (b *Bundle) fill(r io.Reader) error {
	n, err := io.Copy(b.file, r)
	b.size = n
	return err
}

// empty makes the bundle as it was when it was new.
func (b *Bundle) empty() error {
	b.size = 0
	_, err := b.file.Seek(0, io.SeekStart)
	return errors.Join(err, b.file.Truncate(0))
}
