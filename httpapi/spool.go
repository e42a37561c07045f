package httpapi

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"

	"github.com/privacylabels/auditor/internal/tempfile"
)

// large is an answer that is never held as a whole.
type large interface {
	// header sets what the answer's header says of it, the type at least.
	header(http.Header)
	// writeAll writes the answer. The first error ends it.
	writeAll(ctx context.Context, w io.Writer) error
}

// unspooled is a large answer that is sent as it is made.
type unspooled struct{ large }

func (u unspooled) writeTo(ctx context.Context, w *pieces) error { return u.writeAll(ctx, w) }

// maxSpools is how many answers are kept in files at once.
const maxSpools = 4

// spool is an answer that is too large to keep in memory: a temporary file. It is
// written at the store's pace, whatever the client's, and whoever is sent it holds it open.
type spool struct {
	file *os.File
	size int64

	// Guarded by the keeper's lock.
	users   int
	dropped bool // to be closed when nobody uses it any more
}

// errSpool says that a file could not be written. The answer itself may be fine.
var errSpool = errors.New("write a large answer to a file")

// newSpooled writes a large answer to a file in a folder, the system's own for such
// files when it is empty.
func newSpooled(ctx context.Context, answer large, dir string) (*encoded, error) {
	file, err := tempfile.Create(dir, "answer")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSpool, err)
	}
	digest, size := sha256.New(), counter(0)
	to := &fileWriter{file: file}
	buf := bufio.NewWriterSize(io.MultiWriter(to, digest, &size), pieceSize)
	if err = answer.writeAll(ctx, buf); err == nil {
		err = buf.Flush()
	}
	if to.err != nil {
		err = fmt.Errorf("%w: %w", errSpool, to.err)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	h := http.Header{}
	answer.header(h)
	return &encoded{
		contentType: h["Content-Type"],
		length:      []string{strconv.FormatInt(int64(size), 10)},
		etag:        []string{`"` + base64.RawURLEncoding.EncodeToString(digest.Sum(nil)[:16]) + `"`},
		spool:       &spool{file: file, size: int64(size)},
	}, nil
}

// fileWriter remembers that it was the file that failed, and not who writes to it.
type fileWriter struct {
	file *os.File
	err  error
}

func (w *fileWriter) Write(p []byte) (n int, err error) {
	n, err = w.file.Write(p)
	w.err = err
	return n, err
}

// counter counts bytes.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// send writes the file's bytes, each piece within its time.
func (s *spool) send(w *response) error {
	_, err := io.CopyBuffer(newPieces(w), io.NewSectionReader(s.file, 0, s.size), make([]byte, pieceSize))
	if err != nil {
		return fmt.Errorf("send an answer: %w", err)
	}
	return nil
}

// hold keeps the file of an answer open for the caller, who releases it. It
// says whether the file still is.
func (k *keeper) hold(e *encoded) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return e.spool.hold()
}

func (s *spool) hold() bool {
	if s == nil {
		return true
	}
	if s.dropped && s.users == 0 {
		return false
	}
	s.users++
	return true
}

// release is the end of a hold.
func (k *keeper) release(e *encoded) {
	if e == nil || e.spool == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	e.spool.users--
	e.spool.closeUnused()
}

// drop lets go of the file when nobody uses it.
func (s *spool) drop() {
	if s != nil {
		s.dropped = true
		s.closeUnused()
	}
}

func (s *spool) closeUnused() {
	if s.dropped && s.users == 0 {
		_ = s.file.Close() // only read by now: nothing is lost
	}
}

// limitSpools drops the files that were used longest ago when there are too many.
func (k *keeper) limitSpools() {
	for e := k.used.Back(); e != nil && k.spools > maxSpools; {
		older := e
		e = e.Prev()
		if older.Value.(*keptEntry).spool != nil {
			k.drop(older)
		}
	}
}
