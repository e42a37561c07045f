package storage

// DeliveryKind is what a delivery tells of.
type DeliveryKind string

// The kinds of delivery.
const (
	DeliveryImmediate DeliveryKind = "immediate" // one notification, as it came about
	DeliveryDaily     DeliveryKind = "daily"     // those of a day
	DeliveryWeekly    DeliveryKind = "weekly"    // those of a week
)

// DeliveryState is how far a delivery is.
type DeliveryState string

// The states of a delivery. The last two are its ends, of which the dead one can
// be undone.
const (
	DeliveryPending   DeliveryState = "pending"   // to be sent, for the first time or again
	DeliveryDelivered DeliveryState = "delivered" // an endpoint took it
	DeliveryDead      DeliveryState = "dead"      // nobody tries any more
)

// Delivery is a message on its way to an endpoint outside, such as a webhook. It
// holds all that is told, so that it outlives the notifications it tells of.
type Delivery struct {
	ID       string // the message's, the same in every attempt
	Endpoint string // which endpoint
	Host     string // where the endpoint was when it was last looked up; empty: never
	Kind     DeliveryKind
	Title    string
	Items    []DeliveryItem // newest first
	Omitted  int            // notifications that are counted only

	State       DeliveryState
	CreatedAt   Time
	QueuedAt    Time     // to be sent from then on: its place in the queue
	NextAttempt NullTime // not tried earlier; never when it has ended
	Attempts    int      // since it was queued
	LastStatus  int      // of HTTP; zero: there was no answer
	LastError   Text
	DeliveredAt NullTime
}

// DeliveryItem is a notification as a delivery tells of it.
type DeliveryItem struct {
	Notification string `json:"notification"` // its id
	AppName      Text   `json:"appName"`
	Summary      string `json:"summary"`
	CreatedAt    Time   `json:"createdAt"`
}

// DeliveryQuery narrows a list of deliveries, which is ordered newest first and,
// at one moment, by id, last first.
type DeliveryQuery struct {
	Endpoint string        // empty: every endpoint
	State    DeliveryState // empty: every state
	Ended    bool          // only those that are not pending
	Queue    bool          // ordered by when they were queued, the first one first, then by id
	Limit    int           // zero: all
	Offset   int           // skip so many first
}

// Key returns the id.
func (d Delivery) Key() string { return d.ID }

// Validate refuses a delivery without id, endpoint, kind, state or times.
func (d Delivery) Validate() error {
	if d.ID == "" || d.Endpoint == "" || d.Kind == "" || d.State == "" || d.CreatedAt <= 0 || d.QueuedAt <= 0 {
		return invalid("delivery", "no id, endpoint, kind, state or time")
	}
	for _, i := range d.Items {
		if err := checkText("delivery", i.Notification, string(i.AppName), i.Summary); err != nil {
			return err
		}
	}
	return checkText("delivery", d.ID, d.Endpoint, d.Host, string(d.Kind), d.Title, string(d.State), string(d.LastError))
}
