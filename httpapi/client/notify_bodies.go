// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetNotificationPrefsBody is what [Client.SetNotificationPrefs] sends. The body of `setNotificationPrefs`: Set the notification preferences.
type SetNotificationPrefsBody struct {
	Prefs map[string]bool `json:"prefs"` // Preferences by name. Those that are missing or not a boolean are reset to their default; null resets all.
}

// MarkNotificationsBody is what [Client.MarkNotifications] sends. The body of `markNotifications`: Mark notifications read or unread.
type MarkNotificationsBody struct {
	Action string   `json:"action"`       // mark_read, mark_unread: mark_read marks all notifications as read.
	IDs    []string `json:"ids,omitzero"` // The notifications to mark as unread. Only the first 200 are used.
}

// AddDestinationBody is what [Client.AddDestination] sends. The body of `addDestination`: Add a destination of notifications.
type AddDestinationBody struct {
	AppIDs     Optional[[]int64]  `json:"appIds,omitzero"`     // Only notifications about these apps and the apps on deviceIds. If either list is set, a notification about no app is sent only if types contains its type.
	Channel    string             `json:"channel"`             // generic, slack, discord, teams, ntfy, gotify, matrix, telegram, email: The kind of service or protocol that takes the messages
	DeviceIDs  Optional[[]string] `json:"deviceIds,omitzero"`  // Only notifications about the apps on these devices and those in appIds.
	Frequency  *string            `json:"frequency,omitzero"`  // immediate, daily_summary, weekly_summary, off: Defaults to immediate.
	From       Optional[string]   `json:"from,omitzero"`       // The sender address, for email.
	Hour       *int64             `json:"hour,omitzero"`       // The hour at which summaries are sent, in the time zone. Defaults to 8.
	Name       *string            `json:"name,omitzero"`       // At most 100 characters. Defaults to the channel.
	QuietFrom  Optional[string]   `json:"quietFrom,omitzero"`  // When the quiet hours of the destination begin, such as 22:30. No messages are sent during quiet hours. Without them, the quiet hours of the settings apply.
	QuietUntil Optional[string]   `json:"quietUntil,omitzero"` // When the quiet hours end.
	Secret     Optional[string]   `json:"secret,omitzero"`     // The signing key of a webhook, or the token or password for the channel. Never part of a response. It is removed if the URL, the channel or the user changes and no new secret is sent.
	TimeZone   Optional[string]   `json:"timeZone,omitzero"`   // The time zone, such as Europe/Berlin. Defaults to UTC.
	To         Optional[string]   `json:"to,omitzero"`         // The room ID for Matrix, the chat for Telegram, or a comma-separated list of recipients for email.
	Types      Optional[[]string] `json:"types,omitzero"`      // Only notifications of these types. Empty: all types that are enabled.
	URL        *string            `json:"url,omitzero"`        // The URL of a webhook, an ntfy topic, or a Gotify or Matrix server; for e-mail smtp://, smtps:// or smtp+plain:// and the mail server. Not needed for Telegram. Responses show only a part of it; sending that part back leaves the URL unchanged.
	User       Optional[string]   `json:"user,omitzero"`       // The user name for the password in secret, for email and ntfy.
}

// ChangeDestinationBody is what [Client.ChangeDestination] sends. The body of `changeDestination`: Change a destination of notifications.
type ChangeDestinationBody struct {
	AppIDs     Optional[[]int64]  `json:"appIds,omitzero"`     // Only notifications about these apps and the apps on deviceIds. If either list is set, a notification about no app is sent only if types contains its type.
	Channel    *string            `json:"channel,omitzero"`    // generic, slack, discord, teams, ntfy, gotify, matrix, telegram, email: The kind of service or protocol that takes the messages
	DeviceIDs  Optional[[]string] `json:"deviceIds,omitzero"`  // Only notifications about the apps on these devices and those in appIds.
	Frequency  *string            `json:"frequency,omitzero"`  // immediate, daily_summary, weekly_summary, off: Defaults to immediate.
	From       Optional[string]   `json:"from,omitzero"`       // The sender address, for email.
	Hour       *int64             `json:"hour,omitzero"`       // The hour at which summaries are sent, in the time zone. Defaults to 8.
	Name       *string            `json:"name,omitzero"`       // At most 100 characters. Defaults to the channel.
	QuietFrom  Optional[string]   `json:"quietFrom,omitzero"`  // When the quiet hours of the destination begin, such as 22:30. No messages are sent during quiet hours. Without them, the quiet hours of the settings apply.
	QuietUntil Optional[string]   `json:"quietUntil,omitzero"` // When the quiet hours end.
	Secret     Optional[string]   `json:"secret,omitzero"`     // The signing key of a webhook, or the token or password for the channel. Never part of a response. It is removed if the URL, the channel or the user changes and no new secret is sent.
	TimeZone   Optional[string]   `json:"timeZone,omitzero"`   // The time zone, such as Europe/Berlin. Defaults to UTC.
	To         Optional[string]   `json:"to,omitzero"`         // The room ID for Matrix, the chat for Telegram, or a comma-separated list of recipients for email.
	Types      Optional[[]string] `json:"types,omitzero"`      // Only notifications of these types. Empty: all types that are enabled.
	URL        *string            `json:"url,omitzero"`        // The URL of a webhook, an ntfy topic, or a Gotify or Matrix server; for e-mail smtp://, smtps:// or smtp+plain:// and the mail server. Not needed for Telegram. Responses show only a part of it; sending that part back leaves the URL unchanged.
	User       Optional[string]   `json:"user,omitzero"`       // The user name for the password in secret, for email and ntfy.
}

// TestWebhookBody is what [Client.TestWebhook] sends. The body of `testWebhook`: Send a test message to a webhook.
type TestWebhookBody struct {
	Format *string `json:"format,omitzero"` // generic, slack, discord, teams: The format of the messages
	URL    string  `json:"url"`             // The URL
}
