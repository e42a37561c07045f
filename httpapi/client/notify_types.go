// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// NotificationPrefs is what [Client.NotificationPrefs] returns. The switches of notifications, by type.
type NotificationPrefs struct {
	Defaults map[string]bool `json:"defaults"` // The defaults of the nine preferences that are named after their type.
	Prefs    map[string]bool `json:"prefs"`    // Whether each kind of notification is on: the four that are feature flags, such as label_changes, and the nine that are named after their type.
	Stored   map[string]bool `json:"stored"`   // Same as prefs.
}

// NotificationsPage is what [Client.Notifications] returns. An answer of `notifications`: List notifications, newest first.
type NotificationsPage struct {
	Notifications []Notification `json:"notifications"` // Newest first
	Total         int64          `json:"total"`         // Number of all notifications that are shown
	UnreadCount   int64          `json:"unreadCount"`   // Number of those that are not read
}

// MarkAnswer is what [Client.MarkNotifications] returns. An answer of `markNotifications`: Mark notifications read or unread.
type MarkAnswer struct {
	Flipped int64 `json:"flipped"` // Number of notifications that were changed
	Success bool  `json:"success"` // Whether it succeeded
}

// DeliveryPage is what [Client.Deliveries] returns. A page of messages.
type DeliveryPage struct {
	Deliveries []Delivery `json:"deliveries"` // Newest first
	Total      int64      `json:"total"`      // The number of all
}

// RetryAnswer is what [Client.RetryDelivery] returns. An answer of `retryDelivery`: Retry a webhook delivery.
type RetryAnswer struct {
	Delivery Delivery `json:"delivery"` // The delivery
	Success  bool     `json:"success"`  // Whether it succeeded
}

// DestinationsAnswer is what [Client.Destinations] returns. An answer of `destinations`: List the destinations of notifications.
type DestinationsAnswer struct {
	Destinations []Destination `json:"destinations"` // The destinations, in the order in which they were added
}

// DestinationAnswer is what [Client.AddDestination] returns. An answer of `changeDestination`: Change a destination of notifications.
type DestinationAnswer struct {
	Destination Destination `json:"destination"` // The destination
}

// TestResult is what [Client.TestDestination] returns. The result of sending a test message.
type TestResult struct {
	Detail *string `json:"detail,omitzero"` // More about it; null or empty: nothing
	Ok     bool    `json:"ok"`              // Whether it succeeded
	Status int64   `json:"status"`          // The status of the response, of HTTP or SMTP; 0: there was none
}

// Notification is a part of [NotificationsPage]. A notification in the inbox.
type Notification struct {
	AppID     *int64   `json:"appId"`   // Null: not about one app
	AppName   string   `json:"appName"` // The name of the app
	Changes   []Notice `json:"changes"` // The changes
	CreatedAt Time     `json:"createdAt"`
	IconURL   *string  `json:"iconUrl"` // The address of the icon; null: not known
	ID        string   `json:"id"`      // The ID
	NotBefore *Time    `json:"notBefore"`
	Read      bool     `json:"read"`  // Whether it was read
	Stale     bool     `json:"stale"` // Whether what the notification says is no longer so
	Type      string   `json:"type"`  // labelChanges, profileMismatch, policyUpdates, versionUpdates, importCompleted, manualAppsPrompt, aiTimeout, jobResumed, parserFallthrough, accessibilityChanges, newPrivacyTypes, availability, syncAlert, tokenGuesses: The type
}

