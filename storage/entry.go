package storage

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"sort"
)

// plainEntry is an Entry with the default encoding.
type plainEntry Entry

// own returns the fields of e by JSON name.
func (e *Entry) own() map[string]any {
	return map[string]any{
		"type": &e.Type, "description": &e.Description, "category": &e.Category,
		"privacyType": &e.PrivacyType, "dataCategory": &e.DataCategory, "purpose": &e.Purpose, "dataType": &e.DataType,
		"feature": &e.Feature, "fact": &e.Fact, "from": &e.From, "to": &e.To, "parts": &e.Parts,
		"direction": &e.Direction, "weight": &e.Weight, "details": &e.Details, "storeWide": &e.StoreWide,
	}
}

// Sentence returns the description, with a note if the App Store made the change.
func (e Entry) Sentence() string {
	if e.StoreWide {
		return e.Description + " (by the App Store)"
	}
	return e.Description
}

// Between is when a change was made: after one observation and up to another.
type Between struct {
	After Time `json:"after"` // when the state before was last observed
	At    Time `json:"at"`    // when the new state was first observed
}

// Between returns when a change that the web archive shows was made, and false for another
// change. It is a member in More.
func (e Entry) Between() (b Between, ok bool) {
	if !bytes.Contains(e.More, []byte(`"between"`)) {
		return b, false
	}
	var members struct {
		Between *Between `json:"between"`
	}
	if json.Unmarshal(e.More, &members) != nil || members.Between == nil {
		return b, false
	}
	return *members.Between, true
}

// Categorized returns the entry with a category: one without is about a privacy label. Entries are
// stored as they were made, and shown with a category.
func (e Entry) Categorized() Entry {
	e.Category = cmp.Or(e.Category, CategoryPrivacyLabel)
	return e
}

// MarshalJSON writes the fields of the entry and the members of More as one object.
func (e Entry) MarshalJSON() ([]byte, error) {
	own, err := json.Marshal(plainEntry(e))
	if err != nil || len(e.More) == 0 {
		return own, err
	}
	more := bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(e.More), []byte("{")), []byte("}")))
	if len(more) == 0 {
		return own, nil
	}
	own = append(own[:len(own)-1], ',')
	return append(append(own, more...), '}'), nil
}

// UnmarshalJSON reads an entry and stores members without a field in More. A name
// that differs from a field's in letter case only is such a member, so that it is
// never read as the field.
func (e *Entry) UnmarshalJSON(b []byte) error {
	r := simple{rest: string(b)}
	if read := r.entry(); r.rest == "" && !r.odd {
		*e = read
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return err
	}
	var read Entry
	for name, field := range read.own() {
		value, ok := members[name]
		if !ok {
			continue
		}
		if err := json.Unmarshal(value, field); err != nil {
			return fmt.Errorf("%s of an entry is of another type", name) // err names types of Go
		}
		delete(members, name)
	}
	if len(members) > 0 {
		more, err := json.Marshal(members)
		if err != nil {
			return err
		}
		read.More = more
	}
	*e = read
	return nil
}

// entryFields are the JSON names of the fields of an [Entry], each with a bit of its own.
var entryFields = func() map[string]uint {
	bits := make(map[string]uint)
	for name := range new(Entry).own() {
		bits[name] = 1 << len(bits)
	}
	return bits
}()

// names returns the names of the members of a valid JSON object as they are written, without
// their quotes. A name that occurs twice is returned twice.
func names(object []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		depth, name := 0, false // name: the next string is one
		for i := 0; i < len(object); i++ {
			switch object[i] {
			case '{', '[':
				depth++
				name = depth == 1
			case '}', ']':
				depth--
			case ',':
				name = depth == 1
			case '"':
				from := i + 1
				for i = from; i < len(object) && object[i] != '"'; i++ {
					if object[i] == '\\' {
						i++
					}
				}
				if name && !yield(object[from:min(i, len(object))]) {
					return
				}
				name = false
			}
		}
	}
}

// validate refuses an entry that cannot be stored.
func (e Entry) validate(kind string) error {
	if e.More != nil {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(e.More, &members); err != nil || members == nil {
			return invalid(kind, "the additional members of an entry are not a JSON object")
		}
		for name := range e.own() {
			if _, doubled := members[name]; doubled {
				return invalid(kind, "an additional member of an entry has the name of its field %s", name)
			}
		}
		n := 0
		for range names(e.More) {
			n++
		}
		if n != len(members) {
			return invalid(kind, "an additional member of an entry occurs twice")
		}
	}
	if err := checkText(kind, string(e.Type), string(e.Category), e.Description, string(e.Direction), string(e.Weight), string(e.More)); err != nil {
		return err
	}
	if err := checkText(kind, e.Details...); err != nil {
		return err
	}
	return e.checkTexts(kind)
}

