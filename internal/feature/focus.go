package feature

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// FocusSetting is the setting with the focus: a [Focus] as JSON.
const FocusSetting = "focus"

// The audiences.
const (
	AudienceSelf     = "self"
	AudienceLovedOne = "loved_one"
	AudienceGuardian = "guardian"
)

// The workflows.
const (
	WorkflowSelfMonitor  = "self_monitor"
	WorkflowSelfCleanup  = "self_cleanup"
	WorkflowOtherHandoff = "other_handoff"
	WorkflowOtherMonitor = "other_monitor"
	WorkflowCustom       = "custom"
)

// Focus is for whom the user checks apps, and why. The zero value, and that of each field,
// is the default.
type Focus struct {
	Audience      string  `json:"audience"`      // for whom the user checks apps; empty: self
	Monitor       bool    `json:"monitor"`       // whether the user wants to be notified of changes
	Cleanup       bool    `json:"cleanup"`       // whether the user wants to remove apps
	Minimal       bool    `json:"minimal"`       // whether the user wants to see little. Excludes monitor and cleanup
	Accessibility bool    `json:"accessibility"` // whether the user checks what apps declare about accessibility
	Workflow      string  `json:"workflow"`      // the way in which the user works; empty: derived from the other members
	ChildAgeBand  *string `json:"childAgeBand"`  // the age of the child; nil: not known
}

// The errors of an invalid focus.
var (
	ErrAudience = errors.New("audience must be self, loved_one or guardian")
	ErrWorkflow = errors.New("workflow must be self_monitor, self_cleanup, other_handoff, other_monitor or custom")
	ErrAgeBand  = errors.New("childAgeBand must be under_9, 9_12, 13_15, 16_17 or 18_plus")
)

// Validate returns the error that [PutFocus] would return for the focus.
func (f Focus) Validate() error { return f.complete().check() }

// check returns all errors of the focus.
func (f Focus) check() error {
	var wrong []error
	audiences := []string{AudienceSelf, AudienceLovedOne, AudienceGuardian}
	if !slices.Contains(audiences, f.Audience) {
		wrong = append(wrong, ErrAudience)
	}
	workflows := []string{WorkflowSelfMonitor, WorkflowSelfCleanup, WorkflowOtherHandoff, WorkflowOtherMonitor, WorkflowCustom}
	if !slices.Contains(workflows, f.Workflow) {
		wrong = append(wrong, ErrWorkflow)
	}
	bands := []string{"under_9", "9_12", "13_15", "16_17", "18_plus"}
	if f.ChildAgeBand != nil && !slices.Contains(bands, *f.ChildAgeBand) {
		wrong = append(wrong, ErrAgeBand)
	}
	return errors.Join(wrong...)
}

// complete returns the focus with derived values filled in.
func (f Focus) complete() Focus {
	f.Audience = cmp.Or(f.Audience, AudienceSelf)
	if f.Minimal {
		f.Monitor, f.Cleanup = false, false
	}
	if f.Workflow == "" {
		f.Workflow = f.infer()
	}
	return f
}

// infer derives the workflow from the rest of the focus.
func (f Focus) infer() string {
	own := f.Audience == AudienceSelf && !f.Minimal && !f.Accessibility
	switch {
	case own && f.Monitor && !f.Cleanup:
		return WorkflowSelfMonitor
	case own && f.Cleanup && !f.Monitor:
		return WorkflowSelfCleanup
	}
	return WorkflowCustom
}

// layers returns the layers of the cascade that apply under the focus.
func (f Focus) layers() (active [layerCount]bool) {
	f = f.complete()
	active[lovedOne] = f.Audience == AudienceLovedOne
	active[guardian] = f.Audience == AudienceGuardian
	active[monitor], active[cleanup], active[minimal] = f.Monitor, f.Cleanup, f.Minimal
	active[accessibility] = f.Accessibility
	return active
}

// FocusOf returns the focus, with all defaults filled in. An invalid stored value counts as
// not set.
func FocusOf(tx *storage.Tx) (Focus, error) {
	stored, _, err := storage.Find(tx.Settings, FocusSetting)
	if err != nil {
		return Focus{}, err
	}
	var f Focus
	if json.Unmarshal([]byte(stored.Value), &f) != nil {
		f = Focus{}
	}
	f = f.complete()
	wrong := f.check()
	if errors.Is(wrong, ErrAudience) {
		f.Audience = AudienceSelf
	}
	if errors.Is(wrong, ErrWorkflow) {
		f.Workflow = f.infer()
	}
	if errors.Is(wrong, ErrAgeBand) {
		f.ChildAgeBand = nil
	}
	return f, nil
}

// PutFocus sets the focus, and returns it with derived values filled in. It fails
// with [ErrAudience], [ErrWorkflow] and [ErrAgeBand].
func PutFocus(tx *storage.Tx, f Focus) (Focus, error) {
	f = f.complete()
	if err := f.check(); err != nil {
		return Focus{}, err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return Focus{}, err
	}
	return f, tx.Settings.Put(storage.Setting{Name: FocusSetting, Value: string(text)})
}
