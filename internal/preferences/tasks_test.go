package preferences_test

import (
	compare "cmp"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const week = 7 * 24 * time.Hour

// taskBoard is the user's tasks over a store.
type taskBoard struct {
	t     testing.TB
	store storage.Store
	now   storage.Time
}

// newBoard returns the tasks of a new installation, on a store that is quick to
// open.
func newBoard(t testing.TB) *taskBoard {
	return &taskBoard{t: t, store: storagetest.Strict(t, memory.New()), now: now}
}

// decide gives verdicts on an app.
func (b *taskBoard) decide(verdicts ...storage.Verdict) {
	b.t.Helper()
	teststore.Update(b.t, b.store, func(tx *storage.Tx) error {
		if err := tx.Apps.Put(storage.App{ID: 1, Name: "App", URL: "https://apps.apple.com/app/id1"}); err != nil {
			return err
		}
		return tx.Verdicts.Put(verdicts...)
	})
}

func verdict(d storage.Decision) storage.Verdict {
	return storage.Verdict{App: 1, Origin: storage.OriginUser, Decision: d, SetAt: now, UpdatedAt: now}
}

func anothers(d storage.Decision) storage.Verdict {
	v := verdict(d)
	v.Origin, v.OriginName = storage.OriginImported, "Some One"
	return v
}

func (b *taskBoard) list() preferences.TaskList {
	b.t.Helper()
	return teststore.View(b.t, b.store, func(tx *storage.Tx) (preferences.TaskList, error) {
		return preferences.Tasks(tx, b.now)
	})
}

// states returns the states of the tasks as "id:state", then the candidates as
// "id?", in the order of the list.
func (b *taskBoard) states() string {
	b.t.Helper()
	l := b.list()
	var words []string
	for _, each := range l.Tasks {
		words = append(words, each.ID+":"+string(each.State))
	}
	for _, each := range l.Candidates {
		words = append(words, each.ID+"?")
	}
	return strings.Join(words, " ")
}

// state returns the state of one task, empty when it is not in the list.
func (b *taskBoard) state(id string) preferences.TaskState {
	b.t.Helper()
	for _, each := range b.list().Tasks {
		if each.ID == id {
			return each.State
		}
	}
	return ""
}

func (b *taskBoard) do(action preferences.TaskAction, id string) {
	b.t.Helper()
	teststore.Update(b.t, b.store, func(tx *storage.Tx) error { return preferences.ChangeTask(tx, b.now, action, id) })
}

func (b *taskBoard) focus(f feature.Focus) {
	b.t.Helper()
	teststore.Update(b.t, b.store, func(tx *storage.Tx) error {
		_, err := feature.PutFocus(tx, f)
		return err
	})
}

func TestTasksOfAFocus(t *testing.T) {
	t.Parallel()
	const (
		visits = `view_privacy_map:ready open_any_app_detail:ready create_privacy_profile:ready`
		review = ` review_mismatches:blocked`
		pair   = ` compare_two_apps:ready`
		offers = ` setup_background_mode? remove_apps_from_phone? resync_apps_from_device?`
		bundle = ` export_audit_bundle?`
	)
	for _, tt := range []struct {
		focus feature.Focus
		want  string
	}{
		{feature.Focus{}, visits + offers},
		{feature.Focus{Monitor: true}, visits + pair + offers},
		{feature.Focus{Cleanup: true}, visits + review + pair + offers},
		{feature.Focus{Minimal: true, Cleanup: true}, visits + review + offers},
		{feature.Focus{Audience: "loved_one", Workflow: "other_handoff"}, visits + offers + bundle},
		{feature.Focus{Audience: "guardian", Workflow: "other_monitor"}, visits + offers},
	} {
		b := newBoard(t)
		b.focus(tt.focus)
		if diff := cmp.Diff(strings.Fields(tt.want), strings.Fields(b.states())); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.focus, diff)
		}
		for _, each := range b.list().Tasks {
			if want := compare.Or(tt.focus.Audience, "self"); each.Audience != want {
				t.Errorf("%s is for %s, want %s", each.ID, each.Audience, want)
			}
		}
	}
}

func TestTaskAtFirst(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.focus(feature.Focus{Cleanup: true})
	l := b.list()
	want := preferences.Task{
		ID: "review_mismatches", Route: "/", Prerequisites: []string{"create_privacy_profile"}, I18nKey: "userTasks.review_mismatches",
		State: preferences.TaskBlocked, Audience: "self",
	}
	if diff := cmp.Diff(want, l.Tasks[3]); diff != "" {
		t.Errorf("task (-want +got):\n%s", diff)
	}
	candidate := preferences.Candidate{ID: "setup_background_mode", I18nKey: "userTasks.setup_background_mode"}
	if diff := cmp.Diff(candidate, l.Candidates[0]); diff != "" {
		t.Errorf("candidate (-want +got):\n%s", diff)
	}
}

