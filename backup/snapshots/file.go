package snapshots

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// File is a backup in the folder.
type File struct {
	Name      string       `json:"filename"`  // the name of the file
	Path      string       `json:"path"`      // the absolute path of the file
	CreatedAt storage.Time `json:"createdAt"` // when it was created
	Bytes     int64        `json:"sizeBytes"` // the size in bytes

	n int // among those of the same millisecond
}

// Files returns the backups in the folder, newest first: never nil. Files with
// other names are ignored.
func (s *Service) Files() ([]File, error) {
	if err := s.supported(); err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(s.config.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return []File{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	defer folder.Close()
	return s.list(folder)
}

func (s *Service) list(folder *os.Root) ([]File, error) {
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	files := []File{}
	for _, e := range entries {
		at, n, ok := parseName(e.Name())
		if !ok || !e.Type().IsRegular() {
			continue
		}
		info, err := folder.Lstat(e.Name())
		if errors.Is(err, fs.ErrNotExist) { // another process has removed it
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("list backups: %w", err)
		}
		files = append(files, File{e.Name(), filepath.Join(s.config.Dir, e.Name()), at, info.Size(), n})
	}
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.n, a.n))
	})
	return files, nil
}

// Open opens a backup by its name. The caller closes it. The error wraps
// [storage.ErrNotFound] when there is no such backup, or when it is a link.
func (s *Service) Open(name string) (io.ReadCloser, File, error) {
	if err := s.supported(); err != nil {
		return nil, File{}, err
	}
	at, n, ok := parseName(name)
	if !ok {
		return nil, File{}, openError(name, fs.ErrNotExist)
	}
	folder, err := os.OpenRoot(s.config.Dir)
	if err != nil {
		return nil, File{}, openError(name, err)
	}
	defer folder.Close()
	before, err := folder.Lstat(name) // before Open, which blocks on a named pipe
	if err == nil && !before.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, File{}, openError(name, err)
	}
	file, err := folder.Open(name)
	if err != nil {
		return nil, File{}, openError(name, err)
	}
	info, err := file.Stat()
	if err == nil && !os.SameFile(before, info) {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, File{}, errors.Join(openError(name, err), file.Close())
	}
	return file, File{name, filepath.Join(s.config.Dir, name), at, info.Size(), n}, nil
}

func openError(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &storage.MissingError{Kind: "backup", Key: name}
	}
	return fmt.Errorf("open backup %.100q: %w", name, err)
}

// openFolder opens the folder and creates it if needed. Only this user may enter
// it: a backup holds everything that the service knows.
func (s *Service) openFolder() (*os.Root, error) {
	if err := os.MkdirAll(s.config.Dir, 0o700); err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(s.config.Dir)
	if err != nil {
		return nil, err
	}
	info, err := folder.Stat(".")
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = folder.Chmod(".", 0o700)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return folder, nil
}

// publish renames a complete temporary file to the first free name of its
// millisecond, so that it replaces no other. Even with an error, a name that is
// not empty is the file's new name.
func publish(folder *os.Root, temp string, at storage.Time) (name string, n int, err error) {
	for n = 1; ; n++ {
		name = nameOf(at, n)
		_, err := folder.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return "", 0, err
		}
	}
	if err := folder.Rename(temp, name); err != nil {
		return "", 0, err
	}
	if runtime.GOOS == "windows" { // which cannot sync a folder, and need not
		return name, n, nil
	}
	self, err := folder.Open(".")
	if err != nil {
		return name, n, err
	}
	return name, n, errors.Join(self.Sync(), self.Close()) // the name survives a power failure
}

// removeTemporary removes the temporary files of processes that ended while they
// wrote. The caller holds the lease, so none of them is in use.
func removeTemporary(folder *os.Root) error {
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) && strings.HasSuffix(e.Name(), tempSuffix) {
			err = errors.Join(err, folder.Remove(e.Name()))
		}
	}
	return err
}

// prune removes the oldest files until count are left and returns the removed
// ones. It never removes the one that was just made, whatever its time is.
func (s *Service) prune(folder *os.Root, count int, made string) (removed []File, err error) {
	files, err := s.list(folder)
	if err != nil {
		return nil, err
	}
	for i := len(files) - 1; i >= 0 && len(files)-len(removed) > count; i-- {
		if files[i].Name == made {
			continue
		}
		if err := folder.Remove(files[i].Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, fmt.Errorf("remove an old backup: %w", err)
		}
		removed = append(removed, files[i])
	}
	return removed, nil
}
