// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetCoachmarksBody is what [Client.SetCoachmarks] sends. The body of `setCoachmarks`: Mark a hint as seen.
type SetCoachmarksBody struct {
	Completed bool `json:"completed"` // Whether the hints were seen
}

// SetDashboardBody is what [Client.SetDashboard] sends. The body of `setDashboard`: Set the dashboard layout.
type SetDashboardBody struct {
	Layout SetDashboardBodyLayout `json:"layout"` // The order of the cards, and the hidden ones
}

// ChooseDashboardBody is what [Client.ChooseDashboard] sends. The body of `chooseDashboard`: Choose a dashboard preset.
type ChooseDashboardBody struct {
	Preset string `json:"preset"` // default, minimal, caretaker, watchdog, at_a_glance: The name of the preset
}

// SetDateFormatBody is what [Client.SetDateFormat] sends. The body of `setDateFormat`: Set the date format.
type SetDateFormatBody struct {
	Mode string `json:"mode"` // auto, dmy, mdy, iso: The date format
}

// SetDevMenuBody is what [Client.SetDevMenu] sends. The body of `setDevMenu`: Show or hide the developer menu.
type SetDevMenuBody struct {
	Enabled bool `json:"enabled"` // Whether it is on
}

// SetLocaleBody is what [Client.SetLocale] sends. The body of `setLocale`: Set the language.
type SetLocaleBody struct {
	Locale string `json:"locale"` // en, zh: The language of the user interface, a BCP 47 tag
}

// SetPreferencesBody is what [Client.SetPreferences] sends. Unknown members are refused, and then nothing is changed..
type SetPreferencesBody struct {
	DismissManualAppsBanner *bool `json:"dismissManualAppsBanner,omitzero"` // Whether to hide the hint about manual apps
}

// ChangeUserTaskBody is what [Client.ChangeUserTask] sends. The body of `changeUserTask`: Change a user task.
type ChangeUserTaskBody struct {
	Action              string  `json:"action"`                       // start, dismiss, reset, opt_in, visit, clear_all: What to do with the task
	ID                  *string `json:"id,omitzero"`                  // The ID of the task. Ignored with clear_all.
	MissingPrerequisite *string `json:"missingPrerequisite,omitzero"` // With start: the prerequisite that the user skips.
}

// SetDashboardBodyLayout is a part of [SetDashboardBody]. The order of the cards, and the hidden ones.
type SetDashboardBodyLayout struct {
	Hidden []string `json:"hidden,omitzero"` // The keys of the hidden cards
	Order  []string `json:"order,omitzero"`  // The keys of all cards, in order
}
