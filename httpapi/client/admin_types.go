// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// DoneAnswer is what [Client.StartOver] returns. The answer of an operation that may take long.
type DoneAnswer struct {
	DurationMs int64 `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	Ok         bool  `json:"ok"`         // Whether it succeeded
}

// ChangelogResetAnswer is what [Client.ResetChangelog] returns. What was deleted of the changelog.
type ChangelogResetAnswer struct {
	AppsTouched          int64 `json:"appsTouched"`          // Number of apps whose changes were deleted
	DurationMs           int64 `json:"durationMs"`           // How long it took, in milliseconds; null: it has not ended
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

// SamplesAnswer is what [Client.SeedSamples] returns. An answer of `seedSamples`: Make apps to try things with.
type SamplesAnswer struct {
	Country      string        `json:"country"`      // The storefront: two lower-case letters
	DurationMs   int64         `json:"durationMs"`   // How long it took, in milliseconds; null: it has not ended
	Errored      int64         `json:"errored"`      // Number of apps with an error
	Inserted     int64         `json:"inserted"`     // Number of apps added
	Mode         string        `json:"mode"`         // The way in which it is done
	Ok           bool          `json:"ok"`           // Whether it succeeded
	RegionSource string        `json:"regionSource"` // query, setting, default: Query, setting, default
	Results      []SampleRow   `json:"results"`      // The results, in the order of the request
	Skipped      int64         `json:"skipped"`      // Number that were skipped
	StoppedEarly *StoppedEarly `json:"stoppedEarly"` // Why not all were done; null: all were
}

// WipedAnswer is what [Client.WipeApps] returns. An answer of `wipeApps`: Forget all apps.
type WipedAnswer struct {
	DurationMs  int64 `json:"durationMs"`  // How long it took, in milliseconds; null: it has not ended
	Ok          bool  `json:"ok"`          // Whether it succeeded
	RowsRemoved int64 `json:"rowsRemoved"` // Number of records that were deleted
}

// Settings is what [Client.Settings] returns. The settings.
type Settings struct {
	AdminTokenRequired             bool   `json:"adminTokenRequired"`  // Whether requests that change something need the admin token
	AIAPIKey                       string `json:"aiApiKey"`            // The key of the language model, masked; empty: none is set. Sending the masked key changes nothing
	AIAPIKeySet                    bool   `json:"aiApiKeySet"`         // Whether a key of the language model is set
	AIBaseURL                      string `json:"aiBaseUrl"`           // The base address of the language model, for providers that need one
	AIDebugLogging                 bool   `json:"aiDebugLogging"`      // Whether requests to the language model and its answers are logged
	AIModel                        string `json:"aiModel"`             // The name of the language model at its provider
	AIProvider                     string `json:"aiProvider"`          // disabled, openai, anthropic, custom: The provider of the language model; empty: none, so policies are not summarised
	AISummarizeOnImport            bool   `json:"aiSummarizeOnImport"` // Whether policies are summarised when apps are imported
	AITimeoutChunkMs               *int64 `json:"aiTimeoutChunkMs"`    // The longest time that a model may take for a part of a policy, in milliseconds
	AITimeoutDirectMs              *int64 `json:"aiTimeoutDirectMs"`   // The longest time that a model may take for a whole policy, in milliseconds
	AITimeoutMergeMs               *int64 `json:"aiTimeoutMergeMs"`    // The longest time that a model may take to merge the summaries of parts, in milliseconds
	AppCountry                     string `json:"appCountry"`          // The storefront that is asked first: two lower-case letters
	AppCountryExplicit             bool   `json:"appCountryExplicit"`  // Whether the storefront was set; false: it is the default
	BackgroundWizardCompletedAt    *Time  `json:"backgroundWizardCompletedAt"`
	BackgroundWizardDismissedAt    *Time  `json:"backgroundWizardDismissedAt"`
	CfgutilImportedAt              *Time  `json:"cfgutilImportedAt"`
	HealthCheckEnabled             bool   `json:"healthCheckEnabled"`          // Whether the service checks its state regularly
	HealthCheckIntegrityEnabled    bool   `json:"healthCheckIntegrityEnabled"` // Whether these checks read the whole database
	LastAutoSync                   Time   `json:"lastAutoSync"`
	NotificationQuietHoursEnd      string `json:"notificationQuietHoursEnd"`      // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursStart    string `json:"notificationQuietHoursStart"`    // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursTimeZone string `json:"notificationQuietHoursTimeZone"` // A name of the IANA time zone database.
	NotificationWebhookFormat      string `json:"notificationWebhookFormat"`      // generic, slack, discord, teams: The format of the messages to the webhook; empty: recognised by its address
	NotificationWebhookFrequency   string `json:"notificationWebhookFrequency"`   // immediate, daily_summary, weekly_summary, off: When messages are sent to the webhook: immediate, daily or weekly
	NotificationWebhookSecret      string `json:"notificationWebhookSecret"`      // The secret with which messages to the webhook are signed; empty: they are not signed
	NotificationWebhookSecretSet   bool   `json:"notificationWebhookSecretSet"`   // Whether messages to the webhook are signed
	NotificationWebhookURL         string `json:"notificationWebhookUrl"`         // The address of the webhook; empty: none
	NotificationWebhookURLSet      bool   `json:"notificationWebhookUrlSet"`      // Whether there is a webhook
	PolicyDiffAlertDays            int64  `json:"policyDiffAlertDays"`            // Days for which a change of a policy counts as new; 0: none does
	PolicyScrapeDisabled           bool   `json:"policyScrapeDisabled"`           // Whether policies are not fetched at all
	PolicyScrapeThrottleEnabled    bool   `json:"policyScrapeThrottleEnabled"`    // Whether policies are not fetched again soon
	PolicyScrapeThrottleMinutes    int64  `json:"policyScrapeThrottleMinutes"`    // How soon a policy is fetched again at the earliest, in minutes
	QueueShowProgressBar           bool   `json:"queueShowProgressBar"`           // Whether the user interface shows the progress of a session
	SyncAlertFailedPercent         int64  `json:"syncAlertFailedPercent"`         // Users are notified when more percent of the apps of a sync fail. 0: never.
	SyncAlertHours                 *int64 `json:"syncAlertHours"`                 // Users are notified when no sync has succeeded for so many hours. 0: never. Null: twice the interval of the schedule.
	SyncRunning                    bool   `json:"syncRunning"`                    // Whether a sync is running
	SyncSchedule                   string `json:"syncSchedule"`                   // manual, daily, weekly: When all apps are refreshed: off, daily or weekly
	TrackAccessibilityLabels       bool   `json:"trackAccessibilityLabels"`       // Whether changes of accessibility labels are recorded and notified of
	WaybackShowImported            bool   `json:"waybackShowImported"`            // Whether the user interface marks what is from the web archive
}

// SettingsAnswer is what [Client.ChangeSettings] returns. An answer of `changeSettings`: Change settings.
type SettingsAnswer struct {
	AIAPIKeyCleared *bool `json:"aiApiKeyCleared,omitzero"` // A key is for one provider at one URL, and is cleared with either
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
	Description string `json:"description"` // The description; null or empty: none
	Type        string `json:"type"`        // The type
}

// SampleRow is a part of [SamplesAnswer]. The outcome of one app.
type SampleRow struct {
	ID               int64   `json:"id"`               // The ID
	Message          *string `json:"message,omitzero"` // What was wrong, with the status error
	Name             string  `json:"name"`             // The name
	SnapshotsWritten int64   `json:"snapshotsWritten"` // Number of snapshots that were saved
	Source           string  `json:"source"`           // Where it is from
	Status           string  `json:"status"`           // inserted, skipped, error: Inserted, skipped, error
}

// StoppedEarly is a part of [SamplesAnswer]. Why fewer apps were made than asked for.
type StoppedEarly struct {
	Reason       string `json:"reason"`       // Why
	RetryAfterMs int64  `json:"retryAfterMs"` // How long to wait before the next attempt, in milliseconds
}
