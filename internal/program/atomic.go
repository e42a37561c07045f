package program

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeAtomic writes a file of mode 0600 and returns its size. The file appears under its name
// only when it is complete and synced, and replaces an existing one. If the name is not that
// of a regular file but, for example, of a device, it is written to directly.
func writeAtomic(path string, write func(io.Writer) error) (size int64, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return writeDirect(path, write)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp") // mode 0600
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		failed.Path = filepath.Dir(path) // users do not know the temporary file
	}
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name()) // fails after the rename
		}
	}()
	size, err = buffered(tmp, write)
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return 0, err
	}
	if err = os.Rename(tmp.Name(), path); err != nil {
		return 0, err
	}
	return size, syncDir(filepath.Dir(path))
}

func writeDirect(path string, write func(io.Writer) error) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
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
