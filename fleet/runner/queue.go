package runner

import (
	"context"
	"iter"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Task is an item of a run for one of the processes that work on it.
type Task struct {
	Runner string
	Run    string
	Seq    int // see [storage.RunItem]
}

// Handout is a task that a [Queue] has handed to this process.
type Handout struct {
	Task

	// Complete removes the task from the queue in a transaction. It returns
	// [background.ErrLost] if the queue no longer has the task, or has taken it back.
	Complete func(tx *storage.Tx) error

	placed *placed // in the queue of one process; nil: of several
}

// Running is a task that a process took from a [Queue] and has not completed.
type Running struct {
	Task
	Process string
}

// Worker is a process that works on tasks.
type Worker struct {
	Process string   // unique name of the process
	Runners []string // the runners whose tasks it takes
	AtOnce  int      // maximum number of tasks of a runner that it works on at the same time

	// Do works on a task. It returns nil if the task needs no more work, or otherwise the
	// delay after which the task is handed out again, to any process.
	Do func(ctx context.Context, h Handout) (again *time.Duration)
}

// Queue hands tasks to the processes that share a database. It is stored in the database of
// the engine's store: the engine calls the methods that take a transaction in its own
// transactions, so that both commit together.
type Queue interface {
	// Work hands tasks to a worker until stop is closed, and returns when all calls of
	// Worker.Do have returned. The contexts of the calls end with ctx.
	Work(ctx context.Context, stop <-chan struct{}, w Worker) error

	// Add adds tasks: all those of a run, which may be a million, or only the next one. It
	// fails with the error of an element.
	Add(tx *storage.Tx, tasks iter.Seq2[Task, error]) error

	// Clear removes the tasks of a runner, including those that a process works on.
	Clear(tx *storage.Tx, runner string) error

	// Has reports whether there are tasks of a runner, and whether a process works on one.
	Has(tx *storage.Tx, runner string) (tasks, working bool, err error)

	// Running returns the tasks that were handed out longer than this duration ago.
	Running(tx *storage.Tx, ago time.Duration) ([]Running, error)

	// Return makes a task that was handed out available to all processes again.
	Return(tx *storage.Tx, task Running) error
}
