package settings

import (
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// The settings that other packages read by name. A setting is stored under its name in the API.
const (
	SyncSchedule = "syncSchedule" // one of the schedules; empty: Manual
	LastSync     = "lastAutoSync" // a time: when a sync last ended; users do not change it
	AppCountry   = "appCountry"   // a storefront; empty: not chosen

	StorefrontSchedule = "storefrontSchedule" // the storefronts in which the apps with a tag are read: see [ParseStorefronts]; empty: none

	Purpose = "purpose" // one of the purposes; empty: PurposeUnasked

	SyncAlertHours   = "syncAlertHours"         // a number: hours without a successful sync before an alert; empty: twice the interval of the schedule
	SyncAlertPercent = "syncAlertFailedPercent" // a number: percentage of failed apps above which there is an alert; zero: never

	WebhookURL       = "notificationWebhookUrl"       // the URL of the webhook; empty: none
	WebhookFormat    = "notificationWebhookFormat"    // one of the formats; empty: Generic
	WebhookFrequency = "notificationWebhookFrequency" // one of the frequencies; empty: Immediate
	WebhookSecret    = "notificationWebhookSecret"    // signs messages; empty: they are not signed

	MessageLanguage = "notificationLanguage" // the code of a language; empty: English
	PageURL         = "notificationPageUrl"  // the address of the page that messages link to; empty: no links

	QuietHoursStart    = "notificationQuietHoursStart"    // a time of day; empty: no quiet hours
	QuietHoursEnd      = "notificationQuietHoursEnd"      // a time of day; empty or the same: no quiet hours
	QuietHoursTimeZone = "notificationQuietHoursTimeZone" // a name in the IANA database; empty: UTC

	AccessibilityLabels = "trackAccessibilityLabels"    // a flag: accessibility labels are shown
	ArchiveChanges      = "archiveChanges"              // a flag: the web archive is asked to capture the page of a change
	WizardCompleted     = "backgroundWizardCompletedAt" // when the user set up the schedule; empty: never
)

// The schedules of automatic syncs.
const (
	Manual = "manual" // never
	Daily  = "daily"
	Weekly = "weekly"
)

// The purposes of an installation.
const (
	PurposeUnasked  = "unasked"  // the page asks for it
	PurposePhone    = "phone"    // the user's own phone
	PurposeChild    = "child"    // a child's phone
	PurposeTeam     = "team"     // the apps of a team
	PurposeResearch = "research" // research
	PurposeOther    = "other"    // none of these, or the user does not say
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

// The screens of the page that have settings.
const (
	General  = "general"
	Messages = "notifications"
	Models   = "models"
)

// Field is how the page shows a setting.
type Field struct {
	Screen   string // one of the screens; empty: the page does not show it
	Label    string
	Hint     string
	Words    []string // for the choices, in their order
	Inverted bool     // the check is on when the setting is off
}

// setting is a setting that users change.
type setting struct {
	name string
	kind
	isSet string // see [Setting.IsSet]
	note  string // see [Setting.Note]
	field Field
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

// table returns all settings, in the order of checks and writes. They are made once, because each
// refresh asks for some; callers do not change them.
var table = sync.OnceValue(func() []setting {
	const minute, week = int64(time.Minute / time.Millisecond), int64(7 * 24 * time.Hour / time.Minute)
	codes, own := languages()
	timeout := number(nil, 10_000, 15*minute)
	return []setting{
		{
			name: SyncSchedule, kind: choice(Manual, Daily, Weekly),
			note: "When all apps are refreshed: manual (never automatically), daily or weekly",
			field: Field{Screen: General, Label: "Check all apps", Words: []string{"Only when I start it", "Every day", "Every week"},
				Hint: "A check reads each app again from the App Store and records what has changed.",
			},
		},
		{
			name: Purpose, kind: choice(PurposeUnasked, PurposePhone, PurposeChild, PurposeTeam, PurposeResearch, PurposeOther),
			note: "What the installation is for, which decides what the first screen shows",
		},
		{
			name: SyncAlertHours, kind: number(nil, 0, maxAlertHours),
			note: "Notify when no sync has succeeded for this many hours. 0: never. Null: twice the interval of the schedule.",
			field: Field{Screen: General, Label: "Alert after this many hours without a check",
				Hint: "A notification, in case checks stop. Empty: after twice the time between two checks. 0: no alert.",
			},
		},
		{
			name: SyncAlertPercent, kind: number(int64(50), 0, 100),
			note: "Notify when more than this percentage of the apps of a sync failed. 0: never.",
			field: Field{Screen: General, Label: "Alert when more than this many percent of the apps fail",
				Hint: "A notification about a check in which many apps could not be read. 0: no alert.",
			},
		},
		{
			name: AppCountry, kind: country(), isSet: "appCountryExplicit",
			note: "The storefront that is tried first: two lower-case letters",
			field: Field{Screen: General, Label: "Storefront",
				Hint: "The country of the App Store that apps are searched for in and read from.",
			},
		},
		{
			name: StorefrontSchedule, kind: storefrontRounds(),
			note: "The storefronts in which the apps with a tag are read besides their own, daily or weekly, such as \"games: us, de, jp weekly; kids: us, fr daily\"; empty: none",
			field: Field{Screen: General, Label: "Compare storefronts regularly",
				Hint: "Tags with the countries to read, such as “games: us, de, jp weekly”. Several are separated by semicolons. What other storefronts show is stored beside the record.",
			},
		},

		// A key belongs to one provider at one URL, so it comes after the settings that reset it.
		{
			name: AIProvider, kind: choice(NoAI, OpenAI, Anthropic, CustomAI), voids: AIKey,
			note: "The provider of the language model; disabled: policies are not summarised by a model",
			field: Field{Screen: Models, Label: "Provider", Words: []string{"No model", "OpenAI", "Anthropic", "Another, compatible with OpenAI"},
				Hint: "The text of each policy is sent to this provider.",
			},
		},
		{
			name: AIBaseURL, kind: address(), voids: AIKey,
			note: "The base URL of the language model, for providers that need one",
			field: Field{Screen: Models, Label: "Address of the API",
				Hint: "Needed for another provider, such as http://127.0.0.1:11434/v1 for a model on your own machine. Otherwise leave it empty.",
			},
		},
		{
			name: AIModel, kind: text(MaxAIModel),
			note: "The name of the language model at its provider",
			field: Field{Screen: Models, Label: "Model",
				Hint: "Its name, as the provider has it. Empty: the default of the provider.",
			},
		},
		{
			name: AIKey, kind: secret(512), isSet: "aiApiKeySet",
			note: "Cleared when aiProvider or aiBaseUrl changes, unless the same request sets it.",
			field: Field{Screen: Models, Label: "API key",
				Hint: "Enter it again when you change the provider or the address: it is deleted then.",
			},
		},
		{
			name: AISummarizeOnImport, kind: flag(false),
			note:  "Whether policies are summarised when apps are imported",
			field: Field{Screen: Models, Label: "Summarise each policy as soon as it is read"},
		},
		{
			name: AIDebugLogging, kind: flag(false),
			note: "Whether requests to language models and their responses are logged",
		},
		{
			name: AITimeoutDirect, kind: timeout,
			note: "The time limit for a model to summarise a whole policy, in milliseconds",
		},
		{
			name: AITimeoutChunk, kind: timeout,
			note: "The time limit for a model to summarise a part of a policy, in milliseconds",
		},
		{
			name: AITimeoutMerge, kind: timeout,
			note: "The time limit for a model to merge the summaries of parts, in milliseconds",
		},

		{
			name: "policyDiffAlertDays", kind: number(int64(90), 0, 3650),
			note: "For how many days a change of a policy counts as new; 0: never",
		},
		{
			name: PolicyScrapeThrottleEnabled, kind: flag(true),
			note: "Whether a policy that was fetched recently is not fetched again",
		},
		{
			name: PolicyScrapeThrottleMinutes, kind: number(int64(60), 0, week),
			note: "How long a policy counts as fetched recently, in minutes",
		},
		{
			name: PolicyScrapeDisabled, kind: flag(false),
			note: "Whether the fetching of policies is disabled",
			field: Field{Screen: General, Label: "Read privacy policies", Inverted: true,
				Hint: "The text that each app links to is fetched from the developer’s site and compared with the one before.",
			},
		},

		{
			name: "waybackShowImported", kind: flag(true),
			note: "Whether the user interface marks snapshots from the web archive",
		},
		{
			name: AccessibilityLabels, kind: flag(true),
			note: "Whether changes of accessibility labels are recorded and reported in notifications",
			field: Field{Screen: General, Label: "Watch accessibility labels",
				Hint: "Which features such as VoiceOver an app declares, and when that changes.",
			},
		},
		{
			name: ArchiveChanges, kind: flag(false),
			note: "Whether the web archive is asked to capture the page of an app when a refresh shows a change",
			field: Field{Screen: General, Label: "Have changes captured by the web archive",
				Hint: "So that others can check what a page said: web.archive.org reads and publishes the page of an app soon after a change.",
			},
		},
		{
			name: "queueShowProgressBar", kind: flag(true),
			note: "Whether the user interface shows the progress of a session",
		},
		{name: "cfgutilImportedAt", kind: past(time.Minute)},

		{
			name: WebhookURL, kind: webhook(), isSet: "notificationWebhookUrlSet",
			note: "The URL of the webhook; empty: none",
			field: Field{Screen: Messages, Label: "Address of the webhook",
				Hint: "Where messages are sent, for example an incoming webhook of Slack, Discord or Teams. For other channels add a destination. Empty: no webhook.",
			},
		},
		{
			name: WebhookFormat, kind: choice(Generic, Slack, Discord, Teams),
			note:  "The format of the messages to the webhook; empty: derived from its URL",
			field: Field{Screen: Messages, Label: "Format", Words: []string{"JSON", "Slack", "Discord", "Teams"}},
		},
		{
			name: WebhookFrequency, kind: choice(Immediate, DailySummary, WeeklySummary, Off),
			note:  "When messages are sent to the webhook: immediate, daily_summary, weekly_summary or off",
			field: Field{Screen: Messages, Label: "Send", Words: []string{"At once", "Once a day", "Once a week", "Never"}},
		},
		{
			name: WebhookSecret, kind: signingKey(), isSet: "notificationWebhookSecretSet",
			note: "The secret with which messages to the webhook are signed; empty: they are not signed",
			field: Field{Screen: Messages, Label: "Signing key",
				Hint: "whsec_ and 24 to 64 bytes in base64. With it the receiver can tell that a message is from here.",
			},
		},
		{
			name: MessageLanguage, kind: choice(codes...),
			note:  "The language of messages to people, such as en or de. Messages for programs are in English.",
			field: Field{Screen: Messages, Label: "Language of messages", Words: own},
		},
		{
			name: PageURL, kind: address(),
			note: "The address under which people open the web page. Messages link to it; empty: they do not.",
			field: Field{Screen: Messages, Label: "Address of this page",
				Hint: "As the devices that get messages reach it, such as http://auditor.lan:3000. A message then links to what changed. Empty: no links.",
			},
		},
		{
			name: QuietHoursStart, kind: timeOfDay(),
			field: Field{Screen: Messages, Label: "Quiet from",
				Hint: "Messages of the quiet hours are sent when they end.",
			},
		},
		{
			name: QuietHoursEnd, kind: timeOfDay(),
			field: Field{Screen: Messages, Label: "Quiet until"},
		},
		{
			name: QuietHoursTimeZone, kind: timeZone(),
			field: Field{Screen: Messages, Label: "Time zone of the quiet hours",
				Hint: "Such as Europe/Berlin. Empty: UTC.",
			},
		},

		{
			name: HealthCheckEnabled, kind: flag(true),
			note: "Whether the service checks its data regularly",
			field: Field{Screen: General, Label: "Check the database every day",
				Hint: "Finds records that contradict each other. What is found is logged under Activity.",
			},
		},
		{
			name: HealthCheckIntegrity, kind: flag(false),
			note: "Whether these checks also read the whole database",
		},

		{name: WizardCompleted, kind: moment()},
		{name: "backgroundWizardDismissedAt", kind: moment()},
	}
})

// languages returns the codes and the names of all languages.
func languages() (codes, own []string) {
	for _, l := range language.All() {
		codes, own = append(codes, l.Code), append(own, l.Own)
	}
	return codes, own
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
