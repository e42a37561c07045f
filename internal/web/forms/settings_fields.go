package forms

import "github.com/privacylabels/auditor/internal/settings"

// input is how a setting is entered.
type input struct {
	Name  string
	Label string
	Hint  string
	Kind  string // select, check, number, time, secret, url or text

	Choices []choice // of a select
	Min     int      // of a number
	Max     int

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
			Name: settings.SyncSchedule, Label: "Refresh all apps", Kind: "select", Hint: "Each app is read again from the App Store.",
			Choices: []choice{{settings.Manual, "Only when I say so"}, {settings.Daily, "Every day"}, {settings.Weekly, "Every week"}},
		},
		{Name: settings.SyncAlertHours, Label: "Alert after so many hours without a refresh", Kind: "number", Hint: "Empty: twice the time between two refreshes. 0: never."},
		{Name: settings.SyncAlertPercent, Label: "Alert when more than so many percent of the apps fail", Kind: "number", Hint: "0: never."},
		{Name: settings.AppCountry, Label: "Storefront", Kind: "text", Hint: "Two letters of a country, such as us or de. It decides where apps are searched for and read."},
		{Name: settings.PolicyScrapeDisabled, Label: "Do not read privacy policies", Kind: "check"},
		{Name: "trackAccessibilityLabels", Label: "Watch accessibility labels as well", Kind: "check"},
		{Name: settings.HealthCheckEnabled, Label: "Check the stored records every day", Kind: "check"},
	}
}

// webhookInputs are the settings of messages.
func webhookInputs() []input {
	return []input{
		{Name: settings.WebhookURL, Label: "Address of the webhook", Kind: "text", Hint: "Where messages go, for example one of Slack, Discord or Teams. Empty: nowhere."},
		{
			Name: settings.WebhookFormat, Label: "Format", Kind: "select",
			Choices: []choice{{settings.Generic, "JSON"}, {settings.Slack, "Slack"}, {settings.Discord, "Discord"}, {settings.Teams, "Teams"}},
		},
		{
			Name: settings.WebhookFrequency, Label: "When", Kind: "select",
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
			Name: settings.AIProvider, Label: "Summarise policies with", Kind: "select", Hint: "The text of a policy is sent to this provider.",
			Choices: []choice{{settings.NoAI, "No model"}, {settings.OpenAI, "OpenAI"}, {settings.Anthropic, "Anthropic"}, {settings.CustomAI, "Another, with the API of OpenAI"}},
		},
		{Name: settings.AIBaseURL, Label: "Address of the API", Kind: "text", Hint: "Needed for another provider, for example a model on your own machine. Empty: that of the provider."},
		{Name: settings.AIModel, Label: "Model", Kind: "text", Hint: "Empty: the usual one of the provider."},
		{Name: settings.AIKey, Label: "Key", Kind: "secret", Hint: "It is for one provider at one address, and is forgotten when either changes."},
		{Name: settings.AISummarizeOnImport, Label: "Summarise each policy as soon as it is read", Kind: "check"},
	}
}

func groups() []group {
	return []group{
		{"general", "General", generalInputs()},
		{"notifications", "Notifications", webhookInputs()},
		{"models", "Models", modelInputs()},
	}
}
