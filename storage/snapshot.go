package storage

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Source is where a snapshot comes from.
type Source string

// The sources.
const (
	SourceLive    Source = "live"    // the App Store
	SourceWayback Source = "wayback" // a page in the web archive
)

// Trigger is what caused a snapshot. Empty means unknown, and is null in JSON.
type Trigger string

// The triggers.
const (
	TriggerScheduled Trigger = "scheduled"
	TriggerManual    Trigger = "manual"
	TriggerImport    Trigger = "import"
	TriggerWayback   Trigger = "wayback"
	TriggerSample    Trigger = "sample"
)

// MarshalJSON writes the trigger, or null if unknown.
func (t Trigger) MarshalJSON() ([]byte, error) { return Text(t).MarshalJSON() }

// Snapshot is an observed state of an app. Its row is small, because every
// refresh adds one, also without a change.
type Snapshot struct {
	ID          SnapshotID `json:"id"`
	Source      Source     `db:"source" json:"source"`
	TriggeredBy Trigger    `db:"triggered_by" json:"triggeredBy"`

	// Label is the digest of the label; zero if the page had none.
	Label Digest `db:"label" json:"-"`

	// Changed marks a snapshot that the feed shows. Some with entries are not
	// shown: an app's first, and those on a policy or an archive request only.
	Changed bool `db:"changed" json:"changesDetected"`
	Entries int  `db:"entries" json:"-"` // number of its changes

	AppVersion          Text     `db:"app_version" json:"appVersion"`
	AppVersionUpdatedAt NullTime `db:"app_version_updated_at" json:"appVersionUpdatedAt"`
	ArchiveURL          Text     `db:"archive_url" json:"waybackSnapshotUrl"`

	// Listing holds facts that a page of the archive shows. Those of a live state are in the app.
	Listing Listing `db:"listing,object" json:"-"`

	// Extractor is the name and version of the code that parsed the page.
	Extractor string `db:"extractor" json:"-"`

	// Page is what was noted of the page that was read, with a changed state only.
	Page PageRead `db:"page,object" json:"-"`

	// RecordedAt is when the snapshot was stored, if that is not the time of the observation:
	// a capture of the web archive may be stored years later. Zero: at that time.
	RecordedAt Time `db:"recorded_at" json:"-"`
}

// Recorded returns when the snapshot was stored.
func (s Snapshot) Recorded() Time { return cmp.Or(s.RecordedAt, s.ID.At) }

// PageRead is what identifies a page that was read from a store, for evidence. The page itself is
// not stored.
type PageRead struct {
	SHA256 Digest `json:"sha256,omitzero"` // of the body, as it was received without its transfer encoding; zero: not noted
	Size   int64  `json:"size,omitempty"`  // of the body in bytes
	URL    string `json:"url,omitempty"`   // that answered, after redirects
	Date   string `json:"date,omitempty"`  // the header Date of the response
	ETag   string `json:"etag,omitempty"`  // the header ETag of the response
}

// Plausible returns what was noted of a page without texts that cannot be stored.
func (p PageRead) Plausible() PageRead {
	for _, text := range []*string{&p.URL, &p.Date, &p.ETag} {
		if len(*text) > maxPageText || checkText("page", *text) != nil {
			*text = ""
		}
	}
	p.Size = max(p.Size, 0)
	return p
}

// maxPageText limits each text of a [PageRead], in bytes.
const maxPageText = 2048

func (p PageRead) validate(kind string) error {
	if p.Size < 0 {
		return invalid(kind, "the size of the page is negative")
	}
	for _, text := range []string{p.URL, p.Date, p.ETag} {
		if len(text) > maxPageText {
			return invalid(kind, "a text about the page has more than %d bytes", maxPageText)
		}
	}
	return checkText(kind, p.URL, p.Date, p.ETag)
}

// Listing holds facts about an app as a page showed them. An empty text is unknown.
type Listing struct {
	Country   string   `json:"country,omitempty"` // the storefront
	Platform  Platform `json:"platform,omitempty"`
	Developer Text     `json:"developer,omitempty"`
	Name      Text     `json:"name,omitempty"`
	BundleID  Text     `json:"bundleId,omitempty"`
	PolicyURL Text     `json:"policyUrl,omitempty"`

	Priced    bool    `json:"priced,omitempty"` // the price is known
	Price     float64 `json:"price,omitempty"`
	Currency  Text    `json:"currency,omitempty"`
	PriceText Text    `json:"priceText,omitempty"`

	IAPKnown bool `json:"iapKnown,omitempty"` // it is known whether there are in-app purchases
	IAP      bool `json:"iap,omitempty"`
}

func (l Listing) validate(kind string) error {
	if math.IsNaN(l.Price) || math.IsInf(l.Price, 0) {
		return invalid(kind, "a price is not a finite number")
	}
	return checkText(kind, l.Country, string(l.Platform), string(l.Developer), string(l.Name), string(l.BundleID), string(l.PolicyURL),
		string(l.Currency), string(l.PriceText))
}

