package backup

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

// File is a backup in a [Depot].
type File struct {
	Name      string       `json:"filename"`
	Path      string       `json:"path"` // absolute
	CreatedAt storage.Time `json:"createdAt"`
	Bytes     int64        `json:"sizeBytes"`

	place int // among those of one moment
}

// Files returns the files of the folder, newest first: never nil. What lies there
// and is not the depot's own is not among them.
func (d *Depot) Files() ([]File, error) {
	if err := d.supported(); err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(d.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return []File{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look into the depot: %w", err)
	}
	defer folder.Close()
	return d.list(folder)
}

func (d *Depot) list(folder *os.Root) ([]File, error) {
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("look into the depot: %w", err)
	}
	files := []File{}
	for _, e := range entries {
		at, place, ok := readName(e.Name())
		if !ok || !e.Type().IsRegular() {
			continue
		}
		info, err := folder.Lstat(e.Name())
		if errors.Is(err, fs.ErrNotExist) { // has gone meanwhile
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("look into the depot: %w", err)
		}
		files = append(files, File{e.Name(), filepath.Join(d.dir, e.Name()), at, info.Size(), place})
	}
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.place, a.place))
	})
	return files, nil
}

// Open opens a file by its name. The caller closes it. The error wraps
// [storage.ErrNotFound] when the depot has no such file; a link is none.
func (d *Depot) Open(name string) (io.ReadCloser, File, error) {
	if err := d.supported(); err != nil {
		return nil, File{}, err
	}
	at, place, ok := readName(name)
	if !ok {
		return nil, File{}, missing(name)
	}
	folder, err := os.OpenRoot(d.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, File{}, missing(name)
	}
	if err != nil {
		return nil, File{}, fmt.Errorf("look into the depot: %w", err)
	}
	defer folder.Close()
	// It is looked at before: to open what is no file may take for ever.
	before, err := folder.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !before.Mode().IsRegular() {
		return nil, File{}, missing(name)
	}
	if err != nil {
		return nil, File{}, fmt.Errorf("open a backup: %w", err)
	}
	file, err := folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, File{}, missing(name)
	}
	if err != nil {
		return nil, File{}, fmt.Errorf("open a backup: %w", err)
	}
	info, err := file.Stat()
	if err == nil && !os.SameFile(before, info) {
		err = missing(name)
	}
	if err != nil {
		return nil, File{}, errors.Join(err, file.Close())
	}
	return file, File{name, filepath.Join(d.dir, name), at, info.Size(), place}, nil
}

func missing(name string) error { return fmt.Errorf("backup %.100q: %w", name, storage.ErrNotFound) }

// folder opens the folder, which is made when it is missing. It is for this user
// alone, as each backup in it is all that the service knows.
func (d *Depot) folder() (*os.Root, error) {
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(d.dir)
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

// publish gives a file that is whole its name: one that no other has, so that
// nothing is replaced. With an error it has the name that is returned, or none.
func publish(folder *os.Root, temp string, at storage.Time) (name string, place int, err error) {
	for place = 1; ; place++ {
		name = nameOf(at, place)
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
	if runtime.GOOS == "windows" { // which writes names through, and cannot flush a folder
		return name, place, nil
	}
	self, err := folder.Open(".") // so that the name lasts
	if err != nil {
		return name, place, err
	}
	return name, place, errors.Join(self.Sync(), self.Close())
}

// sweep removes what processes left that ended while they wrote. Nobody writes
// but the caller.
func sweep(folder *os.Root) error {
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

// prune removes the oldest files until there are no more than to be kept, but never
// the one that was just made, whatever the clock said. It returns those that are gone.
func (d *Depot) prune(folder *os.Root, keep int, made string) (gone []File, err error) {
	files, err := d.list(folder)
	if err != nil {
		return nil, err
	}
	for i := len(files) - 1; i >= 0 && len(files)-len(gone) > keep; i-- {
		if files[i].Name == made {
			continue
		}
		if err := folder.Remove(files[i].Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return gone, fmt.Errorf("remove an old backup: %w", err)
		}
		gone = append(gone, files[i])
	}
	return gone, nil
}
