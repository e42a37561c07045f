// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SeedNotificationBody is what [Client.SeedNotification] sends. The body of `seedNotification`: Create a notification for testing.
type SeedNotificationBody struct {
	AppID   int64                             `json:"appId"`   // The ID of the app, which need not be tracked.
	AppName string                            `json:"appName"` // The name of the app
	Changes []SeedNotificationBodyChangesItem `json:"changes"` // The changes, at least one. A change without type or description is left out.
}

// ChangeSettingsBody is what [Client.ChangeSettings] sends. Unknown members are refused, and then nothing is changed..
type ChangeSettingsBody struct {
	AIAPIKey                       Optional[string] `json:"aiApiKey,omitzero"`            // Cleared when aiProvider or aiBaseUrl changes, unless the same request sets it.
	AIBaseURL                      Optional[string] `json:"aiBaseUrl,omitzero"`           // The base URL of the language model, for providers that need one
	AIDebugLogging                 Optional[bool]   `json:"aiDebugLogging,omitzero"`      // Whether requests to language models and their responses are logged
	AIModel                        Optional[string] `json:"aiModel,omitzero"`             // The name of the language model at its provider
	AIProvider                     Optional[string] `json:"aiProvider,omitzero"`          // disabled, openai, anthropic, custom, null: The provider of the language model; disabled: policies are not summarised by a model
	AISummarizeOnImport            Optional[bool]   `json:"aiSummarizeOnImport,omitzero"` // Whether policies are summarised when apps are imported
	AITimeoutChunkMs               Optional[int64]  `json:"aiTimeoutChunkMs,omitzero"`    // The time limit for a model to summarise a part of a policy, in milliseconds
	AITimeoutDirectMs              Optional[int64]  `json:"aiTimeoutDirectMs,omitzero"`   // The time limit for a model to summarise a whole policy, in milliseconds
	AITimeoutMergeMs               Optional[int64]  `json:"aiTimeoutMergeMs,omitzero"`    // The time limit for a model to merge the summaries of parts, in milliseconds
	AppCountry                     Optional[string] `json:"appCountry,omitzero"`          // The storefront that is tried first: two lower-case letters
	BackgroundWizardCompletedAt    Optional[Time]   `json:"backgroundWizardCompletedAt,omitzero"`
	BackgroundWizardDismissedAt    Optional[Time]   `json:"backgroundWizardDismissedAt,omitzero"`
	CfgutilImportedAt              Optional[Time]   `json:"cfgutilImportedAt,omitzero"`
	HealthCheckEnabled             Optional[bool]   `json:"healthCheckEnabled,omitzero"`             // Whether the service checks its data regularly
	HealthCheckIntegrityEnabled    Optional[bool]   `json:"healthCheckIntegrityEnabled,omitzero"`    // Whether these checks also read the whole database
	NotificationQuietHoursEnd      Optional[string] `json:"notificationQuietHoursEnd,omitzero"`      // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursStart    Optional[string] `json:"notificationQuietHoursStart,omitzero"`    // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursTimeZone Optional[string] `json:"notificationQuietHoursTimeZone,omitzero"` // A name of the IANA time zone database.
	NotificationWebhookFormat      Optional[string] `json:"notificationWebhookFormat,omitzero"`      // generic, slack, discord, teams, null: The format of the messages to the webhook; empty: derived from its URL
	NotificationWebhookFrequency   Optional[string] `json:"notificationWebhookFrequency,omitzero"`   // immediate, daily_summary, weekly_summary, off, null: When messages are sent to the webhook: immediate, daily_summary, weekly_summary or off
	NotificationWebhookSecret      Optional[string] `json:"notificationWebhookSecret,omitzero"`      // The secret with which messages to the webhook are signed; empty: they are not signed
	NotificationWebhookURL         Optional[string] `json:"notificationWebhookUrl,omitzero"`         // The URL of the webhook; empty: none
	PolicyDiffAlertDays            Optional[int64]  `json:"policyDiffAlertDays,omitzero"`            // For how many days a change of a policy counts as new; 0: never
	PolicyScrapeDisabled           Optional[bool]   `json:"policyScrapeDisabled,omitzero"`           // Whether the fetching of policies is disabled
	PolicyScrapeThrottleEnabled    Optional[bool]   `json:"policyScrapeThrottleEnabled,omitzero"`    // Whether a policy that was fetched recently is not fetched again
	PolicyScrapeThrottleMinutes    Optional[int64]  `json:"policyScrapeThrottleMinutes,omitzero"`    // How long a policy counts as fetched recently, in minutes
	QueueShowProgressBar           Optional[bool]   `json:"queueShowProgressBar,omitzero"`           // Whether the user interface shows the progress of a session
	SyncAlertFailedPercent         Optional[int64]  `json:"syncAlertFailedPercent,omitzero"`         // Notify when more than this percentage of the apps of a sync failed. 0: never.
	SyncAlertHours                 Optional[int64]  `json:"syncAlertHours,omitzero"`                 // Notify when no sync has succeeded for this many hours. 0: never. Null: twice the interval of the schedule.
	SyncSchedule                   Optional[string] `json:"syncSchedule,omitzero"`                   // manual, daily, weekly, null: When all apps are refreshed: manual (never automatically), daily or weekly
	TrackAccessibilityLabels       Optional[bool]   `json:"trackAccessibilityLabels,omitzero"`       // Whether changes of accessibility labels are recorded and reported in notifications
	WaybackShowImported            Optional[bool]   `json:"waybackShowImported,omitzero"`            // Whether the user interface marks snapshots from the web archive
}

// ChangeDesktopSettingsBody is what [Client.ChangeDesktopSettings] sends. Unknown members are refused, and then nothing is changed..
type ChangeDesktopSettingsBody struct {
	AutoLockIdleMinutes *int64   `json:"autoLockIdleMinutes,omitzero"` // Minutes without input after which the desktop program locks; 0: never
	Autostart           *bool    `json:"autostart,omitzero"`           // Whether the desktop program starts with the computer
	DevtoolsOpen        *bool    `json:"devtoolsOpen,omitzero"`        // Whether the desktop program opens its developer tools
	GlobalShortcut      *string  `json:"globalShortcut,omitzero"`      // The keys that show the desktop program; empty: none
	HideDock            *bool    `json:"hideDock,omitzero"`            // Whether the desktop program hides its icon in the dock
	LaunchHidden        *bool    `json:"launchHidden,omitzero"`        // Whether the desktop program starts without a window
	NativeNotifications *bool    `json:"nativeNotifications,omitzero"` // Whether the desktop program shows notifications of the system
	RequireUnlock       *bool    `json:"requireUnlock,omitzero"`       // Whether the desktop program asks for the user's password
	ThemeOverride       *string  `json:"themeOverride,omitzero"`       // system, light, dark: The theme of the desktop program, if not that of the system
	TrayVisible         *bool    `json:"trayVisible,omitzero"`         // Whether the desktop program has an icon in the tray
	ZoomLevel           *float64 `json:"zoomLevel,omitzero"`           // The zoom of the desktop program; 1: none
}

// SeedNotificationBodyChangesItem is a part of [SeedNotificationBody].
type SeedNotificationBodyChangesItem struct {
	Description string `json:"description"` // The change in a sentence
	Type        string `json:"type"`        // The type
}
