package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
)

// unknownRefused says of a body what is otherwise than in most.
const unknownRefused = "A member that is not known is refused, and then nothing is written"

func (d *describer) adminOperations() []operation {
	cookie := []parameter{{name: "Set-Cookie", schema: openapi.Text(), says: "The admin session"}}
	desktop := answer{schema: d.types.Define("DesktopSettings", nil, desktopSettings)}
	return append([]operation{
		{route: "GET /api/settings", id: "settings", answer: answer{schema: d.types.Define("Settings", nil, shownSettings)}},
		{
			route: "POST /api/settings", id: "changeSettings", body: openapi.Object(writtenSettings()).Says(unknownRefused), example: `{"syncSchedule": "daily", "notificationWebhookUrl": null}`,
			answer: answer{schema: of[settingsAnswer](d)},
		},
		{route: "GET /api/settings/desktop", id: "desktopSettings", answer: desktop},
		{
			route: "POST /api/settings/desktop", id: "changeDesktopSettings",
			headers: []parameter{{name: "X-Service-Runtime", schema: openapi.Loose(openapi.OneOf("desktop")), says: "What the client is"}},
			body:    openapi.Object(looseMembers(desktopSettings().Properties)).Says(unknownRefused), example: `{"zoomLevel": 1.5}`,
			answer: desktop,
		},
		{route: "POST /api/reset", id: "reset", answer: answer{schema: of[successAnswer](d)}, refuses: refusing(http.StatusConflict)},
		{
			route: "POST /api/auth/admin-token/login", id: "login",
			body: openapi.Object(openapi.Members{"token": openapi.TextOf(1, maxToken)}, "token"), example: `{"token": "wrong"}`,
			answer: answer{schema: of[okAnswer](d), headers: cookie}, refuses: refusing(http.StatusUnauthorized),
		},
		{route: "POST /api/auth/admin-token/logout", id: "logout", answer: answer{schema: of[okAnswer](d), headers: cookie}},
		{route: "GET /api/auth/admin-token/status", id: "tokenStatus", answer: answer{schema: of[tokenStatusAnswer](d)}},
	}, d.developerOperations()...)
}

// developerOperations are those that empty things, and those to try things with.
func (d *describer) developerOperations() []operation {
	busy := refusing(http.StatusConflict)
	return []operation{
		{route: "POST /api/admin/start-over", id: "startOver", answer: answer{schema: of[doneAnswer](d)}, refuses: busy},
		{route: "POST /api/dev/reset-changelog", id: "resetChangelog", answer: answer{schema: of[changelogResetAnswer](d)}, refuses: busy},
		{route: "POST /api/dev/wipe-apps", id: "wipeApps", answer: answer{schema: of[wipedAnswer](d)}, refuses: busy},
		{route: "POST /api/dev/sync-stop", id: "stopSync", answer: answer{schema: of[okAnswer](d)}, refuses: refusing(http.StatusNotImplemented)},
		{
			route: "POST /api/dev/seed-notification", id: "seedNotification",
			body: openapi.Object(openapi.Members{
				"appId": appID().Says("It need not be tracked"), "appName": openapi.TextFrom(1),
				"changes": openapi.List(sampleChange()).Says("At least one. One without type or description is left out"),
			}, "appId", "appName", "changes"),
			example: `{"appId": 1, "appName": "One", "changes": [{"type": "added", "description": "Collects your location"}]}`,
			answer:  answer{schema: of[noticeAnswer](d)},
		},
		{
			route: "POST /api/dev/seed-sample-data", id: "seedSamples",
			query: []parameter{
				{name: "source", schema: openapi.OneOf(fleet.SamplesLive, fleet.SamplesCanned), says: "Apps of the store, or invented ones; else live", example: fleet.SamplesCanned},
				{name: "country", schema: openapi.Loose(openapi.Text()), says: "The storefront, two letters; else that of the settings", example: "de"},
				{name: "limit", schema: openapi.IntegerOf(1, fleet.MaxSamples), says: "With live: so many apps; else 10", example: defaultSamples},
			},
			answer: answer{schema: of[samplesAnswer](d)}, refuses: storeRefusing(),
		},
	}
}

// sampleChange is a change that somebody made up: it has what one needs to be shown.
func sampleChange() *openapi.Schema {
	return openapi.Object(openapi.Members{"type": openapi.TextFrom(1), "description": openapi.TextFrom(1)}, "type", "description")
}

// looseMembers are members that are ignored when they do not fit.
func looseMembers(strict openapi.Members) openapi.Members {
	loose := make(openapi.Members)
	for name, s := range strict {
		loose[name] = openapi.Loose(s)
	}
	return loose
}

func desktopSettings() *openapi.Schema {
	yes := openapi.Boolean()
	return openapi.Closed(openapi.Members{
		"hideDock": yes, "launchHidden": yes, "autostart": yes, "nativeNotifications": yes, "requireUnlock": yes, "devtoolsOpen": yes, "trayVisible": yes,
		"globalShortcut": openapi.TextOf(1, 64), "autoLockIdleMinutes": openapi.IntegerOf(0, 24*60),
		"themeOverride": openapi.OneOf("system", "light", "dark"), "zoomLevel": {Type: openapi.Types{"number"}},
	})
}

// shownSettings are the settings as they are read: no secret is in them.
func shownSettings() *openapi.Schema {
	members := make(openapi.Members)
	for name, s := range plainSettings() {
		members[name] = s
	}
	for _, name := range []string{"appCountryExplicit", "aiApiKeySet", "notificationWebhookUrlSet", "notificationWebhookSecretSet", "adminTokenRequired", "syncRunning"} {
		members[name] = openapi.Boolean()
	}
	members["lastAutoSync"] = openapi.Moment()
	members["aiApiKey"], members[settings.WebhookSecret] = openapi.Text(), openapi.Text()
	return openapi.Closed(members)
}

// writtenSettings are the settings as they are sent, where null is the default.
func writtenSettings() openapi.Members {
	members := make(openapi.Members)
	for name, s := range plainSettings() {
		members[name] = openapi.OrNull(s)
	}
	members["aiApiKey"] = openapi.OrNull(openapi.TextOf(0, 512)).Says("Cleared when aiProvider or aiBaseUrl changes, unless the same request brings one")
	members[settings.WebhookSecret] = openapi.OrNull(openapi.Text())
	return members
}

func plainSettings() openapi.Members {
	const minute, week = 60_000, 7 * 24 * 60
	timeout := openapi.OrNull(openapi.IntegerOf(10_000, 15*minute))
	moment := openapi.OrNull(openapi.Moment())
	clock := openapi.Text().Says("Hours and minutes, or empty")
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
		settings.QuietHoursStart:  clock, settings.QuietHoursEnd: clock, settings.QuietHoursTimeZone: openapi.Text().Says("A name of the IANA's database"),
		settings.HealthCheckEnabled: openapi.Boolean(), settings.HealthCheckIntegrity: openapi.Boolean(),
		"backgroundWizardCompletedAt": moment, "backgroundWizardDismissedAt": moment,
	}
}
