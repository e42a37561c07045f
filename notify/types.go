package notify

import (
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// class describes a type of notification: the switch that decides whether it is shown
// and sent, and whether quiet hours delay it.
type class struct {
	kind storage.NotificationType

	// flag is the feature flag that serves as the switch, and flagName the name of that
	// switch. Empty: the switch is in the setting [prefsSetting].
	flag, flagName string

	// named means that the switch has the name of the type. If it is a flag, that is a
	// second name.
	named bool

	// standard is the default of the switch.
	standard bool

	// chosen means that messages about the type are sent only if a user chose it: by the
	// switch, or in a destination.
	chosen bool

	// quiet means that quiet hours delay the type, because scheduled work causes it, even at
	// night. The other types result from a request, or ask the user to act.
	quiet bool
}

// classes returns all types, in the order in which their switches are listed.
func classes() []class {
	return []class{
		{kind: storage.NoticeLabelChanges, flag: feature.LabelChanges, flagName: "label_changes", named: true, standard: true, quiet: true},
		{kind: storage.NoticeProfileMismatch, named: true, standard: true},
		{kind: storage.NoticePolicyUpdates, flag: feature.PolicyUpdates, flagName: "policy_updates", named: true, quiet: true},
		{kind: storage.NoticeVersionUpdates, named: true, standard: true, chosen: true},
		{kind: storage.NoticeImportCompleted, named: true, standard: true},
		{kind: storage.NoticeManualAppsPrompt, named: true, standard: true},
		{kind: storage.NoticeAITimeout, named: true, standard: true},
		{kind: storage.NoticeJobResumed, named: true, standard: true},
		{kind: storage.NoticeParserFallthrough, named: true, standard: true},
		{kind: storage.NoticeAvailability, named: true, standard: true, quiet: true},
		{kind: storage.NoticeSyncAlert, named: true, standard: true, quiet: true},
		{kind: storage.NoticeListingChanges, named: true, standard: true, quiet: true},
		{kind: storage.NoticeAccessibilityChanges, flag: feature.AccessibilityChanges, flagName: "accessibility_changes", quiet: true},
		{kind: storage.NoticeNewPrivacyTypes, flag: feature.NewPrivacyTypes, flagName: "new_privacy_types", standard: true, quiet: true},
	}
}

// quiet reports whether quiet hours delay the type. They do not delay unknown types, of
// another version of the service.
func quiet(t storage.NotificationType) bool {
	for _, c := range classes() {
		if c.kind == t {
			return c.quiet
		}
	}
	return false
}
