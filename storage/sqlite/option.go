package sqlite

import (
	"fmt"
	"runtime"
)

// Option changes how [Open] opens a database.
type Option func(*config) error

type config struct {
	readers  int
	maxBytes int64
	reserve  int64
	asIs     bool // see WithoutMigration
	alone    bool // see WithoutOthers
	history  history
}

func defaults() (config, error) {
	all, err := historyOf(migrations)
	return config{readers: 2 * runtime.GOMAXPROCS(0), history: all}, err
}

// WithReaders sets how many Views may run at a time; others wait. Each may take
// about 2 MB of memory. Default: twice the number of processors.
func WithReaders(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return fmt.Errorf("%d readers are too few", n)
		}
		c.readers = n
		return nil
	}
}

// WithMaxBytes sets the maximum size of the file, rounded down to pages of 4 KiB. An Update
// that needs more fails with [storage.ErrFull]. A file that is already larger does not shrink.
// Default: as large as the disk allows.
func WithMaxBytes(n int64) Option {
	return func(c *config) error {
		if n < pageSize {
			return fmt.Errorf("a database of %d bytes is too small", n)
		}
		c.maxBytes = n
		return nil
	}
}

// WithReserve reserves disk space in a file beside the database, `file-reserve`. When the disk
// is full, [Open] and Updates that do not enlarge the database, such as deletions, use that
// space. It is reserved again as soon as the disk has space. The reserve should be several
// times the size of a usual deletion; 16 MiB are plenty. Default: none.
func WithReserve(bytes int64) Option {
	return func(c *config) error {
		if bytes < 2*reserveSlack {
			return fmt.Errorf("a reserve of %d bytes is too small", bytes)
		}
		c.reserve = bytes
		return nil
	}
}

// WithoutMigration makes [Open] fail with [ErrOlder] instead of migrating a
// database, and with an error that wraps fs.ErrNotExist instead of creating one.
func WithoutMigration() Option {
	return func(c *config) error {
		c.asIs = true
		return nil
	}
}

// pageSize is the page size of the file, SQLite's default.
const pageSize = 4096

// frameSize is the size of a page with its header in the log.
const frameSize = pageSize + 24

// The pragmas are run on each new connection, in this order.

func (c config) writerPragmas() []string {
	pragmas := []string{
		busyTimeout,
		// Flush at checkpoints only, which is safe in WAL mode.
		"synchronous(normal)",
		// Package storage requires parents to exist, and cascades.
		"foreign_keys(on)",
		// Rare checkpoints, because refreshes write the same pages repeatedly, and a
		// checkpoint writes each page once.
		fmt.Sprintf("wal_autocheckpoint(%d)", c.maxLog()/frameSize),
		// Truncate the log after a large Update; otherwise it never shrinks.
		fmt.Sprintf("journal_size_limit(%d)", c.maxLog()),
	}
	if c.maxBytes > 0 {
		pragmas = append(pragmas, fmt.Sprintf("max_page_count(%d)", c.maxBytes/pageSize))
	}
	return pragmas
}

// maxLog is the size to which the log is truncated. The log must fit into the reserve, or a
// checkpoint would fail on a full disk.
func (c config) maxLog() int64 {
	const most = 16 << 20
	if c.reserve > 0 {
		return min(most, c.reserve/2)
	}
	return most
}

func readerPragmas() []string {
	return []string{
		busyTimeout,
		// A View must not write, even because of a bug.
		"query_only(on)",
	}
}

// busyTimeout sets how long to wait for another process, in milliseconds. It comes first,
// because later pragmas may have to wait, too.
const busyTimeout = "busy_timeout(30000)"

// WithoutOthers makes [Open] fail with [ErrInUse] while another process has the database open.
// It does not prevent another process from opening it later.
func WithoutOthers() Option {
	return func(c *config) error {
		c.alone = true
		return nil
	}
}
