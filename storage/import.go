package storage

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// ImportSource is where an import's list comes from.
type ImportSource string

// The sources of imports.
const (
	ImportScreenshots ImportSource = "screenshots"
	ImportFile        ImportSource = "file"
	ImportManual      ImportSource = "manual"
)

// Known reports whether the source is a defined one.
func (s ImportSource) Known() bool {
	return s == ImportScreenshots || s == ImportFile || s == ImportManual
}

// Import is a list of apps that is imported item by item.
type Import struct {
	ID          string       `db:"id,key" json:"id"`
	CreatedAt   Time         `db:"created_at" json:"createdAt"`
	CompletedAt NullTime     `db:"completed_at" json:"completedAt"`
	Source      ImportSource `db:"source" json:"source"`
	SourceLabel Text         `db:"source_label" json:"sourceLabel"`
	Total       int          `db:"total" json:"total"`        // the announced number of items, or the actual number if it is higher
	Device      Text         `db:"device_id" json:"deviceId"` // where the apps are installed; it need not exist

	// Tally counts the items. It is updated whenever one is written.
	Tally ImportTally `json:"-"`
}

// ImportTally is how many items of an import are in each state.
type ImportTally struct {
	Matched       int `db:"matched"`
	Unmatched     int `db:"unmatched"`
	Skipped       int `db:"skipped"`
	Imported      int `db:"imported"`
	Failed        int `db:"failed"`
	PendingSearch int `db:"pending_search"`
	Queued        int `db:"queued"`
	Removed       int `db:"removed"`
}

// Items returns the total.
func (t ImportTally) Items() int {
	return t.Matched + t.Unmatched + t.Skipped + t.Imported + t.Failed + t.PendingSearch + t.Queued + t.Removed
}

// Add adds n items in a state.
func (t *ImportTally) Add(status ImportStatus, n int) {
	if of := t.of(status); of != nil {
		*of += n
	}
}

// of returns the number of items in a state, nil if there is no such state.
func (t *ImportTally) of(status ImportStatus) *int {
	switch status {
	case ImportMatched:
		return &t.Matched
	case ImportUnmatched:
		return &t.Unmatched
	case ImportSkipped:
		return &t.Skipped
	case ImportImported:
		return &t.Imported
	case ImportFailed:
		return &t.Failed
	case ImportPendingSearch:
		return &t.PendingSearch
	case ImportQueued:
		return &t.Queued
	case ImportRemoved:
		return &t.Removed
	}
	return nil
}

// ImportQuery narrows a list of imports, which is ordered newest first and, at
// one moment, by id, last first.
type ImportQuery struct {
	Device Text // empty: any or none
	Limit  int  // zero: all
}

// matches implements [Query].
func (q ImportQuery) matches(r Import) bool { return asked(q.Device, r.Device) }

// compare implements [Query].
func (ImportQuery) compare(a, b Import) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (i Import) key() string { return i.ID }

// validate refuses an import without id, time or source.
func (i Import) validate() error {
	if i.ID == "" || i.CreatedAt <= 0 || i.CompletedAt < 0 {
		return invalid("import", "no id or time")
	}
	if !i.Source.Known() {
		return invalid("import", "%s has an unknown source %q", i.ID, i.Source)
	}
	if i.Total < 0 {
		return invalid("import", "%s has a negative total", i.ID)
	}
	return checkText("import", i.ID, string(i.SourceLabel), string(i.Device))
}

// ImportStatus is the state of an import item.
type ImportStatus string

// The states of an item.
const (
	ImportMatched       ImportStatus = "matched"        // the app was identified
	ImportUnmatched     ImportStatus = "unmatched"      // no app was found
	ImportSkipped       ImportStatus = "skipped"        // by the user
	ImportImported      ImportStatus = "imported"       // the app is tracked
	ImportFailed        ImportStatus = "error"          // the app could not be fetched
	ImportPendingSearch ImportStatus = "pending_search" // the search was interrupted
	ImportQueued        ImportStatus = "queued"         // waits to be fetched
	ImportRemoved       ImportStatus = "removed"        // the app was tracked, and was removed since
)

// Known reports whether the state is a defined one.
func (s ImportStatus) Known() bool { return new(ImportTally).of(s) != nil }

// ImportItemID names an item by its import and its place in it.
type ImportItemID struct {
	Import string `db:"import_id,key"`
	Seq    int    `db:"seq,key"`
}

// String returns the import and the place with a hyphen between them.
func (i ImportItemID) String() string { return fmt.Sprintf("%s-%d", i.Import, i.Seq) }