// Subject is what an entry is about, as identifiers. Members that do not apply
// are empty. Entries of versions that did not record subjects have none.
//
// The identifiers of privacy types, data categories, purposes and data types are
// those of the label ([DataLinkedToYou], "LOCATION", "ANALYTICS",
// "PRECISE_LOCATION"), and those of features are of [Feature]. Unknown ones are
// stored as well.
type Subject struct {
	PrivacyType  string `json:"privacyType,omitempty"`
	DataCategory string `json:"dataCategory,omitempty"`

	// Purpose and DataType are set if the parts name only one.
	Purpose  string `json:"purpose,omitempty"`
	DataType string `json:"dataType,omitempty"`

	// Feature is one of accessibility, a security practice, "background_location" or
	// "age_rating_descriptors".
	Feature string `json:"feature,omitempty"`

	// Fact is the fact of the listing that changed, such as [FactDeveloper].
	Fact string `json:"fact,omitempty"`

	// From and To are the values before and after a change, such as age ratings,
	// statuses of accessibility or the IDs of versions of a policy. From is empty if
	// there was none.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`

	// Parts are the single changes of an entry about a whole privacy type or
	// data category; nil if the entry has none.
	Parts []Part `json:"parts,omitzero"`
}

// The facts of a listing whose changes are recorded.
const (
	FactName      = "name"
	FactDeveloper = "developer"
	FactBundleID  = "bundleId"
	FactPolicy    = "privacyPolicyUrl"
	FactPrice     = "price"
	FactIAP       = "inAppPurchases"
	FactEntity    = "legalEntity"
)

// Part is one of the changes that an entry sums up.
type Part struct {
	Type         EntryType `json:"type"`                   // [EntryAdded] or [EntryRemoved]
	DataCategory string    `json:"dataCategory,omitempty"` // if the entry is about a privacy type
	Purpose      string    `json:"purpose,omitempty"`
	DataType     string    `json:"dataType,omitempty"`

	// Optional marks the change of whether the data type is optional: it is now if the part was
	// added.
	Optional bool `json:"optional,omitempty"`
}

// HasSubject reports whether any member is set.
func (s Subject) HasSubject() bool {
	return s.Parts != nil || s.PrivacyType+s.DataCategory+s.Purpose+s.DataType+s.Feature+s.Fact+s.From+s.To != ""
}

// checkTexts refuses texts that cannot be stored.
func (s Subject) checkTexts(kind string) error {
	if err := checkText(kind, s.PrivacyType, s.DataCategory, s.Purpose, s.DataType, s.Feature, s.Fact, s.From, s.To); err != nil {
		return err
	}
	for _, p := range s.Parts {
		if err := checkText(kind, string(p.Type), p.DataCategory, p.Purpose, p.DataType); err != nil {
			return err
		}
	}
	return nil
}

// FeedQuery names a page of the feed of changes.
type FeedQuery struct {
	App  AppID   // zero: every app
	Of   Members // only of these apps
	From Time    // at or after
	To   Time    // at or before; zero: no bound

	// Window limits the page to the entries of that many of the newest matching
	// snapshots. Snapshots without entries count.
	Window int

	// Types and Categories select the entries whose type and category they contain.
	// An empty list selects all. An entry without a category is of [CategoryPrivacyLabel].
	Types      []EntryType
	Categories []EntryCategory

	// Directions and Weights select the entries with one of them as stored. An empty list selects all.
	Directions []Direction
	Weights    []Weight

	Offset int // number of matching entries to skip
	Limit  int // entries at most
}

func (q FeedQuery) matches(e Entry) bool {
	category := cmp.Or(e.Category, CategoryPrivacyLabel)
	return (len(q.Types) == 0 || slices.Contains(q.Types, e.Type)) &&
		(len(q.Categories) == 0 || slices.Contains(q.Categories, category)) &&
		(len(q.Directions) == 0 || slices.Contains(q.Directions, e.Direction)) && (len(q.Weights) == 0 || slices.Contains(q.Weights, e.Weight))
}

// filtered reports whether the query leaves out entries of the snapshots that it reads.
func (q FeedQuery) filtered() bool {
	return len(q.Types) > 0 || len(q.Categories) > 0 || len(q.Directions) > 0 || len(q.Weights) > 0
}

// Feed is a page of the feed of changes.
type Feed struct {
	Rows []FeedRow // ordered as by [ChangeQuery]

	// Total counts the matching entries of the window. Without a filter, it is the
	// sum of [Snapshot.Entries].
	Total int

	// Truncated is whether there are matching snapshots before the window.
	Truncated bool
}

// FeedRow is an entry of the feed, with the columns of its snapshot and app that the feed shows.
type FeedRow struct {
	Change
	Source       Source  `db:"source"`
	TriggeredBy  Trigger `db:"triggered_by"`
	AppName      string  `db:"name"`
	AppIconURL   Text    `db:"icon_url"`
	AppDeveloper Text    `db:"developer"`
}

