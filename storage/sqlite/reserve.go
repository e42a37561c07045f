package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3"
)

const (
	// reserveSlack is the space that a reserve leaves free, for the log and its index, if
	// the disk does not have enough space for all of the reserve.
	reserveSlack = 1 << 20
	// reservePause is how long to wait before trying again to complete a reserve.
	reservePause = time.Minute
	// reserveChunk is the size of one write to a reserve.
	reserveChunk = 256 << 10
)

// reserve is a file that only occupies space. On a full disk it is removed, so that a
// transaction that frees space can be written.
type reserve struct {
	path string
	size int64

	lending sync.Mutex // held while the file is missing on purpose

	short atomic.Bool // the file is smaller than size
	rest  atomic.Bool // the last attempt to complete it was less than reservePause ago
}

func newReserve(f file, size int64) *reserve {
	return &reserve{path: string(f) + "-reserve", size: size}
}

// release removes the file.
func (r *reserve) release() error {
	r.short.Store(true)
	if err := os.Remove(r.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("release the reserve: %w", err)
	}
	return nil
}

// exists reports whether there is a file to release.
func (r *reserve) exists() bool {
	info, err := os.Lstat(r.path)
	return err == nil && info.Mode().IsRegular()
}

// fill enlarges the file to its size, or as far as the disk allows without the
// slack. A later call completes it.
func (r *reserve) fill() error {
	r.short.Store(true)
	f, err := os.OpenFile(r.path, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return fmt.Errorf("create the reserve: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("create the reserve: %w", err), f.Close())
	}
	size := info.Size()
	// Random bytes, because some file systems store holes and runs of zeros in no blocks.
	noise := rand.NewChaCha8([32]byte{})
	chunk := make([]byte, reserveChunk)
	for size < r.size && err == nil {
		_, _ = noise.Read(chunk) // never fails
		var n int
		n, err = f.WriteAt(chunk[:min(reserveChunk, r.size-size)], size)
		size += int64(n)
	}
	if err == nil && size > info.Size() {
		err = f.Sync() // some file systems report a full disk only here
	}
	if err == nil {
		r.short.Store(false)
		return f.Close()
	}
	size = max(0, size-reserveSlack)
	if err := errors.Join(f.Truncate(size), f.Close()); err != nil || size == 0 {
		return errors.Join(err, r.release())
	}
	return nil
}

// due reports whether the caller should try to complete the reserve now. It then reports false
// for a while.
func (r *reserve) due() bool {
	if !r.short.Load() || !r.rest.CompareAndSwap(false, true) {
		return false
	}
	time.AfterFunc(reservePause, func() { r.rest.Store(false) })
	return true
}

// checkpoint moves the log to the file and frees its space, as far as that is possible without
// waiting for readers.
func (s *Store) checkpoint(ctx context.Context) error {
	return s.withPragmas(ctx, []string{"busy_timeout(0)"}, func(conn *sqlite3.Conn) error {
		return each(conn, "PRAGMA wal_checkpoint(TRUNCATE)", func(*sqlite3.Stmt) {})
	})
}
