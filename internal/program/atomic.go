package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/program/streams"
	"github.com/privacylabels/auditor/internal/tempfile"
)

// ownNames returns the names of the files that the program keeps in its data folder.
func ownNames() []string {
	return []string{
		databaseName, databaseName + "-wal", databaseName + "-shm", databaseName + "-journal", databaseName + "-reserve", secretName,
	}
}

// sqliteHeader is how a database of SQLite begins.
const sqliteHeader = "SQLite format 3\x00"

// write writes a file that a command was asked for as [writeAtomic] does, unless it is one of
// the program's own.
func (c config) write(ctx context.Context, path string, write func(io.Writer) error) (size int64, err error) {
	if err := c.refuseOwn(path); err != nil {
		return 0, err
	}
	return writeAtomic(ctx, path, write)
}

// refuseOwn returns an error if a path leads to a file that a database, a signing key or the
// admin token is in. The data folder of a service that is used by its URL is not known here, so
// the names of its files are refused in every folder, and databases under every name.
func (c config) refuseOwn(path string) error {
	target := path
	if linked, err := filepath.EvalSymlinks(path); err == nil {
		target = linked
	}
	isOwn := func(own string) bool { return strings.EqualFold(filepath.Base(target), own) }
	if slices.ContainsFunc(ownNames(), isOwn) {
		return fmt.Errorf("%s is the name of a file in the data folder of a service; write to a file of another name", filepath.Base(target))
	}
	existing, err := os.Stat(target)
	if err != nil || !existing.Mode().IsRegular() {
		return nil // what is wrong is reported by writing
	}
	own := []string{c.AdminTokenFile}
	for _, name := range ownNames() {
		own = append(own, filepath.Join(c.DataDir, name))
	}
	for _, name := range own {
		if info, err := os.Stat(name); err == nil && os.SameFile(info, existing) {
			return fmt.Errorf("%s is the same file as %s, which the program needs; write to another file", path, name)
		}
	}
	if isDatabase(target) {
		return fmt.Errorf("%s is an SQLite database, which is not replaced; write to another file, or remove this one first", path)
	}
	return nil
}

// isDatabase reports whether a file begins as a database of SQLite does.
func isDatabase(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(sqliteHeader))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == sqliteHeader
}

// writeAtomic writes a file of mode 0600 and returns its size. The file appears under its name
// only when it is complete and synced, and replaces an existing one. If the name is not that
// of a regular file but, for example, of a device, it is written to directly.
func writeAtomic(ctx context.Context, path string, write func(io.Writer) error) (size int64, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return writeDirect(ctx, path, write)
	}
	draft, err := tempfile.DraftFile(path)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		failed.Path = filepath.Dir(path) // users do not know the temporary file
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, draft.Discard()) }()
	if size, err = buffered(draft.File, write); err != nil {
		return 0, err
	}
	if err = draft.File.Sync(); err != nil {
		return 0, err
	}
	if err = draft.Publish(); err != nil {
		return 0, err
	}
	return size, syncDir(filepath.Dir(path))
}

func writeDirect(ctx context.Context, path string, write func(io.Writer) error) (size int64, err error) {
	f, err := streams.Create(ctx, path)
	if err != nil {
		return 0, err
	}
	size, err = buffered(f, write)
	return size, errors.Join(err, f.Close())
}

// buffered calls write with a buffer in front of w, and returns how many bytes
// were written.
func buffered(w io.Writer, write func(io.Writer) error) (int64, error) {
	counted := &counter{to: w}
	b := bufio.NewWriterSize(counted, 256<<10)
	if err := write(b); err != nil {
		return counted.n, err
	}
	err := b.Flush()
	return counted.n, err
}

// counter counts the bytes written through it.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}
