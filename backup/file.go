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

// File is a backup in a temporary file. Its methods are safe for concurrent use,
// except Close.
type File struct {
	ExportedAt storage.Time

	file *os.File
	size int64
}

// Size returns the length of the backup in bytes.
func (f *File) Size() int64 { return f.size }

// WriteTo writes the whole backup. Each call starts at the beginning.
func (f *File) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, f.section(0, f.size)) }

// Close removes the file.
func (f *File) Close() error { return f.file.Close() }

func (f *File) section(from, to int64) *io.SectionReader {
	return io.NewSectionReader(f.file, from, to-from)
}

// newFile creates an empty file in a folder. If dir is empty, that is the folder of the system
// for temporary files.
func newFile(dir string) (*File, error) {
	file, err := tempfile.Create(dir, "backup")
	if err != nil {
		return nil, fmt.Errorf("store a backup: %w", err)
	}
	return &File{file: file}, nil
}

// isFileError reports whether an error is from reading or writing a file, and not about its
// content.
func isFileError(err error) bool { return errors.As(err, new(*fs.PathError)) }
