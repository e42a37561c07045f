package runner

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Job is a kind of bulk run. Its methods may be called by several goroutines, but never
// concurrently for one run, except for Do of an [Independent] job and Title. A panic in one of
// them, or in a function of a [Result], ends the run as failed.
type Job interface {
	// Name is the name of the runner, such as "sync". At most one run of a name is open.
	Name() string

	// Queue lists the subjects of a run in order, in the transaction that starts it.
	Queue(tx *storage.Tx) iter.Seq2[string, error]

	// Title returns the display name of a subject, empty if it no longer exists.
	Title(tx *storage.Tx, subject string) (string, error)

	// Do works on an item, outside any transaction, and returns what to write. The
	// context ends when the run is cancelled or must stop, and may end when another
	// process has taken over. An error ends the run as failed, except for [ErrStopping],
	// see [Item.Stopping], and one that wraps [storage.ErrUnavailable], after which the item
	// is tried again. A failure of one subject is a Result.
	Do(ctx context.Context, item Item) (Result, error)

	// End is called in the transaction that ends, pauses or interrupts a run, see
	// [Mode]. The run has its new Status. If End fails repeatedly, its writes are
	// rolled back and the run ends as [storage.RunFailed].
	End(tx *storage.Tx, run storage.Run) error
}

// Resumer is an optional interface of a [Job] that records when a run that a process
// left open is resumed.
type Resumer interface {
	// Resumed is called in the transaction that resumes the run.
	Resumed(tx *storage.Tx, run storage.Run) error
}

// Independent is an optional interface of a [Job] whose items can be worked on at the same
// time. Do may then be called for an item while it runs for others, and before the results of
// earlier items are written. It must not depend on what they write, nor wait for the Release
// of the [Result] of another item. Results are still written one at a time: in the order of
// the queue or, if several processes work on the run, as they are ready.
type Independent interface {
	// Independent reports whether this applies to the items of a run.
	Independent(run storage.Run) bool
}

// Lined is an optional interface of an [Independent] job whose subjects stand in several lines,
// for example one for each host that is asked. Each line advances at its own pace: its items are
// worked on in their order, and neither wait for those of another line nor hold them up.
type Lined interface {
	// Line returns the line of a subject, from 0, in the transaction that starts a run. Lines
	// from 63 are one.
	Line(tx *storage.Tx, subject string) (int, error)
}

// Selector is an optional interface of a [Job] whose runs can be limited to some
// subjects. The options are those of the [StartOptions].
type Selector interface {
	// Select is called in place of [Job.Queue].
	Select(tx *storage.Tx, options json.RawMessage) iter.Seq2[string, error]
}

// Item is a subject of a run, for [Job.Do].
type Item struct {
	Run     storage.Run // as it was when the work on the item began
	Seq     int         // place in the queue: in the first line from 0
	Subject string
	Title   string // see [Job.Title]

	// Checkpoint is the last checkpoint of [Item.SaveCheckpoint], if a process left the
	// item unfinished; otherwise nil.
	Checkpoint json.RawMessage

	report   func(progress any)
	save     func(ctx context.Context, write func(tx *storage.Tx) (json.RawMessage, error)) error
	stopping <-chan struct{}
}

// SaveCheckpoint calls write, which may be nil, and saves the checkpoint kept, in one
// transaction. After a crash, another process continues from the checkpoint. Write may be
// called more than once, so it must assign to captured variables and never append to them.
// Its writes are applied once if kept differs from the previous checkpoint; otherwise they
// may be applied twice if a response of the database is lost. A process that has lost the
// lease writes nothing.
//
// The error is that of write or the database, or means that another process has taken
// over. Do must return it unchanged.
func (i Item) SaveCheckpoint(ctx context.Context, kept json.RawMessage, write func(tx *storage.Tx) error) error {
	return i.SaveCheckpointFrom(ctx, func(tx *storage.Tx) (json.RawMessage, error) {
		if write == nil {
			return kept, nil
		}
		return kept, write(tx)
	})
}

// SaveCheckpointFrom is [Item.SaveCheckpoint] for a checkpoint that depends on what was
// written: write returns it.
func (i Item) SaveCheckpointFrom(ctx context.Context, write func(tx *storage.Tx) (json.RawMessage, error)) error {
	if i.save == nil {
		return errors.New("runner: the item was not created by an engine")
	}
	return i.save(ctx, write)
}

// Stopping returns a channel that is closed when the engine begins to stop. A Do that takes
// long should then return [ErrStopping] as soon as no work would be lost. The item stays
// pending with its checkpoint.
func (i Item) Stopping() <-chan struct{} { return i.stopping }

// Report sends progress to the subscribers of the run while Do works on the item.
func (i Item) Report(progress any) {
	if i.report != nil {
		i.report(progress)
	}
}

// Result is the result of [Job.Do]. The zero Result is a completed item with nothing to
// write.
type Result struct {
	// Write writes the result in the transaction that marks the item as done, and
	// returns how the item is counted. The run is as it was before the item. Write may be
	// called more than once, so it must assign to captured variables and never append to
	// them. Nil: there is nothing to write, and the item counts as Completed.
	Write func(tx *storage.Tx, run storage.Run) (Outcome, error)

	// Instead, if set, is called if Write fails with err. The writes of Write are rolled
	// back, and the Write of the returned Result is called in its place. If Instead returns
	// false, or that second Write fails, the run fails.
	Instead func(err error) (Result, bool)

	// Release, if set, is called once: after the commit, or when the result is discarded.
	Release func()

	// Interrupt, if not empty, interrupts the run and is the reason. The item stays pending,
	// and the next start resumes the run at this item. The rest of the Result is ignored,
	// except Release, Elsewhere and Later. While items of other lines are worked on, only the
	// line of the item waits.
	Interrupt string

	// Later, if positive, is the time after which the item, which stays pending, is worked on
	// again. The items after it in its line wait, too. With an Interrupt it is how long the line
	// waits while others advance; zero: until none does.
	Later time.Duration

	// Elsewhere means that other processes may be able to continue despite the Interrupt. If
	// several processes work on the run, it is interrupted only when none can continue.
	Elsewhere bool
}

// Outcome is how an item is counted.
type Outcome struct {
	State  State
	Totals json.RawMessage // the job's new totals of the run; nil: unchanged

	// Entries and Detail are sent to subscribers of the run and not stored; may be nil.
	Entries []storage.Entry // the changes that the item found
	Detail  json.RawMessage
}

// State is how an item ended.
type State string

// The states of an ended item. Empty means Completed.
const (
	Completed State = "completed"
	Failed    State = "failed"
	Skipped   State = "skipped"
)

// Interrupted returns why an open run was interrupted, if it was.
func Interrupted(run storage.Run) (reason string, ok bool) {
	return run.Reason, run.Status == storage.RunInterrupted
}

// Left returns the number of items of a run that are not done.
func Left(run storage.Run) int { return run.Total - run.Completed - run.Failed - run.Skipped }
