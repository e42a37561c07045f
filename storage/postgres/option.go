package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"time"
)

// Option changes how [Open] opens a database.
type Option func(*config) error

type config struct {
	readers      int
	statement    time.Duration
	lock         time.Duration
	idle         time.Duration
	passwordFile string
	asIs         bool // see WithoutMigration
	migrations   fs.FS
}

func defaults() config {
	return config{
		readers:    max(4, 2*runtime.GOMAXPROCS(0)),
		statement:  5 * time.Minute,
		lock:       30 * time.Second,
		idle:       15 * time.Second,
		migrations: migrations,
	}
}

// WithReaders sets how many Views may run at the same time; others wait. Each needs a
// connection, and the store needs three more. Default: twice the number of processors, at
// least 4.
func WithReaders(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return fmt.Errorf("%d readers are too few", n)
		}
		c.readers = n
		return nil
	}
}

// WithStatementTimeout sets how long the server may work on one statement. Default: 5
// minutes.
func WithStatementTimeout(d time.Duration) Option {
	return positive("statement timeout", d, func(c *config) { c.statement = d })
}

// WithLockTimeout sets how long an Update waits for an Update of another process. Default: 30
// seconds.
func WithLockTimeout(d time.Duration) Option {
	return positive("lock timeout", d, func(c *config) { c.lock = d })
}

// WithIdleTimeout sets how long an Update may be idle before the server ends it so that others
// can write. It is for processes that have stopped or cannot be reached. It should be shorter
// than the lock timeout. Default: 15 seconds.
func WithIdleTimeout(d time.Duration) Option {
	return positive("idle timeout", d, func(c *config) { c.idle = d })
}

func positive(what string, d time.Duration, set func(*config)) Option {
	return func(c *config) error {
		if d < time.Millisecond {
			return fmt.Errorf("a %s of %v is too short", what, d)
		}
		set(c)
		return nil
	}
}

// WithPasswordFile reads the password from a file whenever a connection is opened, so that it
// can be changed while the program runs. A final newline is ignored. The URL must not contain
// a password.
func WithPasswordFile(path string) Option {
	return func(c *config) error {
		if path == "" {
			return errors.New("no path of a password file")
		}
		c.passwordFile = path
		return nil
	}
}

// WithoutMigration makes [Open] fail with [ErrOlder] instead of creating or migrating the
// tables.
func WithoutMigration() Option {
	return func(c *config) error {
		c.asIs = true
		return nil
	}
}