// SnapshotQuery narrows a list of snapshots, which is ordered newest first and,
// at one moment, by id. Counting those of all apps is quick for whole UTC days,
// and may be slow otherwise.
type SnapshotQuery struct {
	App     AppID  // zero: every app
	FromApp AppID  // only of this app and those with a greater id, ordered by app first; zero: every app
	From    Time   // at or after
	To      Time   // at or before; zero: no bound
	Changed bool   // only those that the feed shows
	Source  Source // empty: every source
	Reverse bool   // oldest first; with FromApp, of each app
	Limit   int    // zero: all
}

// matches implements [Query].
func (q SnapshotQuery) matches(r Snapshot) bool {
	return asked(q.App, r.ID.App) && r.ID.App >= q.FromApp && within(q.From, q.To, r.ID.At) && asked(q.Changed, r.Changed) && asked(q.Source, r.Source)
}

// compare implements [Query].
func (q SnapshotQuery) compare(a, b Snapshot) int {
	if q.FromApp != 0 {
		return cmp.Or(cmp.Compare(a.ID.App, b.ID.App), reverse(q.Reverse, cmp.Compare(b.ID.At, a.ID.At)))
	}
	return reverse(q.Reverse, cmp.Or(cmp.Compare(b.ID.At, a.ID.At), cmp.Compare(a.ID.App, b.ID.App)))
}

// key returns the id.
func (s Snapshot) key() SnapshotID { return s.ID }

// parents implements [child].
func (s Snapshot) parents() []Parent {
	return append(onApp(s.ID.App), Parent{Table: "Labels", Key: s.Label, OnDelete: Restrict})
}

// validate refuses a snapshot without app, time or source.
func (s Snapshot) validate() error {
	if err := s.ID.validate("snapshot"); err != nil {
		return err
	}
	if s.Source != SourceLive && s.Source != SourceWayback {
		return invalid("snapshot", "unknown source %q", s.Source)
	}
	if s.RecordedAt < 0 {
		return invalid("snapshot", "the time at which it was stored is negative")
	}
	if err := errors.Join(s.Listing.validate("snapshot"), s.Page.validate("snapshot")); err != nil {
		return err
	}
	return checkText("snapshot", string(s.TriggeredBy), string(s.AppVersion), string(s.ArchiveURL), s.Extractor)
}

func (s SnapshotID) validate(kind string) error {
	if s.At <= 0 {
		return invalid(kind, "no time")
	}
	return s.App.validate(kind)
}

// EntryType is the kind of change that an entry describes.
type EntryType string

// The entry types of the feed.
const (
	EntryAdded    EntryType = "added"
	EntryRemoved  EntryType = "removed"
	EntryModified EntryType = "modified"
	EntryPolicy   EntryType = "policy"
	EntryWayback  EntryType = "wayback"
)

// EntryTypes returns the entry types of the feed.
func EntryTypes() []EntryType {
	return []EntryType{EntryAdded, EntryRemoved, EntryModified, EntryPolicy, EntryWayback}
}

// EntryCategory is what an entry is about. Empty counts as [CategoryPrivacyLabel].
type EntryCategory string

// The entry categories.
const (
	CategoryPrivacyLabel   EntryCategory = "privacy-label"
	CategoryPrivacyPolicy  EntryCategory = "privacy-policy"
	CategoryWaybackAttempt EntryCategory = "wayback-attempt"
	CategoryAccessibility  EntryCategory = "accessibility"
	CategoryAgeRating      EntryCategory = "age-rating"
	CategoryAvailability   EntryCategory = "availability"
	CategoryListing        EntryCategory = "listing"
	CategoryService        EntryCategory = "service" // of notifications only: nothing about an app changed

	CategoryBackgroundLocation EntryCategory = "background-location"
	CategorySecurityPractice   EntryCategory = "security-practice"
	CategoryPair               EntryCategory = "pair" // what is declared about an app in two stores
)

// Direction is what a change means for the privacy of users or, where it is not about
// privacy, for what the app gives them.
type Direction string

// The directions.
const (
	Worse   Direction = "worse"
	Better  Direction = "better"
	Neutral Direction = "neutral"
)

// Weight is how much a kind of change matters, as an identifier.
type Weight string

// Entry describes one change, for people and for programs.
type Entry struct {
	Type        EntryType     `db:"type" json:"type"`
	Description string        `db:"description" json:"description"`
	Category    EntryCategory `db:"category" json:"category,omitempty"`

	Subject `db:"subject,object"` // what the entry is about, for programs

	// Direction is what the change means for the privacy of users. Empty: it was stored before
	// directions were.
	Direction Direction `db:"direction" json:"direction,omitempty"`

	// Weight is what kind of change it is, such as tracking. Package changelog has the weights
	// and their order. Empty: it was stored before weights were.
	Weight Weight `db:"weight" json:"weight,omitempty"`

	// Details are nil when the entry has none, and empty for an empty list, such
	// as a new heading without categories. A store preserves the difference.
	Details []string `db:"details" json:"details,omitzero"`

	// StoreWide marks a change by the App Store itself, such as a new scale of
	// age ratings.
	StoreWide bool `db:"store_wide" json:"storeWide,omitempty"`

	// More holds the members that only some types of entry have, as a JSON
	// object; nil: none.
	More json.RawMessage `db:"more" json:"-"`
}