// ParseImportItemID reads the form that [ImportItemID.String] writes.
func ParseImportItemID(text string) (ImportItemID, error) {
	at := strings.LastIndexByte(text, '-')
	if at > 0 {
		seq, err := strconv.Atoi(text[at+1:])
		if id := (ImportItemID{text[:at], seq}); err == nil && seq >= 0 && id.String() == text {
			return id, nil
		}
	}
	return ImportItemID{}, fmt.Errorf("%.80q is not the id of an import item", text)
}

// MarshalText writes the form of String.
func (i ImportItemID) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads the form of String.
func (i *ImportItemID) UnmarshalText(b []byte) error { return unmarshal(i, b, ParseImportItemID) }

// ImportItem is one line of an import, with the app that it was matched to. The
// app must exist; when it is deleted, the item remains without an app.
type ImportItem struct {
	ID          ImportItemID `json:"id"` // the ID. The number at its end is the position in the import, from 0
	Query       string       `db:"query" json:"query"`
	EditedQuery Text         `db:"edited_query" json:"editedQuery"` // replaces Query in the search
	Status      ImportStatus `db:"status" json:"status"`

	App       AppID `db:"app_id,null" json:"appId"` // zero: none that is tracked
	AppName   Text  `db:"app_name" json:"appName"`
	Developer Text  `db:"developer" json:"developer"`
	URL       Text  `db:"url" json:"url"` // of the app's page
	IconURL   Text  `db:"icon_url" json:"iconUrl"`
	Country   Text  `db:"country" json:"country"` // storefront, two lower-case letters

	Error       Text     `db:"error" json:"scrapeError"`           // why it was not imported, shown to the user
	RemovedApp  AppID    `db:"removed_app_id" json:"removedAppId"` // the former App, with ImportRemoved
	NextAttempt NullTime `db:"next_attempt" json:"nextAttemptAt"`  // zero: immediately
	Attempts    int      `db:"attempts" json:"attemptCount"`
}

// ImportItemQuery narrows a list of items, which is ordered by import and place.
type ImportItemQuery struct {
	Import string       // empty: every import
	Query  string       // an exact match; needs Import. Empty: every query
	App    AppID        // zero: any or none
	Status ImportStatus // empty: every state
	DueBy  Time         // only those with NextAttempt at or before this time; needs Status. Zero: all
	Waits  bool         // only those with a nonzero NextAttempt; needs Status
	Queue  bool         // ordered by NextAttempt, import and place; slow without Status

	Reverse bool // in reverse order
	Limit   int  // zero: all
}

// matches implements [Query].
func (q ImportItemQuery) matches(r ImportItem) bool {
	return asked(q.Import, r.ID.Import) && asked(q.Query, r.Query) && asked(q.App, r.App) && asked(q.Status, r.Status) &&
		(q.DueBy == 0 || Time(r.NextAttempt) <= q.DueBy) && (!q.Waits || r.NextAttempt > 0)
}

// compare implements [Query].
func (q ImportItemQuery) compare(a, b ImportItem) int {
	order := cmp.Or(cmp.Compare(a.ID.Import, b.ID.Import), cmp.Compare(a.ID.Seq, b.ID.Seq))
	if q.Queue {
		order = cmp.Or(cmp.Compare(a.NextAttempt, b.NextAttempt), order)
	}
	return reverse(q.Reverse, order)
}

// key returns the import and the place.
func (i ImportItem) key() ImportItemID { return i.ID }

// parents implements [child].
func (i ImportItem) parents() []Parent {
	without := i
	without.App = 0
	return []Parent{
		{Table: "Imports", Key: i.ID.Import},
		{Table: "Apps", Key: i.App, OnDelete: SetNull, Without: without},
	}
}

// validate refuses an item without import or query, or in an unknown state.
func (i ImportItem) validate() error {
	if i.ID.Import == "" || i.ID.Seq < 0 || i.Query == "" {
		return invalid("import item", "no import or query, or a negative place")
	}
	if !i.Status.Known() {
		return invalid("import item", "%v has an unknown status %q", i.ID, i.Status)
	}
	for _, app := range []AppID{i.App, i.RemovedApp} {
		if app < 0 || app > MaxAppID {
			return invalid("import item", "app id %d is out of range", app)
		}
	}
	if i.NextAttempt < 0 || i.Attempts < 0 {
		return invalid("import item", "%v has a negative time or count", i.ID)
	}
	return checkText("import item", i.ID.Import, i.Query, string(i.EditedQuery), string(i.AppName), string(i.Developer), string(i.URL),
		string(i.IconURL), string(i.Country), string(i.Error))
}
