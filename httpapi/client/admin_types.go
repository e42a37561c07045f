// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// DoneAnswer is what [Client.StartOver] returns. The response of an operation that may take long.
type DoneAnswer struct {
	DurationMs int64 `json:"durationMs"` // How long it took, in milliseconds
	Ok         bool  `json:"ok"`         // Whether it succeeded
}

// ChangelogResetAnswer is what [Client.ResetChangelog] returns. What was deleted of the changelog.
type ChangelogResetAnswer struct {
	AppsTouched          int64 `json:"appsTouched"`          // Number of apps whose changes were deleted
	DurationMs           int64 `json:"durationMs"`           // How long it took, in milliseconds
	Ok                   bool  `json:"ok"`                   // Whether it succeeded
	ReviewActionsRemoved int64 `json:"reviewActionsRemoved"` // Number of reviews that were deleted
	SnapshotsRemoved     int64 `json:"snapshotsRemoved"`     // Number of snapshots that were deleted
}

// NoticeAnswer is what [Client.SeedNotification] returns. The notification that was made.
type NoticeAnswer struct {
	AppID   int64                     `json:"appId"`   // The ID of the app
	AppName string                    `json:"appName"` // The name of the app
	Changes []NoticeAnswerChangesItem `json:"changes"` // The changes
	Ok      bool                      `json:"ok"`      // Whether it succeeded
}

// SamplesAnswer is what [Client.SeedSamples] returns. An answer of `seedSamples`: Create sample apps.
type SamplesAnswer struct {
	Country      string        `json:"country"`      // The storefront: two lower-case letters
	DurationMs   int64         `json:"durationMs"`   // How long it took, in milliseconds
	Errored      int64         `json:"errored"`      // Number of apps with an error
	Inserted     int64         `json:"inserted"`     // Number of apps added
	Mode         string        `json:"mode"`         // Where the sample apps are from: live or canned
	Ok           bool          `json:"ok"`           // Whether it succeeded
	RegionSource string        `json:"regionSource"` // query, setting, default: query, setting or default
	Results      []SampleRow   `json:"results"`      // The results, in the order of the request
	Skipped      int64         `json:"skipped"`      // Number that were skipped
	StoppedEarly *StoppedEarly `json:"stoppedEarly"` // Why fewer apps were made than asked for; null: all were made
}

// WipedAnswer is what [Client.WipeApps] returns. An answer of `wipeApps`: Delete all apps, their records and the activity log.
type WipedAnswer struct {
	DurationMs  int64 `json:"durationMs"`  // How long it took, in milliseconds
	Ok          bool  `json:"ok"`          // Whether it succeeded
	RowsRemoved int64 `json:"rowsRemoved"` // Number of records that were deleted
}