// Each fact completes its task, whatever the user said of it.
func TestTasksCompleted(t *testing.T) {
	t.Parallel()
	everything := feature.Focus{Cleanup: true, Workflow: "other_handoff"}
	for name, tt := range map[string]struct {
		set      map[string]string
		verdicts []storage.Verdict
		done     []string
	}{
		"a profile":            {set: map[string]string{"privacyProfile": `{"LOCATION":"none"}`}, done: []string{preferences.TaskProfile}},
		"a verdict":            {verdicts: []storage.Verdict{verdict(storage.DecisionSafe)}, done: []string{preferences.TaskMismatches}},
		"one to uninstall":     {verdicts: []storage.Verdict{verdict(storage.DecisionUninstall)}, done: []string{preferences.TaskMismatches, preferences.TaskRemove}},
		"the wizard":           {set: map[string]string{"backgroundWizardCompletedAt": "1"}, done: []string{preferences.TaskBackground}},
		"a schedule":           {set: map[string]string{"syncSchedule": "weekly"}, done: []string{preferences.TaskBackground}},
		"no schedule":          {set: map[string]string{"syncSchedule": "manual"}},
		"a sync with a device": {set: map[string]string{"deviceResyncLastCommittedAt": "1"}, done: []string{preferences.TaskResync}},
		"a bundle":             {set: map[string]string{"auditBundleLastExportedAt": "1"}, done: []string{preferences.TaskAuditBundle}},
		"another's verdict":    {verdicts: []storage.Verdict{anothers(storage.DecisionUninstall)}},
		"nothing":              {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBoard(t)
			b.decide(tt.verdicts...)
			b.focus(everything)
			set(t, b.store, tt.set)
			for _, c := range b.list().Candidates {
				if slices.Contains(tt.done, c.ID) {
					t.Errorf("%s is done, and offered", c.ID)
				}
			}
			for _, id := range []string{preferences.TaskBackground, preferences.TaskRemove, preferences.TaskResync, preferences.TaskAuditBundle} {
				b.do(preferences.TaskOptIn, id)
			}
			if n := len(b.list().Tasks); n != 9 {
				t.Fatalf("%d tasks, want 9", n)
			}
			for _, each := range b.list().Tasks {
				b.do(preferences.TaskDismiss, each.ID)
				if got, want := b.state(each.ID) == preferences.TaskCompleted, slices.Contains(tt.done, each.ID); got != want {
					t.Errorf("%s is %s", each.ID, b.state(each.ID))
				}
			}
		})
	}
}

func TestVisits(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.focus(feature.Focus{Monitor: true})
	for _, id := range []string{preferences.TaskPrivacyMap, preferences.TaskAppDetail, preferences.TaskCompare} {
		if got := b.state(id); got != preferences.TaskReady {
			t.Errorf("%s is %s", id, got)
		}
		b.do(preferences.TaskVisit, id)
		if got := b.state(id); got != preferences.TaskCompleted {
			t.Errorf("after a visit, %s is %s", id, got)
		}
	}
	b.do(preferences.TaskVisit, preferences.TaskProfile)
	if got := b.state(preferences.TaskProfile); got != preferences.TaskReady {
		t.Errorf("a visit made the profile %s", got)
	}
	b.do(preferences.TaskClear, "")
	if got := b.state(preferences.TaskCompare); got != preferences.TaskCompleted {
		t.Errorf("what was visited is %s", got)
	}
}

func TestTaskActions(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.focus(feature.Focus{Cleanup: true})
	const own, gated = preferences.TaskProfile, preferences.TaskMismatches
	for _, step := range []struct {
		action preferences.TaskAction
		id     string
		after  time.Duration
		want   preferences.TaskState
	}{
		{preferences.TaskStart, own, 0, preferences.TaskInProgress},
		{preferences.TaskStart, own, 2*week - time.Millisecond, preferences.TaskInProgress},
		{preferences.TaskStart, own, 2 * week, preferences.TaskReady},
		{preferences.TaskDismiss, own, 0, preferences.TaskDismissed},
		{preferences.TaskStart, own, 0, preferences.TaskInProgress},
		{preferences.TaskReset, own, 0, preferences.TaskReady},
		{preferences.TaskOptIn, own, 0, preferences.TaskReady},
		{preferences.TaskStart, gated, 0, preferences.TaskBlocked},
		{preferences.TaskDismiss, gated, 0, preferences.TaskDismissed},
		{preferences.TaskClear, "", 0, ""},
		{preferences.TaskReset, gated, 0, preferences.TaskBlocked},
		{preferences.TaskOptIn, preferences.TaskResync, 0, preferences.TaskReady},
		{preferences.TaskStart, preferences.TaskResync, week, preferences.TaskInProgress},
		{preferences.TaskReset, preferences.TaskResync, 0, ""},
	} {
		b.do(step.action, step.id)
		b.now = b.now.Add(step.after)
		if got := b.state(step.id); got != step.want {
			t.Errorf("%s %s, %v later: %s, want %s", step.action, step.id, step.after, got, step.want)
		}
	}
	b.do(preferences.TaskOptIn, preferences.TaskRemove)
	b.do(preferences.TaskStart, preferences.TaskProfile)
	l := b.list()
	if got := l.Tasks[2]; got.StartedAt != storage.NullTime(b.now) || got.DismissedAt != 0 || got.OptedInAt != 0 {
		t.Errorf("the task is %+v", got)
	}
	if got := l.Tasks[5]; got.ID != preferences.TaskRemove || got.OptedInAt != storage.NullTime(b.now) || got.State != preferences.TaskBlocked {
		t.Errorf("the task is %+v", got)
	}
}