// KindCount is a number of entries of one type, category and direction.
type KindCount struct {
	Type      EntryType     `db:"type"`
	Category  EntryCategory `db:"category"`
	Direction Direction     `db:"direction"`
	Count     int           `db:"n"`
}

// ChangeRows is an optional interface of the [Rows] of changes, for a store that can read the
// feed faster than [Tx.Feed] does from the three tables, and count changes faster than by
// listing them.
type ChangeRows interface {
	Feed(FeedQuery) (Feed, error)
	CountByKind(ChangeQuery) ([]KindCount, error)
	Joined
}

// Joined is an optional interface of [Rows] that a store can join with those of other tables.
type Joined interface {
	// Transaction returns a comparable value that is equal for all rows that can be joined.
	Transaction() any
}

// Transaction returns the value of the store for this transaction, or nil: see [Joined].
func (tx *Tx) Transaction() any {
	if rows, ok := tx.Runs.(Joined); ok {
		return rows.Transaction()
	}
	return nil
}

// Feed returns a page of the changes that the feed shows.
func (tx *Tx) Feed(q FeedQuery) (Feed, error) {
	if rows, ok := tx.Changes.(ChangeRows); ok && together(rows, tx.Snapshots) && together(rows, tx.Apps) {
		return rows.Feed(q)
	}
	var feed Feed
	window, err := tx.window(q)
	if err != nil || len(window) == 0 {
		return feed, err
	}
	if feed.Truncated = len(window) > q.Window; feed.Truncated {
		window = window[:q.Window]
	}
	filtered := q.filtered()
	if !filtered {
		for _, s := range window {
			feed.Total += s.Entries
		}
		if q.Offset >= feed.Total {
			return feed, nil
		}
	}
	apps := make(map[AppID]App)
	matched, at := 0, 0 // both lists are in the same order
	for c, err := range tx.Changes.List(ChangeQuery{App: q.App, From: window[len(window)-1].ID.At, To: window[0].ID.At, Changed: true}) {
		if err != nil {
			return Feed{}, err
		}
		for at < len(window) && (SnapshotQuery{}).compare(window[at], Snapshot{ID: c.ID.Snapshot}) < 0 {
			at++
		}
		if at == len(window) || !filtered && len(feed.Rows) == q.Limit {
			break
		}
		if window[at].ID != c.ID.Snapshot || !q.matches(c.Entry) {
			continue
		}
		if matched++; matched <= q.Offset || len(feed.Rows) == q.Limit {
			continue
		}
		app, known := apps[c.ID.Snapshot.App]
		if !known {
			if app, err = tx.Apps.Get(c.ID.Snapshot.App); err != nil {
				return Feed{}, err
			}
			apps[app.ID] = app
		}
		feed.Rows = append(feed.Rows, FeedRow{
			Change: c, Source: window[at].Source, TriggeredBy: window[at].TriggeredBy,
			AppName: app.Name, AppIconURL: app.IconURL, AppDeveloper: app.Developer,
		})
	}
	if filtered {
		feed.Total = matched
	}
	return feed, nil
}

// window returns the snapshots of the window of a feed, and one more if there is any.
func (tx *Tx) window(q FeedQuery) (window []Snapshot, err error) {
	if q.Of == (Members{}) {
		return Collect(tx.Snapshots.List(SnapshotQuery{App: q.App, From: q.From, To: q.To, Changed: true, Limit: q.Window + 1}))
	}
	member, err := q.Of.Member(tx)
	if err != nil {
		return nil, err
	}
	for s, err := range tx.Snapshots.List(SnapshotQuery{App: q.App, From: q.From, To: q.To, Changed: true}) {
		if err != nil {
			return nil, err
		}
		if !member(s.ID.App) {
			continue
		}
		if window = append(window, s); len(window) > q.Window {
			break
		}
	}
	return window, nil
}

// CountByKind counts the changes of a query, by type, category and direction and in that
// order. The limit of the query has no effect. Kinds without changes are left out.
func (tx *Tx) CountByKind(q ChangeQuery) ([]KindCount, error) {
	q.Limit = 0
	if rows, ok := tx.Changes.(ChangeRows); ok {
		return rows.CountByKind(q)
	}
	var counts []KindCount
	for c, err := range tx.Changes.List(q) {
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(counts, func(k KindCount) bool {
			return k.Type == c.Entry.Type && k.Category == c.Entry.Category && k.Direction == c.Entry.Direction
		})
		if at < 0 {
			at = len(counts)
			counts = append(counts, KindCount{Type: c.Entry.Type, Category: c.Entry.Category, Direction: c.Entry.Direction})
		}
		counts[at].Count++
	}
	sort.Slice(counts, func(i, j int) bool {
		a, b := counts[i], counts[j]
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Category, b.Category), cmp.Compare(a.Direction, b.Direction)) < 0
	})
	return counts, nil
}

func together(a Joined, rows any) bool {
	b, ok := rows.(Joined)
	return ok && a.Transaction() == b.Transaction()
}
