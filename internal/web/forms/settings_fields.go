package forms

import "github.com/privacylabels/auditor/internal/settings"

// input is how a setting is entered.
type input struct {
	Name  string
	Label string
	Hint  string
	Kind  string // select, check, number, time, secret, url or text

	Choices []choice // of a select
	// Inverted means that the setting is off when the check is on.
	Inverted bool

	// As the form shows it.
	Value string
	On    bool
	Set   bool // a secret is stored
	Wrong string
}

// group is a screen of settings.
type group struct {
	Key, Title string
	Inputs     []input
}

// generalInputs are the settings of the work itself.
func generalInputs() []input {
	return []input{
		{
			Name: settings.SyncSchedule, Label: "Refresh all apps", Kind: "select", Hint: "A refresh reads each app again from the App Store and records what has changed.",
			Choices: []choice{{settings.Manual, "Only when I start it"}, {settings.Daily, "Every day"}, {settings.Weekly, "Every week"}},
		},
		{Name: settings.SyncAlertHours, Label: "Alert after this many hours without a refresh", Kind: "number", Hint: "A notification, in case refreshes stop. Empty: after twice the time between two refreshes. 0: no alert."},
		{Name: settings.SyncAlertPercent, Label: "Alert when more than this many percent of the apps fail", Kind: "number", Hint: "A notification about a refresh in which many apps could not be read. 0: no alert."},
		{Name: settings.AppCountry, Label: "Storefront", Kind: "text", Hint: "The country of the App Store that apps are searched for in and read from, as two letters such as us or de."},
		{Name: settings.PolicyScrapeDisabled, Label: "Read privacy policies", Kind: "check", Inverted: true, Hint: "The text that each app links to is fetched from the developer’s site and compared with the one before."},
		{Name: "trackAccessibilityLabels", Label: "Watch accessibility labels", Kind: "check", Hint: "Which features such as VoiceOver an app declares, and when that changes."},
		{Name: settings.HealthCheckEnabled, Label: "Check the database every day", Kind: "check", Hint: "Finds records that contradict each other. What is found is logged under Activity."},
	}
}

// webhookInputs are the settings of messages.
func webhookInputs() []input {
	return []input{
		{Name: settings.WebhookURL, Label: "Address of the webhook", Kind: "text", Hint: "Where messages are sent, for example an incoming webhook of Slack, Discord or Teams. For other channels add a destination. Empty: no webhook."},
		{
			Name: settings.WebhookFormat, Label: "Format", Kind: "select",
			Choices: []choice{{settings.Generic, "JSON"}, {settings.Slack, "Slack"}, {settings.Discord, "Discord"}, {settings.Teams, "Teams"}},
		},
		{
			Name: settings.WebhookFrequency, Label: "Send", Kind: "select",
			Choices: []choice{
				{settings.Immediate, "At once"}, {settings.DailySummary, "Once a day"}, {settings.WeeklySummary, "Once a week"}, {settings.Off, "Never"},
			},
		},
		{Name: settings.WebhookSecret, Label: "Signing key", Kind: "secret", Hint: "whsec_ and 24 to 64 bytes in base64. With it the receiver can tell that a message is from here."},
		{Name: settings.QuietHoursStart, Label: "Quiet from", Kind: "time", Hint: "Messages of the quiet hours are sent when they end."},
		{Name: settings.QuietHoursEnd, Label: "Quiet until", Kind: "time"},
		{Name: settings.QuietHoursTimeZone, Label: "Time zone of the quiet hours", Kind: "text", Hint: "Such as Europe/Berlin. Empty: UTC."},
	}
}

// modelInputs are the settings of the language models.
func modelInputs() []input {
	return []input{
		{
			Name: settings.AIProvider, Label: "Provider", Kind: "select", Hint: "The text of each policy is sent to this provider.",
			Choices: []choice{{settings.NoAI, "No model"}, {settings.OpenAI, "OpenAI"}, {settings.Anthropic, "Anthropic"}, {settings.CustomAI, "Another, compatible with OpenAI"}},
		},
		{Name: settings.AIBaseURL, Label: "Address of the API", Kind: "text", Hint: "Needed for another provider, such as http://127.0.0.1:11434/v1 for a model on your own machine. Otherwise leave it empty."},
		{Name: settings.AIModel, Label: "Model", Kind: "text", Hint: "Its name, as the provider has it. Empty: the default of the provider."},
		{Name: settings.AIKey, Label: "API key", Kind: "secret", Hint: "Enter it again when you change the provider or the address: it is deleted then."},
		{Name: settings.AISummarizeOnImport, Label: "Summarise each policy as soon as it is read", Kind: "check"},
	}
}

func groups() []group {
	return []group{
		{"general", "General", generalInputs()},
		{"notifications", "Notifications", webhookInputs()},
		{"models", "Policy summaries", modelInputs()},
	}
}
