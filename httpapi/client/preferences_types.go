// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// CoachmarksAnswer is what [Client.Coachmarks] returns.
type CoachmarksAnswer struct {
	Completed bool `json:"completed"` // Whether the hints were seen
}

// SetCoachmarksAnswer is what [Client.SetCoachmarks] returns.
type SetCoachmarksAnswer struct {
	Completed bool `json:"completed"` // Whether the hints were seen
}

// LayoutAnswer is what [Client.ResetDashboard] returns. An answer of `setDashboard`: Set the dashboard layout.
type LayoutAnswer struct {
	Layout        Layout  `json:"layout"`        // The order of the cards, and the hidden ones
	MatchedPreset *string `json:"matchedPreset"` // The preset that the layout equals; null: none
}

// DateFormatAnswer is what [Client.DateFormat] returns. An answer of `setDateFormat`: Set the date format.
type DateFormatAnswer struct {
	Mode string `json:"mode"` // The date format
}

// DevMenuAnswer is what [Client.DevMenu] returns.
type DevMenuAnswer struct {
	Enabled bool `json:"enabled"` // Whether it is on
}

// SetDevMenuAnswer is what [Client.SetDevMenu] returns.
type SetDevMenuAnswer struct {
	Enabled bool `json:"enabled"` // Whether it is on
}

// LocaleAnswer is what [Client.Locale] returns.
type LocaleAnswer struct {
	ExplicitlySet bool     `json:"explicitlySet"` // Whether it was set; false: it is the default
	Locale        string   `json:"locale"`        // en, zh: The language of the user interface, a BCP 47 tag
	Supported     []string `json:"supported"`     // The languages that are supported, as BCP 47 tags
}

// SetLocaleAnswer is what [Client.SetLocale] returns.
type SetLocaleAnswer struct {
	Accepted  bool     `json:"accepted"`  // Whether the language was accepted
	Locale    string   `json:"locale"`    // en, zh: The language of the user interface, a BCP 47 tag
	Supported []string `json:"supported"` // The languages that are supported, as BCP 47 tags
}

// PreferencesAnswer is what [Client.Preferences] returns. An answer of `setPreferences`: Set preferences.
type PreferencesAnswer struct {
	ManualAppsBannerDismissed bool `json:"manualAppsBannerDismissed"` // Whether the hint about manual apps is hidden
}

// TaskList is what [Client.UserTasks] returns. The user's tasks, and those offered, in the order in which they are shown.
type TaskList struct {
	Candidates []TaskCandidate `json:"candidates"` // Tasks that the user can opt in to
	Tasks      []Task          `json:"tasks"`      // The tasks
}

// WelcomeAnswer is what [Client.Welcome] returns. An answer of `welcome`: Record that the user was welcomed.
type WelcomeAnswer struct {
	WelcomedAt Time `json:"welcomedAt"`
}

// Layout is a part of [LayoutAnswer]. The order of the cards of the dashboard, each once, and the hidden ones in their default order.
type Layout struct {
	Hidden []string `json:"hidden"` // The keys of the hidden cards
	Order  []string `json:"order"`  // The keys of all cards, in order
	V      int64    `json:"v"`      // The version of the form
}

// TaskCandidate is a part of [TaskList]. A task that the user can opt in to.
type TaskCandidate struct {
	I18nKey string `json:"i18nKey"` // The key of the text in a user interface
	ID      string `json:"id"`      // The ID
}

// Task is a part of [TaskList]. A task and its state.
type Task struct {
	Audience      string   `json:"audience"` // For whom the user checks apps
	DismissedAt   *Time    `json:"dismissedAt"`
	I18nKey       string   `json:"i18nKey"` // The key of the text in a user interface
	ID            string   `json:"id"`      // The ID
	OptedInAt     *Time    `json:"optedInAt"`
	Prerequisites []string `json:"prerequisites"` // The IDs of the tasks that have to be completed before
	Route         string   `json:"route"`         // The page of the user interface
	StartedAt     *Time    `json:"startedAt"`
	State         string   `json:"state"` // completed, dismissed, blocked, in_progress, ready: The state
}
