//go:build !windows

package tempfile

import (
	"errors"
	"io/fs"
	"os"
)

func create(dir, pattern string) (*os.File, error) {
	file, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	// Another process that removes leftovers may have been faster.
	if err := os.Remove(file.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// inUse reports whether a file could not be removed because it is open.
func inUse(error) bool { return false }
