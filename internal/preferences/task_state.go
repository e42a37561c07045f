package preferences

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// stamps are the times of the actions of a user on a task.
type stamps struct {
	StartedAt   storage.NullTime `json:"startedAt,omitempty"`
	DismissedAt storage.NullTime `json:"dismissedAt,omitempty"`
	OptedInAt   storage.NullTime `json:"optedInAt,omitempty"`
}

// taskStates are the stamps of tasks by id.
type taskStates map[string]stamps

// taskStatesVersion is the version of the stored format.
const taskStatesVersion = 1

// TaskAction is an action of the user on a task.
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

// The errors of an invalid change of a task.
var (
	ErrTask   = errors.New("no such task")
	ErrAction = errors.New("no such action on a task")
)

// Tasks returns the user's tasks.
func Tasks(tx *storage.Tx, now storage.Time) (TaskList, error) {
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

// ChangeTask applies an action to a task. To opt in to a task that is not optional, or to
// visit one that a visit does not complete, changes nothing. The error wraps [ErrTask] or
// [ErrAction].
func ChangeTask(tx *storage.Tx, now storage.Time, action TaskAction, id string) error {
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
		_, err := tx.Settings.Delete(tasksSetting)
		return err
	default:
		return fmt.Errorf("%w: %q", ErrAction, action)
	}
	kept[id] = s
	return putTaskStates(tx, kept)
}

// storedStates is the stored format of the stamps.
type storedStates struct {
	Version int                                   `json:"version"`
	Tasks   map[string]map[string]json.RawMessage `json:"tasks"`
}

// taskStatesOf returns the stamps of known tasks. Invalid stamps, and another format, are
// ignored.
func taskStatesOf(tx *storage.Tx) (taskStates, error) {
	text, err := settings.Text(tx, tasksSetting)
	if err != nil {
		return nil, err
	}
	states := make(taskStates)
	var kept storedStates
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

// moment decodes a stamp, zero if it is invalid.
func moment(kept json.RawMessage) storage.NullTime {
	var ms int64
	if kept == nil || json.Unmarshal(kept, &ms) != nil || ms < 0 {
		return 0
	}
	return storage.NullTime(ms)
}

func putTaskStates(tx *storage.Tx, states taskStates) error {
	text, err := json.Marshal(struct {
		Version int        `json:"version"`
		Tasks   taskStates `json:"tasks"`
	}{taskStatesVersion, states})
	if err != nil {
		return fmt.Errorf("encode the states of tasks: %w", err)
	}
	return settings.PutText(tx, tasksSetting, string(text))
}
