package backup

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// foreignMoments are settings that say when something was done, by their names
// elsewhere; those of the table of settings are not among them.
func foreignMoments() map[string]string {
	return map[string]string{
		"welcomed_at": "welcomedAt", "manual_apps_banner_dismissed_at": "manualAppsBannerDismissedAt",
		"audit_bundle_last_exported_at": "auditBundleLastExportedAt", "device_resync.last_committed_at": "deviceResyncLastCommittedAt",
		"task_visit.privacy_map_at": "taskVisitPrivacyMapAt", "task_visit.app_detail_at": "taskVisitAppDetailAt", "task_visit.compare_at": "taskVisitCompareAt",
	}
}

// foreignSwitches are settings that are true or not said.
func foreignSwitches() map[string]string {
	return map[string]string{"coachmark_tour_done": "coachmarkTourDone", "dev_menu_enabled": "devMenuEnabled"}
}

// takeSetting takes a setting that is known here. The rest, such as the state of
// what runs there and all that only developers set, is left out.
func (t *translation) takeSetting(r *row) error {
	name, text := r.text("key"), r.text("value")
	if r.err != nil || t.takeFocus(name, text) {
		return r.err
	}
	if name == "device.scope" {
		return t.takeScope(r)
	}
	kept, ok := foreignSetting(name, text, t.stamp())
	if !ok || t.names[kept.Name] {
		return t.leave(r)
	}
	t.names[kept.Name] = true
	return t.out.put(memberSettings, r, kept)
}

func foreignSetting(name, text string, now storage.Time) (storage.Setting, bool) {
	if own, ok := foreignMoments()[name]; ok {
		at, err := strconv.ParseInt(text, 10, 64)
		return storage.Setting{Name: own, Value: text}, err == nil && at > 0 && at <= int64(storage.MaxAppID)
	}
	if own, ok := foreignSwitches()[name]; ok {
		return storage.Setting{Name: own, Value: "true"}, text == "true"
	}
	switch name {
	case "privacy_profile":
		p, err := profile.ParsePrivacy([]byte(text))
		return profileSetting("privacyProfile", p, err == nil && !p.IsZero())
	case "accessibility_profile":
		a, err := profile.ParseAccessibility([]byte(text))
		return profileSetting("accessibilityProfile", a, err == nil && a != nil)
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

// takeFocus takes a setting that is part of the focus, and says whether it is.
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

// takeOverride takes the value that the user gave a flag, if there is such a one
// here and it is none that only developers set.
func (t *translation) takeOverride(r *row) error {
	o := storage.FlagOverride{Flag: r.text("flag_key"), Value: r.text("override_value"), UpdatedAt: r.time("set_at")}
	if r.is("quarantined") || !feature.Known(o.Flag) || strings.HasPrefix(o.Flag, "flag.devopts.") {
		return t.leave(r)
	}
	return t.out.put("featureFlagOverrides", r, o)
}

// takeImportedBundle takes that a bundle of another person was imported.
func (t *translation) takeImportedBundle(r *row) error {
	kept := ImportedAuditBundle{
		ImportedAt: r.time("imported_at"), Recommender: r.known("recommender_name"), AppsTotal: r.count("apps_total"), AppsAdded: r.count("apps_added"),
		AppsUpdated: r.count("apps_updated"), AppsSkipped: r.count("apps_skipped"), AnnotationsAdded: r.count("annotations_added"),
	}
	name := importSetting(r.text("exported_at"))
	if name == AuditBundleImportPrefix || t.names[name] {
		return t.leave(r)
	}
	t.names[name] = true
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return t.out.put(memberSettings, r, storage.Setting{Name: name, Value: string(text)})
}
