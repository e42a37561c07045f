package notify

import (
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// class is what is fixed about a type of notification: the switch that decides
// whether it is told, and whether quiet hours hold it back.
type class struct {
	kind storage.NotificationType

	// flag is the feature flag that is the switch, and flagName what the switch is
	// called then. Empty: the switch is kept in the setting [prefsSetting].
	flag, flagName string

	// named says that the switch is called as the type is, also where it is a flag
	// and has a second name.
	named bool

	// standard is what the switch is while nobody has set it.
	standard bool

	// quiet says that quiet hours hold the type back: it comes of looking at an app
	// or its policy, which is done by itself at night. What else there is to tell answers to something that
	// somebody does, or wants somebody to do something.
	quiet bool
}

// classes returns all types, in the order in which switches are listed.
func classes() []class {
	return []class{
		{kind: storage.NoticeLabelChanges, flag: feature.LabelChanges, flagName: "label_changes", named: true, standard: true, quiet: true},
		{kind: storage.NoticeProfileMismatch, named: true, standard: true},
		{kind: storage.NoticePolicyUpdates, flag: feature.PolicyUpdates, flagName: "policy_updates", named: true, quiet: true},
		{kind: storage.NoticeVersionUpdates, named: true, standard: true},
		{kind: storage.NoticeImportCompleted, named: true, standard: true},
		{kind: storage.NoticeManualAppsPrompt, named: true, standard: true},
		{kind: storage.NoticeAITimeout, named: true, standard: true},
		{kind: storage.NoticeJobResumed, named: true, standard: true},
		{kind: storage.NoticeParserFallthrough, named: true, standard: true},
		{kind: storage.NoticeAccessibilityChanges, flag: feature.AccessibilityChanges, flagName: "accessibility_changes", quiet: true},
		{kind: storage.NoticeNewPrivacyTypes, flag: feature.NewPrivacyTypes, flagName: "new_privacy_types", standard: true, quiet: true},
	}
}

// quiet says whether quiet hours hold the type back. They hold back none that
// only another version of the service knows.
func quiet(t storage.NotificationType) bool {
	for _, c := range classes() {
		if c.kind == t {
			return c.quiet
		}
	}
	return false
}
