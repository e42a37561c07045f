package audit

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// The defaults of a [Config].
const (
	DefaultKeep  = 10_000
	DefaultQueue = 10_000
	DefaultDelay = 500 * time.Millisecond
)

// maxDelay bounds how far apart the batches of a flood get.
const maxDelay = 10 * time.Second

// patience is how long a write that nobody waits for may take.
const patience = 10 * time.Second

// Config is what a [Log] needs.
type Config struct {
	Store  storage.Store    // where the lines go; required
	Now    func() time.Time // stamps the lines; required
	Random io.Reader        // for the lines' ids; required, safe for concurrent use
	Logger *slog.Logger     // told of lines that could not be written; nil: nobody is

	Keep  int           // lines kept, the newest; zero: DefaultKeep
	Queue int           // lines that may wait to be written; zero: DefaultQueue
	Delay time.Duration // how long a line may wait for others when it is quiet; zero: DefaultDelay
}

// Log is the log of privileged requests. It is safe for concurrent use.
//
// A line that is added is written soon, by a goroutine that ends when nothing
// is left to write. An idle Log has no goroutine.
type Log struct {
	cfg Config

	writing sync.Mutex // held by who writes a batch, so that batches keep their order

	mu      sync.Mutex // guards the rest
	queue   []storage.Audit
	dropped int           // lines that found no room since the last batch
	writer  chan struct{} // closed when the goroutine ends; nil while there is none
	stop    chan struct{} // closed by Close
	closed  bool
}

// New returns a Log. It starts nothing.
func New(cfg Config) *Log {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Keep <= 0 {
		cfg.Keep = DefaultKeep
	}
	if cfg.Queue <= 0 {
		cfg.Queue = DefaultQueue
	}
	if cfg.Delay <= 0 {
		cfg.Delay = DefaultDelay
	}
	return &Log{cfg: cfg, stop: make(chan struct{})}
}

// Add puts a line in the queue, stamped with the present time, and returns at
// once. A line that finds the queue full, or the Log closed, is only counted.
func (l *Log) Add(line Line) {
	now := storage.TimeOf(l.cfg.Now())

	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || len(l.queue) >= l.cfg.Queue {
		l.dropped++
		return
	}
	l.queue = append(l.queue, line.record(now))
	if l.writer == nil {
		l.writer = make(chan struct{})
		go l.writeSoon(l.writer)
	}
}

// Flush writes what is queued and returns when it is written. On an error the
// lines stay queued.
func (l *Log) Flush(ctx context.Context) error {
	l.writing.Lock()
	defer l.writing.Unlock()

	l.mu.Lock()
	batch := l.queue
	if l.dropped > 0 {
		lost := Line{Action: "audit.dropped", Detail: fmt.Sprintf("%d lines found no room", l.dropped)}
		batch = append(batch, lost.record(storage.TimeOf(l.cfg.Now())))
	}
	l.queue, l.dropped = nil, 0
	l.mu.Unlock()
	if len(batch) == 0 {
		return nil
	}

	err := l.write(ctx, batch)
	if err != nil {
		l.mu.Lock()
		kept := min(len(batch), max(0, l.cfg.Queue-len(l.queue)))
		l.queue = append(batch[:kept:kept], l.queue...)
		l.dropped += len(batch) - kept
		l.mu.Unlock()
	}
	return err
}

// Close writes what is queued and ends the Log's goroutine. Lines added later
// are lost. It may be called any number of times.
func (l *Log) Close(ctx context.Context) error {
	l.mu.Lock()
	if !l.closed {
		l.closed = true
		close(l.stop)
	}
	writer := l.writer
	l.mu.Unlock()

	if writer != nil {
		select {
		case <-writer:
		case <-ctx.Done():
			return fmt.Errorf("close the audit log: %w", ctx.Err())
		}
	}
	return l.Flush(ctx)
}

// writeSoon writes batches until nothing is queued. Each comes after twice the
// delay of the one before: every write makes readers' kept answers out of date,
// which a flood of wrong tokens must not do often.
func (l *Log) writeSoon(done chan struct{}) {
	delay := l.cfg.Delay
	for again := true; again; delay = min(2*delay, maxDelay) {
		select {
		case <-time.After(delay):
		case <-l.stop:
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		err := l.Flush(ctx)
		cancel()

		l.mu.Lock()
		// After a failure the next line tries again, and so does Close.
		again = err == nil && !l.closed && len(l.queue) > 0
		if !again {
			l.writer = nil
			close(done)
		}
		l.mu.Unlock()
		if err != nil {
			l.cfg.Logger.Error("audit lines were not written", "error", err)
		}
	}
}

// write puts a batch into the store and deletes the lines that are too old.
func (l *Log) write(ctx context.Context, batch []storage.Audit) error {
	for i := range batch {
		if batch[i].ID != "" { // from an attempt that failed, and may yet have been kept
			continue
		}
		id, err := storage.NewID(batch[i].CreatedAt, l.cfg.Random)
		if err != nil {
			return fmt.Errorf("write audit lines: %w", err)
		}
		batch[i].ID = id
	}
	err := l.cfg.Store.Update(ctx, func(tx storage.Tx) error {
		if err := tx.Audits().Put(batch...); err != nil {
			return err
		}
		return prune(tx, l.cfg.Keep)
	})
	if err != nil {
		return fmt.Errorf("write audit lines: %w", err)
	}
	return nil
}

// prune deletes all but the newest lines.
func prune(tx storage.Tx, keep int) error {
	var old []string
	for line, err := range tx.Audits().List(storage.AuditQuery{Offset: keep}) {
		if err != nil {
			return err
		}
		old = append(old, line.ID)
	}
	if len(old) == 0 {
		return nil
	}
	_, err := tx.Audits().Delete(old...)
	return err
}
