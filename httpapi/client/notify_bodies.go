// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetNotificationPrefsBody is what [Client.SetNotificationPrefs] sends.
type SetNotificationPrefsBody struct {
	Prefs map[string]bool `json:"prefs"` // Switches by name. What is not named, or is no boolean, falls back to its default; null names none
}

// MarkNotificationsBody is what [Client.MarkNotifications] sends.
type MarkNotificationsBody struct {
	Action string   `json:"action"`       // mark_read, mark_unread: mark_read marks all of them
	IDs    []string `json:"ids,omitzero"` // Which to mark unread; the first 200 count
}

// TestWebhookBody is what [Client.TestWebhook] sends.
type TestWebhookBody struct {
	Format *string `json:"format,omitzero"` // generic, slack, discord, teams
	URL    string  `json:"url"`
}
