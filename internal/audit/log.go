package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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

// maxDelay is the maximum time between the batches of a flood.
const maxDelay = 10 * time.Second

// writeTimeout is the timeout of a write in the background.
const writeTimeout = 10 * time.Second

// Config is what a [Log] needs.
type Config struct {
	storage.Env

	Keep  int           // how many successes and how many failures are retained; default: DefaultKeep
	Queue int           // how many lines can wait to be written; default: DefaultQueue
	Delay time.Duration // how long the first line of a batch waits for others; default: DefaultDelay
}

// Log is the log of privileged requests. It is safe for concurrent use.
//
// Lines are written by a goroutine that ends when nothing is left to write, so an idle Log
// has none.
type Log struct {
	cfg Config

	writing sync.Mutex // held while a batch is written, so that batches keep their order

	mu      sync.Mutex // guards the rest
	meters  [sources]*meter
	queue   []storage.Audit
	tallies []*tally      // the dirty ones
	dropped int           // lines since the last batch for which the queue was full
	writer  chan struct{} // closed when the goroutine ends; nil without one
	stop    chan struct{} // closed by Close
	closed  bool
}

// New returns a Log. It starts nothing.
func New(cfg Config) *Log {
	cfg.Env = cfg.Env.WithLogger()
	cfg.Keep = cmp.Or(cfg.Keep, DefaultKeep)
	cfg.Queue = cmp.Or(cfg.Queue, DefaultQueue)
	cfg.Delay = cmp.Or(cfg.Delay, DefaultDelay)
	l := &Log{cfg: cfg, stop: make(chan struct{})}
	for source := Admin + 1; source < sources; source++ {
		l.meters[source] = newMeter(source)
	}
	return l
}

// Add queues a line with the present time, and does not block. A line beyond the budget
// of its [Source] is counted in a row for all such lines. A line is dropped, and counted,
// when the queue is full or the Log is closed.
func (l *Log) Add(line Line) {
	now := l.cfg.Now()

	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		l.dropped++
		return
	}
	delay := l.cfg.Delay
	if t := l.tally(line, now); t != nil {
		if !t.dirty {
			l.tallies = append(l.tallies, t)
		}
		t.add(line, now)
		delay = maxDelay // the row is written at most so often, however fast its count grows
	} else if len(l.queue) >= l.cfg.Queue {
		l.dropped++
		return
	} else {
		l.queue = append(l.queue, line.record(storage.TimeOf(now)))
	}
	if l.writer == nil {
		l.writer = make(chan struct{})
		go l.writeSoon(l.writer, delay)
	}
}

// tally returns the tally of a line that gets no row of its own, else nil.
func (l *Log) tally(line Line, now time.Time) *tally {
	if m := l.meters[line.Source]; m != nil {
		return m.admit(line, now)
	}
	return nil
}

// Flush writes the queued lines. On an error they stay queued.
func (l *Log) Flush(ctx context.Context) error {
	l.writing.Lock()
	defer l.writing.Unlock()

	l.mu.Lock()
	batch, tallies := l.queue, l.tallies
	if l.dropped > 0 {
		lost := Line{Action: "audit.dropped", Detail: fmt.Sprintf("%d lines found no room", l.dropped)}
		batch = append(batch, lost.record(storage.TimeOf(l.cfg.Now())))
	}
	rows := make([]storage.Audit, len(tallies))
	for i, t := range tallies {
		rows[i], t.dirty = t.row(), false
	}
	l.queue, l.tallies, l.dropped = nil, nil, 0
	l.mu.Unlock()
	if len(batch)+len(rows) == 0 {
		return nil
	}

	err := l.write(ctx, batch, rows)

	l.mu.Lock()
	defer l.mu.Unlock()
	for i, t := range tallies {
		t.record.ID = rows[i].ID // which the next write replaces
	}
	if err != nil {
		kept := min(len(batch), max(0, l.cfg.Queue-len(l.queue)))
		l.queue = append(batch[:kept:kept], l.queue...)
		l.dropped += len(batch) - kept
		for _, t := range tallies {
			if !t.dirty {
				t.dirty = true
				l.tallies = append(l.tallies, t)
			}
		}
	}
	return err
}

// Close writes the queued lines and ends the goroutine. Lines added later are dropped. It
// may be called any number of times.
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

// writeSoon writes batches until nothing is queued, each after twice the delay of the one
// before: every write makes cached responses out of date, which a flood of wrong tokens
// must not do often.
func (l *Log) writeSoon(done chan struct{}, delay time.Duration) {
	for again := true; again; delay = min(2*delay, maxDelay) {
		select {
		case <-time.After(delay):
		case <-l.stop:
		}
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		err := l.Flush(ctx)
		cancel()

		l.mu.Lock()
		// After an error the next line starts another attempt, and so does Close.
		again = err == nil && !l.closed && len(l.queue)+len(l.tallies) > 0
		if !again {
			l.writer = nil
			close(done)
		}
		l.mu.Unlock()
		if err != nil {
			l.cfg.Logger.Error("audit write failed", "error", err)
		}
	}
}

// write writes a batch and the rows of tallies, and deletes the rows beyond Keep. It sets
// the ids of rows without one.
func (l *Log) write(ctx context.Context, batch, rows []storage.Audit) error {
	for _, some := range [][]storage.Audit{batch, rows} {
		for i := range some {
			if some[i].ID != "" { // from an attempt that failed, but can have been committed
				continue
			}
			id, err := storage.NewID(some[i].CreatedAt, l.cfg.Random)
			if err != nil {
				return fmt.Errorf("write audit lines: %w", err)
			}
			some[i].ID = id
		}
	}
	err := l.cfg.Store.Update(ctx, func(tx *storage.Tx) error {
		if err := tx.Audits.Put(slices.Concat(batch, rows)...); err != nil {
			return err
		}
		if _, err := storage.DeleteListed(tx.Audits, storage.AuditQuery{Success: true, Offset: l.cfg.Keep}); err != nil {
			return err
		}
		_, err := storage.DeleteListed(tx.Audits, storage.AuditQuery{Failure: true, Offset: l.cfg.Keep})
		return err
	})
	if err != nil {
		return fmt.Errorf("write audit lines: %w", err)
	}
	return nil
}
