package forms

import "github.com/privacylabels/auditor/internal/settings"

// input is how a setting is entered.
type input struct {
	Name  string
	Label string
	Hint  string
	Kind  string // select, check, number, time, secret or text; empty: by the form of the setting

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
	Key, Title, Path string
	Inputs           []input
}

// generalInputs are the settings of the work itself.
func generalInputs() []input {
	return []input{
		{
			Name: settings.SyncSchedule, Label: "Refresh all apps", Hint: "A refresh reads each app again from the App Store and records what has changed.",
			Choices: []choice{{settings.Manual, "Only when I start it"}, {settings.Daily, "Every day"}, {settings.Weekly, "Every week"}},
		},
		{Name: settings.SyncAlertHours, Label: "Alert after this many hours without a refresh", Hint: "A notification, in case refreshes stop. Empty: after twice the time between two refreshes. 0: no alert."},
		{Name: settings.SyncAlertPercent, Label: "Alert when more than this many percent of the apps fail", Hint: "A notification about a refresh in which many apps could not be read. 0: no alert."},
		{Name: settings.AppCountry, Label: "Storefront", Hint: "The country of the App Store that apps are searched for in and read from, as two letters such as us or de."},
		{Name: settings.PolicyScrapeDisabled, Label: "Read privacy policies", Inverted: true, Hint: "The text that each app links to is fetched from the developer’s site and compared with the one before."},
		{Name: settings.AccessibilityLabels, Label: "Watch accessibility labels", Hint: "Which features such as VoiceOver an app declares, and when that changes."},
		{Name: settings.HealthCheckEnabled, Label: "Check the database every day", Hint: "Finds records that contradict each other. What is found is logged under Activity."},
	}
}

// webhookInputs are the settings of messages.
func webhookInputs() []input {
	return []input{
		{Name: settings.WebhookURL, Label: "Address of the webhook", Hint: "Where messages are sent, for example an incoming webhook of Slack, Discord or Teams. For other channels add a destination. Empty: no webhook."},
		{
			Name: settings.WebhookFormat, Label: "Format",
			Choices: []choice{{settings.Generic, "JSON"}, {settings.Slack, "Slack"}, {settings.Discord, "Discord"}, {settings.Teams, "Teams"}},
		},
		{Name: settings.WebhookFrequency, Label: "Send", Choices: frequencyChoices()},
		{Name: settings.WebhookSecret, Label: "Signing key", Hint: "whsec_ and 24 to 64 bytes in base64. With it the receiver can tell that a message is from here."},
		{Name: settings.QuietHoursStart, Label: "Quiet from", Hint: "Messages of the quiet hours are sent when they end."},
		{Name: settings.QuietHoursEnd, Label: "Quiet until"},
		{Name: settings.QuietHoursTimeZone, Label: "Time zone of the quiet hours", Hint: "Such as Europe/Berlin. Empty: UTC."},
	}
}

// modelInputs are the settings of the language models.
func modelInputs() []input {
	return []input{
		{
			Name: settings.AIProvider, Label: "Provider", Hint: "The text of each policy is sent to this provider.",
			Choices: []choice{{settings.NoAI, "No model"}, {settings.OpenAI, "OpenAI"}, {settings.Anthropic, "Anthropic"}, {settings.CustomAI, "Another, compatible with OpenAI"}},
		},
		{Name: settings.AIBaseURL, Label: "Address of the API", Hint: "Needed for another provider, such as http://127.0.0.1:11434/v1 for a model on your own machine. Otherwise leave it empty."},
		{Name: settings.AIModel, Label: "Model", Hint: "Its name, as the provider has it. Empty: the default of the provider."},
		{Name: settings.AIKey, Label: "API key", Hint: "Enter it again when you change the provider or the address: it is deleted then."},
		{Name: settings.AISummarizeOnImport, Label: "Summarise each policy as soon as it is read"},
	}
}

func groups() []group {
	all := []group{
		{"general", "General", "/settings", generalInputs()},
		{"notifications", "Notifications", "/settings/notifications", webhookInputs()},
		{"models", "Policy summaries", "/settings/models", modelInputs()},
	}
	kinds := map[settings.Form]string{
		settings.ChoiceForm: "select", settings.FlagForm: "check", settings.NumberForm: "number", settings.ClockForm: "time", settings.SecretForm: "secret",
	}
	for _, g := range all {
		for i := range g.Inputs {
			if g.Inputs[i].Kind = kinds[settings.FormOf(g.Inputs[i].Name)]; g.Inputs[i].Kind == "" {
				g.Inputs[i].Kind = "text"
			}
		}
	}
	return all
}
