package settings

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// The settings that have a reader by name. A setting is kept under the name that
// it has in the interface.
const (
	SyncSchedule = "syncSchedule" // one of the schedules; empty: Manual
	AppCountry   = "appCountry"   // a storefront; empty: not chosen

	WebhookURL       = "notificationWebhookUrl"       // where messages go; empty: nowhere
	WebhookFormat    = "notificationWebhookFormat"    // one of the formats; empty: Generic
	WebhookFrequency = "notificationWebhookFrequency" // when messages go; empty: Immediate
	WebhookSecret    = "notificationWebhookSecret"    // what messages are signed with; empty: they are not

	QuietHoursStart    = "notificationQuietHoursStart"    // a time of day; empty: there are no quiet hours
	QuietHoursEnd      = "notificationQuietHoursEnd"      // another one; empty or the same: there are none
	QuietHoursTimeZone = "notificationQuietHoursTimeZone" // a name in the IANA's database; empty: UTC
)

// How often all apps are refreshed by themselves.
const (
	Manual = "manual" // never
	Daily  = "daily"
	Weekly = "weekly"
)

// Who reads a webhook's messages.
const (
	Generic = "generic"
	Slack   = "slack"
	Discord = "discord"
	Teams   = "teams"
)

// When a webhook is told of something.
const (
	Immediate     = "immediate" // at once
	DailySummary  = "daily_summary"
	WeeklySummary = "weekly_summary"
	Off           = "off" // never
)

// The settings that say which model is asked, and when.
const (
	AIProvider          = "aiProvider"          // whose models are asked; empty: NoAI
	AIKey               = "aiApiKey"            // a secret; empty: there is none
	AIBaseURL           = "aiBaseUrl"           // empty: the provider's own
	AIModel             = "aiModel"             // empty: one that fits the provider
	AISummarizeOnImport = "aiSummarizeOnImport" // a flag: models are asked by themselves
	AIDebugLogging      = "aiDebugLogging"      // a flag: what is asked is kept
	AITimeoutDirect     = "aiTimeoutDirectMs"   // numbers; zero: one that fits the provider
	AITimeoutChunk      = "aiTimeoutChunkMs"
	AITimeoutMerge      = "aiTimeoutMergeMs"
)

// The providers.
const (
	NoAI      = "disabled" // no models are asked
	OpenAI    = "openai"
	Anthropic = "anthropic"
	CustomAI  = "custom" // whatever speaks as OpenAI does
)

// setting is one thing that users set.
type setting struct {
	name string
	kind
	isSet string // the read-only member that says whether it is set; empty: there is none
	voids string // the setting that falls back to its default when this one changes
}

// kind is what a setting's values are like. A kept text that is empty stands for
// the default, and is not kept.
type kind struct {
	// read checks a value that was sent, which is not null, and returns the text
	// to keep, or an error that says what it must be.
	read func(sent json.RawMessage, now storage.Time) (string, error)
	// show returns the value that a kept text stands for.
	show func(kept string) any
	// stands says whether the text is how the kept one is shown, so that it is to
	// stay as it is. An error says why the text is none to keep. Nil: it never is.
	stands func(text, kept string) (bool, error)
	// secret says that the kept text is not to be shown.
	secret bool
}

// table returns all settings, in the order in which they are checked and written.
func table() []setting {
	const minute, week = int64(time.Minute / time.Millisecond), int64(7 * 24 * time.Hour / time.Minute)
	timeout := number(nil, 10_000, 15*minute)
	return []setting{
		{name: SyncSchedule, kind: choice(Manual, Daily, Weekly)},
		{name: AppCountry, kind: country(), isSet: "appCountryExplicit"},

		// A key is for one provider at one address, so it comes after what voids it.
		{name: AIProvider, kind: choice(NoAI, OpenAI, Anthropic, CustomAI), voids: AIKey},
		{name: AIBaseURL, kind: address(), voids: AIKey},
		{name: AIKey, kind: secret(512), isSet: "aiApiKeySet"},
		{name: AIModel, kind: text(200)},
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
		{name: "trackAccessibilityLabels", kind: flag(true)},
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

		{name: "backgroundWizardCompletedAt", kind: number(nil, 0, maxExact)},
		{name: "backgroundWizardDismissedAt", kind: number(nil, 0, maxExact)},
	}
}

// maxExact is the largest whole number that JSON carries exactly (RFC 8259, section 6).
const maxExact = 1<<53 - 1

// list writes alternatives the way a sentence does.
func list(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
