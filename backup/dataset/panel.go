package dataset

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// The intervals and groupings of a panel.
const (
	Weekly  = "week"  // from Monday, in UTC
	Monthly = "month" // of the calendar, in UTC

	ByGenre  = "genre"
	ByPrice  = "price"
	ByRating = "rating"
)

// DefaultCarry is for how long a label counts after it was observed.
const DefaultCarry = 45 * 24 * time.Hour

// maxPeriods limits the periods of a panel.
const maxPeriods = 600

// PanelQuery selects the statistics of a panel.
type PanelQuery struct {
	From, To storage.Time  // the first and the last moment, which must not be zero
	Interval string        // [Weekly] or [Monthly]
	By       string        // [ByGenre], [ByPrice], [ByRating] or empty: apps are not grouped
	Carry    time.Duration // how long before a period an app may have been observed last; negative: it must be in the period
}

// Panel is how common the items of labels were, by period.
type Panel struct {
	Interval string     `json:"interval"` // week or month
	By       string     `json:"by"`       // how apps are grouped; empty: not
	Carry    int        `json:"carry"`    // for how many days a label counts after it was observed
	Rows     []PanelRow `json:"rows"`     // by period, source and group
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
	KindPrivacyType = "privacyType"
	KindCategory    = "category"
	KindPurpose     = "purpose"
	KindDataType    = "dataType"
)

// itemKey is an item of a label in statistics.
type itemKey struct{ kind, item string }

// tally counts the apps of one source and group in each period.
type tally struct {
	observed, labelled, adopted, better, neutral, worse []int
	items                                               map[itemKey][]int
}

type tallyKey struct{ source, group string }

// Panel counts how common the items of labels were. In a period, an app counts with the label
// that was observed last, unless that was longer than Carry before the period. The error wraps
// [ErrOption] if the query is not valid.
func (s *Service) Panel(ctx context.Context, q PanelQuery) (Panel, error) {
	bounds, err := q.bounds()
	if err != nil {
		return Panel{}, err
	}
	return storage.View(ctx, s.config.Store, func(tx *storage.Tx) (Panel, error) {
		c := counting{tx: tx, query: q, bounds: bounds, tallies: make(map[tallyKey]*tally), labels: make(map[storage.Digest]labelKeys)}
		for p, err := range pasts(ctx, tx, Options{}) {
			if err == nil {
				err = c.app(p)
			}
			if err != nil {
				return Panel{}, fmt.Errorf("count a panel: %w", err)
			}
		}
		return c.panel(), nil
	})
}

