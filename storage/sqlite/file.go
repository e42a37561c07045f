package sqlite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// file is the absolute path of a database.
type file string

// The file and the directory are accessible to this user only.
const (
	fileMode = 0o600
	dirMode  = 0o700
)

// parts returns the files that make up the database. The last two do not always exist.
func (f file) parts() []string { return []string{string(f), string(f) + "-wal", string(f) + "-shm"} }

// create creates the file and the directories above it if they do not exist.
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
	// SQLite would create this file with the permissions that the umask allows. The
	// log needs no such care: SQLite creates it with the permissions of the database,
	// and deletes a log beside an empty database.
	_, err = touch(string(f) + "-shm")
	return err
}

// touch creates an empty file unless it exists.
func touch(path string) (made bool, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, errors.Join(f.Chmod(fileMode), f.Close()) // the umask may have removed permissions
}

// isWAL reports whether a database is in WAL mode: bytes 18 and 19 of the file
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

// protect removes the permissions of other users.
func (f file) protect() error {
	for _, part := range f.parts() {
		info, err := os.Stat(part)
		if err == nil && info.Mode().Perm() != fileMode {
			err = os.Chmod(part, fileMode)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("restrict permissions: %w", err)
		}
	}
	return nil
}

// noRoom reports whether the disk is full, by trying a small write beside the file. The driver
// does not return the reason why a write failed.
func (f file) noRoom() bool { return f.noRoomFor(64 << 10) }

// noRoomFor reports whether the disk lacks the space for a file of this size beside the database.
func (f file) noRoomFor(size int) bool {
	probe, err := os.CreateTemp(filepath.Dir(string(f)), ".room-*")
	if err == nil {
		chunk := make([]byte, min(size, reserveChunk))
		// Random bytes, because some file systems store runs of zeros in no blocks.
		_, _ = rand.NewChaCha8([32]byte{}).Read(chunk) // never fails
		for ; size > 0 && err == nil; size -= len(chunk) {
			_, err = probe.Write(chunk[:min(size, len(chunk))])
		}
		_ = probe.Close()
		_ = os.Remove(probe.Name())
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// dsn returns the data source name for the driver.
func (f file) dsn(pragmas ...string) string {
	return f.uri(url.Values{"modeof": {string(f)}, "_pragma": pragmas})
}

func (f file) uri(params url.Values) string {
	path := filepath.ToSlash(string(f))                      // on Windows C:/…, without a leading slash, which the driver would treat as part of the name
	query := strings.ReplaceAll(params.Encode(), "+", "%20") // SQLite does not decode "+" as a space
	u := url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: query}
	return u.String()
}
