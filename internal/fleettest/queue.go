package fleettest

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// queuePoll is how often a Queue looks for tasks.
const queuePoll = 10 * time.Millisecond

// queuePrefix is that of the settings with the tasks of a Queue.
const queuePrefix = "task/"

// Queue is a [runner.Queue] in the settings of a store. It is that of one process: the
// queues of several processes have stores of their own with the same content.
type Queue struct{ Store storage.Store }

var _ runner.Queue = Queue{}

// queued is a task in the database.
type queued struct {
	runner.Task
	Process string       // that has it; empty: none
	At      storage.Time // when it was handed out, or from when it may be
}

func (q queued) name() string {
	return fmt.Sprintf("%s%s/%s/%06d", queuePrefix, q.Runner, q.Run, q.Seq)
}

func (q queued) put(tx *storage.Tx) error {
	value, err := json.Marshal(q)
	if err != nil {
		return err
	}
	return tx.Settings.Put(storage.Setting{Name: q.name(), Value: string(value)})
}

// held returns the task as it is stored, if it is as it was handed out, and otherwise
// [background.ErrLost].
func (q queued) held(tx *storage.Tx) error {
	tasks, err := tasksOf(tx, q.name())
	if err == nil && !slices.Contains(tasks, q) {
		err = background.ErrLost
	}
	return err
}

// tasks returns the tasks of a runner in order.
func (Queue) tasks(tx *storage.Tx, name string) ([]queued, error) {
	return tasksOf(tx, queuePrefix+name+"/")
}

// tasksOf returns the tasks in the settings whose names have a prefix, in order.
func tasksOf(tx *storage.Tx, prefix string) ([]queued, error) {
	settings, err := storage.Collect(tx.Settings.List(storage.SettingQuery{Prefix: prefix}))
	if err != nil {
		return nil, err
	}
	tasks := make([]queued, len(settings))
	for i, setting := range settings {
		if err := json.Unmarshal([]byte(setting.Value), &tasks[i]); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}

// Work implements [runner.Queue].
func (q Queue) Work(ctx context.Context, stop <-chan struct{}, w runner.Worker) error {
	var workers sync.WaitGroup
	for _, name := range w.Runners {
		for range w.AtOnce {
			workers.Go(func() {
				for !background.Stopped(ctx, stop) {
					q.workOnce(ctx, name, w)
					select {
					case <-stop:
					case <-ctx.Done():
					case <-time.After(queuePoll):
					}
				}
			})
		}
	}
	workers.Wait()
	return nil
}

// workOnce works on a task of a runner, if there is one.
func (q Queue) workOnce(ctx context.Context, name string, w runner.Worker) {
	task, ok, err := q.claim(ctx, name, w.Process)
	if err != nil || !ok { // it is tried again
		return
	}
	again := w.Do(ctx, runner.Handout{Task: task.Task, Complete: func(tx *storage.Tx) error {
		if err := task.held(tx); err != nil {
			return err
		}
		_, err := tx.Settings.Delete(task.name())
		return err
	}})
	_ = q.Store.Update(context.WithoutCancel(ctx), func(tx *storage.Tx) error { // fails if the process has lost its database
		if err := task.held(tx); err != nil {
			return err
		}
		if again == nil {
			_, err := tx.Settings.Delete(task.name())
			return err
		}
		return queued{Task: task.Task, At: storage.TimeOf(time.Now().Add(*again))}.put(tx)
	})
}

// claim takes the first task that is to be done now.
func (q Queue) claim(ctx context.Context, name, process string) (task queued, ok bool, err error) {
	find := func(tx *storage.Tx) error {
		now := storage.TimeOf(time.Now())
		tasks, err := q.tasks(tx, name)
		ok = false
		for _, t := range tasks {
			if t.Process == "" && t.At <= now {
				task, ok = queued{t.Task, process, now}, true
				break
			}
		}
		return err
	}
	if err := q.Store.View(ctx, find); err != nil || !ok {
		return task, ok, err
	}
	err = q.Store.Update(ctx, func(tx *storage.Tx) error {
		if err := find(tx); err != nil || !ok {
			return err
		}
		return task.put(tx)
	})
	return task, ok, err
}

// Add implements [runner.Queue].
func (Queue) Add(tx *storage.Tx, tasks iter.Seq2[runner.Task, error]) error {
	for task, err := range tasks {
		if err != nil {
			return err
		}
		if err := (queued{Task: task}).put(tx); err != nil {
			return err
		}
	}
	return nil
}

// Clear implements [runner.Queue].
func (q Queue) Clear(tx *storage.Tx, name string) error {
	tasks, err := q.tasks(tx, name)
	for _, task := range tasks {
		if _, err := tx.Settings.Delete(task.name()); err != nil {
			return err
		}
	}
	return err
}

// Has implements [runner.Queue].
func (q Queue) Has(tx *storage.Tx, name string) (some, working bool, err error) {
	tasks, err := q.tasks(tx, name)
	for _, task := range tasks {
		working = working || task.Process != ""
	}
	return len(tasks) > 0, working, err
}

// Running implements [runner.Queue].
func (q Queue) Running(tx *storage.Tx, ago time.Duration) (running []runner.Running, err error) {
	tasks, err := tasksOf(tx, queuePrefix)
	before := storage.TimeOf(time.Now().Add(-ago))
	for _, task := range tasks {
		if task.Process != "" && task.At <= before {
			running = append(running, runner.Running{Task: task.Task, Process: task.Process})
		}
	}
	return running, err
}

// Return implements [runner.Queue].
func (q Queue) Return(tx *storage.Tx, task runner.Running) error {
	tasks, err := q.tasks(tx, task.Runner)
	for _, t := range tasks {
		if t.Task != task.Task || t.Process != task.Process {
			continue
		}
		if err := (queued{Task: t.Task}).put(tx); err != nil {
			return err
		}
	}
	return err
}
