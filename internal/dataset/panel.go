package dataset

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/derived"
	"github.com/privacylabels/auditor/storage"
)

// The intervals and groupings of a panel.
const (
	Weekly  = "week"  // from Monday, in UTC
	Monthly = "month" // of the calendar, in UTC

	ByGenre     = "genre"
	ByPrice     = "price" // paid, free or freeWithPurchases
	ByRating    = "rating"
	ByDeveloper = "developer"
	ByTag       = "tag" // an app counts in the group of each of its tags
	ByCountry   = "country"
)

// Groupings are the groupings of a panel.
func Groupings() []string {
	return []string{ByGenre, ByPrice, ByRating, ByDeveloper, ByTag, ByCountry}
}

// DefaultCarry is for how long a label counts after it was observed.
const DefaultCarry = 45 * 24 * time.Hour

const (
	maxPeriods = 600 // of a panel
	maxGroups  = 100 // of a source, in a panel
)

// PanelQuery selects the statistics of a panel.
type PanelQuery struct {
	From, To storage.Time  // the first and the last moment, which must not be zero
	Interval string        // [Weekly] or [Monthly]
	By       string        // one of [Groupings], or empty: apps are not grouped
	Carry    time.Duration // in whole days: how long before a period an app may have been observed last; negative: it must be in the period
	Age      time.Duration // for how long a panel without groups counts although the record has changed since; zero: not at all
}

// Panel is how common the items of labels were, by period.
type Panel struct {
	Interval string       `json:"interval"` // week or month
	By       string       `json:"by"`       // how apps are grouped; empty: not
	Carry    int          `json:"carry"`    // for how many days a label counts after it was observed
	At       storage.Time `json:"-"`        // when it was counted
	Omitted  int          `json:"omitted"`  // the number of groups without rows: of each source, the 100 groups with the most apps have rows
	Rows     []PanelRow   `json:"rows"`     // by period, source and group
}

// PanelRow has the counts of one period, of the apps of one source and group. Labels of two
// sources are never counted together.
type PanelRow struct {
	Start    storage.Time `json:"start"`    // the start of the period
	End      storage.Time `json:"end"`      // the end of the period, exclusive
	Source   string       `json:"source"`   // appstore, or the name of another source
	Group    string       `json:"group"`    // the group, by what was observed last; empty: not known, or all
	Observed int          `json:"observed"` // the number of listed apps that were observed in the period or shortly before
	Labelled int          `json:"labelled"` // of the observed apps, those whose developer declared something: the denominator of shares
	Adopted  int          `json:"adopted"`  // the number of apps that got their first label in the period
	Better   int          `json:"better"`   // the number of changes for the better that the feed shows
	Neutral  int          `json:"neutral"`  // the number of neutral changes
	Worse    int          `json:"worse"`    // the number of changes for the worse
	Items    []PanelItem  `json:"items"`    // the items that some label has
}

// PanelItem is how many labels have an item.
type PanelItem struct {
	Kind  string  `json:"kind"`  // privacyType, category, purpose or dataType
	Item  string  `json:"item"`  // the identifier
	Apps  int     `json:"apps"`  // the number of apps whose label has it
	Share float64 `json:"share"` // apps divided by labelled
}

// The kinds of items.
const (
	KindPrivacyType = string(storage.TermPrivacyType)
	KindCategory    = string(storage.TermCategory)
	KindPurpose     = string(storage.TermPurpose)
	KindDataType    = string(storage.TermDataType)
)

// Panel counts how common the items of labels were. In a period, an app counts with the label
// that was observed last, unless that was longer than Carry before the period. The error wraps
// [ErrOption] if the query is not valid.
func (s *Service) Panel(ctx context.Context, q PanelQuery) (Panel, error) {
	bounds, err := q.bounds()
	if err != nil {
		return Panel{}, err
	}
	count := func(tx *storage.Tx) (Panel, error) {
		c := newCounting(tx, q, bounds)
		if err := c.chooseGroups(ctx); err != nil {
			return Panel{}, err
		}
		if err := c.count(ctx); err != nil {
			return Panel{}, err
		}
		return c.panel(), nil
	}
	var panel Panel
	now := storage.TimeOf(s.config.Now())
	if q.By == "" {
		key, age := panelKey{bounds[0], bounds[len(bounds)-1], q.Interval, q.Carry}, derived.Age{Now: now, Max: q.Age}
		panel, now, err = derived.GetWithin(ctx, s.panels, key, age, count)
	} else {
		panel, err = storage.View(ctx, s.config.Store, count)
	}
	panel.At = now
	if err != nil {
		return Panel{}, fmt.Errorf("count a panel: %w", err)
	}
	return panel, nil
}

// maxPanels is how many panels a service keeps. Those with groups are large, and are not kept.
const maxPanels = 4

// maxSearches is of how many searches a service keeps the developers.
const maxSearches = 2

// panelKey is what distinguishes the panels of a record.
type panelKey struct {
	first, last storage.Time
	interval    string
	carry       time.Duration
}

var panelTables = storage.TablesOf("Apps", "Snapshots", "Changes", "Labels")

// bounds returns the starts of the periods and the end of the last.
func (q PanelQuery) bounds() ([]storage.Time, error) {
	if q.From <= 0 || q.To < q.From || q.To > storage.MaxTime || !slices.Contains([]string{Weekly, Monthly}, q.Interval) ||
		q.By != "" && !slices.Contains(Groupings(), q.By) {
		return nil, fmt.Errorf("%w: the period, the interval or the grouping of a panel is not valid", ErrOption)
	}
	year, month, day := q.From.Std().UTC().Date()
	start := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
	next := func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }
	if q.Interval == Weekly {
		start = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
		start = start.AddDate(0, 0, -(int(start.Weekday())+6)%7)
		next = func(t time.Time) time.Time { return t.AddDate(0, 0, 7) }
	}
	bounds := []storage.Time{storage.TimeOf(start)}
	for bounds[len(bounds)-1] <= q.To {
		if len(bounds) > maxPeriods {
			return nil, fmt.Errorf("%w: more than %d periods", ErrOption, maxPeriods)
		}
		start = next(start)
		bounds = append(bounds, storage.TimeOf(start))
	}
	return bounds, nil
}