// ChangeID names an entry of a snapshot.
type ChangeID struct {
	Snapshot SnapshotID
	Index    int `db:"idx,key"`
}

// String returns the snapshot's id, a colon and the index.
func (c ChangeID) String() string { return c.Snapshot.String() + ":" + strconv.Itoa(c.Index) }

// ParseChangeID reads the form that [ChangeID.String] writes.
func ParseChangeID(s string) (ChangeID, error) {
	snapshot, index, _ := strings.Cut(s, ":")
	id, err := ParseSnapshotID(snapshot)
	if err != nil {
		return ChangeID{}, err
	}
	c := ChangeID{Snapshot: id}
	if c.Index, err = strconv.Atoi(index); err != nil || c.String() != s {
		return ChangeID{}, fmt.Errorf("%.60q is not the id of a change", s)
	}
	return c, nil
}

// Change is an entry of a snapshot.
type Change struct {
	ID    ChangeID
	Entry Entry

	// Changed equals [Snapshot.Changed]; every writer of either updates both.
	Changed bool `db:"changed"`
}

// ChangeQuery narrows a list of changes, which is ordered newest snapshot
// first, at one moment by app, and within a snapshot by index.
type ChangeQuery struct {
	App     AppID   // zero: every app
	FromApp AppID   // only of this app and those with a greater id, ordered by app first; zero: every app
	Of      Members // only of these apps
	From    Time    // at or after
	To      Time    // at or before; zero: no bound
	Changed bool    // only those that the feed shows

	Type     EntryType     // only entries of this type; empty: every type
	Category EntryCategory // only entries that name this category explicitly; empty: all

	Direction Direction // only entries with this direction; empty: all

	Limit int // zero: all
}

// matches implements [Query].
func (q ChangeQuery) matches(r Change) bool {
	return asked(q.App, r.ID.Snapshot.App) && r.ID.Snapshot.App >= q.FromApp &&
		within(q.From, q.To, r.ID.Snapshot.At) && asked(q.Changed, r.Changed) &&
		asked(q.Type, r.Entry.Type) && asked(q.Category, r.Entry.Category) && asked(q.Direction, r.Entry.Direction)
}

// compare implements [Query].
func (q ChangeQuery) compare(a, b Change) int {
	if q.FromApp != 0 {
		if n := cmp.Compare(a.ID.Snapshot.App, b.ID.Snapshot.App); n != 0 {
			return n
		}
	}
	return cmp.Or(cmp.Compare(b.ID.Snapshot.At, a.ID.Snapshot.At), cmp.Compare(a.ID.Snapshot.App, b.ID.Snapshot.App),
		cmp.Compare(a.ID.Index, b.ID.Index))
}

// joins implements [joiner].
func (ChangeQuery) joins() []string { return []string{"DeviceLinks", "AppTags"} }

// join implements [joiner] for Of.
func (q ChangeQuery) join(tx *Tx) (func(record any) bool, error) {
	member, err := q.Of.Member(tx)
	return func(record any) bool { return member(record.(Change).ID.Snapshot.App) }, err
}

// key returns the id.
func (c Change) key() ChangeID { return c.ID }

// parents implements [child].
func (c Change) parents() []Parent { return []Parent{{Table: "Snapshots", Key: c.ID.Snapshot}} }

// validate refuses a change without snapshot, type or description.
func (c Change) validate() error {
	if err := c.ID.Snapshot.validate("change"); err != nil {
		return err
	}
	if c.ID.Index < 0 || c.Entry.Type == "" || c.Entry.Description == "" {
		return invalid("change", "%v has no index, type or description", c.ID)
	}
	return c.Entry.validate("change")
}

// Commit is the place of a snapshot in the order in which snapshots with changes were
// committed. That order differs from the order of time: a page of the web archive adds a
// snapshot in the past.
type Commit struct {
	Snapshot SnapshotID

	// Number is higher than that of every earlier commit. Numbers are not reused.
	Number int64 `db:"number"`
}

// CommitQuery narrows a list of commits, which is ordered by number.
type CommitQuery struct {
	After int64 // only higher numbers
	Limit int   // zero: all
}

// matches implements [Query].
func (q CommitQuery) matches(r Commit) bool { return r.Number > q.After }

// compare implements [Query].
func (CommitQuery) compare(a, b Commit) int {
	return cmp.Or(cmp.Compare(a.Number, b.Number), a.Snapshot.Compare(b.Snapshot))
}

// key returns the id of the snapshot.
func (c Commit) key() SnapshotID { return c.Snapshot }

// parents implements [child].
func (c Commit) parents() []Parent { return []Parent{{Table: "Snapshots", Key: c.Snapshot}} }

// validate refuses a commit without a snapshot or number.
func (c Commit) validate() error {
	if c.Number <= 0 {
		return invalid("commit", "number %d is out of range", c.Number)
	}
	return c.Snapshot.validate("commit")
}
