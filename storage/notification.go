package storage

import (
	"cmp"
	"slices"
)

// NotificationType is what a notification is about. Each but the last can be
// turned off.
type NotificationType string

// The notification types.
const (
	NoticeLabelChanges         NotificationType = "labelChanges"
	NoticeProfileMismatch      NotificationType = "profileMismatch"
	NoticePolicyUpdates        NotificationType = "policyUpdates"
	NoticeVersionUpdates       NotificationType = "versionUpdates"
	NoticeImportCompleted      NotificationType = "importCompleted"
	NoticeManualAppsPrompt     NotificationType = "manualAppsPrompt"
	NoticeAITimeout            NotificationType = "aiTimeout"
	NoticeJobResumed           NotificationType = "jobResumed"
	NoticeParserFallthrough    NotificationType = "parserFallthrough"
	NoticeAccessibilityChanges NotificationType = "accessibilityChanges"
	NoticeNewPrivacyTypes      NotificationType = "newPrivacyTypes"
	NoticeAvailability         NotificationType = "availability"
	NoticeListingChanges       NotificationType = "listingChanges"
	NoticeSyncAlert            NotificationType = "syncAlert"
	NoticeTokenGuesses         NotificationType = "tokenGuesses" // always on
)

// NotificationTypes returns all types of notification.
func NotificationTypes() []NotificationType {
	return []NotificationType{
		NoticeLabelChanges, NoticeProfileMismatch, NoticePolicyUpdates, NoticeVersionUpdates, NoticeImportCompleted,
		NoticeManualAppsPrompt, NoticeAITimeout, NoticeJobResumed, NoticeParserFallthrough, NoticeAccessibilityChanges,
		NoticeNewPrivacyTypes, NoticeAvailability, NoticeListingChanges, NoticeSyncAlert, NoticeTokenGuesses,
	}
}

// Notification is a message to the user. It outlives the app it is about.
type Notification struct {
	ID        string           `db:"id,key" json:"id"`
	App       AppID            `db:"app_id" json:"appId"` // zero: about no one app
	AppName   string           `db:"app_name" json:"appName"`
	Type      NotificationType `db:"type" json:"type"`
	Changes   []Entry          `db:"changes" json:"changes"`
	CreatedAt Time             `db:"created_at" json:"createdAt"`
	Read      bool             `db:"read" json:"read"`
	Stale     bool             `db:"stale" json:"stale"`
	NotBefore NullTime         `db:"not_before" json:"notBefore"` // the notification is hidden until this time; 0: it is shown immediately
}

// NotificationQuery narrows a list of notifications, which is ordered newest
// first and, at one moment, by id, last first.
type NotificationQuery struct {
	App     AppID              // zero: any, also those about no one app
	Unread  bool               // only unread ones
	Read    bool               // only read ones
	Due     Time               // only those with NotBefore at or before this time; zero: all
	After   Time               // only those with NotBefore after this time, ordered by NotBefore and id; zero: all
	Without []NotificationType // types to leave out
	Oldest  bool               // oldest first
	Limit   int                // zero: all
	Offset  int                // number of records to skip
}

// matches implements [Query].
func (q NotificationQuery) matches(r Notification) bool {
	return asked(q.App, r.App) && asked(q.Read, r.Read) && asked(q.Unread, !r.Read) &&
		(q.Due == 0 || Time(r.NotBefore) <= q.Due) && (q.After == 0 || Time(r.NotBefore) > q.After) &&
		!slices.Contains(q.Without, r.Type)
}

// compare implements [Query].
func (q NotificationQuery) compare(a, b Notification) int {
	if q.After != 0 {
		return reverse(q.Oldest, cmp.Or(cmp.Compare(a.NotBefore, b.NotBefore), cmp.Compare(a.ID, b.ID)))
	}
	return reverse(q.Oldest, cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID)))
}

// key returns the id.
func (n Notification) key() string { return n.ID }

// validate refuses a notification without id, type or time.
func (n Notification) validate() error {
	if n.ID == "" || n.Type == "" || n.CreatedAt <= 0 {
		return invalid("notification", "no id, type or time")
	}
	if n.App < 0 || n.App > MaxAppID {
		return invalid("notification", "app id %d is out of range", n.App)
	}
	for _, e := range n.Changes {
		if err := e.validate("notification"); err != nil {
			return err
		}
	}
	return checkText("notification", n.ID, n.AppName, string(n.Type))
}

