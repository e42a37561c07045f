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
	Notifications []Notification `json:"notifications"` // The notifications, newest first
	Total         int64          `json:"total"`         // The number of notifications
	UnreadCount   int64          `json:"unreadCount"`   // The number of unread notifications
}

// MarkAnswer is what [Client.MarkNotifications] returns. An answer of `markNotifications`: Mark notifications read or unread.
type MarkAnswer struct {
	Flipped int64 `json:"flipped"` // Number of notifications that were changed
	Success bool  `json:"success"` // Whether it succeeded
}

// DeliveryPage is what [Client.Deliveries] returns. A page of messages.
type DeliveryPage struct {
	Deliveries []Delivery `json:"deliveries"` // The deliveries, newest first
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
	AppID     *int64   `json:"appId"`   // The ID of the app; null: the notification is not about one app
	AppName   string   `json:"appName"` // The name of the app
	Changes   []Notice `json:"changes"` // The changes
	CreatedAt Time     `json:"createdAt"`
	IconURL   *string  `json:"iconUrl"` // The URL of the icon; null: not known
	ID        string   `json:"id"`      // The ID
	NotBefore *Time    `json:"notBefore"`
	Read      bool     `json:"read"`  // Whether it was read
	Stale     bool     `json:"stale"` // Whether the notification is out of date
	Type      string   `json:"type"`  // labelChanges, profileMismatch, policyUpdates, versionUpdates, importCompleted, manualAppsPrompt, aiTimeout, jobResumed, parserFallthrough, accessibilityChanges, newPrivacyTypes, availability, listingChanges, syncAlert, tokenGuesses: The type
}

// Delivery is a part of [DeliveryPage]. A message to a destination, without its secrets.
type Delivery struct {
	Attempts        int64   `json:"attempts"` // The number of attempts
	CreatedAt       Time    `json:"createdAt"`
	DeliveredAt     *Time   `json:"deliveredAt"`
	DestinationID   string  `json:"destinationId"`   // The ID of the destination; "webhook" is the webhook of the settings
	DestinationName *string `json:"destinationName"` // The name of the destination; null: it was removed
	Host            *string `json:"host"`            // The host of the URL; null: not known
	ID              string  `json:"id"`              // The ID, which is sent to the receiver as well
	Kind            string  `json:"kind"`            // immediate, daily, weekly: The kind
	LastError       *string `json:"lastError"`       // Why the last attempt failed; null: it did not
	LastStatus      *int64  `json:"lastStatus"`      // The status of the last response, of HTTP or SMTP; null: there was none
	NextAttemptAt   *Time   `json:"nextAttemptAt"`
	Notifications   int64   `json:"notifications"` // The number of notifications in the message
	State           string  `json:"state"`         // pending, delivered, dead: The state
	Title           string  `json:"title"`         // The title; null: none
}

// Destination is a part of [DestinationsAnswer]. A destination of notifications, without its secrets: only parts of the URL, the account and the recipient are shown.
type Destination struct {
	Address    string   `json:"address"` // The URL, with its secret parts masked
	AppIDs     []int64  `json:"appIds"`  // The apps whose notifications are sent, besides the apps on deviceIds. If both lists are empty, the notifications of all apps are sent
	Channel    string   `json:"channel"` // The kind of service or protocol that takes the messages
	CreatedAt  *Time    `json:"createdAt"`
	DeviceIDs  []string `json:"deviceIds"`  // The devices whose apps' notifications are sent
	Frequency  string   `json:"frequency"`  // When messages are sent: immediate, daily_summary, weekly_summary or off
	From       string   `json:"from"`       // The sender of e-mails; empty: not an e-mail destination
	Hour       int64    `json:"hour"`       // The hour at which summaries are sent, in the time zone, from 0 to 23
	ID         string   `json:"id"`         // The ID. "webhook" is the webhook of the settings, which can be changed only there
	Name       string   `json:"name"`       // The name
	QuietFrom  string   `json:"quietFrom"`  // When the quiet hours begin, such as 22:00; empty: those of the settings apply
	QuietUntil string   `json:"quietUntil"` // When the quiet hours end, such as 07:00
	SecretSet  bool     `json:"secretSet"`  // Whether a secret or password is set
	TimeZone   string   `json:"timeZone"`   // The time zone, such as Europe/Berlin; empty: UTC
	To         string   `json:"to"`         // The recipients of e-mails, the room ID or the chat; empty: not needed for the channel
	Types      []string `json:"types"`      // The types of notifications that are sent; empty: all
	UpdatedAt  *Time    `json:"updatedAt"`
	User       string   `json:"user"` // The user name at the service; empty: none
}

