// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// CoachmarksAnswer is what [Client.Coachmarks] returns.
type CoachmarksAnswer struct {
	Completed bool `json:"completed"`
}

// SetCoachmarksAnswer is what [Client.SetCoachmarks] returns.
type SetCoachmarksAnswer struct {
	Completed bool `json:"completed"`
}

// LayoutAnswer is what [Client.ResetDashboard] returns.
type LayoutAnswer struct {
	Layout        Layout  `json:"layout"`
	MatchedPreset *string `json:"matchedPreset"`
}

// DateFormatAnswer is what [Client.DateFormat] returns.
type DateFormatAnswer struct {
	Mode string `json:"mode"`
}

// DevMenuAnswer is what [Client.DevMenu] returns.
type DevMenuAnswer struct {
	Enabled bool `json:"enabled"`
}

// SetDevMenuAnswer is what [Client.SetDevMenu] returns.
type SetDevMenuAnswer struct {
	Enabled bool `json:"enabled"`
}

// LocaleAnswer is what [Client.Locale] returns.
type LocaleAnswer struct {
	ExplicitlySet bool     `json:"explicitlySet"`
	Locale        string   `json:"locale"` // en, zh
	Supported     []string `json:"supported"`
}

// SetLocaleAnswer is what [Client.SetLocale] returns.
type SetLocaleAnswer struct {
	Accepted  bool     `json:"accepted"`
	Locale    string   `json:"locale"` // en, zh
	Supported []string `json:"supported"`
}

// PreferencesAnswer is what [Client.Preferences] returns.
type PreferencesAnswer struct {
	ManualAppsBannerDismissed bool `json:"manualAppsBannerDismissed"`
}

// TaskList is what [Client.UserTasks] returns.
type TaskList struct {
	Candidates []TaskCandidate `json:"candidates"`
	Tasks      []Task          `json:"tasks"`
}

// WelcomeAnswer is what [Client.Welcome] returns.
type WelcomeAnswer struct {
	WelcomedAt Time `json:"welcomedAt"`
}

// Layout is a part of [LayoutAnswer].
type Layout struct {
	Hidden []string `json:"hidden"`
	Order  []string `json:"order"`
	V      int64    `json:"v"`
}

// TaskCandidate is a part of [TaskList].
type TaskCandidate struct {
	I18nKey string `json:"i18nKey"`
	ID      string `json:"id"`
}

// Task is a part of [TaskList].
type Task struct {
	Audience      string   `json:"audience"`
	DismissedAt   *Time    `json:"dismissedAt"`
	I18nKey       string   `json:"i18nKey"`
	ID            string   `json:"id"`
	OptedInAt     *Time    `json:"optedInAt"`
	Prerequisites []string `json:"prerequisites"`
	Route         string   `json:"route"`
	StartedAt     *Time    `json:"startedAt"`
	State         string   `json:"state"` // completed, dismissed, blocked, in_progress, ready
}
