package runner

import (
	"context"
	"encoding/json"
	"errors"
	"iter"

	"github.com/privacylabels/auditor/storage"
)

// Job is a kind of bulk run. Its methods may be called by several goroutines,
// but never for one run at the same time. A panic in one of them, or in a function
// of a [Result], is a fault that ends the run.
type Job interface {
	// Name is the runner's, such as "sync". There is one run of a name at a time.
	Name() string

	// Queue lists what to work on, in this order, in the transaction that
	// starts a run.
	Queue(tx storage.Tx) iter.Seq2[string, error]

	// Title returns the name under which a subject is shown, empty when it is
	// not there any more.
	Title(tx storage.Tx, subject string) (string, error)

	// Do works on an item, outside any transaction, and says what to write. The
	// context ends when the run is cancelled or has to end, and may end when
	// another process has taken over. An error is a fault that ends the run, but
	// for [ErrStopping], see [Item.Stopping]: what is wrong with one subject is a
	// Result.
	Do(ctx context.Context, item Item) (Result, error)

	// End is called in the transaction that ends a run, pauses it or cuts it off,
	// see [Mode]. The run is as it will be, see its Status. When it fails, more than
	// once, what it wrote is undone and the run ends as [storage.RunFailed].
	End(tx storage.Tx, run storage.Run) error
}

// Resumer is an optional power of a [Job]: to tell of it when a run that a
// process left behind goes on by itself, in the transaction in which it does.
type Resumer interface {
	Resumed(tx storage.Tx, run storage.Run) error
}

// Selector is an optional interface of a [Job] whose runs may be over some subjects
// only. The options are those of the [Order].
type Selector interface {
	// Select is called in place of [Job.Queue].
	Select(tx storage.Tx, options json.RawMessage) iter.Seq2[string, error]
}

// Item is what a [Job] works on.
type Item struct {
	Run     storage.Run // as it was when the item's turn came
	Seq     int         // place in the queue, from 0
	Subject string
	Title   string // see [Job.Title]

	// Kept is what [Item.Keep] kept of it before, when a process left it half
	// done; else nil.
	Kept json.RawMessage

	tell     func(progress any)
	keep     func(ctx context.Context, kept json.RawMessage, write func(tx storage.Tx) error) error
	stopping <-chan struct{}
}

// Keep is a checkpoint in the midst of an item: it writes, in one transaction,
// what write does and how far the item is, for whoever does it again after a
// crash. Write may be nil; it may be called again, so it sets what it captured
// and never adds to it. What it writes is kept once, if kept differs from what was
// kept before; else it may be kept twice, when an answer of the store is lost.
// Whoever has lost the lease writes nothing.
//
// The error is of write, of the store, or says that another process has taken
// over; Do returns it as it is.
func (i Item) Keep(ctx context.Context, kept json.RawMessage, write func(tx storage.Tx) error) error {
	if i.keep == nil {
		return errors.New("runner: the item is not of an engine")
	}
	return i.keep(ctx, kept, write)
}

// Stopping is closed when the engine begins to stop. A Do that takes long then
// returns [ErrStopping] at the next place where nothing is lost: the item stays
// pending, with what was kept of it.
func (i Item) Stopping() <-chan struct{} { return i.stopping }

// Tell sends something to those who follow the run, while Do works on the item.
func (i Item) Tell(progress any) {
	if i.tell != nil {
		i.tell(progress)
	}
}

// Result is what [Job.Do] made of an item. The zero Result is an item that was
// completed without a trace.
type Result struct {
	// Write writes what was found, in the transaction that marks the item as
	// done, and returns how it is counted. The run is as it stands before the
	// item. It may be called again, so it sets what it captured and never adds
	// to it. Nil: there is nothing to write, and the item counts as Completed.
	Write func(tx storage.Tx, run storage.Run) (Outcome, error)

	// Instead, when set, is asked when Write failed with err: the Write of what
	// it returns is taken in place of this one, whose writes are undone. False
	// says that err is a fault that ends the run, and so is one of that Write.
	Instead func(err error) (Result, bool)

	// Release, when set, is called once, after the commit or when there is none.
	Release func()

	// CutOff is why the run cannot go on for now. The item stays pending, and
	// the run is open until the next start goes on at it; nothing else of the
	// Result is looked at. Empty: it can go on.
	CutOff string
}

// Outcome is how an item is counted.
type Outcome struct {
	State  State
	Totals json.RawMessage // the run's own counts from now on; nil: as before
	Detail json.RawMessage // told to those who follow the run, and not kept; may be nil
}

// State is how an item ended.
type State string

// The states of an item that is done. The empty one is Completed.
const (
	Completed State = "completed"
	Failed    State = "failed"
	Skipped   State = "skipped"
)

// CutOff returns why a run was cut off, when it was and is still open.
func CutOff(run storage.Run) (reason string, ok bool) {
	return run.Error, run.Status == storage.RunPaused && run.Error != ""
}

// Left returns how many items of a run are not done.
func Left(run storage.Run) int { return run.Total - run.Completed - run.Failed - run.Skipped }