// bounds returns the starts of the periods and the end of the last.
func (q PanelQuery) bounds() ([]storage.Time, error) {
	if q.From <= 0 || q.To < q.From || q.To > storage.MaxTime || !slices.Contains([]string{Weekly, Monthly}, q.Interval) ||
		!slices.Contains([]string{"", ByGenre, ByPrice, ByRating}, q.By) {
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

// counting is a panel that is being counted.
type counting struct {
	tx      *storage.Tx
	query   PanelQuery
	bounds  []storage.Time
	tallies map[tallyKey]*tally
	labels  map[storage.Digest]labelKeys
}

// labelKeys are the items of a label.
type labelKeys struct {
	provided bool
	keys     []itemKey
}

// maxLabelKeys is how many labels are held.
const maxLabelKeys = 2000

func (c *counting) label(digest storage.Digest) (labelKeys, error) {
	if digest.IsZero() {
		return labelKeys{}, nil
	}
	if known, ok := c.labels[digest]; ok {
		return known, nil
	}
	body, err := c.tx.Labels.Get(digest)
	if err != nil {
		return labelKeys{}, err
	}
	provided := body.Label.Provided()
	found := labelKeys{provided: provided != nil && *provided}
	add := func(kind, item string) {
		if key := (itemKey{kind, item}); item != "" && !slices.Contains(found.keys, key) {
			found.keys = append(found.keys, key)
		}
	}
	for _, i := range ItemsOf(body.Label) {
		add(KindPrivacyType, i.PrivacyType)
		add(KindCategory, i.Category)
		add(KindPurpose, i.Purpose)
		add(KindDataType, i.DataType)
	}
	if len(c.labels) == maxLabelKeys {
		clear(c.labels)
	}
	c.labels[digest] = found
	return found, nil
}

func (c *counting) tally(app storage.App) *tally {
	key := tallyKey{source: sourceOf(app)}
	switch c.query.By {
	case ByGenre:
		key.group = string(app.GenreName)
	case ByRating:
		key.group = string(app.AgeRating)
	case ByPrice:
		key.group = priceGroup(app)
	}
	t := c.tallies[key]
	if t == nil {
		n := len(c.bounds) - 1
		t = &tally{items: make(map[itemKey][]int)}
		for _, counts := range []*[]int{&t.observed, &t.labelled, &t.adopted, &t.better, &t.neutral, &t.worse} {
			*counts = make([]int, n)
		}
		c.tallies[key] = t
	}
	return t
}

// priceGroup returns paid, free, freeWithPurchases, or "" if it is not known.
func priceGroup(app storage.App) string {
	switch {
	case app.PriceAmount == nil:
		return ""
	case *app.PriceAmount > 0:
		return "paid"
	case app.HasIAP != nil && *app.HasIAP:
		return "freeWithPurchases"
	}
	return "free"
}

// app counts one app. Observations and periods are walked together, both in the order of time.
func (c *counting) app(p *past) error {
	t := c.tally(p.app)
	carry := storage.Time(max(c.query.Carry, 0).Milliseconds())
	next := 0
	var last storage.Snapshot
	ever := false // whether some observation had a label that the developer provided
	var known labelKeys
	for n := range len(c.bounds) - 1 {
		start, end := c.bounds[n], c.bounds[n+1]
		for ; next < len(p.snapshots) && p.snapshots[next].ID.At < end; next++ {
			s := p.snapshots[next]
			if !p.isObservation(s) {
				continue
			}
			before := last
			if last = s; last.Label == before.Label && before.ID.App != 0 {
				continue
			}
			label, err := c.label(last.Label)
			if err != nil {
				return err
			}
			if known = label; known.provided && !ever {
				if ever = true; before.ID.App != 0 && s.ID.At >= start { // an app that is first observed with a label did not adopt it then
					t.adopted[n]++
				}
			}
		}
		if last.ID.App == 0 || last.ID.At < start-carry || p.delisted[last.ID.At] {
			continue
		}
		t.observed[n]++
		if !known.provided {
			continue
		}
		t.labelled[n]++
		for _, key := range known.keys {
			counts := t.items[key]
			if counts == nil {
				counts = make([]int, len(c.bounds)-1)
				t.items[key] = counts
			}
			counts[n]++
		}
	}
	c.directions(p, t)
	return nil
}

// directions counts the changes of an app by direction.
func (c *counting) directions(p *past, t *tally) {
	for _, change := range p.changes {
		at := change.ID.Snapshot.At
		if !change.Changed || at < c.bounds[0] || at >= c.bounds[len(c.bounds)-1] {
			continue
		}
		n, exact := slices.BinarySearch(c.bounds, at)
		if !exact {
			n--
		}
		switch changelog.Weigh(change.Entry).Direction {
		case storage.Better:
			t.better[n]++
		case storage.Worse:
			t.worse[n]++
		case storage.Neutral:
			t.neutral[n]++
		}
	}
}

// panel returns the rows in their order. Those of periods without an observed app or a change are
// left out.
func (c *counting) panel() Panel {
	panel := Panel{Interval: c.query.Interval, By: c.query.By, Carry: int(max(c.query.Carry, 0) / (24 * time.Hour)), Rows: []PanelRow{}}
	for key, t := range c.tallies {
		for n := range t.observed {
			row := PanelRow{
				Start: c.bounds[n], End: c.bounds[n+1], Source: key.source, Group: key.group, Observed: t.observed[n], Labelled: t.labelled[n],
				Adopted: t.adopted[n], Better: t.better[n], Neutral: t.neutral[n], Worse: t.worse[n], Items: []PanelItem{},
			}
			if row.Observed+row.Better+row.Neutral+row.Worse == 0 {
				continue
			}
			for item, counts := range t.items {
				if counts[n] > 0 {
					row.Items = append(row.Items, PanelItem{item.kind, item.item, counts[n], float64(counts[n]) / float64(row.Labelled)})
				}
			}
			slices.SortFunc(row.Items, func(a, b PanelItem) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Item, b.Item)) })
			panel.Rows = append(panel.Rows, row)
		}
	}
	slices.SortFunc(panel.Rows, func(a, b PanelRow) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Group, b.Group))
	})
	return panel
}
