package tempfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Draft is a file or folder that is written under a temporary name until it is complete. The name
// is beside that of the target and always the same, so that the next draft of a target replaces
// what a killed process has left. The caller must call [Draft.Discard] in the end.
type Draft struct {
	Path string   // the temporary name
	File *os.File // to write to; of a folder, to nothing

	target string
	info   fs.FileInfo // of File, which stays open so that nothing else gets the identity of what it is
	folder bool
	closed bool
}

// ErrOvertaken means that another process began to write the same target, or removed the draft.
var ErrOvertaken = errors.New("another process writes it at the same time")

// DraftFile creates an empty file of mode 0600 for a target.
func DraftFile(target string) (*Draft, error) {
	d := &Draft{Path: draftOf(target), target: target}
	if err := os.Remove(d.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var err error
	if d.File, err = os.OpenFile(d.Path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, err
	}
	return d.begun()
}

// DraftFolder creates an empty folder of mode 0700 for a target.
func DraftFolder(target string) (*Draft, error) {
	d := &Draft{Path: draftOf(target), target: target, folder: true}
	if err := os.RemoveAll(d.Path); err != nil {
		return nil, err
	}
	if err := os.Mkdir(d.Path, 0o700); err != nil {
		return nil, err
	}
	var err error
	if d.File, err = os.Open(d.Path); err != nil {
		return nil, errors.Join(err, os.Remove(d.Path))
	}
	return d.begun()
}

// draftOf returns the temporary name of a target.
func draftOf(target string) string {
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+namePrefix+"draft"+nameSuffix)
}

func (d *Draft) begun() (*Draft, error) {
	var err error
	if d.info, err = d.File.Stat(); err != nil {
		return nil, errors.Join(err, d.File.Close(), os.Remove(d.Path))
	}
	return d, nil
}

// Publish gives the draft the name of the target. A file replaces one that is there, a folder only an
// empty one. The error wraps [ErrOvertaken] if the draft is not there any more.
func (d *Draft) Publish() error {
	if !d.own() {
		return fmt.Errorf("%s: %w", d.target, ErrOvertaken)
	}
	if err := d.close(); err != nil {
		return err
	}
	if d.folder {
		if err := os.Remove(d.target); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, os.RemoveAll(d.Path))
		}
	}
	if err := os.Rename(d.Path, d.target); err != nil {
		return errors.Join(err, os.RemoveAll(d.Path))
	}
	return nil
}

// Discard removes the draft. It does nothing after [Draft.Publish].
func (d *Draft) Discard() error {
	if d.closed {
		return nil
	}
	own := d.own()
	err := d.close()
	if own {
		err = errors.Join(err, os.RemoveAll(d.Path))
	}
	return err
}

// own reports whether what has the temporary name is what was created.
func (d *Draft) own() bool {
	now, err := os.Lstat(d.Path)
	return err == nil && os.SameFile(now, d.info)
}

func (d *Draft) close() error {
	d.closed = true
	return d.File.Close()
}
