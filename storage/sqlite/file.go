package sqlite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// file is the absolute path of a database.
type file string

// Who may read the file and enter the directory: this user.
const (
	fileMode = 0o600
	dirMode  = 0o700
)

// parts are the files that make up the database, the last two only sometimes.
func (f file) parts() []string { return []string{string(f), string(f) + "-wal", string(f) + "-shm"} }

// create makes the file, and the directories above it, if it is not there.
func (f file) create() error {
	if err := os.MkdirAll(filepath.Dir(string(f)), dirMode); err != nil {
		return err
	}
	made, err := touch(string(f))
	if err != nil {
		return err
	}
	if !made && !f.isWAL() {
		return nil
	}
	// SQLite would make this one with what rights the umask happens to leave. The
	// log it makes with those of the file, and one beside an empty file it takes
	// for a leftover.
	_, err = touch(string(f) + "-shm")
	return err
}

// touch makes an empty file unless there is one.
func touch(path string) (made bool, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, errors.Join(f.Chmod(fileMode), f.Close()) // the umask may have taken more away
}

// isWAL looks whether a database is in WAL mode: bytes 18 and 19 of the file
// (https://sqlite.org/fileformat2.html, section 1.3).
func (f file) isWAL() bool {
	const magic = "SQLite format 3\x00"
	var header [20]byte
	r, err := os.Open(string(f))
	if err != nil {
		return false
	}
	defer r.Close()
	_, err = io.ReadFull(r, header[:])
	return err == nil && string(header[:len(magic)]) == magic && header[18] == 2 && header[19] == 2
}

// protect takes the rights of others away.
func (f file) protect() error {
	for _, part := range f.parts() {
		info, err := os.Stat(part)
		if err == nil && info.Mode().Perm() != fileMode {
			err = os.Chmod(part, fileMode)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("keep others out: %w", err)
		}
	}
	return nil
}

// noRoom tries whether a little more can be written beside the file: the driver
// does not say why a write has failed.
func (f file) noRoom() bool {
	probe, err := os.CreateTemp(filepath.Dir(string(f)), ".room-*")
	if err == nil {
		_, err = probe.Write(make([]byte, 64<<10))
		_ = probe.Close()
		_ = os.Remove(probe.Name())
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// dsn returns the name by which the driver opens the file. What SQLite makes
// beside it later gets the rights of the file.
func (f file) dsn(pragmas ...string) string {
	return f.uri(url.Values{"modeof": {string(f)}, "_pragma": pragmas})
}

func (f file) uri(params url.Values) string {
	path := filepath.ToSlash(string(f))                      // of Windows C:/…: the driver takes a slash before that for a part of the name
	query := strings.ReplaceAll(params.Encode(), "+", "%20") // SQLite takes a plus for a plus
	u := url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: query}
	return u.String()
}
