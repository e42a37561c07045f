package preferences

import (
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The tasks of the first days.
const (
	TaskPrivacyMap  = "view_privacy_map"
	TaskAppDetail   = "open_any_app_detail"
	TaskProfile     = "create_privacy_profile"
	TaskMismatches  = "review_mismatches"
	TaskCompare     = "compare_two_apps"
	TaskBackground  = "setup_background_mode"
	TaskRemove      = "remove_apps_from_phone"
	TaskResync      = "resync_apps_from_device"
	TaskAuditBundle = "export_audit_bundle"
)

// startedFor is how long a started task counts as in progress.
const startedFor = 14 * 24 * time.Hour

// TaskState is the state of a task.
type TaskState string

// The states of tasks. The first that applies counts.
const (
	TaskCompleted  TaskState = "completed"
	TaskDismissed  TaskState = "dismissed"
	TaskBlocked    TaskState = "blocked" // a prerequisite is not completed
	TaskInProgress TaskState = "in_progress"
	TaskReady      TaskState = "ready"
)

// task describes a task.
type task struct {
	id    string
	route string // the page on which it is done
	optIn bool   // offered until the user opts in
	visit string // the setting with the time of the visit of its page that completes it; empty: none does

	prerequisites []string
	// included reports whether a focus has the task. Nil: all have.
	included func(feature.Focus) bool
	// done reports whether the task is completed. Nil: a visit completes it.
	done func(facts) bool
}

// tasks returns all tasks, in the order in which they are shown.
func tasks() []task {
	return []task{
		{id: TaskPrivacyMap, route: "/privacy-map", visit: "taskVisitPrivacyMapAt"},
		{id: TaskAppDetail, route: "/", visit: "taskVisitAppDetailAt"},
		{id: TaskProfile, route: "/settings/privacy-profile", done: func(f facts) bool { return f.settings[settings.PrivacyProfile] != "" }},
		{
			id: TaskMismatches, route: "/", prerequisites: []string{TaskProfile},
			included: func(f feature.Focus) bool { return f.Cleanup || f.Minimal },
			done:     func(f facts) bool { return len(f.decided) > 0 },
		},
		{
			id: TaskCompare, route: "/compare", visit: "taskVisitCompareAt",
			included: func(f feature.Focus) bool { return f.Monitor || f.Cleanup },
		},
		{
			id: TaskBackground, route: "/settings/sync", optIn: true,
			done: func(f facts) bool { return f.settings[settings.WizardCompleted] != "" || f.scheduled() },
		},
		{
			id: TaskRemove, route: "/review-queue", optIn: true, prerequisites: []string{TaskProfile},
			done: func(f facts) bool { return f.decided[storage.DecisionUninstall] },
		},
		{
			id: TaskResync, route: "/settings/devices", optIn: true,
			done: func(f facts) bool { return f.settings[DeviceSyncSetting] != "" },
		},
		{
			id: TaskAuditBundle, route: "/settings/export", optIn: true,
			included: func(f feature.Focus) bool { return f.Workflow == feature.WorkflowOtherHandoff },
			done:     func(f facts) bool { return f.settings[AuditBundleSetting] != "" },
		},
	}
}

// find returns the task with an id.
func find(id string) (task, bool) {
	all := tasks()
	at := slices.IndexFunc(all, func(t task) bool { return t.id == id })
	if at < 0 {
		return task{}, false
	}
	return all[at], true
}

// KnownTask reports whether there is a task with this id.
func KnownTask(id string) bool {
	_, ok := find(id)
	return ok
}

// Requires reports whether one task is a prerequisite of another.
func Requires(id, prerequisite string) bool {
	t, _ := find(id)
	return slices.Contains(t.prerequisites, prerequisite)
}

// Task is a task and its state.
type Task struct {
	ID            string           `json:"id"`            // the ID
	Route         string           `json:"route"`         // the page of the user interface
	Prerequisites []string         `json:"prerequisites"` // the IDs of the tasks that have to be completed before
	I18nKey       string           `json:"i18nKey"`       // the key of the text in a user interface
	State         TaskState        `json:"state"`         // the state
	StartedAt     storage.NullTime `json:"startedAt"`     // when it began; null: it has not
	DismissedAt   storage.NullTime `json:"dismissedAt"`   // when the user dismissed the task; null: never
	OptedInAt     storage.NullTime `json:"optedInAt"`     // when the user opted in to the task; null: never
	Audience      string           `json:"audience"`      // for whom the user checks apps
}

// Candidate is a task that the user can opt in to.
type Candidate struct {
	ID      string `json:"id"`      // the ID
	I18nKey string `json:"i18nKey"` // the key of the text in a user interface
}

// TaskList is the user's tasks, and those offered, in the order in which they are
// shown.
type TaskList struct {
	Tasks      []Task      `json:"tasks"`      // the tasks
	Candidates []Candidate `json:"candidates"` // tasks that the user can opt in to
}

// i18nKey is the key of the translations of a task.
func (t task) i18nKey() string { return "userTasks." + t.id }

// state returns the state of a task.
func (t task) state(f facts, kept stamps, now storage.Time) TaskState {
	switch {
	case f.completed(t):
		return TaskCompleted
	case kept.DismissedAt > 0:
		return TaskDismissed
	case slices.ContainsFunc(t.prerequisites, func(id string) bool {
		other, _ := find(id)
		return !f.completed(other)
	}):
		return TaskBlocked
	case kept.StartedAt > 0 && now.Sub(storage.Time(kept.StartedAt)) < startedFor:
		return TaskInProgress
	}
	return TaskReady
}

// listTasks returns the tasks and candidates that follow from the facts.
func listTasks(f facts, kept taskStates, now storage.Time) TaskList {
	list := TaskList{Tasks: []Task{}, Candidates: []Candidate{}}
	for _, t := range tasks() {
		if t.included != nil && !t.included(f.focus) {
			continue
		}
		s := kept[t.id]
		if t.optIn && s.OptedInAt == 0 {
			if !f.completed(t) {
				list.Candidates = append(list.Candidates, Candidate{t.id, t.i18nKey()})
			}
			continue
		}
		list.Tasks = append(list.Tasks, Task{
			ID: t.id, Route: t.route, Prerequisites: append([]string{}, t.prerequisites...), I18nKey: t.i18nKey(),
			State: t.state(f, s, now), StartedAt: s.StartedAt, DismissedAt: s.DismissedAt, OptedInAt: s.OptedInAt,
			Audience: f.focus.Audience,
		})
	}
	return list
}
