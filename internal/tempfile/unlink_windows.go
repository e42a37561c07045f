package tempfile

import (
	"errors"
	"os"
	"syscall"
)

// Of the CreateFile function; package syscall does not export them.
const (
	deleteOnClose         = 0x04000000
	errorSharingViolation = syscall.Errno(32)
)

func create(dir, pattern string) (*os.File, error) {
	named, err := os.CreateTemp(dir, pattern) // finds a name that is free
	if err != nil {
		return nil, err
	}
	if err := named.Close(); err != nil {
		return nil, errors.Join(err, os.Remove(named.Name()))
	}
	file, err := os.OpenFile(named.Name(), os.O_RDWR|deleteOnClose, 0o600)
	if err != nil {
		return nil, errors.Join(err, os.Remove(named.Name()))
	}
	return file, nil
}

// inUse reports whether a file could not be removed because it is open.
func inUse(err error) bool { return errors.Is(err, errorSharingViolation) }