func TestInvalidTaskChanges(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, tt := range []struct {
		action preferences.TaskAction
		id     string
		want   error
	}{
		{preferences.TaskStart, "toString", preferences.ErrTask},
		{preferences.TaskReset, "", preferences.ErrTask},
		{"finish", preferences.TaskProfile, preferences.ErrAction},
	} {
		err := s.Update(t.Context(), func(tx *storage.Tx) error { return preferences.ChangeTask(tx, now, tt.action, tt.id) })
		if !errors.Is(err, tt.want) {
			t.Errorf("%s %q: %v, want %v", tt.action, tt.id, err, tt.want)
		}
	}
	if got := kept(t, s); len(got) != 0 {
		t.Errorf("settings are %v", got)
	}
}

func TestPreviewOfTasks(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.decide(verdict(storage.DecisionUninstall))
	set(t, b.store, map[string]string{"privacyProfile": "{}", "syncSchedule": "daily"})
	b.do(preferences.TaskStart, preferences.TaskAppDetail)
	b.do(preferences.TaskOptIn, preferences.TaskRemove)
	teststore.Update(t, b.store, func(tx *storage.Tx) error {
		return feature.SetOverride(tx, now, feature.TasksPreview, feature.On)
	})
	want := "view_privacy_map:ready open_any_app_detail:ready create_privacy_profile:ready " +
		"setup_background_mode? remove_apps_from_phone? resync_apps_from_device?"
	if diff := cmp.Diff(want, b.states()); diff != "" {
		t.Errorf("tasks (-want +got):\n%s", diff)
	}
}

func TestRequires(t *testing.T) {
	t.Parallel()
	if !preferences.Requires(preferences.TaskRemove, preferences.TaskProfile) || preferences.Requires(preferences.TaskProfile, preferences.TaskProfile) ||
		preferences.Requires("", "") || preferences.Requires("toString", preferences.TaskProfile) {
		t.Error("what requires what is not so")
	}
}

// FuzzStoredTasks reads the states of tasks from any stored text.
func FuzzStoredTasks(f *testing.F) {
	for _, text := range []string{
		"", "{", "null", "[]", `{"version":1}`, `{"version":2,"tasks":{"create_privacy_profile":{"dismissedAt":1}}}`,
		`{"version":1,"tasks":{"create_privacy_profile":{"dismissedAt":1}}}`, `{"version":1,"tasks":{"x":{"startedAt":1}}}`,
		`{"version":1,"tasks":{"create_privacy_profile":{"startedAt":"1","dismissedAt":-1,"optedInAt":1e99}}}`, `{"version":1,"tasks":[]}`,
	} {
		f.Add(text)
	}
	s := teststore.Open(f)
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "")
		set(t, s, map[string]string{"userTasks": text})
		b := &taskBoard{t: t, store: s, now: now}
		for _, each := range b.list().Tasks {
			if each.StartedAt < 0 || each.DismissedAt < 0 || each.OptedInAt < 0 {
				t.Errorf("%q: %+v", text, each)
			}
		}
		b.do(preferences.TaskDismiss, preferences.TaskProfile)
		if got := b.state(preferences.TaskProfile); got != preferences.TaskDismissed {
			t.Errorf("%q: after it was dismissed, the task is %s", text, got)
		}
	})
}

func TestStoredTasks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]preferences.TaskState{
		`{"version":1,"tasks":{"create_privacy_profile":{"dismissedAt":1}}}`:                                                   preferences.TaskDismissed,
		`{"version":1,"tasks":{"toString":{"dismissedAt":1},"create_privacy_profile":{"dismissedAt":1}}}`:                      preferences.TaskDismissed,
		`{"version":2,"tasks":{"create_privacy_profile":{"dismissedAt":1}}}`:                                                   preferences.TaskReady,
		`{"version":1,"tasks":{"create_privacy_profile":{"dismissedAt":"1"}}}`:                                                 preferences.TaskReady,
		`{"version":1,"tasks":{"create_privacy_profile":{"dismissedAt":null,"startedAt":1760000000000}}}`:                      preferences.TaskInProgress,
		`{"version":1,"tasks":{"create_privacy_profile":{"dismissedAt":true,"startedAt":1758000000000}},"more":"than needed"}`: preferences.TaskReady,
		`not JSON`: preferences.TaskReady,
	} {
		b := newBoard(t)
		set(t, b.store, map[string]string{"userTasks": text})
		if got := b.state(preferences.TaskProfile); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
