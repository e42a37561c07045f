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
	asIs     bool // nothing is made or migrated
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

// WithMaxBytes sets how large the file may grow, rounded down to pages of 4 KiB;
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

// WithReserve keeps so many bytes of the disk in a file beside the database,
// `file-reserve`, for the day on which the disk is full. Then the room goes to an
// Update that does not make the database larger, such as a deletion, and to
// [Open]; and it is taken back as soon as there is some. It should be some times
// what a usual deletion changes; 16 MiB are plenty. Default: none.
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
// database, and with an error that wraps fs.ErrNotExist instead of making one.
func WithoutMigration() Option {
	return func(c *config) error {
		c.asIs = true
		return nil
	}
}

// pageSize is SQLite's default, with which the file is made.
const pageSize = 4096

// The pragmas are run on each new connection, in this order.

func (c config) writerPragmas() []string {
	pragmas := []string{
		busyTimeout,
		// Flush at checkpoints only: in WAL mode nothing is torn by that.
		"synchronous(normal)",
		// Cascades and parents are part of the contract.
		"foreign_keys(on)",
		// After a large Update, cut the log back; by itself it would keep the size
		// for ever.
		fmt.Sprintf("journal_size_limit(%d)", c.maxLog()),
	}
	if c.maxBytes > 0 {
		pragmas = append(pragmas, fmt.Sprintf("max_page_count(%d)", c.maxBytes/pageSize))
	}
	return pragmas
}

// maxLog is how long the log stays. What it holds must fit into the reserve on a
// full disk, or it could not be moved to the file.
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

// busyTimeout is how long to wait for another process, in milliseconds. It comes
// first, because the pragmas after it may have to wait themselves.
const busyTimeout = "busy_timeout(30000)"
