// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// DoneAnswer is what [Client.StartOver] returns.
type DoneAnswer struct {
	DurationMs int64 `json:"durationMs"`
	Ok         bool  `json:"ok"`
}

// ChangelogResetAnswer is what [Client.ResetChangelog] returns.
type ChangelogResetAnswer struct {
	AppsTouched          int64 `json:"appsTouched"`
	DurationMs           int64 `json:"durationMs"`
	Ok                   bool  `json:"ok"`
	ReviewActionsRemoved int64 `json:"reviewActionsRemoved"`
	SnapshotsRemoved     int64 `json:"snapshotsRemoved"`
}

// NoticeAnswer is what [Client.SeedNotification] returns.
type NoticeAnswer struct {
	AppID   int64                     `json:"appId"` // The number of an app in the store
	AppName string                    `json:"appName"`
	Changes []NoticeAnswerChangesItem `json:"changes"`
	Ok      bool                      `json:"ok"`
}

// SamplesAnswer is what [Client.SeedSamples] returns.
type SamplesAnswer struct {
	Country      string        `json:"country"`
	DurationMs   int64         `json:"durationMs"`
	Errored      int64         `json:"errored"`
	Inserted     int64         `json:"inserted"`
	Mode         string        `json:"mode"`
	Ok           bool          `json:"ok"`
	RegionSource string        `json:"regionSource"` // query, setting, default
	Results      []SampleRow   `json:"results"`
	Skipped      int64         `json:"skipped"`
	StoppedEarly *StoppedEarly `json:"stoppedEarly"`
}

// WipedAnswer is what [Client.WipeApps] returns.
type WipedAnswer struct {
	DurationMs  int64 `json:"durationMs"`
	Ok          bool  `json:"ok"`
	RowsRemoved int64 `json:"rowsRemoved"`
}

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
	NotificationQuietHoursEnd      string `json:"notificationQuietHoursEnd"`      // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursStart    string `json:"notificationQuietHoursStart"`    // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursTimeZone string `json:"notificationQuietHoursTimeZone"` // A name of the IANA time zone database.
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
	SyncAlertFailedPercent         int64  `json:"syncAlertFailedPercent"` // Users are notified when more percent of the apps of a sync fail. 0: never.
	SyncAlertHours                 *int64 `json:"syncAlertHours"`         // Users are notified when no sync has succeeded for so many hours. 0: never. Null: twice the interval of the schedule.
	SyncRunning                    bool   `json:"syncRunning"`
	SyncSchedule                   string `json:"syncSchedule"` // manual, daily, weekly
	TrackAccessibilityLabels       bool   `json:"trackAccessibilityLabels"`
	WaybackShowImported            bool   `json:"waybackShowImported"`
}

// SettingsAnswer is what [Client.ChangeSettings] returns.
type SettingsAnswer struct {
	AIAPIKeyCleared *bool `json:"aiApiKeyCleared,omitzero"`
	Success         bool  `json:"success"`
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

// NoticeAnswerChangesItem is a part of [NoticeAnswer].
type NoticeAnswerChangesItem struct {
	Description string `json:"description"`
	Type        string `json:"type"`
}

// SampleRow is a part of [SamplesAnswer].
type SampleRow struct {
	ID               int64   `json:"id"` // The number of an app in the store
	Message          *string `json:"message,omitzero"`
	Name             string  `json:"name"`
	SnapshotsWritten int64   `json:"snapshotsWritten"`
	Source           string  `json:"source"`
	Status           string  `json:"status"` // inserted, skipped, error
}

// StoppedEarly is a part of [SamplesAnswer].
type StoppedEarly struct {
	Reason       string `json:"reason"`
	RetryAfterMs int64  `json:"retryAfterMs"`
}
