package storage

// NotificationType is what a notification is about; each but the last has a
// switch.
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
	NoticeTokenGuesses         NotificationType = "tokenGuesses" // has no switch
)

// Notification tells the user of something. It outlives the app it is about.
type Notification struct {
	ID        string           `json:"id"`
	App       AppID            `json:"appId"` // zero: about no one app
	AppName   string           `json:"appName"`
	Type      NotificationType `json:"type"`
	Changes   []Entry          `json:"changes"`
	CreatedAt Time             `json:"createdAt"`
	Read      bool             `json:"read"`
	Stale     bool             `json:"stale"`
	NotBefore NullTime         `json:"notBefore"` // not shown earlier; zero: at once
}

// NotificationQuery narrows a list of notifications, which is ordered newest
// first and, at one moment, by id, last first.
type NotificationQuery struct {
	App     AppID              // zero: every app, and none
	Unread  bool               // only unread ones
	Read    bool               // only read ones
	Due     Time               // only those shown by then; zero: all
	After   Time               // only those not shown by then, by when they will be and id; zero: all
	Without []NotificationType // none of these types
	Oldest  bool               // the order turned round
	Limit   int                // zero: all
	Offset  int                // skip so many first
}

// Key returns the id.
func (n Notification) Key() string { return n.ID }

// Validate refuses a notification without id, type or time.
func (n Notification) Validate() error {
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