// Notice is a part of [Notification]. A change that a notification reports, or an event such as version_update or sync_resumed.
type Notice struct {
	Category          string            `json:"category"`                   // What the change is about
	DataCategory      *string           `json:"dataCategory,omitzero"`      // The identifier of the data category, such as LOCATION; missing: the entry is about a whole privacy type
	DataType          *string           `json:"dataType,omitzero"`          // The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one
	Description       string            `json:"description"`                // The change in a sentence
	Details           []string          `json:"details,omitzero"`           // Additional sentences
	Difference        *NoticeDifference `json:"difference,omitzero"`        // How many paragraphs of the policy differ
	Disagreements     *int64            `json:"disagreements,omitzero"`     // How many claims of the label the new text of the policy disagrees with; missing: none
	Fact              *string           `json:"fact,omitzero"`              // developer, name, bundleId, privacyPolicyUrl, price, inAppPurchases: The fact of the listing that changed; only of the category listing
	Feature           *string           `json:"feature,omitzero"`           // The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors
	From              *string           `json:"from,omitzero"`              // The value before: a fact of the listing, an age rating, a state of the availability or the accessibility, or the ID of a version of the policy
	Parts             []NoticePartsItem `json:"parts,omitzero"`             // The single changes that an entry about a privacy type or data category sums up
	PolicyEvent       *string           `json:"policyEvent,omitzero"`       // first, changed, error, settled: What a fetch of the policy found, settled if an unstable policy has come to rest; only of the type policy
	PolicyURL         *string           `json:"policyUrl,omitzero"`         // The URL of the policy, if its text changed or can no longer be read
	PolicyVersionID   *string           `json:"policyVersionId,omitzero"`   // The ID of the version of the policy that was fetched
	PreviousVersionID *string           `json:"previousVersionId,omitzero"` // The ID of the version of the policy before, if that is another one
	PrivacyType       *string           `json:"privacyType,omitzero"`       // The identifier of the privacy type, such as DATA_LINKED_TO_YOU
	Purpose           *string           `json:"purpose,omitzero"`           // The identifier of the purpose, such as ANALYTICS, if the parts name only one
	StoreWide         *bool             `json:"storeWide,omitzero"`         // Whether the App Store made this change for all apps
	To                *string           `json:"to,omitzero"`                // The value after
	Type              string            `json:"type"`                       // The type
	Unstable          *bool             `json:"unstable,omitzero"`          // Whether the policy changes at each fetch, so that there was no notification of this change; missing: false
}

// NoticeDifference is a part of [Notice]. How many paragraphs of the policy differ.
type NoticeDifference struct {
	Added   *int64 `json:"added,omitzero"`   // Paragraphs that are new
	Changed *int64 `json:"changed,omitzero"` // Paragraphs that were rewritten
	Moved   *int64 `json:"moved,omitzero"`   // Paragraphs that are elsewhere now
	Removed *int64 `json:"removed,omitzero"` // Paragraphs that are gone
}

// NoticePartsItem is a part of [Notice].
type NoticePartsItem struct {
	DataCategory *string `json:"dataCategory,omitzero"` // If the entry is about a whole privacy type
	DataType     *string `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION
	Purpose      *string `json:"purpose,omitzero"`      // The identifier of the purpose, such as ANALYTICS
	Type         string  `json:"type"`                  // added, removed: The type
}
