package storage

import (
	"encoding/json"
	"strconv"
)

// Source says where a snapshot comes from.
type Source string

// The sources.
const (
	SourceLive    Source = "live"    // the store's own page
	SourceWayback Source = "wayback" // a page in the web archive
)

// Trigger says what caused a snapshot. Empty is not known, and null in JSON.
type Trigger string

// The triggers.
const (
	TriggerScheduled Trigger = "scheduled"
	TriggerManual    Trigger = "manual"
	TriggerImport    Trigger = "import"
	TriggerWayback   Trigger = "wayback"
	TriggerSample    Trigger = "sample"
)

// MarshalJSON writes the trigger, or null when it is not known.
func (t Trigger) MarshalJSON() ([]byte, error) { return Text(t).MarshalJSON() }

// Snapshot is a state of an app that was seen. Its row is small, because an app
// that never changes has one for each refresh.
type Snapshot struct {
	ID          SnapshotID `json:"id"`
	Source      Source     `json:"source"`
	TriggeredBy Trigger    `json:"triggeredBy"`

	// Label is what the state's label was; zero when the page did not say.
	Label Digest `json:"-"`

	// Changed marks a snapshot that the feed shows. One with entries need not
	// be: an app's first, or one that only tells what became of a policy or of a
	// request to the archive.
	Changed bool `json:"changesDetected"`
	Entries int  `json:"-"` // number of its changes

	AppVersion          Text     `json:"appVersion"`
	AppVersionUpdatedAt NullTime `json:"appVersionUpdatedAt"`
	ArchiveURL          Text     `json:"waybackSnapshotUrl"`

	// Extractor names what read the page, and its version.
	Extractor string `json:"-"`
}

// SnapshotQuery narrows a list of snapshots, which is ordered newest first and,
// at one moment, by id. To count those of all apps on whole days of UTC is quick,
// however many there are; on parts of days it need not be.
type SnapshotQuery struct {
	App     AppID  // zero: every app
	From    Time   // at or after
	To      Time   // at or before; zero: no bound
	Changed bool   // only those that the feed shows
	Source  Source // empty: every source
	Reverse bool   // the order turned round
	Limit   int    // zero: all
}

// Key returns the id.
func (s Snapshot) Key() SnapshotID { return s.ID }

// Validate refuses a snapshot without app, moment or source.
func (s Snapshot) Validate() error {
	if err := s.ID.validate("snapshot"); err != nil {
		return err
	}
	if s.Source != SourceLive && s.Source != SourceWayback {
		return invalid("snapshot", "unknown source %q", s.Source)
	}
	return checkText("snapshot", string(s.TriggeredBy), string(s.AppVersion), string(s.ArchiveURL), s.Extractor)
}

func (s SnapshotID) validate(kind string) error {
	if s.At <= 0 {
		return invalid(kind, "no time")
	}
	return s.App.validate(kind)
}

// EntryType is what kind of change an entry tells of.
type EntryType string

// The entry types of the feed.
const (
	EntryAdded    EntryType = "added"
	EntryRemoved  EntryType = "removed"
	EntryModified EntryType = "modified"
	EntryPolicy   EntryType = "policy"
	EntryWayback  EntryType = "wayback"
)

// EntryCategory is what an entry is about. Empty counts as [CategoryPrivacyLabel].
type EntryCategory string

// The entry categories.
const (
	CategoryPrivacyLabel   EntryCategory = "privacy-label"
	CategoryPrivacyPolicy  EntryCategory = "privacy-policy"
	CategoryWaybackAttempt EntryCategory = "wayback-attempt"
	CategoryAccessibility  EntryCategory = "accessibility"
	CategoryAgeRating      EntryCategory = "age-rating"
)

// Entry is one sentence on what changed, with what a program needs of it.
type Entry struct {
	Type        EntryType     `json:"type"`
	Description string        `json:"description"`
	Category    EntryCategory `json:"category,omitempty"`

	// Details are nil when the entry has none, and empty when it lists none,
	// such as a new heading without categories. A store keeps the difference.
	Details []string `json:"details,omitzero"`

	// StoreWide marks a change of the store's own doing, such as another scale
	// of age ratings.
	StoreWide bool `json:"storeWide,omitempty"`

	// More holds the members that only some types of entry have, as one JSON
	// object; nil when there are none.
	More json.RawMessage `json:"-"`
}

// ChangeID names an entry of a snapshot.
type ChangeID struct {
	Snapshot SnapshotID
	Index    int
}

// String returns the snapshot's id, a colon and the index.
func (c ChangeID) String() string { return c.Snapshot.String() + ":" + strconv.Itoa(c.Index) }

// Change is an entry of a snapshot.
type Change struct {
	ID    ChangeID
	Entry Entry

	// Changed is the snapshot's: whether the feed shows it. Whoever writes the
	// one or the other keeps them equal.
	Changed bool
}

// ChangeQuery narrows a list of changes, which is ordered newest snapshot
// first, at one moment by app, and within a snapshot by index.
type ChangeQuery struct {
	App     AppID // zero: every app
	From    Time  // at or after
	To      Time  // at or before; zero: no bound
	Changed bool  // only those that the feed shows

	Type     EntryType     // only entries of this type; empty: each
	Category EntryCategory // only those that have just this category; empty: each

	Limit int // zero: all
}

// Key returns the id.
func (c Change) Key() ChangeID { return c.ID }

// Validate refuses a change without snapshot or sentence.
func (c Change) Validate() error {
	if err := c.ID.Snapshot.validate("change"); err != nil {
		return err
	}
	if c.ID.Index < 0 || c.Entry.Type == "" || c.Entry.Description == "" {
		return invalid("change", "%v has no index, type or description", c.ID)
	}
	return c.Entry.validate("change")
}