// Settings is what [Client.Settings] returns. The settings.
type Settings struct {
	AdminTokenRequired             bool   `json:"adminTokenRequired"`  // Whether requests that change something require the admin token
	AIAPIKey                       string `json:"aiApiKey"`            // The API key of the language model, masked; empty: not set. Sending the masked key changes nothing
	AIAPIKeySet                    bool   `json:"aiApiKeySet"`         // Whether an API key for the language model is set
	AIBaseURL                      string `json:"aiBaseUrl"`           // The base URL of the language model, for providers that need one
	AIDebugLogging                 bool   `json:"aiDebugLogging"`      // Whether requests to language models and their responses are logged
	AIModel                        string `json:"aiModel"`             // The name of the language model at its provider
	AIProvider                     string `json:"aiProvider"`          // disabled, openai, anthropic, custom: The provider of the language model; disabled: policies are not summarised by a model
	AISummarizeOnImport            bool   `json:"aiSummarizeOnImport"` // Whether policies are summarised when apps are imported
	AITimeoutChunkMs               *int64 `json:"aiTimeoutChunkMs"`    // The time limit for a model to summarise a part of a policy, in milliseconds
	AITimeoutDirectMs              *int64 `json:"aiTimeoutDirectMs"`   // The time limit for a model to summarise a whole policy, in milliseconds
	AITimeoutMergeMs               *int64 `json:"aiTimeoutMergeMs"`    // The time limit for a model to merge the summaries of parts, in milliseconds
	AppCountry                     string `json:"appCountry"`          // The storefront that is tried first: two lower-case letters
	AppCountryExplicit             bool   `json:"appCountryExplicit"`  // Whether the storefront was set; false: it is the default
	BackgroundWizardCompletedAt    *Time  `json:"backgroundWizardCompletedAt"`
	BackgroundWizardDismissedAt    *Time  `json:"backgroundWizardDismissedAt"`
	CfgutilImportedAt              *Time  `json:"cfgutilImportedAt"`
	HealthCheckEnabled             bool   `json:"healthCheckEnabled"`          // Whether the service checks its data regularly
	HealthCheckIntegrityEnabled    bool   `json:"healthCheckIntegrityEnabled"` // Whether these checks also read the whole database
	LastAutoSync                   Time   `json:"lastAutoSync"`
	NotificationQuietHoursEnd      string `json:"notificationQuietHoursEnd"`      // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursStart    string `json:"notificationQuietHoursStart"`    // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursTimeZone string `json:"notificationQuietHoursTimeZone"` // A name of the IANA time zone database.
	NotificationWebhookFormat      string `json:"notificationWebhookFormat"`      // generic, slack, discord, teams: The format of the messages to the webhook; empty: derived from its URL
	NotificationWebhookFrequency   string `json:"notificationWebhookFrequency"`   // immediate, daily_summary, weekly_summary, off: When messages are sent to the webhook: immediate, daily_summary, weekly_summary or off
	NotificationWebhookSecret      string `json:"notificationWebhookSecret"`      // The secret with which messages to the webhook are signed; empty: they are not signed
	NotificationWebhookSecretSet   bool   `json:"notificationWebhookSecretSet"`   // Whether messages to the webhook are signed
	NotificationWebhookURL         string `json:"notificationWebhookUrl"`         // The URL of the webhook; empty: none
	NotificationWebhookURLSet      bool   `json:"notificationWebhookUrlSet"`      // Whether there is a webhook
	PolicyDiffAlertDays            int64  `json:"policyDiffAlertDays"`            // For how many days a change of a policy counts as new; 0: never
	PolicyScrapeDisabled           bool   `json:"policyScrapeDisabled"`           // Whether the fetching of policies is disabled
	PolicyScrapeThrottleEnabled    bool   `json:"policyScrapeThrottleEnabled"`    // Whether a policy that was fetched recently is not fetched again
	PolicyScrapeThrottleMinutes    int64  `json:"policyScrapeThrottleMinutes"`    // How long a policy counts as fetched recently, in minutes
	QueueShowProgressBar           bool   `json:"queueShowProgressBar"`           // Whether the user interface shows the progress of a session
	SyncAlertFailedPercent         int64  `json:"syncAlertFailedPercent"`         // Notify when more than this percentage of the apps of a sync failed. 0: never.
	SyncAlertHours                 *int64 `json:"syncAlertHours"`                 // Notify when no sync has succeeded for this many hours. 0: never. Null: twice the interval of the schedule.
	SyncRunning                    bool   `json:"syncRunning"`                    // Whether a sync is running
	SyncSchedule                   string `json:"syncSchedule"`                   // manual, daily, weekly: When all apps are refreshed: manual (never automatically), daily or weekly
	TrackAccessibilityLabels       bool   `json:"trackAccessibilityLabels"`       // Whether changes of accessibility labels are recorded and reported in notifications
	WaybackShowImported            bool   `json:"waybackShowImported"`            // Whether the user interface marks snapshots from the web archive
}

// SettingsAnswer is what [Client.ChangeSettings] returns. An answer of `changeSettings`: Change settings.
type SettingsAnswer struct {
	AIAPIKeyCleared *bool `json:"aiApiKeyCleared,omitzero"` // Whether the API key was cleared, because the provider or its URL changed
	Success         bool  `json:"success"`                  // Whether it succeeded
}

// DesktopSettings is what [Client.DesktopSettings] returns. Settings of the desktop program, which the service only stores.
type DesktopSettings struct {
	AutoLockIdleMinutes int64   `json:"autoLockIdleMinutes"` // Minutes without input after which the desktop program locks; 0: never
	Autostart           bool    `json:"autostart"`           // Whether the desktop program starts with the computer
	DevtoolsOpen        bool    `json:"devtoolsOpen"`        // Whether the desktop program opens its developer tools
	GlobalShortcut      string  `json:"globalShortcut"`      // The keys that show the desktop program; empty: none
	HideDock            bool    `json:"hideDock"`            // Whether the desktop program hides its icon in the dock
	LaunchHidden        bool    `json:"launchHidden"`        // Whether the desktop program starts without a window
	NativeNotifications bool    `json:"nativeNotifications"` // Whether the desktop program shows notifications of the system
	RequireUnlock       bool    `json:"requireUnlock"`       // Whether the desktop program asks for the user's password
	ThemeOverride       string  `json:"themeOverride"`       // system, light, dark: The theme of the desktop program, if not that of the system
	TrayVisible         bool    `json:"trayVisible"`         // Whether the desktop program has an icon in the tray
	ZoomLevel           float64 `json:"zoomLevel"`           // The zoom of the desktop program; 1: none
}

// NoticeAnswerChangesItem is a part of [NoticeAnswer].
type NoticeAnswerChangesItem struct {
	Description string `json:"description"` // The change in a sentence
	Type        string `json:"type"`        // The type
}

// SampleRow is a part of [SamplesAnswer]. The outcome of one app.
type SampleRow struct {
	ID               int64   `json:"id"`               // The ID
	Message          *string `json:"message,omitzero"` // What went wrong; only with the status error
	Name             string  `json:"name"`             // The name
	SnapshotsWritten int64   `json:"snapshotsWritten"` // Number of snapshots that were saved
	Source           string  `json:"source"`           // The source
	Status           string  `json:"status"`           // inserted, skipped, error: inserted, skipped or error
}

// StoppedEarly is a part of [SamplesAnswer]. Why fewer apps were made than asked for.
type StoppedEarly struct {
	Reason       string `json:"reason"`       // The reason
	RetryAfterMs int64  `json:"retryAfterMs"` // How long to wait before the next attempt, in milliseconds
}
