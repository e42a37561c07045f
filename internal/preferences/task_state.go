package preferences

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// stamps is when the user did what with a task.
type stamps struct {
	StartedAt   storage.NullTime `json:"startedAt,omitempty"`
	DismissedAt storage.NullTime `json:"dismissedAt,omitempty"`
	OptedInAt   storage.NullTime `json:"optedInAt,omitempty"`
}

// taskStates is the stamps of tasks by their ids.
type taskStates map[string]stamps

// taskStatesVersion is the version of the form in which they are kept.
const taskStatesVersion = 1

// TaskAction is what the user can do with a task.
type TaskAction string

// The actions.
const (
	TaskStart   TaskAction = "start"
	TaskDismiss TaskAction = "dismiss"
	TaskReset   TaskAction = "reset"
	TaskOptIn   TaskAction = "opt_in"
	TaskVisit   TaskAction = "visit"     // its page is open
	TaskClear   TaskAction = "clear_all" // the stamps of all tasks
)

// What can be wrong with a change of a task.
var (
	ErrTask   = errors.New("no such task")
	ErrAction = errors.New("no such action on a task")
)

// Tasks returns the user's tasks.
func Tasks(tx storage.Tx, now storage.Time) (TaskList, error) {
	f, err := factsOf(tx)
	if err != nil {
		return TaskList{}, err
	}
	kept, err := taskStatesOf(tx)
	if err != nil {
		return TaskList{}, err
	}
	if f.preview {
		kept = nil
	}
	return listTasks(f, kept, now), nil
}

// ChangeTask does something with a task. Taking on one that is not offered, and
// visiting one that a visit does not complete, changes nothing. It fails with
// [ErrTask] and [ErrAction].
func ChangeTask(tx storage.Tx, now storage.Time, action TaskAction, id string) error {
	t, known := find(id)
	if !known && action != TaskClear {
		return fmt.Errorf("%w: %q", ErrTask, id)
	}
	kept, err := taskStatesOf(tx)
	if err != nil {
		return err
	}
	s := kept[id]
	switch action {
	case TaskStart:
		s.StartedAt, s.DismissedAt = storage.NullTime(now), 0
	case TaskDismiss:
		s.DismissedAt = storage.NullTime(now)
	case TaskReset:
		s = stamps{}
	case TaskOptIn:
		if !t.optIn {
			return nil
		}
		s.OptedInAt = storage.NullTime(now)
	case TaskVisit:
		if t.visit == "" {
			return nil
		}
		return settings.PutTime(tx, t.visit, now)
	case TaskClear:
		_, err := tx.Settings().Delete(tasksSetting)
		return err
	default:
		return fmt.Errorf("%w: %q", ErrAction, action)
	}
	kept[id] = s
	return putTaskStates(tx, kept)
}

// keptStates is the form in which the stamps are kept.
type keptStates struct {
	Version int                                   `json:"version"`
	Tasks   map[string]map[string]json.RawMessage `json:"tasks"`
}

// taskStatesOf returns the stamps of tasks: of tasks that there are, as far as
// they are moments. What is kept in another form counts as nothing.
func taskStatesOf(tx storage.Tx) (taskStates, error) {
	text, err := settings.Text(tx, tasksSetting)
	if err != nil {
		return nil, err
	}
	states := make(taskStates)
	var kept keptStates
	if text == "" || json.Unmarshal([]byte(text), &kept) != nil || kept.Version != taskStatesVersion {
		return states, nil
	}
	for id, members := range kept.Tasks {
		if KnownTask(id) {
			states[id] = stamps{
				StartedAt: moment(members["startedAt"]), DismissedAt: moment(members["dismissedAt"]), OptedInAt: moment(members["optedInAt"]),
			}
		}
	}
	return states, nil
}

// moment reads a stamp: never when it is none.
func moment(kept json.RawMessage) storage.NullTime {
	var ms int64
	if kept == nil || json.Unmarshal(kept, &ms) != nil || ms < 0 {
		return 0
	}
	return storage.NullTime(ms)
}

func putTaskStates(tx storage.Tx, states taskStates) error {
	text, err := json.Marshal(struct {
		Version int        `json:"version"`
		Tasks   taskStates `json:"tasks"`
	}{taskStatesVersion, states})
	if err != nil {
		return fmt.Errorf("keep the states of tasks: %w", err)
	}
	return settings.PutText(tx, tasksSetting, string(text))
}