// DeliveryKind is what a delivery contains.
type DeliveryKind string

// The kinds of delivery.
const (
	DeliveryImmediate DeliveryKind = "immediate" // notifications about one app, or one about none
	DeliveryDaily     DeliveryKind = "daily"     // those of a day
	DeliveryWeekly    DeliveryKind = "weekly"    // those of a week
)

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states of a delivery. The last two are final, but a dead delivery can be
// queued again.
const (
	DeliveryPending   DeliveryState = "pending"   // to be sent, for the first time or again
	DeliveryDelivered DeliveryState = "delivered" // accepted by the endpoint
	DeliveryDead      DeliveryState = "dead"      // given up
)

// Delivery is a message to an external endpoint, such as a webhook. It holds its
// whole content, so it outlives the notifications that it contains.
type Delivery struct {
	ID       string         `db:"id,key"`   // of the message, the same in every attempt
	Endpoint string         `db:"endpoint"` // key of the endpoint
	Host     string         `db:"host"`     // the endpoint's host at the last lookup; empty: never looked up
	Kind     DeliveryKind   `db:"kind"`
	Title    string         `db:"title"`
	Items    []DeliveryItem `db:"items"`   // the worst first
	Omitted  int            `db:"omitted"` // number of further notifications, which are not in Items

	State       DeliveryState `db:"state"`
	CreatedAt   Time          `db:"created_at"`
	QueuedAt    Time          `db:"queued_at"`    // orders the queue
	NextAttempt NullTime      `db:"next_attempt"` // the earliest time of the next attempt; zero in a final state
	Attempts    int           `db:"attempts"`     // since it was queued
	LastStatus  int           `db:"last_status"`  // HTTP status of the last attempt; zero: no response
	LastError   Text          `db:"last_error"`
	DeliveredAt NullTime      `db:"delivered_at"`
}

// DeliveryItem is a notification within a delivery.
type DeliveryItem struct {
	Notification string           `json:"notification"` // its id
	App          AppID            `json:"appId,omitempty"`
	AppName      Text             `json:"appName"`
	Type         NotificationType `json:"type,omitempty"`
	Summary      string           `json:"summary"`
	CreatedAt    Time             `json:"createdAt"`

	Changes []Entry `json:"changes,omitzero"`  // as many as fit
	Omitted int     `json:"omitted,omitempty"` // number of further changes
}

// DeliveryQuery narrows a list of deliveries, which is ordered newest first and,
// at one moment, by id, last first.
type DeliveryQuery struct {
	Endpoint string        // empty: every endpoint
	State    DeliveryState // empty: every state
	Ended    bool          // only those that are not pending
	Queue    bool          // ordered by QueuedAt, oldest first, then by id
	Limit    int           // zero: all
	Offset   int           // number of records to skip
}

// matches implements [Query].
func (q DeliveryQuery) matches(r Delivery) bool {
	return asked(q.Endpoint, r.Endpoint) && asked(q.State, r.State) && asked(q.Ended, r.State != DeliveryPending)
}

// compare implements [Query].
func (q DeliveryQuery) compare(a, b Delivery) int {
	if q.Queue {
		return cmp.Or(cmp.Compare(a.QueuedAt, b.QueuedAt), cmp.Compare(a.ID, b.ID))
	}
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (d Delivery) key() string { return d.ID }

// validate refuses a delivery without id, endpoint, kind, state or times.
func (d Delivery) validate() error {
	if d.ID == "" || d.Endpoint == "" || d.Kind == "" || d.State == "" || d.CreatedAt <= 0 || d.QueuedAt <= 0 {
		return invalid("delivery", "no id, endpoint, kind, state or time")
	}
	for _, i := range d.Items {
		if err := checkText("delivery", i.Notification, string(i.AppName), string(i.Type), i.Summary); err != nil {
			return err
		}
		for _, e := range i.Changes {
			if err := e.validate("delivery"); err != nil {
				return err
			}
		}
	}
	return checkText("delivery", d.ID, d.Endpoint, d.Host, string(d.Kind), d.Title, string(d.State), string(d.LastError))
}
