package storage

import (
	"fmt"
	"strconv"
	"strings"
)

// ImportStatus is how far an item of an import is.
type ImportStatus string

// The states of an item.
const (
	ImportMatched       ImportStatus = "matched"        // it is known which app is meant
	ImportUnmatched     ImportStatus = "unmatched"      // no app was found
	ImportSkipped       ImportStatus = "skipped"        // the user does not want it
	ImportImported      ImportStatus = "imported"       // the app is tracked
	ImportFailed        ImportStatus = "error"          // the app could not be read
	ImportPendingSearch ImportStatus = "pending_search" // the search was cut off
	ImportQueued        ImportStatus = "queued"         // it waits to be read
	ImportRemoved       ImportStatus = "removed"        // the app was tracked, and is not any more
)

// Known says whether the state is one of the states.
func (s ImportStatus) Known() bool {
	switch s {
	case ImportMatched, ImportUnmatched, ImportSkipped, ImportImported, ImportFailed, ImportPendingSearch, ImportQueued, ImportRemoved:
		return true
	}
	return false
}

// ImportItemID names an item by its import and its place in it.
type ImportItemID struct {
	Import string
	Seq    int
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
	return ImportItemID{}, fmt.Errorf("%.80q is no id of an item", text)
}

// MarshalText writes the form of String.
func (i ImportItemID) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads the form of String.
func (i *ImportItemID) UnmarshalText(b []byte) error {
	id, err := ParseImportItemID(string(b))
	if err == nil {
		*i = id
	}
	return err
}

// ImportItem is one line of an import: what was written there, and which app it
// is taken for. The app must be there, and when it goes the item stays and has none.
type ImportItem struct {
	ID          ImportItemID `json:"id"` // its place is that among the import's items, from 0
	Query       string       `json:"query"`
	EditedQuery Text         `json:"editedQuery"` // what to search for in its place
	Status      ImportStatus `json:"status"`

	App       AppID `json:"appId"` // zero: none that is tracked
	AppName   Text  `json:"appName"`
	Developer Text  `json:"developer"`
	URL       Text  `json:"url"` // where the app is read
	IconURL   Text  `json:"iconUrl"`
	Country   Text  `json:"country"` // storefront, two lower-case letters

	Error       Text     `json:"scrapeError"`   // why it was not imported, a sentence for people
	RemovedApp  AppID    `json:"removedAppId"`  // which app it was, with ImportRemoved
	NextAttempt NullTime `json:"nextAttemptAt"` // when to try again; never: at once
	Attempts    int      `json:"attemptCount"`
}

// ImportItemQuery narrows a list of items, which is ordered by import and place.
type ImportItemQuery struct {
	Import string       // empty: of every import
	Query  string       // exactly this; asked for with the Import. Empty: each
	App    AppID        // zero: of every app, and of none
	Status ImportStatus // empty: in every state
	DueBy  Time         // tried again by then; asked for with the Status. Zero: whenever
	Waits  bool         // only those that have a next attempt; asked for with the Status
	Queue  bool         // in the order of the next attempt, then by import and place; with the Status, or it is slow

	Reverse bool // the order turned round
	Limit   int  // zero: all
}

// Key returns the import and the place.
func (i ImportItem) Key() ImportItemID { return i.ID }

// Validate refuses an item without import or query, or in an unknown state.
func (i ImportItem) Validate() error {
	if i.ID.Import == "" || i.ID.Seq < 0 || i.Query == "" {
		return invalid("import item", "no import, place or query")
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
