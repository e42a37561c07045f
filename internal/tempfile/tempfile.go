package tempfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// Create creates an empty file in a folder for reading and writing by this user
// (mode 0600). An empty folder name is the system's folder for temporary files. The
// purpose, in lower-case letters, becomes part of the file's name.
//
// Closing the file removes it. On Unix it has no name by the time Create returns.
// On Windows, where an open file cannot lose its name, the system removes it with
// its last handle, also when the process is killed. The error of a full disk, or
// of a folder that cannot be written to, wraps a *[fs.PathError].
func Create(dir, purpose string) (*os.File, error) {
	file, err := create(dir, namePrefix+purpose+"-*"+nameSuffix)
	if err != nil {
		return nil, fmt.Errorf("create a temporary file: %w", err)
	}
	return file, nil
}

const (
	namePrefix = ".auditor-"
	nameSuffix = ".tmp"
)

// ownName matches the names that Create gives, and no other program's.
var ownName = regexp.MustCompile(`^\.auditor-[a-z]+-[0-9]+\.tmp$`)

// RemoveLeftovers removes files of Create that remain in a folder after a process or
// the machine crashed. It is safe while other processes use the folder: on Unix an
// open file does not need its name, and Windows does not remove an open file. A
// missing folder is not an error. The errors of all files are joined.
func RemoveLeftovers(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("remove temporary files: %w", err)
	}
	var errs []error
	for _, e := range entries {
		if !e.Type().IsRegular() || !ownName.MatchString(e.Name()) {
			continue
		}
		err := os.Remove(filepath.Join(dir, e.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !inUse(err) {
			errs = append(errs, fmt.Errorf("remove temporary files: %w", err))
		}
	}
	return errors.Join(errs...)
}
