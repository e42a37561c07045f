// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetCoachmarksBody is what [Client.SetCoachmarks] sends.
type SetCoachmarksBody struct {
	Completed bool `json:"completed"`
}

// SetDashboardBody is what [Client.SetDashboard] sends.
type SetDashboardBody struct {
	Layout SetDashboardBodyLayout `json:"layout"`
}

// ChooseDashboardBody is what [Client.ChooseDashboard] sends.
type ChooseDashboardBody struct {
	Preset string `json:"preset"` // default, minimal, caretaker, watchdog, at_a_glance
}

// SetDateFormatBody is what [Client.SetDateFormat] sends.
type SetDateFormatBody struct {
	Mode *string `json:"mode,omitzero"` // auto, dmy, mdy, iso
}

// SetDevMenuBody is what [Client.SetDevMenu] sends.
type SetDevMenuBody struct {
	Enabled bool `json:"enabled"`
}

// SetLocaleBody is what [Client.SetLocale] sends.
type SetLocaleBody struct {
	Locale string `json:"locale"` // en, zh
}

// SetPreferencesBody is what [Client.SetPreferences] sends. Unknown members are refused, and then nothing is changed..
type SetPreferencesBody struct {
	DismissManualAppsBanner *bool `json:"dismissManualAppsBanner,omitzero"`
}

// ChangeUserTaskBody is what [Client.ChangeUserTask] sends.
type ChangeUserTaskBody struct {
	Action              string  `json:"action"`                       // start, dismiss, reset, opt_in, visit, clear_all
	ID                  *string `json:"id,omitzero"`                  // The ID of the task. Ignored with clear_all.
	MissingPrerequisite *string `json:"missingPrerequisite,omitzero"` // With start: the prerequisite that the user skips.
}

// SetDashboardBodyLayout is a part of [SetDashboardBody].
type SetDashboardBodyLayout struct {
	Hidden []string `json:"hidden,omitzero"`
	Order  []string `json:"order,omitzero"`
}
