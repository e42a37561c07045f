package runner

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Task is an item of a run for one of the processes of a [Shared] engine.
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
}

// Running is a task that a process took from a [Queue] and has not completed.
type Running struct {
	Task
	Process string
}

// Worker is a process that works on tasks.
type Worker struct {
	Process string   // a name that no other one has
	Runners []string // whose tasks it takes
	AtOnce  int      // how many tasks of a runner it takes at the same time

	// Do works on a task. It returns nil when there is nothing left to do, or the time after
	// which the task is to be handed out again, to any process.
	Do func(ctx context.Context, h Handout) (again *time.Duration)
}

// Queue hands tasks to the processes of a [Shared] engine, in the database of its store. Its
// methods with a transaction are called in those of the engine, which commit their effect
// together with that of the engine.
type Queue interface {
	// Work hands tasks to a worker until stop is closed, and returns when its last call has
	// returned. The contexts of the calls end with that of Work.
	Work(ctx context.Context, stop <-chan struct{}, w Worker) error

	// Add adds tasks: all of a run, which may be a million, or the next one.
	Add(tx *storage.Tx, tasks []Task) error

	// Clear removes the tasks of a runner, also those that a process works on.
	Clear(tx *storage.Tx, runner string) error

	// Has reports whether there are tasks of a runner, and whether a process works on one.
	Has(tx *storage.Tx, runner string) (tasks, working bool, err error)

	// Running returns the tasks that were handed out earlier than so long ago.
	Running(tx *storage.Tx, ago time.Duration) ([]Running, error)

	// Return makes a task available again that a process has taken.
	Return(tx *storage.Tx, task Running) error
}
