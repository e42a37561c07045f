package settings

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// The settings that other packages read by name. A setting is stored under its name in the API.
const (
	SyncSchedule = "syncSchedule" // one of the schedules; empty: Manual
	AppCountry   = "appCountry"   // a storefront; empty: not chosen

	SyncAlertHours   = "syncAlertHours"         // a number: hours without a successful sync before an alert; empty: twice the interval of the schedule
	SyncAlertPercent = "syncAlertFailedPercent" // a number: percentage of failed apps above which there is an alert; zero: never

	WebhookURL       = "notificationWebhookUrl"       // the URL of the webhook; empty: none
	WebhookFormat    = "notificationWebhookFormat"    // one of the formats; empty: Generic
	WebhookFrequency = "notificationWebhookFrequency" // one of the frequencies; empty: Immediate
	WebhookSecret    = "notificationWebhookSecret"    // signs messages; empty: they are not signed

	QuietHoursStart    = "notificationQuietHoursStart"    // a time of day; empty: no quiet hours
	QuietHoursEnd      = "notificationQuietHoursEnd"      // a time of day; empty or the same: no quiet hours
	QuietHoursTimeZone = "notificationQuietHoursTimeZone" // a name in the IANA database; empty: UTC

	AccessibilityLabels = "trackAccessibilityLabels"    // a flag: accessibility labels are shown
	WizardCompleted     = "backgroundWizardCompletedAt" // when the user set up the schedule; empty: never
)

// The schedules of automatic syncs.
const (
	Manual = "manual" // never
	Daily  = "daily"
	Weekly = "weekly"
)

// The formats of messages to a webhook.
const (
	Generic = "generic"
	Slack   = "slack"
	Discord = "discord"
	Teams   = "teams"
)

// The frequencies of messages to a webhook.
const (
	Immediate     = "immediate" // at once
	DailySummary  = "daily_summary"
	WeeklySummary = "weekly_summary"
	Off           = "off" // never
)

// The settings of language models.
const (
	AIProvider          = "aiProvider"          // the provider; empty: NoAI
	AIKey               = "aiApiKey"            // a secret; empty: no key
	AIBaseURL           = "aiBaseUrl"           // empty: the default of the provider
	AIModel             = "aiModel"             // empty: the default of the provider
	AISummarizeOnImport = "aiSummarizeOnImport" // a flag: policies are summarized automatically
	AIDebugLogging      = "aiDebugLogging"      // a flag: requests are logged
	AITimeoutDirect     = "aiTimeoutDirectMs"   // numbers; zero: the default of the provider
	AITimeoutChunk      = "aiTimeoutChunkMs"
	AITimeoutMerge      = "aiTimeoutMergeMs"
)

// The providers.
const (
	NoAI      = "disabled" // models are not used
	OpenAI    = "openai"
	Anthropic = "anthropic"
	CustomAI  = "custom" // any service with an API like that of OpenAI
)

// setting is a setting that users change.
type setting struct {
	name string
	kind
	isSet string // see [Setting.IsSet]
	note  string
	voids string // the setting that is reset when this one changes
}

// kind describes the values of a setting. The default is stored as no record.
type kind struct {
	Values
	// read checks a new value, which is not null, and returns the text to store. Its error
	// describes a valid value.
	read func(sent json.RawMessage, now storage.Time) (string, error)
	// show returns the displayed value for a stored text.
	show func(kept string) any
	// unchanged reports whether the new text is the mask of the stored one, which then
	// stays. It returns an error if the text is invalid. Nil: it never is a mask.
	unchanged func(text, kept string) (bool, error)
	// secret means that the text is not shown.
	secret bool
}

// table returns all settings, in the order of checks and writes.
func table() []setting {
	const minute, week = int64(time.Minute / time.Millisecond), int64(7 * 24 * time.Hour / time.Minute)
	timeout := number(nil, 10_000, 15*minute)
	return []setting{
		{name: SyncSchedule, kind: choice(Manual, Daily, Weekly)},
		{name: SyncAlertHours, kind: number(nil, 0, maxAlertHours), note: "Notify when no sync has succeeded for this many hours. 0: never. Null: twice the interval of the schedule."},
		{name: SyncAlertPercent, kind: number(int64(50), 0, 100), note: "Notify when more than this percentage of the apps of a sync failed. 0: never."},
		{name: AppCountry, kind: country(), isSet: "appCountryExplicit"},

		// A key belongs to one provider at one URL, so it comes after the settings that reset it.
		{name: AIProvider, kind: choice(NoAI, OpenAI, Anthropic, CustomAI), voids: AIKey},
		{name: AIBaseURL, kind: address(), voids: AIKey},
		{name: AIKey, kind: secret(512), isSet: "aiApiKeySet", note: "Cleared when aiProvider or aiBaseUrl changes, unless the same request sets it."},
		{name: AIModel, kind: text(MaxAIModel)},
		{name: AISummarizeOnImport, kind: flag(false)},
		{name: AIDebugLogging, kind: flag(false)},
		{name: AITimeoutDirect, kind: timeout},
		{name: AITimeoutChunk, kind: timeout},
		{name: AITimeoutMerge, kind: timeout},

		{name: "policyDiffAlertDays", kind: number(int64(90), 0, 3650)},
		{name: PolicyScrapeThrottleEnabled, kind: flag(true)},
		{name: PolicyScrapeThrottleMinutes, kind: number(int64(60), 0, week)},
		{name: PolicyScrapeDisabled, kind: flag(false)},

		{name: "waybackShowImported", kind: flag(true)},
		{name: AccessibilityLabels, kind: flag(true)},
		{name: "queueShowProgressBar", kind: flag(true)},
		{name: "cfgutilImportedAt", kind: past(time.Minute)},

		{name: WebhookURL, kind: webhook(), isSet: "notificationWebhookUrlSet"},
		{name: WebhookFormat, kind: choice(Generic, Slack, Discord, Teams)},
		{name: WebhookFrequency, kind: choice(Immediate, DailySummary, WeeklySummary, Off)},
		{name: WebhookSecret, kind: signingKey(), isSet: "notificationWebhookSecretSet"},
		{name: QuietHoursStart, kind: timeOfDay()},
		{name: QuietHoursEnd, kind: timeOfDay()},
		{name: QuietHoursTimeZone, kind: timeZone()},

		{name: HealthCheckEnabled, kind: flag(true)},
		{name: HealthCheckIntegrity, kind: flag(false)},

		{name: WizardCompleted, kind: moment()},
		{name: "backgroundWizardDismissedAt", kind: moment()},
	}
}

// find returns the setting with a name, and reports whether there is one.
func find(name string) (setting, bool) {
	for _, s := range table() {
		if s.name == name {
			return s, true
		}
	}
	return setting{}, false
}

// maxAlertHours is the longest time without a successful sync before an alert: a year.
const maxAlertHours = 366 * 24

// MaxAIModel is the maximum length of the name of a model, in characters.
const MaxAIModel = 200

// maxExact is the largest whole number that JSON carries exactly (RFC 8259, section 6).
const maxExact = 1<<53 - 1

// list joins alternatives with commas and "or".
func list(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
