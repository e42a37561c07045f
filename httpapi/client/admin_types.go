// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Settings is what [Client.Settings] returns.
type Settings struct {
	AdminTokenRequired             bool   `json:"adminTokenRequired"`
	AIAPIKey                       string `json:"aiApiKey"`
	AIAPIKeySet                    bool   `json:"aiApiKeySet"`
	AIBaseURL                      string `json:"aiBaseUrl"`
	AIDebugLogging                 bool   `json:"aiDebugLogging"`
	AIModel                        string `json:"aiModel"`
	AIProvider                     string `json:"aiProvider"` // disabled, openai, anthropic, custom
	AISummarizeOnImport            bool   `json:"aiSummarizeOnImport"`
	AITimeoutChunkMs               *int64 `json:"aiTimeoutChunkMs"`
	AITimeoutDirectMs              *int64 `json:"aiTimeoutDirectMs"`
	AITimeoutMergeMs               *int64 `json:"aiTimeoutMergeMs"`
	AppCountry                     string `json:"appCountry"`
	AppCountryExplicit             bool   `json:"appCountryExplicit"`
	BackgroundWizardCompletedAt    *Time  `json:"backgroundWizardCompletedAt"`
	BackgroundWizardDismissedAt    *Time  `json:"backgroundWizardDismissedAt"`
	CfgutilImportedAt              *Time  `json:"cfgutilImportedAt"`
	HealthCheckEnabled             bool   `json:"healthCheckEnabled"`
	HealthCheckIntegrityEnabled    bool   `json:"healthCheckIntegrityEnabled"`
	LastAutoSync                   Time   `json:"lastAutoSync"`
	NotificationQuietHoursEnd      string `json:"notificationQuietHoursEnd"`      // Hours and minutes, or empty
	NotificationQuietHoursStart    string `json:"notificationQuietHoursStart"`    // Hours and minutes, or empty
	NotificationQuietHoursTimeZone string `json:"notificationQuietHoursTimeZone"` // A name of the IANA's database
	NotificationWebhookFormat      string `json:"notificationWebhookFormat"`      // generic, slack, discord, teams
	NotificationWebhookFrequency   string `json:"notificationWebhookFrequency"`   // immediate, daily_summary, weekly_summary, off
	NotificationWebhookSecret      string `json:"notificationWebhookSecret"`
	NotificationWebhookSecretSet   bool   `json:"notificationWebhookSecretSet"`
	NotificationWebhookURL         string `json:"notificationWebhookUrl"`
	NotificationWebhookURLSet      bool   `json:"notificationWebhookUrlSet"`
	PolicyDiffAlertDays            int64  `json:"policyDiffAlertDays"`
	PolicyScrapeDisabled           bool   `json:"policyScrapeDisabled"`
	PolicyScrapeThrottleEnabled    bool   `json:"policyScrapeThrottleEnabled"`
	PolicyScrapeThrottleMinutes    int64  `json:"policyScrapeThrottleMinutes"`
	QueueShowProgressBar           bool   `json:"queueShowProgressBar"`
	SyncRunning                    bool   `json:"syncRunning"`
	SyncSchedule                   string `json:"syncSchedule"` // manual, daily, weekly
	TrackAccessibilityLabels       bool   `json:"trackAccessibilityLabels"`
	WaybackShowImported            bool   `json:"waybackShowImported"`
}

// DesktopSettings is what [Client.DesktopSettings] returns.
type DesktopSettings struct {
	AutoLockIdleMinutes int64   `json:"autoLockIdleMinutes"`
	Autostart           bool    `json:"autostart"`
	DevtoolsOpen        bool    `json:"devtoolsOpen"`
	GlobalShortcut      string  `json:"globalShortcut"`
	HideDock            bool    `json:"hideDock"`
	LaunchHidden        bool    `json:"launchHidden"`
	NativeNotifications bool    `json:"nativeNotifications"`
	RequireUnlock       bool    `json:"requireUnlock"`
	ThemeOverride       string  `json:"themeOverride"` // system, light, dark
	TrayVisible         bool    `json:"trayVisible"`
	ZoomLevel           float64 `json:"zoomLevel"`
}
