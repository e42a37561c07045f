package snapshots

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
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
	order.Sort(files, newestFirst)
	return files, nil
}

func newestFirst(a, b File) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.n, a.n))
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
// ones. It never removes the one that was just made, whatever its time is. Files
// without apps are removed before others, and a new one without apps removes none
// that has some: emptying a fleet again and again does not cost its last backup.
func (s *Service) prune(folder *os.Root, count int, made string) (removed []File, err error) {
	files, err := s.list(folder)
	excess := len(files) - count
	if err != nil || excess <= 0 {
		return nil, err
	}
	var empty, others []File // oldest first
	for _, f := range slices.Backward(files) {
		isEmpty, err := hasNoApps(folder, f)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("remove an old backup: %w", err)
		case f.Name == made && isEmpty:
			count++
		case f.Name == made:
		case isEmpty:
			empty = append(empty, f)
		default:
			others = append(others, f)
		}
	}

	surplus := append(empty[:min(excess, len(empty))], others[:min(max(len(files)-len(empty)-count, 0), len(others))]...)
	order.Sort(surplus, newestFirst)
	for _, f := range slices.Backward(surplus) {
		if err := folder.Remove(f.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, fmt.Errorf("remove an old backup: %w", err)
		}
		removed = append(removed, f)
	}
	return removed, nil
}

// maxEmpty is the size beyond which a backup is not one without apps, in bytes.
const maxEmpty = 1 << 20

// hasNoApps reports whether a backup holds neither an app nor a manual app, as
// that of a fleet that was reset. A file that cannot be read as a backup may hold
// some.
func hasNoApps(folder *os.Root, f File) (bool, error) {
	if f.Bytes > maxEmpty {
		return false, nil
	}
	text, err := folder.ReadFile(f.Name)
	if err != nil {
		return false, err
	}
	var held struct {
		Apps       []struct{} `json:"apps"`
		ManualApps []struct{} `json:"manualApps"`
	}
	err = json.Unmarshal(text, &held)
	return err == nil && len(held.Apps) == 0 && len(held.ManualApps) == 0, nil
}
