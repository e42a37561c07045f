// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// NotificationPrefs is what [Client.NotificationPrefs] returns.
type NotificationPrefs struct {
	Defaults map[string]bool `json:"defaults"` // The defaults of the nine preferences that are named after their type.
	Prefs    map[string]bool `json:"prefs"`    // Whether each kind of notification is on: the four that are feature flags, such as label_changes, and the nine that are named after their type.
	Stored   map[string]bool `json:"stored"`   // Same as prefs.
}

// NotificationsPage is what [Client.Notifications] returns.
type NotificationsPage struct {
	Notifications []Notification `json:"notifications"`
	Total         int64          `json:"total"`
	UnreadCount   int64          `json:"unreadCount"`
}

// MarkAnswer is what [Client.MarkNotifications] returns.
type MarkAnswer struct {
	Flipped int64 `json:"flipped"`
	Success bool  `json:"success"`
}

// DeliveryPage is what [Client.Deliveries] returns.
type DeliveryPage struct {
	Deliveries []Delivery `json:"deliveries"`
	Total      int64      `json:"total"`
}

// RetryAnswer is what [Client.RetryDelivery] returns.
type RetryAnswer struct {
	Delivery Delivery `json:"delivery"`
	Success  bool     `json:"success"`
}

// DestinationsAnswer is what [Client.Destinations] returns.
type DestinationsAnswer struct {
	Destinations []Destination `json:"destinations"`
}

// DestinationAnswer is what [Client.AddDestination] returns.
type DestinationAnswer struct {
	Destination Destination `json:"destination"`
}

// TestResult is what [Client.TestDestination] returns.
type TestResult struct {
	Detail *string `json:"detail,omitzero"`
	Ok     bool    `json:"ok"`
	Status int64   `json:"status"`
}

// Notification is a part of [NotificationsPage].
type Notification struct {
	AppID     *int64   `json:"appId"` // The number of an app in the store
	AppName   string   `json:"appName"`
	Changes   []Notice `json:"changes"`
	CreatedAt Time     `json:"createdAt"`
	IconURL   *string  `json:"iconUrl"`
	ID        string   `json:"id"`
	NotBefore *Time    `json:"notBefore"`
	Read      bool     `json:"read"`
	Stale     bool     `json:"stale"`
	Type      string   `json:"type"` // labelChanges, profileMismatch, policyUpdates, versionUpdates, importCompleted, manualAppsPrompt, aiTimeout, jobResumed, parserFallthrough, accessibilityChanges, newPrivacyTypes, availability, syncAlert, tokenGuesses
}

// Delivery is a part of [DeliveryPage].
type Delivery struct {
	Attempts        int64   `json:"attempts"`
	CreatedAt       Time    `json:"createdAt"`
	DeliveredAt     *Time   `json:"deliveredAt"`
	DestinationID   string  `json:"destinationId"`
	DestinationName *string `json:"destinationName"`
	Host            *string `json:"host"`
	ID              string  `json:"id"`
	Kind            string  `json:"kind"` // immediate, daily, weekly
	LastError       *string `json:"lastError"`
	LastStatus      *int64  `json:"lastStatus"`
	NextAttemptAt   *Time   `json:"nextAttemptAt"`
	Notifications   int64   `json:"notifications"`
	State           string  `json:"state"` // pending, delivered, dead
	Title           string  `json:"title"`
}

// Destination is a part of [DestinationsAnswer].
type Destination struct {
	Address    string   `json:"address"`
	AppIDs     []int64  `json:"appIds"`
	Channel    string   `json:"channel"`
	CreatedAt  *Time    `json:"createdAt"`
	DeviceIDs  []string `json:"deviceIds"`
	Frequency  string   `json:"frequency"`
	From       string   `json:"from"`
	Hour       int64    `json:"hour"`
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	QuietFrom  string   `json:"quietFrom"`
	QuietUntil string   `json:"quietUntil"`
	SecretSet  bool     `json:"secretSet"`
	TimeZone   string   `json:"timeZone"`
	To         string   `json:"to"`
	Types      []string `json:"types"`
	UpdatedAt  *Time    `json:"updatedAt"`
	User       string   `json:"user"`
}

// Notice is a part of [Notification]. What a notification tells: a change, or something else, such as version_update or sync_resumed.
type Notice struct {
	Category     *string           `json:"category,omitzero"`
	DataCategory *string           `json:"dataCategory,omitzero"` // The identifier of the data category, such as LOCATION
	DataType     *string           `json:"dataType,omitzero"`     // The identifier of the data type, such as PRECISE_LOCATION, if the parts name only one
	Description  string            `json:"description"`
	Details      []string          `json:"details,omitzero"`
	Feature      *string           `json:"feature,omitzero"`     // The identifier of the feature: one of accessibility, such as voiceover, or background_location or age_rating_descriptors
	From         *string           `json:"from,omitzero"`        // The value before: an age rating, a state of the availability or the accessibility, or the ID of a version of the policy
	Parts        []NoticePartsItem `json:"parts,omitzero"`       // The single changes that an entry about a privacy type or data category sums up
	PrivacyType  *string           `json:"privacyType,omitzero"` // The identifier of the privacy type, such as DATA_LINKED_TO_YOU
	Purpose      *string           `json:"purpose,omitzero"`     // The identifier of the purpose, such as ANALYTICS, if the parts name only one
	StoreWide    *bool             `json:"storeWide,omitzero"`   // A change of the store's own doing
	To           *string           `json:"to,omitzero"`          // The value after
	Type         string            `json:"type"`
}

// NoticePartsItem is a part of [Notice].
type NoticePartsItem struct {
	DataCategory *string `json:"dataCategory,omitzero"` // If the entry is about a whole privacy type
	DataType     *string `json:"dataType,omitzero"`
	Purpose      *string `json:"purpose,omitzero"`
	Type         string  `json:"type"` // added, removed
}
