package httpapi

import (
	"time"

	"github.com/privacylabels/auditor/internal/preferences"
)

// route is one row of the table: a method of a path, and all that is decided
// about it before its handler runs.
type route struct {
	method  string
	pattern string // a segment in braces is a parameter
	group   string // what it belongs to, for those who read the table
	token   tokenRule
	limit   limit
	body    int64 // largest body in bytes; zero: defaultBody
	handle  handler
	summary string
}

// limit is how often a client may call a route, counted together with all
// routes of the same bucket. The zero limit is none.
type limit struct {
	bucket     string // a part in braces is the path's parameter
	calls      uint64
	window     time.Duration
	retryAfter bool // whether a refusal says when to come back
}

// defaultBody is the largest body of a route that names none.
const defaultBody = 64 << 10

// routes is the table of all routes of the interface. The router, the Allow
// header, the limits, the token rules and the OpenAPI document are made from it.
func (a *API) routes() []route {
	const k, m = 1 << 10, 1 << 20
	coachmarks, setCoachmarks := a.switchRoutes(preferences.CoachmarksSeen, "completed")
	devMenu, setDevMenu := a.switchRoutes(preferences.DevMenu, "enabled")
	return []route{
		{"GET", "/api/apps", "fleet", open, limit{}, 0, read(a, a.listApps), "Tracked apps, as an array, a page or one app"},
		{"DELETE", "/api/apps", "fleet", required, limit{"apps.delete", 60, time.Minute, false}, 0, a.deleteApp, "Forget an app"},
		{"POST", "/api/apps/{id}/acknowledge", "fleet", open, limit{}, 2 * k, call(a.acknowledge), "Acknowledge, dismiss or snooze an app's changes"},
		{"POST", "/api/apps/{id}/acknowledge/undo", "fleet", open, limit{}, 4 * k, call(a.undo), "Take back an acknowledgement"},

		{"GET", "/api/apps/{id}/history-stats", "changelog", open, limit{}, 0, call(a.historyStats), "How much history an app has"},
		{"GET", "/api/apps/{id}/since-install", "changelog", open, limit{}, 0, read(a, a.sinceInstall), "What changed since an app was installed"},

		{"POST", "/api/apps/{id}/import-history", "runs", open, limit{"wayback.import.{id}", 3, time.Minute, true}, 4 * k, a.importHistory, "Read an app's past from the web archive"},
		{"DELETE", "/api/apps/{id}/import-history", "runs", required, limit{}, 0, a.removeHistory, "Remove what was read of an app from the web archive"},

		{"POST", "/api/scrape", "fleet", open, limit{"scrape", 30, time.Minute, true}, 256 * k, a.ranked(call(a.scrape)), "Track apps, or refresh them"},
		{"POST", "/api/search", "fleet", open, limit{"search", 60, time.Minute, true}, 256 * k, a.ranked(call(a.search)), "Search the store"},
		{"GET", "/api/preview", "fleet", open, limit{"compare", 30, time.Minute, true}, 0, a.ranked(call(a.preview)), "Look at an app without tracking it"},
		{"GET", "/api/compare", "fleet", open, limit{"compare", 30, time.Minute, true}, 0, a.ranked(call(a.compare)), "Compare the labels of apps"},
		{"GET", "/api/related-apps", "fleet", open, limit{}, 0, a.ranked(call(a.related)), "Apps that the store shows beside a tracked one"},

		{"GET", "/api/changelog", "changelog", open, limit{}, 0, read(a, a.feed), "The feed of recorded changes"},

		{"GET", "/api/notifications", "notify", open, limit{}, 0, read(a, a.inbox), "Notifications, newest first"},
		{"POST", "/api/notifications", "notify", open, limit{}, 32 * k, call(a.mark), "Mark notifications read or unread"},
		{"POST", "/api/notifications/webhook-test", "notify", open, limit{}, 2 * k, call(a.testWebhook), "Send a message to the webhook"},
		{"GET", "/api/notification-prefs", "notify", open, limit{}, 0, read(a, a.notificationPrefs), "The notification switches"},
		{"PUT", "/api/notification-prefs", "notify", open, limit{}, 8 * k, call(a.setNotificationPrefs), "Set the notification switches"},

		{"GET", "/api/annotations", "fleet", open, limit{}, 0, call(a.annotations), "Notes on apps"},
		{"POST", "/api/annotations", "fleet", open, limit{}, 128 * k, call(a.annotate), "Write a note"},
		{"PATCH", "/api/annotations/{id}", "fleet", open, limit{}, 128 * k, call(a.editAnnotation), "Change a note"},
		{"PUT", "/api/annotations/{id}", "fleet", open, limit{}, 0, call(a.restoreAnnotation), "Take back the deletion of a note"},
		{"DELETE", "/api/annotations/{id}", "fleet", open, limit{}, 0, call(a.deleteAnnotation), "Delete a note"},
		{"GET", "/api/verdicts", "fleet", open, limit{}, 0, call(a.verdicts), "Verdicts on apps"},
		{"POST", "/api/verdicts", "fleet", open, limit{}, 8 * k, call(a.decide), "Give a verdict on an app"},
		{"DELETE", "/api/verdicts", "fleet", open, limit{}, 0, call(a.clearVerdict), "Take back the verdict on an app"},
		{"POST", "/api/verdicts/bulk", "fleet", open, limit{}, 64 * k, call(a.decideAll), "Give verdicts on many apps"},
		{"GET", "/api/shortlist", "fleet", open, limit{"shortlist.list", 120, time.Minute, false}, 0, call(a.shortlist), "The shortlist"},
		{"POST", "/api/shortlist", "fleet", required, limit{"shortlist.write", 60, time.Minute, false}, 8 * k, a.addToShortlist, "Put an app on the shortlist"},
		{"DELETE", "/api/shortlist", "fleet", required, limit{"shortlist.write", 60, time.Minute, false}, 0, a.removeFromShortlist, "Take an app off the shortlist"},
		{"GET", "/api/shortlist/export", "fleet", open, limit{"shortlist.export", 30, time.Minute, false}, 0, a.exportShortlist, "The shortlist as a file"},
		{"GET", "/api/privacy-profile", "fleet", open, limit{}, 0, call(a.privacyProfile), "The privacy profile"},
		{"PUT", "/api/privacy-profile", "fleet", open, limit{}, 16 * k, call(a.setPrivacyProfile), "Set the privacy profile"},
		{"GET", "/api/accessibility-profile", "fleet", open, limit{}, 0, call(a.accessibilityProfile), "The accessibility profile"},
		{"PUT", "/api/accessibility-profile", "fleet", open, limit{}, 16 * k, call(a.setAccessibilityProfile), "Set the accessibility profile"},

		{"GET", "/api/stats/matrix", "stats", open, limit{}, 0, read(a, a.matrix), "Apps against categories of data"},
		{"GET", "/api/stats/radar", "stats", open, limit{}, 0, read(a, a.radar), "How the policies of apps are rated"},
		{"GET", "/api/stats/timeline", "stats", open, limit{}, 0, call(a.calendar), "Changes over time"},

		{"POST", "/api/policy/regenerate", "policy", open, limit{"policy.regenerate", 10, time.Minute, true}, 8 * k, a.regenerate, "Summarise the policies of apps anew"},
		{"GET", "/api/policy/status/{appId}", "policy", open, limit{}, 0, read(a, a.policyStatus), "What is known of an app's policy"},
		{"GET", "/api/policy/sync-all", "policy", open, limit{}, 0, read(a, a.policiesStatus), "State of the policy runner"},
		{"POST", "/api/policy/sync-all", "policy", open, limit{"policy.sync-all", 4, time.Minute, true}, 2 * k, a.readPolicies, "Read the policies of all apps"},
		{"GET", "/api/policy/version/{id}", "policy", open, limit{"policy.version.read", 120, time.Minute, false}, 0, read(a, a.policyVersion), "A version of a policy text"},
		{"GET", "/api/policy/version/{id}/diff", "policy", open, limit{"policy.version.diff", 60, time.Minute, false}, 0, read(a, a.policyDiff), "What changed between two versions of a policy text"},

		{"GET", "/api/ai/debug-log", "ai", required, limit{"ai_debug_log.read", 60, time.Minute, false}, 0, call(a.aiLog), "The log of what was asked of a model"},
		{"DELETE", "/api/ai/debug-log", "ai", required, limit{"ai_debug_log.clear", 10, time.Minute, false}, 0, a.clearAILog, "Empty the log of what was asked of a model"},
		{"POST", "/api/ai/models", "ai", required, limit{"ai.models", 10, time.Minute, false}, 16 * k, a.listModels, "The models that a provider offers"},
		{"POST", "/api/ai/test", "ai", required, limit{"ai.test", 10, time.Minute, false}, 16 * k, a.testModel, "Try the connection to a model"},
		{"POST", "/api/ai/policy-sample", "ai", required, limit{"ai.policy_sample", 6, time.Minute, false}, 16 * k, a.trySample, "Summarise a sample policy"},

		{"GET", "/api/tasks/active", "runs", open, limit{}, 0, read(a, a.activeTasks), "State of the three bulk runners"},
		{"GET", "/api/sync/status", "runs", open, limit{}, 0, call(a.syncStatus), "State of the sync runner"},
		{"POST", "/api/sync/trigger", "runs", open, limit{"sync.trigger", 10, 10 * time.Minute, true}, 0, a.triggerSync, "Refresh all apps"},
		{"GET", "/api/wayback/import-all", "runs", open, limit{}, 0, read(a, a.importsStatus), "State of the web archive runner"},
		{"POST", "/api/wayback/import-all", "runs", open, limit{"wayback.import-all", 2, time.Minute, true}, 0, a.importAll, "Read the past of all apps from the web archive"},
		{"PATCH", "/api/wayback/import-all", "runs", open, limit{"wayback.import-all.control", 20, time.Minute, true}, 2 * k, a.controlImports, "Pause, resume or cancel the web archive runner"},
		{"DELETE", "/api/wayback/import-all", "runs", required, limit{}, 0, a.removeAllHistory, "Remove what was read of all apps from the web archive"},
		{"GET", "/api/rate-limit/status", "runs", open, limit{}, 0, call(a.cooldowns), "Whether the store wants to be left alone"},
		{"DELETE", "/api/rate-limit/status", "runs", open, limit{"rate_limit.clear", 10, time.Minute, true}, 1 * k, call(a.clearCooldowns), "Forget that the store wants to be left alone"},
		{"GET", "/api/activity", "runs", open, limit{}, 0, read(a, a.listActivity), "The activity log"},
		{"POST", "/api/activity/queue-session", "runs", open, limit{}, 4 * k, a.queueSession, "Record a session of deciding on apps"},

		{"GET", "/api/imports", "imports", open, limit{}, 0, read(a, a.imports), "Imports, or one with its items"},
		{"POST", "/api/imports", "imports", open, limit{}, 8 * k, call(a.beginImport), "Begin an import"},
		{"DELETE", "/api/imports", "imports", required, limit{}, 0, a.deleteImport, "Forget an import"},
		{"POST", "/api/imports/items", "imports", open, limit{"imports.items.add", 30, time.Minute, true}, 512 * k, call(a.addItems), "Add items to an import"},
		{"POST", "/api/imports/items/update", "imports", open, limit{}, 32 * k, call(a.updateItem), "Change an item of an import"},
		{"POST", "/api/imports/items/retry", "imports", open, limit{"imports-retry-item", 30, time.Minute, true}, 4 * k, call(a.retryItem), "Try an item of an import again"},
		{"POST", "/api/imports/items/change-match", "imports", open, limit{}, 16 * k, call(a.changeMatch), "Choose another app for an item of an import"},
		{"POST", "/api/imports/complete", "imports", open, limit{}, 4 * k, call(a.completeImport), "End an import"},
		{"GET", "/api/imports/queue", "imports", open, limit{}, 0, call(a.importQueue), "State of the import queue"},
		{"POST", "/api/imports/queue", "imports", open, limit{}, 0, call(a.workOnImports), "Work on the import queue"},
		{"GET", "/api/manual-apps", "imports", open, limit{"manual-apps.list", 120, time.Minute, false}, 0, private(read(a, a.manualApps)), "Apps of no store"},
		{"POST", "/api/manual-apps", "imports", required, limit{"manual-apps.write", 30, time.Minute, false}, 8 * k, noted(a, "manual-apps.create", a.addManualApp), "Add an app of no store"},
		{"GET", "/api/manual-apps/{id}", "imports", open, limit{"manual-apps.read", 120, time.Minute, false}, 0, private(read(a, a.manualApp)), "An app of no store"},
		{"PUT", "/api/manual-apps/{id}", "imports", required, limit{"manual-apps.write", 30, time.Minute, false}, 8 * k, noted(a, "manual-apps.update", a.editManualApp), "Change an app of no store"},
		{"DELETE", "/api/manual-apps/{id}", "imports", required, limit{"manual-apps.write", 30, time.Minute, false}, 0, noted(a, "manual-apps.delete", a.deleteManualApp), "Remove an app of no store"},
		{"GET", "/api/manual-apps/{id}/policy-version/{versionId}", "imports", open, limit{"manual-apps.read", 120, time.Minute, false}, 0, private(read(a, a.manualVersion)), "A version of the policy of an app of no store"},
		{"POST", "/api/manual-apps/{id}/restore", "imports", required, limit{"manual-apps.write", 30, time.Minute, false}, 8 * k, noted(a, "manual-apps.restore", a.restoreManualApp), "Take back the removal of an app of no store"},
		{"POST", "/api/manual-apps/{id}/scrape", "imports", open, limit{"manual-apps.scrape", 10, time.Minute, false}, 0, noted(a, "manual-apps.scrape", a.scrapeManualApp), "Read the policy of an app of no store"},
		{"POST", "/api/manual-apps/bulk", "imports", required, limit{"manual-apps.bulk", 10, time.Minute, false}, 256 * k, noted(a, "manual-apps.bulk", a.addManualApps), "Add many apps of no store"},

		{"GET", "/api/devices", "devices", open, limit{}, 0, read(a, a.devices), "Devices"},
		{"POST", "/api/devices", "devices", open, limit{"devices.create", 20, time.Minute, true}, 4 * k, a.addDevice, "Add a device"},
		{"GET", "/api/devices/{id}", "devices", open, limit{}, 0, read(a, a.device), "A device"},
		{"PATCH", "/api/devices/{id}", "devices", open, limit{"devices.update", 30, time.Minute, true}, 4 * k, a.editDevice, "Change a device"},
		{"DELETE", "/api/devices/{id}", "devices", open, limit{"devices.delete", 15, time.Minute, true}, 0, a.removeDevice, "Remove a device"},
		{"GET", "/api/devices/{id}/tracked-apps", "devices", open, limit{}, 0, read(a, a.deviceApps), "The tracked apps of a device"},
		{"GET", "/api/devices/{id}/bundles", "devices", open, limit{}, 0, read(a, a.deviceBundles), "The bundle ids of a device"},
		{"GET", "/api/devices/for-app/{appId}", "devices", open, limit{}, 0, read(a, a.devicesFor), "The devices that have an app"},
		{"GET", "/api/device-scope", "devices", open, limit{}, 0, read(a, a.deviceScope), "Which devices a reader wants to see"},
		{"PUT", "/api/device-scope", "devices", open, limit{}, 8 * k, call(a.setDeviceScope), "Set which devices a reader wants to see"},
		{"DELETE", "/api/device-scope", "devices", open, limit{}, 0, call(a.resetDeviceScope), "Forget which devices a reader wants to see"},
		{"POST", "/api/device-sync/preview", "devices", open, limit{"device_sync.preview", 30, time.Minute, true}, 512 * k, call(a.previewSync), "What a list of installed apps would change"},
		{"POST", "/api/device-sync/commit", "devices", open, limit{"device_sync.commit", 15, time.Minute, true}, 256 * k, a.commitSync, "Take over a list of installed apps"},
		{"POST", "/api/device-actions/backup", "devices", open, limit{}, 8 * k, call(a.noteBackup), "Note that a device was backed up"},
		{"GET", "/api/device-actions/uninstall", "devices", open, limit{}, 0, call(a.uninstallGate), "Whether an app may be removed from a device"},
		{"POST", "/api/device-actions/uninstall", "devices", open, limit{}, 8 * k, call(a.noteUninstall), "Note that an app was removed from a device"},

		{"GET", "/api/feature-flags", "flags", open, limit{}, 0, read(a, a.featureFlags), "The feature flags"},
		{"POST", "/api/feature-flags/overrides", "flags", required, limit{"feature_flag.override", 30, time.Minute, true}, 64 * k, a.overrideFlags, "Override feature flags"},
		{"DELETE", "/api/feature-flags/overrides", "flags", required, limit{"feature_flag.override.clear", 10, time.Minute, true}, 0, a.clearFlags, "Drop all overrides of feature flags"},
		{"DELETE", "/api/feature-flags/overrides/{key}", "flags", required, limit{"feature_flag.override.clear_one", 30, time.Minute, true}, 0, a.clearFlag, "Drop the override of a feature flag"},
		{"GET", "/api/focus", "flags", open, limit{}, 0, read(a, a.focus), "The focus"},
		{"POST", "/api/focus", "flags", open, limit{}, 4 * k, call(a.setFocus), "Set the focus"},

		{"GET", "/api/preferences", "preferences", open, limit{}, 0, read(a, a.preferences), "The preferences"},
		{"PUT", "/api/preferences", "preferences", open, limit{}, 4 * k, call(a.setPreferences), "Set preferences"},
		{"GET", "/api/locale", "preferences", open, limit{}, 0, a.locale, "The language"},
		{"POST", "/api/locale", "preferences", open, limit{}, 1 * k, a.setLocale, "Set the language"},
		{"GET", "/api/date-format", "preferences", open, limit{}, 0, read(a, a.dateFormat), "The date format"},
		{"POST", "/api/date-format", "preferences", open, limit{}, 1 * k, call(a.setDateFormat), "Set the date format"},
		{"GET", "/api/dashboard/layout", "preferences", open, limit{}, 0, read(a, a.layout), "The layout of the dashboard"},
		{"PUT", "/api/dashboard/layout", "preferences", open, limit{"dashboard.layout.save", 60, time.Minute, true}, 8 * k, call(a.setLayout), "Set the layout of the dashboard"},
		{"DELETE", "/api/dashboard/layout", "preferences", open, limit{"dashboard.layout.reset", 20, time.Minute, true}, 0, call(a.resetLayout), "Go back to the first layout of the dashboard"},
		{"POST", "/api/dashboard/layout/preset", "preferences", open, limit{"dashboard.layout.preset", 30, time.Minute, true}, 1 * k, call(a.choosePreset), "Choose a layout of the dashboard"},
		{"GET", "/api/coachmark-state", "preferences", open, limit{}, 0, coachmarks, "Which hints were seen"},
		{"POST", "/api/coachmark-state", "preferences", open, limit{"coachmark.write", 30, time.Minute, true}, 4 * k, setCoachmarks, "Mark a hint as seen"},
		{"GET", "/api/dev-menu-state", "preferences", open, limit{}, 0, devMenu, "Whether the developer's menu is shown"},
		{"POST", "/api/dev-menu-state", "preferences", open, limit{"dev_menu.write", 30, time.Minute, true}, 4 * k, setDevMenu, "Show or hide the developer's menu"},
		{"GET", "/api/user-tasks", "preferences", open, limit{}, 0, call(a.userTasks), "The user's tasks"},
		{"POST", "/api/user-tasks", "preferences", open, limit{"user-tasks.write", 60, time.Minute, true}, 4 * k, a.changeTask, "Change the user's tasks"},
		{"POST", "/api/welcomed-at", "preferences", open, limit{}, 0, call(a.welcome), "Record that the user was welcomed"},

		{"GET", "/api/settings", "admin", open, limit{}, 0, call(a.settings), "The settings"},
		{"POST", "/api/settings", "admin", required, limit{"settings.write", 30, time.Minute, false}, 16 * k, a.changeSettings, "Change settings"},
		{"GET", "/api/settings/desktop", "admin", open, limit{}, 0, call(a.desktopSettings), "The settings of the desktop application"},
		{"POST", "/api/settings/desktop", "admin", required, limit{"settings.desktop.write", 20, time.Minute, true}, 16 * k, call(a.changeDesktopSettings), "Change the settings of the desktop application"},
		{"POST", "/api/reset", "admin", required, limit{"reset", 30, 10 * time.Minute, false}, 0, a.reset, "Empty the fleet"},
		{"POST", "/api/admin/start-over", "admin", required, limit{"admin.start_over", 3, 10 * time.Minute, true}, 0, a.startOver, "Empty everything"},
		{"POST", "/api/dev/reset-changelog", "admin", configured, limit{"dev.reset_changelog", 6, 10 * time.Minute, true}, 0, a.resetChangelog, "Empty the changelog"},
		{"POST", "/api/dev/seed-notification", "admin", configured, limit{"dev.seed_notification", 30, 10 * time.Minute, true}, 16 * k, a.seedNotification, "Make a notification to try things with"},
		{"POST", "/api/dev/seed-sample-data", "admin", configured, limit{"dev.seed_sample_data", 30, 10 * time.Minute, true}, 0, a.seedSamples, "Make apps to try things with"},
		{"POST", "/api/dev/sync-stop", "admin", configured, limit{"dev.sync_stop", 10, 10 * time.Minute, true}, 0, a.stopSync, "Stop the sync runner"},
		{"POST", "/api/dev/wipe-apps", "admin", configured, limit{"dev.wipe_apps", 6, 10 * time.Minute, true}, 0, a.wipeApps, "Forget all apps"},

		{"POST", "/api/auth/admin-token/login", "auth", open, limit{"admin-token-login", 5, time.Minute, true}, 4 * k, a.login, "Begin an admin session"},
		{"POST", "/api/auth/admin-token/logout", "auth", open, limit{}, 0, a.logout, "End the admin session"},
		{"GET", "/api/auth/admin-token/status", "auth", open, limit{}, 0, a.tokenStatus, "Whether there is an admin token and the caller has it"},

		{"GET", "/api/backup/export", "backup", required, limit{"backup.export", 12, time.Minute, false}, 0, a.exportBackup, "A signed backup of everything"},
		{"POST", "/api/backup/preview", "backup", open, limit{}, DefaultRestoreBytes, a.inTurn(a.previewBackup), "What a backup holds"},
		{"POST", "/api/backup/restore", "backup", required, limit{"backup.restore", 3, 10 * time.Minute, false}, DefaultRestoreBytes, a.inTurn(a.restoreBackup), "Replace everything by a backup"},
		{"GET", "/api/backup/snapshots", "backup", open, limit{}, 0, a.backupFiles, "Backup files on the server, and their schedule"},
		{"PUT", "/api/backup/snapshots", "backup", required, limit{"backup.snapshot.settings", 20, time.Minute, true}, 4 * k, a.planBackupFiles, "Set the schedule of backup files"},
		{"POST", "/api/backup/snapshots", "backup", required, limit{"backup.snapshot.create", 5, 10 * time.Minute, true}, 0, a.makeBackupFile, "Write a backup file now"},
		{"GET", "/api/backup/snapshots/{filename}", "backup", required, limit{}, 0, a.backupFile, "A backup file"},
		{"GET", "/api/export", "backup", open, limit{}, 0, a.exportTable, "The fleet as a table or as JSON"},
		{"GET", "/api/export/audit-bundle", "backup", open, limit{"export.audit_bundle", 5, time.Minute, true}, 0, a.exportBundle, "A bundle for another person"},
		{"POST", "/api/export/audit-bundle", "backup", required, limit{"export.audit_bundle", 5, time.Minute, true}, 4 * k, a.exportBundle, "A bundle for another person, with options"},
		{"POST", "/api/import/audit-bundle", "backup", open, limit{}, 100 * m, a.inTurn(a.importBundle), "Take over another person's bundle"},

		{"GET", "/api/health", "ops", open, limit{}, 0, call(a.health), "Whether the service answers"},
		{"GET", "/api/ready", "ops", open, limit{}, 0, call(a.ready), "Whether the service can work"},
		{"GET", "/api/deployment/diagnostics", "ops", open, limit{}, 0, call(a.deployment), "How the service is set up"},
		{"GET", "/api/deployment/support-bundle", "ops", open, limit{}, 0, call(a.supportBundle), "What helps when asking for help"},
		{"GET", "/api/desktop/diagnostics", "ops", open, limit{}, 0, call(a.desktopDiagnostics), "What the desktop application shows of itself"},
		{"GET", "/api/diagnostics/bundle", "ops", open, limit{}, 0, call(a.diagnosticsBundle), "All diagnostics in one"},
		{"GET", "/api/diagnostics/database", "ops", open, limit{}, 0, call(a.database), "State of the database"},
		{"POST", "/api/diagnostics/database", "ops", required, limit{"diagnostics.database.check", 4, time.Minute, false}, 4 * k, a.checkDatabase, "Check the database"},
		{"GET", "/api/diagnostics/disk", "ops", open, limit{}, 0, call(a.disk), "Space in use"},
		{"GET", "/api/diagnostics/errors", "ops", open, limit{}, 0, call(a.faults), "Recent errors"},
		{"DELETE", "/api/diagnostics/errors", "ops", required, limit{"diagnostics.errors.clear", 10, time.Minute, false}, 0, call(a.clearFaults), "Forget recent errors"},
		{"GET", "/api/diagnostics/health", "ops", open, limit{}, 0, call(a.lastCheck), "The last check of the records"},
		{"POST", "/api/diagnostics/health", "ops", required, limit{"diagnostics.health.run", 4, time.Minute, false}, 0, a.checkHealth, "Check the records"},
		{"GET", "/api/diagnostics/runtime", "ops", open, limit{}, 0, call(a.runtime), "Figures of the running process"},
		{"DELETE", "/api/diagnostics/runtime", "ops", required, limit{"diagnostics.runtime.clear", 10, time.Minute, false}, 0, call(a.clearRuntime), "Forget the figures of the running process"},
		{"POST", "/api/diagnostics/runtime", "ops", required, limit{"diagnostics.runtime.config", 10, time.Minute, false}, 4 * k, call(a.configureRuntime), "Choose what is measured"},
		{"GET", "/api/openapi.json", "ops", open, limit{}, 0, a.openAPI, "This interface, as an OpenAPI document"},

		{"GET", "/api/feeds/atom", "changelog", open, limit{}, 0, read(a, a.atomFeed), "The feed of recorded changes, for a feed reader"},
		{"GET", "/api/feeds/json", "changelog", open, limit{}, 0, read(a, a.jsonFeed), "The feed of recorded changes, as a JSON feed"},

		{"GET", "/api/notifications/deliveries", "notify", open, limit{}, 0, read(a, a.deliveries), "Messages sent to the webhook"},
		{"POST", "/api/notifications/deliveries/{id}/retry", "notify", open, limit{}, 0, call(a.retryDelivery), "Send a message to the webhook again"},
	}
}
