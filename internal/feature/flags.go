package feature

import "github.com/privacylabels/auditor/storage"

// Value is the value of a flag.
type Value string

// The values of flags.
const (
	On        Value = "on"
	Off       Value = "off"
	Collapsed Value = "collapsed" // shown on request
)

// valid reports whether a flag can have the value.
func (v Value) valid() bool { return v == On || v == Off || v == Collapsed }

// The flags that change what the service does.
const (
	// System, overridden to be off, sets every flag to its hard default.
	System = "flag.devopts.feature_flag_system.enabled"

	LabelChanges         = "flag.notifications.types.label_changes"
	PolicyUpdates        = "flag.notifications.types.policy_updates"
	AccessibilityChanges = "flag.notifications.types.accessibility_changes"
	NewPrivacyTypes      = "flag.notifications.types.new_privacy_types"
	QuietHours           = "flag.notifications.quiet_hours"
	// ResumeNotices: whether a notification is posted when an interrupted run is resumed.
	ResumeNotices = "flag.notifications.resume.enabled"

	// SafetySummary: whether a summary of a policy is written for a guardian.
	SafetySummary = "flag.detail.policy.safety_summary"
	// TasksPreview: whether the user's tasks are shown as on the first day.
	TasksPreview = "flag.devopts.tasks_preview_default"
	// DeviceUninstall: whether scripts that remove apps from devices are made.
	DeviceUninstall = "flag.devopts.cfgutil_uninstall"
)

// RuntimeSetting is the setting with the runtime environment: Desktop, or empty.
const RuntimeSetting = "runtimeEnvironment"

// Desktop is the value of [RuntimeSetting] in the desktop application.
const Desktop = "desktop"

// Flags are the values of all flags at one moment. The zero value is that of a new
// installation. Flags are immutable and safe for concurrent use.
type Flags struct {
	active    [layerCount]bool
	overrides map[string]Value // of known flags
}

// Resolve returns the flags. It reads two settings and the overrides; the value of a flag
// is computed on demand.
func Resolve(tx *storage.Tx) (Flags, error) {
	focus, err := FocusOf(tx)
	if err != nil {
		return Flags{}, err
	}
	runtime, _, err := storage.Find(tx.Settings, RuntimeSetting)
	if err != nil {
		return Flags{}, err
	}
	overrides, err := overridesOf(tx)
	return New(focus, runtime.Value == Desktop, overrides), err
}

// New returns the flags under a focus, with overrides. Unknown flags and values are
// ignored.
func New(focus Focus, onDesktop bool, overrides map[string]Value) Flags {
	f := Flags{active: focus.layers()}
	f.active[desktop] = onDesktop
	for key, value := range overrides {
		if !Known(key) || !value.valid() {
			continue
		}
		if f.overrides == nil {
			f.overrides = make(map[string]Value, len(overrides))
		}
		f.overrides[key] = value
	}
	return f
}

// Known reports whether there is a flag with this key.
func Known(key string) bool { return registry().byKey[key] != nil }

// HasSurface reports whether there are flags of a surface.
func HasSurface(surface string) bool {
	for _, d := range registry().byKey {
		if d.surface == surface {
			return true
		}
	}
	return false
}

// On reports whether a flag is on. Collapsed and unknown flags are not.
func (f Flags) On(key string) bool { return f.Value(key) == On }

// Value returns the value of a flag, empty if the key is unknown.
func (f Flags) Value(key string) Value {
	d := registry().byKey[key]
	if d == nil {
		return ""
	}
	return f.value(d)
}

func (f Flags) value(d *definition) Value {
	if f.overrides[System] == Off {
		return d.hard
	}
	if v, ok := f.overrides[d.key]; ok {
		return v
	}
	return f.standard(d)
}

// standard returns the value of a flag without its own override.
func (f Flags) standard(d *definition) Value {
	if d.parent != nil && f.value(d.parent) != On {
		return Off
	}
	v := d.hard
	for l, active := range f.active {
		if active && d.set[l] != "" {
			v = d.set[l]
		}
	}
	return v
}

// focused returns the value that a flag would have if its own override were cleared.
func (f Flags) focused(d *definition) Value {
	if d.key != System && f.overrides[System] == Off {
		return d.hard
	}
	return f.standard(d)
}

// State describes a flag.
type State struct {
	Key          string `json:"key"`          // the key that names it
	Surface      string `json:"surface"`      // the part of the user interface that the flag is for
	HardDefault  Value  `json:"hardDefault"`  // the value without any setting
	CurrentValue Value  `json:"currentValue"` // the value in force
	FocusValue   Value  `json:"focusValue"`   // the value without the override of this flag
	Override     *Value `json:"override"`     // the value that the user has set; nil: none
	Wired        bool   `json:"wired"`        // whether the flag has an effect: always true
}

// List returns all flags, ordered by surface and key.
func (f Flags) List() []State {
	all := make([]State, 0, len(registry().sorted))
	for _, d := range registry().sorted {
		s := State{
			Key: d.key, Surface: d.surface, HardDefault: d.hard,
			CurrentValue: f.value(d), FocusValue: f.focused(d), Wired: true,
		}
		if v, ok := f.overrides[d.key]; ok {
			s.Override = &v
		}
		all = append(all, s)
	}
	return all
}
