// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SeedNotificationBody is what [Client.SeedNotification] sends.
type SeedNotificationBody struct {
	AppID   int64                             `json:"appId"` // It need not be tracked
	AppName string                            `json:"appName"`
	Changes []SeedNotificationBodyChangesItem `json:"changes"` // At least one. One without type or description is left out
}

// ChangeSettingsBody is what [Client.ChangeSettings] sends. Unknown members are refused, and then nothing is changed..
type ChangeSettingsBody struct {
	AIAPIKey                       Optional[string] `json:"aiApiKey,omitzero"` // Cleared when aiProvider or aiBaseUrl changes, unless the same request sets it.
	AIBaseURL                      Optional[string] `json:"aiBaseUrl,omitzero"`
	AIDebugLogging                 Optional[bool]   `json:"aiDebugLogging,omitzero"`
	AIModel                        Optional[string] `json:"aiModel,omitzero"`
	AIProvider                     Optional[string] `json:"aiProvider,omitzero"` // disabled, openai, anthropic, custom, null
	AISummarizeOnImport            Optional[bool]   `json:"aiSummarizeOnImport,omitzero"`
	AITimeoutChunkMs               Optional[int64]  `json:"aiTimeoutChunkMs,omitzero"`
	AITimeoutDirectMs              Optional[int64]  `json:"aiTimeoutDirectMs,omitzero"`
	AITimeoutMergeMs               Optional[int64]  `json:"aiTimeoutMergeMs,omitzero"`
	AppCountry                     Optional[string] `json:"appCountry,omitzero"`
	BackgroundWizardCompletedAt    Optional[Time]   `json:"backgroundWizardCompletedAt,omitzero"`
	BackgroundWizardDismissedAt    Optional[Time]   `json:"backgroundWizardDismissedAt,omitzero"`
	CfgutilImportedAt              Optional[Time]   `json:"cfgutilImportedAt,omitzero"`
	HealthCheckEnabled             Optional[bool]   `json:"healthCheckEnabled,omitzero"`
	HealthCheckIntegrityEnabled    Optional[bool]   `json:"healthCheckIntegrityEnabled,omitzero"`
	NotificationQuietHoursEnd      Optional[string] `json:"notificationQuietHoursEnd,omitzero"`      // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursStart    Optional[string] `json:"notificationQuietHoursStart,omitzero"`    // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursTimeZone Optional[string] `json:"notificationQuietHoursTimeZone,omitzero"` // A name of the IANA time zone database.
	NotificationWebhookFormat      Optional[string] `json:"notificationWebhookFormat,omitzero"`      // generic, slack, discord, teams, null
	NotificationWebhookFrequency   Optional[string] `json:"notificationWebhookFrequency,omitzero"`   // immediate, daily_summary, weekly_summary, off, null
	NotificationWebhookSecret      Optional[string] `json:"notificationWebhookSecret,omitzero"`
	NotificationWebhookURL         Optional[string] `json:"notificationWebhookUrl,omitzero"`
	PolicyDiffAlertDays            Optional[int64]  `json:"policyDiffAlertDays,omitzero"`
	PolicyScrapeDisabled           Optional[bool]   `json:"policyScrapeDisabled,omitzero"`
	PolicyScrapeThrottleEnabled    Optional[bool]   `json:"policyScrapeThrottleEnabled,omitzero"`
	PolicyScrapeThrottleMinutes    Optional[int64]  `json:"policyScrapeThrottleMinutes,omitzero"`
	QueueShowProgressBar           Optional[bool]   `json:"queueShowProgressBar,omitzero"`
	SyncAlertFailedPercent         Optional[int64]  `json:"syncAlertFailedPercent,omitzero"` // Users are notified when more percent of the apps of a sync fail. 0: never.
	SyncAlertHours                 Optional[int64]  `json:"syncAlertHours,omitzero"`         // Users are notified when no sync has succeeded for so many hours. 0: never. Null: twice the interval of the schedule.
	SyncSchedule                   Optional[string] `json:"syncSchedule,omitzero"`           // manual, daily, weekly, null
	TrackAccessibilityLabels       Optional[bool]   `json:"trackAccessibilityLabels,omitzero"`
	WaybackShowImported            Optional[bool]   `json:"waybackShowImported,omitzero"`
}

// ChangeDesktopSettingsBody is what [Client.ChangeDesktopSettings] sends. Unknown members are refused, and then nothing is changed..
type ChangeDesktopSettingsBody struct {
	AutoLockIdleMinutes *int64   `json:"autoLockIdleMinutes,omitzero"`
	Autostart           *bool    `json:"autostart,omitzero"`
	DevtoolsOpen        *bool    `json:"devtoolsOpen,omitzero"`
	GlobalShortcut      *string  `json:"globalShortcut,omitzero"`
	HideDock            *bool    `json:"hideDock,omitzero"`
	LaunchHidden        *bool    `json:"launchHidden,omitzero"`
	NativeNotifications *bool    `json:"nativeNotifications,omitzero"`
	RequireUnlock       *bool    `json:"requireUnlock,omitzero"`
	ThemeOverride       *string  `json:"themeOverride,omitzero"` // system, light, dark
	TrayVisible         *bool    `json:"trayVisible,omitzero"`
	ZoomLevel           *float64 `json:"zoomLevel,omitzero"`
}

// SeedNotificationBodyChangesItem is a part of [SeedNotificationBody].
type SeedNotificationBodyChangesItem struct {
	Description string `json:"description"`
	Type        string `json:"type"`
}
