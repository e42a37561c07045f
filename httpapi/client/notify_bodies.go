// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetNotificationPrefsBody is what [Client.SetNotificationPrefs] sends.
type SetNotificationPrefsBody struct {
	Prefs map[string]bool `json:"prefs"` // Preferences by name. Those that are missing or not a boolean are reset to their default; null resets all.
}

// MarkNotificationsBody is what [Client.MarkNotifications] sends.
type MarkNotificationsBody struct {
	Action string   `json:"action"`       // mark_read, mark_unread: mark_read marks all notifications as read.
	IDs    []string `json:"ids,omitzero"` // The notifications to mark as unread. Only the first 200 are used.
}

// TestWebhookBody is what [Client.TestWebhook] sends.
type TestWebhookBody struct {
	Format *string `json:"format,omitzero"` // generic, slack, discord, teams
	URL    string  `json:"url"`
}
