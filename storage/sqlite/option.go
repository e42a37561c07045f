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
	asIs     bool // nothing is created or migrated
	alone    bool // no other process has the file open
}

func defaults() config { return config{readers: 2 * runtime.GOMAXPROCS(0)} }

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

// WithMaxBytes sets the maximum size of the file, rounded down to pages of 4 KiB;
// an Update that needs more fails with [storage.ErrFull]. A file that is larger
// already keeps its size. Default: as large as the disk allows.
func WithMaxBytes(n int64) Option {
	return func(c *config) error {
		if n < pageSize {
			return fmt.Errorf("a database of %d bytes is too small", n)
		}
		c.maxBytes = n
		return nil
	}
}

// WithReserve reserves disk space in a file beside the database, `file-reserve`.
// When the disk is full, an Update that does not enlarge the database, such as a
// deletion, and [Open] use that space; it is reserved again as soon as the disk
// has space. It should be several times the size of a usual deletion; 16 MiB are
// plenty. Default: none.
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

// pageSize is SQLite's default, with which the file is made.
const pageSize = 4096

// frameSize is what a page takes in the log, with its header.
const frameSize = pageSize + 24

// The pragmas are run on each new connection, in this order.

func (c config) writerPragmas() []string {
	pragmas := []string{
		busyTimeout,
		// Flush at checkpoints only, which is safe in WAL mode.
		"synchronous(normal)",
		// Cascades and parents are part of the contract.
		"foreign_keys(on)",
		// Seldom, because refreshes write the same pages again, which a checkpoint writes once.
		fmt.Sprintf("wal_autocheckpoint(%d)", c.maxLog()/frameSize),
		// Truncate the log after a large Update; otherwise it never shrinks.
		fmt.Sprintf("journal_size_limit(%d)", c.maxLog()),
	}
	if c.maxBytes > 0 {
		pragmas = append(pragmas, fmt.Sprintf("max_page_count(%d)", c.maxBytes/pageSize))
	}
	return pragmas
}

// maxLog is the size to which the log is truncated. Its contents must fit into the
// reserve, or a checkpoint would fail on a full disk.
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
		// A View cannot write, whatever happens above.
		"query_only(on)",
	}
}

// busyTimeout sets how long to wait for another process, in milliseconds. It comes
// first, because the pragmas after it may have to wait as well.
const busyTimeout = "busy_timeout(30000)"

// WithoutOthers makes [Open] fail with [ErrInUse] while another process has the database
// open. One that opens it later is not kept out.
func WithoutOthers() Option {
	return func(c *config) error {
		c.alone = true
		return nil
	}
}
