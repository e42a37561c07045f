package storage

import "cmp"

// Task is work that one process at a time does. It waits until it is due, and is due again
// when the time of the owner that took it is over: until then the owner has a lease.
type Task struct {
	Kind     string `db:"kind,key"`    // what to do: runner, policy, …
	Subject  string `db:"subject,key"` // what to do it on, such as an app's id; empty: there is only one
	Due      Time   `db:"due"`         // from when it may be taken; zero: immediately
	Owner    string `db:"owner"`       // who has it until then; empty: none
	TakenAt  Time   `db:"taken_at"`    // since when the owner has it; zero: there is none
	Attempts int64  `db:"attempts"`    // how often it was taken
}

// TaskID names a task.
type TaskID struct{ Kind, Subject string }

// TaskQuery narrows a list of tasks, which is ordered by kind and subject.
type TaskQuery struct {
	Kind string // empty: every kind
}

// matches implements [Query].
func (q TaskQuery) matches(t Task) bool { return asked(q.Kind, t.Kind) }

// compare implements [Query].
func (TaskQuery) compare(a, b Task) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Subject, b.Subject))
}

// key returns the kind and the subject.
func (t Task) key() TaskID { return TaskID{t.Kind, t.Subject} }

// Waits reports whether the task is to be done and no process has it.
func (t Task) Waits() bool { return t.Owner == "" && t.Due > 0 }

// validate refuses a task without kind, or with a negative number.
func (t Task) validate() error {
	if t.Kind == "" || t.Due < 0 || t.TakenAt < 0 || t.Attempts < 0 {
		return invalid("task", "no kind, or a negative time or number of attempts")
	}
	return checkText("task", t.Kind, t.Subject, t.Owner)
}