// Delivery is a part of [DeliveryPage]. A message to a destination, without its secrets.
type Delivery struct {
	Attempts        int64   `json:"attempts"` // How often delivery was tried
	CreatedAt       Time    `json:"createdAt"`
	DeliveredAt     *Time   `json:"deliveredAt"`
	DestinationID   string  `json:"destinationId"`   // "webhook" is that of the settings
	DestinationName *string `json:"destinationName"` // Null: it was removed
	Host            *string `json:"host"`            // The host of the address
	ID              string  `json:"id"`              // The receiver sees the same
	Kind            string  `json:"kind"`            // immediate, daily, weekly: The kind, which determines the other members
	LastError       *string `json:"lastError"`       // What was wrong with the last attempt; null: nothing
	LastStatus      *int64  `json:"lastStatus"`      // The status of the last response, of HTTP or SMTP; null: there was none
	NextAttemptAt   *Time   `json:"nextAttemptAt"`
	Notifications   int64   `json:"notifications"` // How many it is about
	State           string  `json:"state"`         // pending, delivered, dead: The state
	Title           string  `json:"title"`         // The title; null: none
}

// Destination is a part of [DestinationsAnswer]. Where messages about notifications go, without its secrets: of the address, the account and the recipient only a part is shown.
type Destination struct {
	Address    string   `json:"address"` // Where messages go, with its secret parts masked
	AppIDs     []int64  `json:"appIds"`  // The apps whose notifications are sent, with those on the devices; none of both: all
	Channel    string   `json:"channel"` // The kind of service or protocol that takes the messages
	CreatedAt  *Time    `json:"createdAt"`
	DeviceIDs  []string `json:"deviceIds"`  // The devices whose apps count
	Frequency  string   `json:"frequency"`  // When messages are sent: immediate, daily_summary, weekly_summary or off
	From       string   `json:"from"`       // The address that mails are from; empty: not an e-mail destination
	Hour       int64    `json:"hour"`       // The hour of summaries in the time zone, from 0 to 23
	ID         string   `json:"id"`         // The ID. "webhook" is the webhook of the settings, which is changed there
	Name       string   `json:"name"`       // The name
	QuietFrom  string   `json:"quietFrom"`  // When the quiet hours begin, such as 22:00; empty: those of the settings apply
	QuietUntil string   `json:"quietUntil"` // When the quiet hours end, such as 07:00
	SecretSet  bool     `json:"secretSet"`  // Whether a secret or password is set
	TimeZone   string   `json:"timeZone"`   // The time zone of hours, such as Europe/Berlin; empty: UTC
	To         string   `json:"to"`         // The addresses that mails go to; empty: not an e-mail destination
	Types      []string `json:"types"`      // The types of notifications that are sent; empty: all
	UpdatedAt  *Time    `json:"updatedAt"`
	User       string   `json:"user"` // The user name at the service; empty: none
}

// Notice is a part of [Notification]. What a notification tells: a change, or something else, such as version_update or sync_resumed.
type Notice struct {
	Category     *string           `json:"category,omitzero"`     // The identifier of the category
	DataCategory *string           `json:"dataCategory,omitzero"` // The identifier of the data category, such as LOCATION
	DataType     *string           `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one
	Description  string            `json:"description"`           // The change in a sentence
	Details      []string          `json:"details,omitzero"`      // Further sentences
	Feature      *string           `json:"feature,omitzero"`      // The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors
	From         *string           `json:"from,omitzero"`         // The value before: an age rating, a state of the availability or the accessibility, or the ID of a version of the policy
	Parts        []NoticePartsItem `json:"parts,omitzero"`        // The single changes that an entry about a privacy type or data category sums up
	PrivacyType  *string           `json:"privacyType,omitzero"`  // The identifier of the privacy type, such as DATA_LINKED_TO_YOU
	Purpose      *string           `json:"purpose,omitzero"`      // The identifier of the purpose, such as ANALYTICS, if the parts name only one
	StoreWide    *bool             `json:"storeWide,omitzero"`    // A change of the store's own doing
	To           *string           `json:"to,omitzero"`           // The value after
	Type         string            `json:"type"`                  // The type
}

// NoticePartsItem is a part of [Notice].
type NoticePartsItem struct {
	DataCategory *string `json:"dataCategory,omitzero"` // If the entry is about a whole privacy type
	DataType     *string `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION
	Purpose      *string `json:"purpose,omitzero"`      // The identifier of the purpose, such as ANALYTICS
	Type         string  `json:"type"`                  // added, removed: The type
}
