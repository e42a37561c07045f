package cache

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/tempfile"
)

const (
	// maxFiles is how many answers are cached in files at once.
	maxFiles = 16
	// MaxBody is the size up to which an answer is sent from memory. Clients that receive
	// slowly hold what they are sent until they have it.
	MaxBody = 512 << 10
	// pieceSize is how much of a file is buffered while it is written.
	pieceSize = 256 << 10
)

// file is an answer that is too large to hold in memory: a temporary file. It is
// written at the pace of the database, whatever that of the client, and stays open
// until the last client has received it.
type file struct {
	*os.File
	size int64

	// Guarded by the lock of the cache.
	users   int
	dropped bool // to be closed when it has no users any more
}

// ErrFile reports that the file of a large answer could not be written. The answer
// itself may be fine.
var ErrFile = errors.New("write a large answer to a file")

// EncodeLarge writes a large answer to a temporary file in a folder. An empty folder
// is the system's. An answer that is not given to a cache is closed by the caller.
func (c *Cache) EncodeLarge(ctx context.Context, large op.Large, dir string) (*Answer, error) {
	temporary, err := tempfile.Create(dir, "answer")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	digest, to := &pieces{of: c.digests}, &fileWriter{file: temporary}
	buf := bufio.NewWriterSize(io.MultiWriter(to, digest), pieceSize)
	if err = large.WriteAll(ctx, buf); err == nil {
		err = buf.Flush()
	}
	if to.err != nil {
		err = fmt.Errorf("%w: %w", ErrFile, to.err)
	}
	if err != nil {
		return nil, errors.Join(err, temporary.Close())
	}
	h := http.Header{}
	large.SetHeader(h)
	a := newAnswer(h["Content-Type"], to.size, tagOf(digest.sum()))
	a.file = &file{File: temporary, size: to.size}
	return a, nil
}

// Offload moves an answer of more than [MaxBody] to a temporary file in a folder. An empty folder is
// the system's. If it fails, the answer stays in memory. An answer that is not given to a cache is
// closed by the caller.
func (a *Answer) Offload(dir string) error {
	if len(a.body) <= MaxBody {
		return nil
	}
	temporary, err := tempfile.Create(dir, "answer")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	if _, err := temporary.Write(a.body); err != nil {
		return fmt.Errorf("%w: %w", ErrFile, errors.Join(err, temporary.Close()))
	}
	a.file, a.body = &file{File: temporary, size: int64(len(a.body))}, nil
	return nil
}

// Close closes the file of an answer that no cache holds.
func (a *Answer) Close() error {
	if a.file == nil {
		return nil
	}
	return a.file.Close()
}

// fileWriter counts bytes, and tells an error of the file from one of its source.
type fileWriter struct {
	file *os.File
	size int64
	err  error
}

func (w *fileWriter) Write(p []byte) (n int, err error) {
	n, err = w.file.Write(p)
	w.size += int64(n)
	w.err = err
	return n, err
}

// hold keeps the file of an answer open for the caller, who releases it. It
// reports whether the file is still open.
func (c *Cache) hold(a *Answer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return a.file.hold()
}

func (f *file) hold() bool {
	if f == nil {
		return true
	}
	if f.dropped && f.users == 0 {
		return false
	}
	f.users++
	return true
}

// Release lets go of an answer that [Cache.Answer] returned.
func (c *Cache) Release(a *Answer) {
	if a == nil || a.file == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	a.file.users--
	a.file.closeUnused()
}

// drop closes the file, now or when its last user has released it.
func (f *file) drop() {
	if f != nil {
		f.dropped = true
		f.closeUnused()
	}
}

func (f *file) closeUnused() {
	if f.dropped && f.users == 0 {
		_ = f.Close() // it was only read: nothing is lost
	}
}

// limitFiles drops the least recently used files when there are too many.
func (c *Cache) limitFiles() {
	for e := c.used.Back(); e != nil && c.files > maxFiles; {
		older := e
		e = e.Prev()
		if older.Value.(*entry).file != nil {
			c.drop(older)
		}
	}
}
