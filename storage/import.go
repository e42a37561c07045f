package storage

// ImportSource is where the list of an import is from.
type ImportSource string

// The sources of imports.
const (
	ImportScreenshots ImportSource = "screenshots"
	ImportFile        ImportSource = "file"
	ImportManual      ImportSource = "manual"
)

// Known says whether the source is one of the sources.
func (s ImportSource) Known() bool {
	return s == ImportScreenshots || s == ImportFile || s == ImportManual
}

// Import is a list of apps that is taken in, item by item.
type Import struct {
	ID          string       `json:"id"`
	CreatedAt   Time         `json:"createdAt"`
	CompletedAt NullTime     `json:"completedAt"`
	Source      ImportSource `json:"source"`
	SourceLabel Text         `json:"sourceLabel"`
	Total       int          `json:"total"`    // items that it is to have, as was announced, or has, if more
	Device      Text         `json:"deviceId"` // whose apps they are; it need not be there

	// Tally counts the items. It is kept when one is written.
	Tally ImportTally `json:"-"`
}

// ImportTally is how many items of an import are in each state.
type ImportTally struct {
	Matched, Unmatched, Skipped, Imported, Failed, PendingSearch, Queued, Removed int
}

// Items returns how many there are.
func (t ImportTally) Items() int {
	return t.Matched + t.Unmatched + t.Skipped + t.Imported + t.Failed + t.PendingSearch + t.Queued + t.Removed
}

// Add counts so many items more in a state.
func (t *ImportTally) Add(status ImportStatus, n int) {
	switch status {
	case ImportMatched:
		t.Matched += n
	case ImportUnmatched:
		t.Unmatched += n
	case ImportSkipped:
		t.Skipped += n
	case ImportImported:
		t.Imported += n
	case ImportFailed:
		t.Failed += n
	case ImportPendingSearch:
		t.PendingSearch += n
	case ImportQueued:
		t.Queued += n
	case ImportRemoved:
		t.Removed += n
	}
}

// ImportQuery narrows a list of imports, which is ordered newest first and, at
// one moment, by id, last first.
type ImportQuery struct {
	Device Text // empty: of every device, and of none
	Limit  int  // zero: all
}

// Key returns the id.
func (i Import) Key() string { return i.ID }

// Validate refuses an import without id, time or source.
func (i Import) Validate() error {
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
