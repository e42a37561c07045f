package system

import (
	"maps"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
)

// defined returns a schema with a name.
func defined(name string, schema func() *openapi.Schema) op.Schema {
	return func(r *openapi.Reflector) *openapi.Schema { return r.Define(name, nil, schema) }
}

// shownSettings describes the settings in answers, without secrets.
func shownSettings() *openapi.Schema {
	members := maps.Clone(plainSettings())
	for _, name := range []string{"appCountryExplicit", "aiApiKeySet", "notificationWebhookUrlSet", "notificationWebhookSecretSet", "adminTokenRequired", "syncRunning"} {
		members[name] = openapi.Boolean()
	}
	members["lastAutoSync"] = openapi.Moment()
	members["aiApiKey"], members[settings.WebhookSecret] = openapi.Text(), openapi.Text()
	return openapi.Closed(members)
}

// writtenSettings describes the settings in requests, where null means the default.
func writtenSettings() openapi.Members {
	members := make(openapi.Members)
	for name, s := range plainSettings() {
		members[name] = openapi.OrNull(s)
	}
	members["aiApiKey"] = openapi.OrNull(openapi.TextOf(0, 512)).Says("Cleared when aiProvider or aiBaseUrl changes, unless the same request sets it.")
	members[settings.WebhookSecret] = openapi.OrNull(openapi.Text())
	return members
}

func plainSettings() openapi.Members {
	const minute, week = 60_000, 7 * 24 * 60
	timeout := openapi.OrNull(openapi.IntegerOf(10_000, 15*minute))
	moment := openapi.OrNull(openapi.Moment())
	clock := openapi.Text().Says("Hours and minutes as HH:MM, or empty.")
	return openapi.Members{
		settings.SyncSchedule: openapi.OneOf(settings.Manual, settings.Daily, settings.Weekly), settings.AppCountry: openapi.Text(),
		settings.AIProvider: openapi.OneOf(settings.NoAI, "openai", "anthropic", "custom"), "aiBaseUrl": openapi.Text(), "aiModel": openapi.TextOf(0, 200),
		"aiSummarizeOnImport": openapi.Boolean(), "aiDebugLogging": openapi.Boolean(),
		"aiTimeoutDirectMs": timeout, "aiTimeoutChunkMs": timeout, "aiTimeoutMergeMs": timeout,
		"policyDiffAlertDays": openapi.IntegerOf(0, 3650), settings.PolicyScrapeThrottleEnabled: openapi.Boolean(),
		settings.PolicyScrapeThrottleMinutes: openapi.IntegerOf(0, week), settings.PolicyScrapeDisabled: openapi.Boolean(),
		"waybackShowImported": openapi.Boolean(), "trackAccessibilityLabels": openapi.Boolean(), "queueShowProgressBar": openapi.Boolean(),
		"cfgutilImportedAt": moment,
		settings.WebhookURL: openapi.Text(), settings.WebhookFormat: openapi.OneOf(settings.Generic, settings.Slack, settings.Discord, settings.Teams),
		settings.WebhookFrequency: openapi.OneOf(settings.Immediate, settings.DailySummary, settings.WeeklySummary, settings.Off),
		settings.QuietHoursStart:  clock, settings.QuietHoursEnd: clock, settings.QuietHoursTimeZone: openapi.Text().Says("A name of the IANA time zone database."),
		settings.SyncAlertHours:     openapi.OrNull(openapi.IntegerOf(0, 8784)).Says("Users are notified when no sync has succeeded for so many hours. 0: never. Null: twice the interval of the schedule."),
		settings.SyncAlertPercent:   openapi.IntegerOf(0, 100).Says("Users are notified when more percent of the apps of a sync fail. 0: never."),
		settings.HealthCheckEnabled: openapi.Boolean(), settings.HealthCheckIntegrity: openapi.Boolean(),
		"backgroundWizardCompletedAt": moment, "backgroundWizardDismissedAt": moment,
	}
}
