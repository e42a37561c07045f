// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// NotificationPrefs is what [Client.NotificationPrefs] returns.
type NotificationPrefs struct {
	Defaults map[string]bool `json:"defaults"` // Of the nine, what they are while nobody has set them
	Prefs    map[string]bool `json:"prefs"`    // By name, whether it is on: label_changes and the three others that are flags, then the nine that are named as their types
	Stored   map[string]bool `json:"stored"`   // The same
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

// TestResult is what [Client.TestWebhook] returns.
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
	Type      string   `json:"type"` // labelChanges, profileMismatch, policyUpdates, versionUpdates, importCompleted, manualAppsPrompt, aiTimeout, jobResumed, parserFallthrough, accessibilityChanges, newPrivacyTypes, tokenGuesses
}

// Delivery is a part of [DeliveryPage].
type Delivery struct {
	Attempts      int64   `json:"attempts"`
	CreatedAt     Time    `json:"createdAt"`
	DeliveredAt   *Time   `json:"deliveredAt"`
	Host          *string `json:"host"`
	ID            string  `json:"id"`
	Kind          string  `json:"kind"` // immediate, daily, weekly
	LastError     *string `json:"lastError"`
	LastStatus    *int64  `json:"lastStatus"`
	NextAttemptAt *Time   `json:"nextAttemptAt"`
	Notifications int64   `json:"notifications"`
	State         string  `json:"state"` // pending, delivered, dead
	Title         string  `json:"title"`
}

// Notice is a part of [Notification]. What a notification tells: a change, or something else, such as version_update or sync_resumed.
type Notice struct {
	Category    *string  `json:"category,omitzero"`
	Description string   `json:"description"`
	Details     []string `json:"details,omitzero"`
	StoreWide   *bool    `json:"storeWide,omitzero"` // A change of the store's own doing
	Type        string   `json:"type"`
}
