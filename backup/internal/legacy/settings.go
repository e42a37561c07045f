package legacy

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// timeSettings are the settings of the other service that hold a time. None of them is one of
// internal/settings.
var timeSettings = []string{
	"welcomed_at", "manual_apps_banner_dismissed_at", "audit_bundle_last_exported_at", "device_resync.last_committed_at",
	"task_visit.privacy_map_at", "task_visit.app_detail_at", "task_visit.compare_at",
}

// switchSettings are settings of the other service that are true or missing.
var switchSettings = []string{"coachmark_tour_done", "dev_menu_enabled"}

// takeSetting takes a setting that exists here. Others, such as the state of runs
// and settings for developers, are left.
func (t *translation) takeSetting(r *row) error {
	name, text := r.text("key"), r.text("value")
	if r.err != nil || t.takeFocus(name, text) {
		return r.err
	}
	if name == "device.scope" {
		return t.takeScope(r)
	}
	setting, ok := settingOf(name, text, t.ExportedAt)
	if !ok || t.settings[setting.Name] {
		return t.leave(r)
	}
	t.settings[setting.Name] = true
	return t.put(r, setting)
}

func settingOf(name, text string, now storage.Time) (storage.Setting, bool) {
	own := camel(strings.ReplaceAll(name, ".", "_"))
	switch {
	case slices.Contains(timeSettings, name):
		at, err := strconv.ParseInt(text, 10, 64)
		return storage.Setting{Name: own, Value: text}, err == nil && at > 0 && at <= int64(storage.MaxAppID)
	case slices.Contains(switchSettings, name):
		return storage.Setting{Name: own, Value: "true"}, text == "true"
	case name == "privacy_profile":
		p, err := profile.ParsePrivacy([]byte(text))
		return profileSetting(own, p, err == nil && !p.IsZero())
	case name == "accessibility_profile":
		a, err := profile.ParseAccessibility([]byte(text))
		return profileSetting(own, a, err == nil && a != nil)
	case name == "notification_prefs":
		return notify.PrefsSetting(text)
	}
	return settings.FromText(camel(name), text, now)
}

func profileSetting(name string, p json.Marshaler, ok bool) (storage.Setting, bool) {
	if !ok {
		return storage.Setting{}, false
	}
	text, err := p.MarshalJSON()
	return storage.Setting{Name: name, Value: string(text)}, err == nil
}

// takeFocus takes a setting that is part of the focus, and reports whether it is.
func (t *translation) takeFocus(name, text string) bool {
	focus, on := cmp.Or(t.focus, new(feature.Focus)), text == "true"
	switch name {
	case "flag.focus.audience":
		focus.Audience = text
	case "flag.focus.workflow":
		focus.Workflow = text
	case "flag.focus.goal.monitor":
		focus.Monitor = on
	case "flag.focus.goal.cleanup":
		focus.Cleanup = on
	case "flag.focus.goal.minimal":
		focus.Minimal = on
	case "flag.focus.goal.accessibility":
		focus.Accessibility = on
	case "guardian_child_age_band":
		if text == "" {
			return true
		}
		focus.ChildAgeBand = &text
	case "flag.focus.updated_at":
		return true
	default:
		return false
	}
	t.focus = focus
	return true
}

// takeOverride takes the user's value of a flag, if the flag exists here and is not
// for developers.
func (t *translation) takeOverride(r *row) error {
	o := storage.FlagOverride{Flag: r.text("flag_key"), Value: r.text("override_value"), UpdatedAt: r.time("set_at")}
	if r.is("quarantined") || !feature.Known(o.Flag) || strings.HasPrefix(o.Flag, "flag.devopts.") {
		return t.leave(r)
	}
	return t.put(r, o)
}

// takeImportedBundle takes the record of the import of an audit bundle.
func (t *translation) takeImportedBundle(r *row) error {
	imported := bundle.Imported{
		ImportedAt: r.time("imported_at"), Recommender: r.known("recommender_name"), AppsTotal: r.count("apps_total"), AppsAdded: r.count("apps_added"),
		AppsUpdated: r.count("apps_updated"), AppsSkipped: r.count("apps_skipped"), AnnotationsAdded: r.count("annotations_added"),
	}
	name := bundle.ImportedSetting(r.text("exported_at"))
	if name == bundle.ImportedPrefix || t.settings[name] {
		return t.leave(r)
	}
	t.settings[name] = true
	text, err := json.Marshal(imported)
	if err != nil {
		return err
	}
	return t.put(r, storage.Setting{Name: name, Value: string(text)})
}
